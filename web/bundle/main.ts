/** The single file's own few lines: one engine for all figures of a page, and the elements registered on load. */
import type { EngineAssets } from '../engine/create-engine.ts';
import type { Engine, EngineOptions } from '../engine/types.ts';
import type * as elementsModule from './elements-part.ts';
import type * as engineModule from './engine-part.ts';
import { readFormulas, unpack } from './payload.ts';

// Put around this module by scripts/bundle/wrap.mjs.
declare const enginePart: () => typeof engineModule;
declare const elementsPart: (engine: typeof engineModule, formulas: Record<string, string>) => typeof elementsModule;
declare const payload: { core: string; starter: string };
declare const scriptUrl: string;

const engine = enginePart();

const formulas: Record<string, string> = {};

const unpackCore = async (): Promise<ArrayBuffer> => {
  const [wasm, lines] = (await unpack(payload.core)) as [ArrayBuffer, ArrayBuffer];
  Object.assign(formulas, readFormulas(lines));
  return wasm;
};

const assets: EngineAssets = {
  simd: { glue: () => engine.simdGlue, wasm: unpackCore },
  starter: async () => (await unpack(payload.starter))[0]!,
  startWorker: engine.workerFromText(`"use strict";(${String(enginePart)})().serve()`),
  modelBase: new URL('models/', scriptUrl).href,
};

/** See web/engine/index.ts. */
export const createEngine = (options: EngineOptions = {}): Promise<Engine> => engine.createEngineWith(assets, options);

let shared: Promise<Engine> | undefined;

const getEngine = (): Promise<Engine> => {
  shared ??= createEngine().catch((error: unknown) => {
    shared = undefined; // the next figure may try again
    throw error;
  });
  return shared;
};

/** Registers the elements; done on load, and harmless when repeated. */
export const registerElements = (): void => {
  // Node has no elements; the engine works there all the same.
  if (typeof customElements !== 'undefined') elementsPart(engine, formulas).registerElements(getEngine);
};

export const { Cancelled, EngineError, EngineUnavailable, InvalidInput, ModelLoadFailed, TooLarge } = engine;

registerElements();

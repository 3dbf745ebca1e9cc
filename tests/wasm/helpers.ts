/** The real core in Node, from the engine's sources. */
import { createEngine } from '../../web/engine/index.ts';
import type { EngineClient } from '../../web/engine/client.ts';
import type { CatalogEntry, EngineOptions, Params, ParamSpec, Trace } from '../../web/engine/types.ts';

/** With the door to the host that tests need and pages do not. */
export const startEngine = async (options: EngineOptions = {}): Promise<EngineClient> =>
  (await createEngine(options)) as EngineClient;

/** Numbers without a library: any values will do, as long as they are the same in every run. */
export const someFloats = (count: number, seed = 1): Float32Array => {
  let state = seed >>> 0 || 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
};

export const someX = (tokens: number, width = 20, seed = 1) => ({
  tensors: { x: { shape: [tokens, width], data: someFloats(tokens * width, seed) } },
});

/** FNV-1a over the bytes, as core/cli/digest.cpp writes it. */
export const hashOf = (data: Float32Array): string => {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
};

export const hashesOf = (trace: Trace): Record<string, string> =>
  Object.fromEntries(trace.tensors.map(({ name }) => [name, hashOf(trace.tensor(name).data)]));

/** What a parameter can be: every choice, or the ends of its range. */
export const valuesOf = (spec: ParamSpec): Params[string][] => {
  if (spec.kind === 'flag') return [true, false];
  if (spec.kind === 'choice') return (spec.choices ?? []).map((choice) => choice.value);
  return [spec.min, spec.max].filter((value) => value !== undefined);
};

/** The defaults, and each parameter at each of its ends alone. */
export const cornersOf = (entry: CatalogEntry): Params[] => {
  const corners: Params[] = [{}];
  for (const spec of entry.params)
    for (const value of valuesOf(spec)) {
      const parent = entry.params.find(({ id }) => id === spec.when?.param);
      const wanted = spec.when?.values[0] ?? '';
      const when = parent ? { [parent.id]: parent.kind === 'flag' ? wanted === 'true' : wanted } : {};
      corners.push({ ...when, [spec.id]: value });
    }
  return corners;
};

/**
 * Nothing above the catalogue knows an id: a core whose ids are all renamed runs in the unchanged engine and figure, and
 * gives the same digits.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseEntry } from '../web/elements/lib/base-entry.ts';
import { translator } from '../web/elements/lib/locale.ts';
import { Figure } from '../web/elements/run/figure.ts';
import { assets } from '../web/engine/assets.ts';
import type { ModuleFactory } from '../web/engine/core-module.ts';
import { createEngineWith } from '../web/engine/create-engine.ts';
import type { CatalogEntry, Engine } from '../web/engine/types.ts';
import { decode } from '../web/site/link/decode.ts';
import { encode } from '../web/site/link/encode.ts';
import { buildRenamed, patience, renamed, suffix } from './renamed/build.ts';
import { hashesOf, someX, startEngine } from './wasm/helpers.ts';

let plain: Engine;
let other: Engine;

beforeAll(async () => {
  buildRenamed();
  const glue = (await import(/* @vite-ignore */ pathToFileURL(join(renamed, 'attention.mjs')).href)) as {
    default: ModuleFactory;
  };
  const wasm = new Uint8Array(readFileSync(join(renamed, 'attention.wasm'))).buffer;
  const { threads: _, startWorker: __, ...rest } = assets;
  other = await createEngineWith(
    { ...rest, simd: { glue: () => glue.default, wasm: () => Promise.resolve(wasm) } },
    { inline: true },
  );
  plain = await startEngine({ inline: true });
}, patience);
afterAll(() => {
  plain?.dispose();
  other?.dispose();
});

const variants = (engine: Engine): CatalogEntry[] => engine.catalog.entries.filter((entry) => entry.kind === 'variant');
const text = 'the animal was too tired';

describe('a catalogue with other ids', () => {
  it('has every id renamed', () => {
    expect(other.catalog.entries.map((entry) => entry.id)).toEqual(
      plain.catalog.entries.map((entry) => entry.id + suffix),
    );
  });

  it('has every mention of an id renamed: what stands for all', () => {
    expect(baseEntry(other.catalog)!.id).toBe(baseEntry(plain.catalog)!.id + suffix);
  });

  it('runs every mechanism to the same digits', async () => {
    for (const [i, entry] of variants(plain).entries()) {
      const [a, b] = [await plain.run(entry.id, someX(6)), await other.run(variants(other)[i]!.id, someX(6))];
      expect(hashesOf(b), entry.id).toEqual(hashesOf(a));
      a.dispose();
      b.dispose();
    }
  });

  it('shows every mechanism in the figure, frame by frame', async () => {
    const t = translator('en');
    for (const { id } of variants(other)) {
      const changed = { now: () => {} };
      const figure = new Figure({ changed: () => changed.now(), moved: () => {}, t: () => t });
      figure.wishes = { variant: id, text };
      figure.use(other);
      figure.update();
      await new Promise<void>((done) => {
        changed.now = () => {
          if (figure.session.trace && !figure.session.running) done();
        };
        changed.now();
      });
      expect(figure.settled?.entry.id).toBe(id);
      expect(figure.settled?.complaints).toEqual([]);
      expect(figure.frames.length).toBeGreaterThan(4);
      figure.close();
    }
  });

  it('goes into links and out again', () => {
    for (const { id } of other.catalog.entries) {
      const state = { variant: id, text };
      expect(decode(encode(state, other.catalog).fragment, other.catalog)).toEqual({ state, ignored: [] });
    }
  });
});

/** The engine's sentence vectors against the original model, run by TensorFlow.js. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read_source } from '../../../scripts/models/tfjs_source.mjs';
import { Tokenizer } from '../../../scripts/models/tokenizer.mjs';
import { createEngine } from '../../../web/engine/index.ts';
import type { Engine } from '../../../web/engine/index.ts';
import { loadPeer, packageFolder } from './peer.ts';
import sentences from './sentences.json';

const { vocabulary } = read_source(packageFolder);
const tokenizer = new Tokenizer(vocabulary);
const models = ['sentence_encoder', 'sentence_encoder_f32'] as const;

describe('engine and peer', () => {
  let engine: Engine;
  let peer: Awaited<ReturnType<typeof loadPeer>>;

  beforeAll(async () => {
    engine = await createEngine({ inline: true });
    for (const id of models) await engine.loadModel(id);
    peer = await loadPeer();
  }, 120_000);
  afterAll(() => engine?.dispose());

  it('cut every sentence alike', async () => {
    for (const text of sentences) {
      const { pieces, outside } = await engine.tokenize(text, 'sentence_encoder');
      expect(outside).toEqual([]);
      expect(
        pieces.map(({ id }) => id),
        text,
      ).toEqual(tokenizer.encode(text));
    }
  });

  it('agree: float32 to 1e-4, int8 to a cosine of 0.999', { timeout: 600_000 }, async () => {
    expect(sentences.length).toBeGreaterThanOrEqual(50);
    let largest = 0;
    let smallest = 1;
    for (const text of sentences) {
      const expected = await peer.embed(tokenizer.encode(text));
      const exact = await engine.embed(text, 'sentence_encoder_f32');
      const rounded = await engine.embed(text, 'sentence_encoder');
      const length = Math.hypot(...rounded);
      const cosine = expected.reduce((sum, v, i) => sum + v * rounded[i]!, 0) / length;
      const difference = expected.reduce((most, v, i) => Math.max(most, Math.abs(v - exact[i]!)), 0);
      expect(difference, text).toBeLessThan(1e-4);
      expect(cosine, text).toBeGreaterThanOrEqual(0.999);
      [largest, smallest] = [Math.max(largest, difference), Math.min(smallest, cosine)];
    }
    console.log(
      `${sentences.length} sentences: float32 differs by ${largest.toExponential(1)}, int8 cosine ${smallest.toFixed(5)}`,
    );
  });
});

/** The wiring as the README states it (scripts/models/reference.mjs) is the original's, number by number. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run_reference } from '../../../scripts/models/reference.mjs';
import { read_source } from '../../../scripts/models/tfjs_source.mjs';
import { Tokenizer } from '../../../scripts/models/tokenizer.mjs';
import { loadPeer, packageFolder } from './peer.ts';
import sentences from './sentences.json';

const { weights, vocabulary } = read_source(packageFolder);
const tokenizer = new Tokenizer(vocabulary);

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, v, i) => Math.max(most, Math.abs(v - b[i]!)), 0);

describe('reference', () => {
  it('agrees with TensorFlow.js in every head and in the sentence', { timeout: 300_000 }, async () => {
    const peer = await loadPeer();
    const animal = "the animal didn't cross the street because it was too tired";
    for (const text of [animal, 'one', 'I ❤️ 中文, really?', 'नमस्ते दुनिया']) {
      const ids: number[] = tokenizer.encode(text);
      const ours = run_reference(weights, ids);
      // The peer computes in float32: 1e-5 is some ten times what was seen.
      expect(largestDifference(ours.sentence, await peer.embed(ids))).toBeLessThan(1e-5);
      for (const layer of [1, 2]) {
        const pattern = await peer.pattern(ids, layer);
        pattern.forEach((head, h) =>
          head.forEach((row, i) =>
            expect(largestDifference(ours.layers[layer - 1].heads[h].pattern[i], row)).toBeLessThan(1e-5),
          ),
        );
      }
    }
  });

  it('cuts every sentence as the tokenizer that came with the model', () => {
    // Made by @energetic-ai/embeddings 0.2.0, whose texts are in NFKC already.
    const peer = JSON.parse(readFileSync(new URL('../../core/text/peer_ids.json', import.meta.url), 'utf8'));
    expect(peer).toHaveLength(sentences.length);
    peer.forEach(({ text, ids }: { text: string; ids: number[] }, i: number) => {
      expect(text).toBe(sentences[i]!.normalize('NFKC'));
      expect(tokenizer.encode(sentences[i]!)).toEqual(ids);
    });
  });
});

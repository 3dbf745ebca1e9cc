import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNormalised } from '../../../../web/elements/lib/frames.ts';
import { endsOf, isClosed, place, scaleIn } from '../../../../web/elements/scene/scale.ts';
import type { Engine } from '../../../../web/engine/types.ts';
import { startEngine } from '../../../wasm/helpers.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const text = 'the animal did not cross the street because it was too tired';

describe('the scale of every tensor of every mechanism', () => {
  it('spans its numbers, leaves out what stands for "never", and has no side without any', async () => {
    const wrong: string[] = [];
    for (const { id } of engine.catalog.entries.filter(({ kind }) => kind === 'variant')) {
      const trace = await engine.run(id, { text });
      for (const info of trace.tensors) {
        const scale = scaleIn(trace, info);
        if (scale.kind === 'mask' || !info.whole) continue;
        const open = [...trace.tensor(info.name).data].filter((one) => Number.isFinite(one) && !isClosed(scale, one));
        const size = open.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
        // A softmax may round to a little more than 1.
        const most = scale.kind === 'signed' ? scale.max : 1.001;
        const name = `${id} ${info.name}`;
        if (size > most) wrong.push(`${name}: a number off the scale`);
        if (scale.kind === 'unit') continue;
        if (size > 0 && size < most) wrong.push(`${name}: nothing reaches the end`);
        if (size >= 1e4) wrong.push(`${name}: spanned by ${size}`);
        const [from, to] = endsOf(scale);
        if (from < 0 && to > 0 && size > 0 && !(open.some((one) => one < 0) && open.some((one) => one > 0)))
          wrong.push(`${name}: an empty side`);
      }
      trace.dispose();
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('shows the scores beside a penalty for reading oneself', async () => {
    const trace = await engine.run('reformer_lsh', { text });
    const info = trace.tensors.find(({ name }) => name === 'other_scores')!;
    const { data, shape } = trace.tensor(info.name);
    const scale = scaleIn(trace, info);
    const n = shape.at(-1)!;
    for (let i = 0; i < n; i++) expect(isClosed(scale, data[i * n + i]!)).toBe(true);
    const open = [...data].filter((value) => !isClosed(scale, value));
    expect(Math.max(...open.map((value) => Math.abs(place(scale, value))))).toBe(1);
    trace.dispose();
  });
});

describe('weights of summaries', () => {
  it.each(['linformer', 'induced_set'])('are shares of one, from 0 to 1: %s', async (id) => {
    const trace = await engine.run(id, { text });
    const all = trace.steps.filter(({ op }) => op === 'softmax').map(({ output }) => output);
    const weights = trace.tensors.filter((info) => all.includes(info.name));
    expect(weights.some(({ axes }) => axes.includes('latent'))).toBe(true);
    for (const info of weights) {
      expect(isNormalised(trace, info), info.name).toBe(true);
      expect(scaleIn(trace, info)).toEqual({ kind: 'unit' });
    }
    trace.dispose();
  });
});

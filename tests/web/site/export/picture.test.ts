import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../../../../web/elements/lib/story.ts';
import type { Palette } from '../../../../web/elements/lib/palette.ts';
import { ramp } from '../../../../web/elements/scene/scale.ts';
import { sliceOf } from '../../../../web/elements/scene/slice.ts';
import type { Engine, Trace } from '../../../../web/engine/types.ts';
import { latexOf } from '../../../../web/site/export/latex.ts';
import { matrixOf } from '../../../../web/site/export/matrix.ts';
import { readTensor } from '../../../../web/site/export/read-tensor.ts';
import { svgOf } from '../../../../web/site/export/svg.ts';
import { startEngine } from '../../../wasm/helpers.ts';

const black = [0, 0, 0] as const;
const white = [255, 255, 255] as const;
const one = ramp(white, black, [90, 0, 0]);
const palette: Palette = {
  ramps: { q: one, k: one, v: one, a: one, z: one, n: one, d: one },
  ink: black,
  edge: [128, 128, 128],
  zero: white,
  query: black,
  faint: black,
};

let engine: Engine;
let trace: Trace;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
  trace = await engine.run('scaled_dot_product', { text: 'the animal was tired' }, { mask: 'causal' });
});
afterAll(() => engine.dispose());

const draw = async (name: string, pixels?: () => string) => {
  const info = trace.tensors.find((tensor) => tensor.name === name)!;
  return svgOf(
    matrixOf(trace, await readTensor(trace, name), sliceOf(info, { head: 0, query: 0 })),
    palette,
    white,
    pixels,
  );
};

describe('a matrix as SVG', () => {
  it('says what it is, and names its rows and columns', async () => {
    const { svg, width, height } = await draw('pattern');
    expect(svg).toContain('<title>A, pattern</title>');
    expect(svg.match(/>animal</g)).toHaveLength(2);
    expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('hatches what is masked', async () => {
    expect((await draw('masked_scores')).svg).toContain('fill="url(#closed)"');
    expect((await draw('pattern')).svg).not.toContain('fill="url(#closed)"');
  });

  it('keeps to the numbers: the largest weight has the end of the ramp', async () => {
    const { svg } = await draw('pattern');
    expect(svg).toContain('fill="#000000"');
  });

  it('draws what has too many cells as pixels, where it can', async () => {
    expect((await draw('pattern', () => 'data:,')).svg).not.toContain('<image');
    expect((await draw('w_o', () => 'data:,')).svg).toContain('<image');
  });
});

describe('a derivation as LaTeX', () => {
  it('goes from the dot product to the weight', async () => {
    const latex = latexOf(trace, await tell(trace, { tensor: 'pattern', index: [0, 3, 1] }));
    expect(latex).toContain('\\begin{align*}');
    expect(latex.match(/&=/g)).toHaveLength(3);
    expect(latex).toMatch(/A_\{1,4,2\} &= \\frac\{\\exp\(/);
    expect(latex).toContain('\\attna{A_{ij}}');
    // \q and the like are the page's own; \v and \k are accents in a document.
    expect(latex).not.toMatch(/\\[qkvaz]\{/);
    const open = latex.split('{').length;
    expect(latex.split('}').length).toBe(open);
  });

  it('says minus infinity of what is masked', async () => {
    const latex = latexOf(trace, await tell(trace, { tensor: 'masked_scores', index: [0, 0, 3] }));
    expect(latex).toMatch(/S_\{1,1,4\} &= -\\infty$/m);
    expect(latex).not.toMatch(/NaN|undefined/);
  });
});

it('a tensor too large to be copied is read matrix by matrix', async () => {
  const tiny: Trace = Object.create(trace, {
    tensors: { value: trace.tensors.map((info) => ({ ...info, whole: false })) },
  }) as Trace;
  for (const name of ['pattern', 'x_gain', 'w_q']) {
    const { shape, data } = trace.tensor(name);
    expect(await readTensor(tiny, name)).toEqual({ shape, data: new Float32Array(data) });
  }
});

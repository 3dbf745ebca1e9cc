import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TensorInfo } from '../../../../web/engine/types.ts';
import { npy } from '../../../../web/site/export/npy.ts';
import { npz } from '../../../../web/site/export/npz.ts';
import { csv, float, json } from '../../../../web/site/export/numbers.ts';
import { pythonWith } from './python.ts';

const data = Float32Array.of(0.1, -2, 3e-9, -Infinity, 5, 1 / 3);
const array = { shape: [2, 3], data };
const info: TensorInfo = {
  name: 'scores',
  symbol: 'S',
  role: 'weights',
  shape: [2, 3],
  axes: ['query', 'channel'],
  dtype: 'f32',
  whole: true,
  min: 0,
  max: 0,
};

describe('numbers as text', () => {
  it('are the shortest that read back as the same float', () => {
    expect([...data].map(float)).toEqual(['0.1', '-2', '3e-9', '-inf', '5', '0.33333334']);
    let state = 1;
    for (let i = 0; i < 1000; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const value = new Float32Array(Uint32Array.of(state).buffer)[0]!;
      if (Number.isFinite(value)) expect(Math.fround(Number(float(value)))).toBe(value);
    }
  });

  it('stand in a table with their places and words', () => {
    const words = info.axes.map((axis) => (axis === 'query' ? ['say "hi"', 'a,b'] : []));
    expect(csv(info, array, words).split('\n').slice(0, 5)).toEqual([
      'query,channel,query_word,value',
      '0,0,"say ""hi""",0.1',
      '0,1,"say ""hi""",-2',
      '0,2,"say ""hi""",3e-9',
      '1,0,"a,b",-inf',
    ]);
  });

  it('nest in JSON as the shape says', () => {
    const read = JSON.parse(json(info, array, ['a', 'b'])) as { data: unknown; axes: string[]; tokens: string[] };
    expect(read.data).toEqual([
      [0.1, -2, 3e-9],
      ['-inf', 5, 0.33333334],
    ]);
    expect([read.axes, read.tokens]).toEqual([
      ['query', 'channel'],
      ['a', 'b'],
    ]);
    const scalar = JSON.parse(json({ ...info, shape: [], axes: [] }, { shape: [], data: Float32Array.of(2) }, [])) as {
      data: number;
    };
    expect(scalar.data).toBe(2);
  });
});

describe('.npy', () => {
  it('has its numbers on a multiple of 64 bytes', () => {
    const bytes = npy(array);
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text).toContain("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
    const start = 10 + new DataView(bytes.buffer).getUint16(8, true);
    expect(start % 64).toBe(0);
    expect(new Float32Array(bytes.buffer.slice(start))).toEqual(data);
    expect(new TextDecoder('latin1').decode(npy({ shape: [6], data }))).toContain("'shape': (6,)");
    expect(new TextDecoder('latin1').decode(npy({ shape: [], data: data.subarray(0, 1) }))).toContain("'shape': ()");
  });
});

const python = pythonWith('numpy');

it.skipIf(python === undefined)('NumPy reads what was written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'npz-'));
  try {
    const file = join(folder, 'some.npz');
    writeFileSync(file, npz({ 'layer_1/q': array, one: { shape: [], data: Float32Array.of(7) } }));
    const said = execFileSync(
      python!,
      [
        '-c',
        'import sys, numpy as np, zipfile; f = np.load(sys.argv[1]); print(zipfile.ZipFile(sys.argv[1]).testzip(), f["layer_1/q"].tolist(), f["one"])',
        file,
      ],
      { encoding: 'utf8' },
    );
    expect(said.trim()).toBe(
      `None [[0.10000000149011612, -2.0, 3.000000026176508e-09], [-inf, 5.0, 0.3333333432674408]] 7.0`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

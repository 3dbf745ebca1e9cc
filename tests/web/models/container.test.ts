import { describe, expect, it } from 'vitest';
import { read_container, write_container } from '../../../scripts/models/container.mjs';
import { dequantize, quantize, transpose } from '../../../scripts/models/quantize.mjs';
import { cut_chunks } from '../../../scripts/models/starter.mjs';

const matrix = (rows: number, columns: number) => ({
  shape: [rows, columns],
  data: Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(i * i) * (1 + (i % 5))),
});

describe('container', () => {
  const codes = quantize(matrix(3, 128));
  const file: Buffer = write_container({ kind: 'test', examples: [] }, [
    { name: 'a', shape: [3], dtype: 'f32', data: Float32Array.of(1, 2, 3) },
    { name: 'b', shape: codes.shape, dtype: 'i8', data: codes.codes, scales: codes.scales, run: 64 },
  ]);

  it('gives back what was put in', () => {
    const { head, tensors } = read_container(file);
    expect(head.kind).toBe('test');
    expect([...tensors.a!.data]).toEqual([1, 2, 3]);
    expect([...tensors.b!.data]).toEqual([...codes.codes]);
    expect([...tensors.b!.scales]).toEqual([...codes.scales]);
  });

  it('aligns every array to 64 bytes', () => {
    const text = file.toString('latin1', 24, 24 + file.readUInt32LE(12));
    for (const { offset, scales } of JSON.parse(text).tensors) {
      expect(offset % 64).toBe(0);
      expect((scales ?? 0) % 64).toBe(0);
    }
  });

  it('refuses a cut and a changed file', () => {
    expect(() => read_container(file.subarray(0, file.length - 1))).toThrow('cut off');
    const changed = Buffer.from(file);
    changed[file.length - 100]! ^= 1;
    expect(() => read_container(changed)).toThrow('checksum');
  });
});

describe('quantize', () => {
  it('errs by at most half a step of its run', () => {
    for (const bits of [8, 16]) {
      const source = matrix(4, 192);
      const q = quantize(source, bits);
      const back = dequantize(q).data;
      // Half a step, and the rounding of the product to float32.
      source.data.forEach((v, i) =>
        expect(Math.abs(v - back[i]!)).toBeLessThanOrEqual(q.scales[Math.floor(i / 64)]! * 0.5 + 1e-6),
      );
    }
  });

  it('keeps rows of zeros at zero', () => {
    expect([...dequantize(quantize({ shape: [1, 64], data: new Float32Array(64) })).data]).toEqual(Array(64).fill(0));
  });

  it('turns matrices around and back', () => {
    const source = matrix(3, 5);
    expect(transpose(transpose(source))).toEqual(source);
  });
});

describe('chunks of the starter', () => {
  it('end before separators and between letters and other known characters', () => {
    expect(cut_chunks('▁did▁n’t▁go!?')).toEqual(['▁did', '▁n', '’', 't', '▁go', '!?']);
    expect(cut_chunks('▁café2')).toEqual(['▁café2']);
  });
});

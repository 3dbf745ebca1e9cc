/** Third-party cases, where they are at hand: they are read from beside the checkout and never copied into it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runConformance } from '../../scripts/conformance.mjs';
import { roundToHalf } from '../../scripts/conformance/compare.mjs';

const shared = resolve(import.meta.dirname, '../../../shared/conformance');

/** What cannot be expressed, each with its reason in scripts/conformance/literals/. */
const leftOut: Record<string, RegExp[]> = { literals: [/^left out entmax\/gradcheck/, /^left out entmax\/top-k/] };

describe('conformance', () => {
  it.skipIf(!existsSync(shared)).each([
    ['onnx', 50],
    ['onnx_related', 50],
    ['literals', 40],
  ])('every case of %s passes natively and in WebAssembly (skipped where absent)', async (name, atLeast) => {
    const folder = resolve(shared, name);
    const lines: string[] = [];
    const count = await runConformance([folder], 'both', (line: string) => lines.push(line));
    expect(lines.filter((line) => !leftOut[name]?.some((known) => known.test(line)))).toEqual([]);
    expect(count.failed).toBe(0);
    expect(count.passed).toBeGreaterThan(atLeast);
  });

  it('rounds to float16 as the format says', () => {
    const cases = [
      [0, 0],
      [1, 1],
      [1 + 2 ** -11, 1], // ties to even
      [1 + 3 * 2 ** -11, 1 + 2 ** -9],
      [65519, 65504],
      [65520, Infinity],
      [-70000, -Infinity],
      [2 ** -24, 2 ** -24],
      [2 ** -25, 0],
      [0.1, 0.0999755859375],
      [NaN, NaN],
    ];
    for (const [x, half] of cases) expect(roundToHalf(x)).toBe(half);
  });
});

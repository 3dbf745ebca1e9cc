/** Third-party operator cases, where they are at hand: they are read from beside the checkout and never copied into it. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { roundToHalf } from '../../scripts/conformance/compare.mjs';
import { runConformance } from '../../scripts/conformance.mjs';

const folder = resolve(import.meta.dirname, '../../../shared/conformance/onnx');

describe('conformance', () => {
  it.skipIf(!existsSync(folder))(
    'every operator case passes natively and in WebAssembly (skipped where absent)',
    async () => {
      const lines: string[] = [];
      const count = await runConformance([folder], 'both', (line: string) => lines.push(line));
      expect(lines).toEqual([]);
      expect(count.failed).toBe(0);
      expect(count.passed).toBeGreaterThan(50);
    },
  );

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

import { infoOf } from '../../elements/lib/frames.ts';
import { InvalidInput } from '../../engine/errors.ts';
import type { NdArray, Trace } from '../../engine/types.ts';

const product = (sizes: readonly number[]): number => sizes.reduce((count, size) => count * size, 1);

/** A tensor beyond this is no file for a page to make: 256 MB of floats. */
const mostNumbers = 2 ** 26;

/** All numbers of a tensor, whether they were copied with the run or must be asked for, matrix by matrix. */
export const readTensor = async (trace: Trace, name: string): Promise<NdArray> => {
  const info = infoOf(trace, name);
  if (!info || info.whole) return trace.tensor(name);
  const { shape } = info;
  const count = product(shape);
  if (count > mostNumbers) throw new InvalidInput('tensor', `${count} numbers`, `at most ${mostNumbers}`);
  const leading = shape.slice(0, -2);
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const data = new Float32Array(count);
  for (let i = 0, n = product(leading); i < n; i++) {
    let rest = i;
    const at = leading.map(() => 0);
    for (let axis = leading.length - 1; axis >= 0; axis--) {
      at[axis] = rest % leading[axis]!;
      rest = Math.floor(rest / leading[axis]!);
    }
    const tile = await trace.tile(name, { at, rows: [0, rows], columns: [0, columns] });
    data.set(tile.data, i * rows * columns);
  }
  return { shape, data };
};

import type { NdArray } from '../../engine/types.ts';
import { npy } from './npy.ts';
import { zip } from './zip.ts';

/** Several arrays in one file, as `numpy.load` reads it. */
export const npz = (arrays: Readonly<Record<string, NdArray>>): Uint8Array<ArrayBuffer> =>
  zip(Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${name}.npy`, npy(array)])));

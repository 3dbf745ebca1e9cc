import type { NdArray } from '../../engine/types.ts';

/** NumPy's own file format, version 1.0: a header as a Python literal, then the bytes. */

/** The header ends on a multiple of this, so that the numbers can be mapped into memory. */
const alignment = 64;
/** Magic, version and the header's length. */
const lead = 10;

const shapeText = (shape: readonly number[]): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;

export const npy = ({ shape, data }: NdArray): Uint8Array<ArrayBuffer> => {
  const said = `{'descr': '<f4', 'fortran_order': False, 'shape': ${shapeText(shape)}, }`;
  const room = Math.ceil((lead + said.length + 1) / alignment) * alignment - lead;
  const header = `${said.padEnd(room - 1)}\n`;
  const bytes = new Uint8Array(lead + room + 4 * data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...[...'NUMPY'].map((char) => char.charCodeAt(0)), 1, 0]);
  view.setUint16(8, room, true);
  bytes.set(new TextEncoder().encode(header), lead);
  data.forEach((value, i) => view.setFloat32(lead + room + 4 * i, value, true));
  return bytes;
};

// The project's model container. Layout (all numbers little-endian):
//
//   0   4  "ATTN"
//   4   4  CRC-32 of everything after it
//   8   4  version, 1
//   12  4  length of the JSON header in bytes
//   16  8  length of the whole file
//   24  .  JSON header, padded with spaces so that the data begin at a multiple of 64
//   ..  .  data; each array begins at a multiple of 64 (a cache line, and enough for any SIMD load)
//
// Header: {"kind", "config": {...}, "examples": [...], "tensors": [{"name", "shape", "dtype", "offset", "scales"?, "run"?}]}.
// Offsets count from the beginning of the file. dtypes: "f32", "f64", "i32", "u8", and "i8" and "i16": codes
// [rows, columns] of which each "run" neighbours in a row share one float32 at "scales"; value = scale * code.
// Reader in C++: core/tensor/container.h.

import { crc32 } from 'node:zlib'; // CRC-32, IEEE 802.3

const VERSION = 1;
const PREFIX = 24;
const ALIGN = 64;
const align = (n) => Math.ceil(n / ALIGN) * ALIGN;
const ARRAYS = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  u8: Uint8Array,
  i8: Int8Array,
  i16: Int16Array,
};

/**
 * @param {object} head everything of the header but the tensors
 * @param {{name: string, shape: number[], dtype: string, data: ArrayBufferView, scales?: Float32Array, run?: number}[]} tensors
 */
export function write_container(head, tensors) {
  // The header's length depends on the offsets in it: offsets are laid out
  // relative to the data first, then shifted until the length stands still.
  const layout = (start) => {
    let offset = start;
    const place = (array) => {
      const at = offset;
      offset = align(offset + array.byteLength);
      return at;
    };
    const rows = tensors.map(({ name, shape, dtype, data, scales, run }) => ({
      name,
      shape,
      dtype,
      offset: place(data),
      ...(scales ? { scales: place(scales), run } : {}),
    }));
    return { json: Buffer.from(JSON.stringify({ ...head, tensors: rows }), 'utf8'), rows, end: offset };
  };
  let start = align(PREFIX);
  let plan = layout(start);
  while (align(PREFIX + plan.json.length) !== start) {
    start = align(PREFIX + plan.json.length);
    plan = layout(start);
  }
  const file = Buffer.alloc(plan.end);
  file.fill(0x20, PREFIX, start);
  plan.json.copy(file, PREFIX);
  tensors.forEach(({ data, scales }, i) => {
    const put = (array, at) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).copy(file, at);
    put(data, plan.rows[i].offset);
    if (scales) put(scales, plan.rows[i].scales);
  });
  file.write('ATTN', 0, 'latin1');
  file.writeUInt32LE(VERSION, 8);
  file.writeUInt32LE(start - PREFIX, 12);
  file.writeBigUInt64LE(BigInt(plan.end), 16);
  file.writeUInt32LE(crc32(file.subarray(8)), 4);
  return file;
}

/**
 * Opens a file that this project wrote (tools and tests; the page uses the C++ reader).
 * @param {Uint8Array} bytes
 */
export function read_container(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (what) => {
    throw new Error(`not a model file: ${what}`);
  };
  if (bytes.length < PREFIX || view.getUint32(0) !== 0x4154544e) fail('it does not begin with ATTN');
  if (view.getUint32(8, true) !== VERSION) fail(`version ${view.getUint32(8, true)}, expected ${VERSION}`);
  if (view.getBigUint64(16, true) !== BigInt(bytes.length)) fail('cut off');
  if (view.getUint32(4, true) !== crc32(bytes.subarray(8))) fail('checksum differs');
  const { tensors, ...head } = JSON.parse(
    Buffer.from(bytes.subarray(PREFIX, PREFIX + view.getUint32(12, true))).toString('utf8'),
  );
  const array = (dtype, offset, count) => {
    const Type = ARRAYS[dtype] ?? fail(`dtype ${dtype}`);
    return new Type(Uint8Array.prototype.slice.call(bytes, offset, offset + count * Type.BYTES_PER_ELEMENT).buffer);
  };
  /** @type {Record<string, {shape: number[], dtype: string, data: any, run?: number, scales?: any}>} */
  const read = {};
  for (const { name, shape, dtype, offset, scales, run } of tensors) {
    const count = shape.reduce((a, b) => a * b, 1);
    read[name] = { shape, dtype, data: array(dtype, offset, count) };
    if (scales !== undefined) Object.assign(read[name], { run, scales: array('f32', scales, count / run) });
  }
  return { head, tensors: read };
}

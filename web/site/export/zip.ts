/** A zip archive without compression: all that an .npz is. */

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

/** 1 January 1980, the first day that zip knows: the same numbers give the same bytes on any day. */
const firstDay = 0x21;
/** Names are UTF-8. */
const utf8 = 0x800;
/** 2.0, the version of the format that is needed to read this. */
const version = 20;

type Field = [size: 2 | 4, value: number];

const record = (fields: readonly Field[]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
};

/** What stands of a file both before it and in the directory. */
const about = (name: Uint8Array, bytes: Uint8Array): Field[] => [
  [2, version],
  [2, utf8],
  [2, 0],
  [2, 0],
  [2, firstDay],
  [4, crc32(bytes)],
  [4, bytes.length],
  [4, bytes.length],
  [2, name.length],
  [2, 0],
];

export const zip = (files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> => {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [path, bytes] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const fields = about(name, bytes);
    directory.push(record([[4, 0x02014b50], [2, version], ...fields, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    for (const part of [record([[4, 0x04034b50], ...fields]), name, bytes]) {
      parts.push(part);
      at += part.length;
    }
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, at],
    [2, 0],
  ]);
  const all = [...parts, ...directory, end];
  const out = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let to = 0;
  for (const part of all) {
    out.set(part, to);
    to += part.length;
  }
  return out;
};

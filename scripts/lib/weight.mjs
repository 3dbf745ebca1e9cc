// What the one-file figure may weigh, and how that is counted.
import { gzipSync } from 'node:zlib';

/** Bytes gzipped: the figure travels light. */
export const limit = 400_000;

/** Bytes on the wire, as a server that takes its time packs them. */
export function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length;
}

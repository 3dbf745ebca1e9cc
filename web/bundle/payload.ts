/** Bytes that travel inside the script: base64 of xz (scripts/bundle/pack.mjs). */
import { XzReadableStream } from 'xz-decompress';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** No fetch of a data: URL: a strict policy refuses it. Browsers themselves unpack gzip only, which is a fifth larger. */
export const unpack = (base64: string): Promise<ArrayBuffer> =>
  new Response(new XzReadableStream(new Blob([bytesOf(base64)]).stream())).arrayBuffer();

/** Bytes that travel inside the script: base64 of xz (scripts/bundle/pack.mjs). */
import { XzReadableStream } from 'xz-decompress';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** No fetch of a data: URL: a strict policy refuses it. Browsers themselves unpack gzip only, which is a fifth larger. */
export const unpack = async (base64: string): Promise<ArrayBuffer[]> => {
  const bytes = await new Response(new XzReadableStream(new Blob([bytesOf(base64)]).stream())).arrayBuffer();
  const lengths = new DataView(bytes);
  const parts: ArrayBuffer[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const end = at + 4 + lengths.getUint32(at, true);
    parts.push(bytes.slice(at + 4, end));
    at = end;
  }
  return parts;
};

/** Lines of LaTeX, then as many of MathML. */
export const readFormulas = (bytes: ArrayBuffer): Record<string, string> => {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const half = lines.length / 2;
  return Object.fromEntries(lines.slice(0, half).map((latex, i) => [latex, lines[half + i]!]));
};

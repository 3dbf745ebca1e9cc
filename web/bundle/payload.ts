/** Bytes that travel inside the script: base64 of gzip. */
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** No fetch of a data: URL: a strict policy refuses it. DecompressionStream is in every browser since 2023. */
export const inflate = (base64: string): Promise<ArrayBuffer> =>
  new Response(new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();

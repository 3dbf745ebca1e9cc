import { inNode, nodeModule } from './platform.ts';

/** The bytes of a file that belongs to the engine. */
export const readBytes = async (url: URL): Promise<ArrayBuffer> => {
  if (inNode() && url.protocol === 'file:') {
    const { readFile } = await nodeModule<typeof import('node:fs/promises')>('fs/promises');
    return new Uint8Array(await readFile(url)).buffer;
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} answered ${response.status}`);
  return response.arrayBuffer();
};

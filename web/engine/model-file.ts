import { Cancelled, ModelLoadFailed } from './errors.ts';
import { inNode, nodeModule } from './platform.ts';
import type { LoadProgress } from './types.ts';

type OnProgress = (progress: LoadProgress) => void;

/** Above any model a page should fetch; a wrong address must not fill the memory. */
const mostBytes = 256 * 1024 * 1024;

/** What to do about it, for whoever put the page or the program up. */
const missing = (url: string): string => `there is no file ${url}; put it there, from the dist/ folder of a build`;

const readFromDisk = async (id: string, url: string, onProgress: OnProgress): Promise<Uint8Array> => {
  const { readFile } = await nodeModule<typeof import('node:fs/promises')>('fs/promises');
  try {
    const bytes = await readFile(url.startsWith('file:') ? new URL(url) : url);
    onProgress({ loaded: bytes.length, total: bytes.length });
    return new Uint8Array(bytes);
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new ModelLoadFailed(id, absent ? missing(url) : `the file cannot be read: ${(error as Error).message}`);
  }
};

const readAll = async (
  id: string,
  body: ReadableStream<Uint8Array>,
  total: number,
  onProgress: OnProgress,
): Promise<Uint8Array> => {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let loaded = 0;
  onProgress({ loaded, total });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.length;
    if (loaded > mostBytes) {
      await reader.cancel();
      throw new ModelLoadFailed(id, `the file is larger than ${mostBytes} bytes`);
    }
    onProgress({ loaded, total });
  }
  if (total && loaded !== total) throw new ModelLoadFailed(id, `${loaded} of ${total} bytes arrived`);
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

const readFromNet = async (
  id: string,
  url: string,
  signal: AbortSignal | undefined,
  onProgress: OnProgress,
): Promise<Uint8Array> => {
  // Browsers let no page fetch files, and would name the address alone.
  if (url.startsWith('file:'))
    throw new ModelLoadFailed(id, 'a page opened as a file cannot load it; open the page through a web server');
  try {
    const response = await fetch(url, { signal: signal ?? null });
    if (response.status === 404) throw new ModelLoadFailed(id, missing(url));
    if (!response.ok) throw new ModelLoadFailed(id, `${url} answered ${response.status} ${response.statusText}`.trim());
    // A compressed body's length is not the file's.
    const plain = !response.headers.get('content-encoding');
    const total = plain ? Number(response.headers.get('content-length')) || 0 : 0;
    if (!response.body) return new Uint8Array(await response.arrayBuffer());
    return await readAll(id, response.body, total, onProgress);
  } catch (error) {
    if (error instanceof ModelLoadFailed) throw error;
    if (signal?.aborted) throw new Cancelled(`loading model ${id}`);
    throw new ModelLoadFailed(id, `${url} cannot be reached: ${(error as Error).message}`);
  }
};

/** The bytes of a model file, from the net or (Node) from disk. */
export const readModelFile = (
  id: string,
  url: string,
  signal: AbortSignal | undefined,
  onProgress: OnProgress = () => {},
): Promise<Uint8Array> =>
  inNode() && !/^(https?|data|blob):/.test(url)
    ? readFromDisk(id, url, onProgress)
    : readFromNet(id, url, signal, onProgress);

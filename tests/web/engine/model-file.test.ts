import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, ModelLoadFailed } from '../../../web/engine/errors.ts';
import { readModelFile } from '../../../web/engine/model-file.ts';
import type { LoadProgress } from '../../../web/engine/types.ts';

const body = Buffer.alloc(300_000, 7);

const server = createServer((request, response) => {
  if (request.url === '/whole') return void response.writeHead(200, { 'content-length': body.length }).end(body);
  if (request.url === '/unknown-length') {
    response.write(body.subarray(0, 1000));
    return void response.end(body.subarray(1000));
  }
  if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': body.length });
    response.write(body.subarray(0, 1000));
    return void setTimeout(() => response.destroy(), 50);
  }
  if (request.url === '/stalls') {
    response.writeHead(200, { 'content-length': body.length });
    return void response.write(body.subarray(0, 1000));
  }
  return void response.writeHead(404).end();
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('model files', () => {
  it('arrive with progress', async () => {
    const seen: LoadProgress[] = [];
    const bytes = await readModelFile('m', `${base}/whole`, undefined, (progress) => seen.push(progress));
    expect(Buffer.compare(bytes, body)).toBe(0); // toEqual walks byte by byte: seconds
    expect(seen[0]).toEqual({ loaded: 0, total: body.length });
    expect(seen.at(-1)).toEqual({ loaded: body.length, total: body.length });
    expect(seen.every((progress, i) => i === 0 || progress.loaded >= seen[i - 1]!.loaded)).toBe(true);
  });

  it('arrive without a known length', async () => {
    const seen: LoadProgress[] = [];
    const bytes = await readModelFile('m', `${base}/unknown-length`, undefined, (progress) => seen.push(progress));
    expect(bytes).toHaveLength(body.length);
    expect(seen.at(-1)).toEqual({ loaded: body.length, total: 0 });
  });

  it.each([
    ['/none', /there is no file/],
    ['/broken', /cannot be reached|arrived/],
  ])('%s says what happened', async (path, reason) => {
    const loading = readModelFile('m', base + path, undefined);
    await expect(loading).rejects.toThrow(ModelLoadFailed);
    await expect(loading).rejects.toThrow(reason);
  });

  it('nobody listens', async () => {
    await expect(readModelFile('m', 'http://127.0.0.1:9/x', undefined)).rejects.toThrow(ModelLoadFailed);
  });

  it('can be cancelled half-way', async () => {
    const control = new AbortController();
    const loading = readModelFile('m', `${base}/stalls`, control.signal, ({ loaded }) => {
      if (loaded > 0) control.abort();
    });
    await expect(loading).rejects.toThrow(Cancelled);
  });

  it('are read from disk in Node, by path and by address', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'model-')), 'm.bin');
    writeFileSync(file, body);
    expect(await readModelFile('m', file, undefined)).toHaveLength(body.length);
    expect(await readModelFile('m', pathToFileURL(file).href, undefined)).toHaveLength(body.length);
    await expect(readModelFile('m', `${file}.none`, undefined)).rejects.toThrow(ModelLoadFailed);
  });
});

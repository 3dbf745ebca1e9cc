import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSiteServer, serve } from '../../scripts/lib/server.mjs';

const open = [];
let folder;

async function started(options) {
  const server = createSiteServer(folder, options);
  open.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

/** Unlike fetch, sends the path as it is. */
function get(port, path) {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path }, (response) => {
      let text = '';
      response
        .on('data', (data) => (text += data))
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'site ')), 'site');
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), 'home');
  writeFileSync(join(folder, 'docs/index.html'), 'docs');
  writeFileSync(join(folder, 'a b.wasm'), 'wasm');
  writeFileSync(join(folder, '../secret'), 'secret');
});
afterAll(() => open.forEach((server) => server.close()));

describe('the site’s server', () => {
  it('serves files, folders and names with spaces with their types', async () => {
    const port = await started({ isolated: true });
    expect(await get(port, '/?q#x')).toMatchObject({ status: 200, text: 'home' });
    expect(await get(port, '/docs/')).toMatchObject({ status: 200, text: 'docs' });
    expect(await get(port, '/docs')).toMatchObject({ status: 301, headers: { location: 'docs/' } });
    expect((await get(port, '/a%20b.wasm')).headers['content-type']).toBe('application/wasm');
    expect((await get(port, '/none')).status).toBe(404);
  });

  it.each(['/../secret', '/..%2fsecret', '/%2e%2e/secret', '/docs/..%2f..%2fsecret', '/%00', '/%', '//secret'])(
    'keeps inside its folder: %s',
    async (path) => {
      const port = await started({ isolated: false });
      const { status, text } = await get(port, path);
      expect(status).toBe(404);
      expect(text).not.toContain('secret');
    },
  );

  it('is isolated or a plain host', async () => {
    const header = 'cross-origin-embedder-policy';
    expect((await get(await started({ isolated: true }), '/')).headers[header]).toBe('require-corp');
    expect((await get(await started({ isolated: false }), '/')).headers[header]).toBeUndefined();
  });

  it('takes the next free port, unless one was asked for', async () => {
    const busy = await started({ isolated: true });
    const options = { port: busy, host: '127.0.0.1', isolated: true };
    const next = await serve(folder, options);
    open.push(next);
    expect(next.address().port).toBeGreaterThan(busy);
    await expect(serve(folder, { ...options, fixedPort: true })).rejects.toMatchObject({
      advice: expect.stringContaining('--port'),
    });
  });
});

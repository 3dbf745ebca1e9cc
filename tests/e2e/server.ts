/** A small static server for tests: headers, stalls and failures are configurable; it records what was asked. */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { extname, resolve } from 'node:path';
import { fileFor, typeOf } from '../../scripts/lib/server.mjs';

export { isolation as isolated } from '../../scripts/lib/server.mjs';

/** The strictest policy the figure promises to live under. */
export const strictPolicy = {
  'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
};

export interface ServerOptions {
  /** Folder served at `base`. */
  root: string;
  /** Path prefix, as a static host's sub-path: `/some/where/`. */
  base?: string;
  headers?: Record<string, string>;
  /** Further files by path (below the base): their text. */
  files?: Record<string, string>;
  /** Return true when the request was dealt with (stalled, refused, ...). */
  intercept?: (path: string, request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface TestServer {
  url: string;
  requests: string[];
  close(): Promise<void>;
}

export const startServer = async (options: ServerOptions): Promise<TestServer> => {
  const root = resolve(options.root);
  const base = options.base ?? '/';
  const requests: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    // Browsers ask for it by themselves; a missing one would stand in the console.
    if (path.endsWith('/favicon.ico')) return response.writeHead(204).end();
    requests.push(path);
    const headers = options.headers ?? {};
    const refuse = () => response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found');
    if (!path.startsWith(base)) return refuse();
    const inside = path.slice(base.length);
    if (options.intercept?.(inside, request, response)) return;
    const given = options.files?.[inside];
    const type = typeOf(extname(inside) ? inside : '.html');
    if (given !== undefined) return response.writeHead(200, { ...headers, 'Content-Type': type }).end(given);
    const found = fileFor(root, `/${inside}`);
    if (!found) return refuse();
    if (found.redirect) return response.writeHead(301, { ...headers, Location: found.redirect }).end();
    const { file, size } = found as { file: string; size: number };
    response.writeHead(200, { ...headers, 'Content-Type': typeOf(file), 'Content-Length': String(size) });
    createReadStream(file).pipe(response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    requests,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
};

// A static server for the built site, on this machine only unless a host is given. With COOP and COEP by default:
// an isolated page may use threads. `isolated: false` serves as a plain static host would.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
/** What lets a page use threads. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
const attempts = 50; // ports tried after a busy one

export const typeOf = (path) => types[extname(path)] ?? 'application/octet-stream';

/** The file that a request's path stands for, where to look instead, or undefined. */
export function fileFor(folder, url) {
  let path;
  try {
    path = normalize(decodeURIComponent(url.split(/[?#]/)[0])); // of an absolute path, never above "/"
  } catch {
    return undefined;
  }
  if (!path.startsWith('/') || path.includes('\0')) return undefined;
  const stat = (file) => statSync(file, { throwIfNoEntry: false });
  let file = join(folder, path);
  if (stat(file)?.isDirectory()) {
    if (!path.endsWith('/')) return { redirect: `${path.split('/').pop()}/` }; // relative links need the slash
    file = join(file, 'index.html');
  }
  const found = stat(file);
  return found?.isFile() ? { file, size: found.size } : undefined;
}

export function createSiteServer(folder, { isolated }) {
  const common = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff', ...(isolated ? isolation : {}) };
  return createServer((request, response) => {
    const found = ['GET', 'HEAD'].includes(request.method) ? fileFor(folder, request.url) : undefined;
    if (!found) return response.writeHead(404, { ...common, 'Content-Type': 'text/plain' }).end('Not found\n');
    if (found.redirect) return response.writeHead(301, { ...common, Location: found.redirect }).end();
    response.writeHead(200, {
      ...common,
      'Content-Type': typeOf(found.file),
      'Content-Length': found.size,
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(found.file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
}

function listen(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

/** @returns the server, on the port asked for or, unless that was asked for by name, on the next free one */
export async function serve(folder, { port, fixedPort, host, isolated }) {
  const server = createSiteServer(folder, { isolated });
  for (let candidate = port; ; ++candidate) {
    try {
      return await listen(server, candidate, host);
    } catch (error) {
      if (error.code === 'EADDRINUSE' && !fixedPort && candidate < port + attempts) continue;
      throw Object.assign(new Error(`Port ${candidate} cannot be used: ${error.message}.`), {
        advice: 'stop the program that uses it, or choose another: npm start -- --port 8080',
      });
    }
  }
}

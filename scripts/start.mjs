// `npm start [-- --port N] [--host ADDRESS] [--no-isolation]`: installs what is missing, builds, serves the site.
import { buildAll } from './build.mjs';
import { startOptions } from './lib/options.mjs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { main, say } from './lib/progress.mjs';
import { serve } from './lib/server.mjs';

await main(async () => {
  const options = startOptions(process.argv.slice(2), process.env);
  await buildAll();
  const server = await serve(join(root, 'dist/site'), options);
  const { port } = server.address();
  if (options.port && port !== options.port) say(`Port ${options.port} is in use; taking the next free one.`);
  console.log(`\n  Attention playground: http://localhost:${port}/\n  (Ctrl+C stops it)\n`);
  await new Promise(() => {}); // until it is stopped
});

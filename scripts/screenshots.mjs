// `npm run screenshots`: the pictures of the README, from the built site.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { figuresShown, launch } from './lib/browser.mjs';
import { root } from './lib/paths.mjs';
import { serve } from './lib/server.mjs';

const folder = join(root, 'docs/screenshots');

const pictures = [
  { name: 'playground-light', width: 1440, height: 900, theme: 'light' },
  { name: 'playground-dark', width: 1440, height: 900, theme: 'dark' },
  { name: 'playground-phone', width: 390, height: 844, theme: 'light', scale: 2 },
];

// The dot that runs along the strongest arc has come to rest, and the heads' previews are drawn.
const rest = 4000;

mkdirSync(folder, { recursive: true });
const server = await serve(join(root, 'dist/site'), { port: 0, host: '127.0.0.1', isolated: false });
const browser = await launch();
for (const { name, width, height, theme, scale = 1 } of pictures) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme, deviceScaleFactor: scale });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(figuresShown);
  await page.waitForTimeout(rest);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
  console.log(`docs/screenshots/${name}.png`);
}
await browser.close();
process.exit(0); // the server would keep the process alive

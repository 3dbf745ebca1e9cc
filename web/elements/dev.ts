/** The figure by itself, for work on it: `npx vite web/elements`, then dev.html. `?engine=fixture` needs no WASM. */
import type { Engine, ModelExample } from '../engine/types.ts';
import { registerElements } from './index.ts';

const query = new URLSearchParams(location.search);

const engine = async (): Promise<Engine> => {
  if (query.get('engine') === 'fixture') {
    const { createFixtureEngine } = await import('../../tests/web/elements/fixture-engine.ts');
    return createFixtureEngine({ cap: Number(query.get('cap') ?? 1e7) });
  }
  const { createEngine } = await import('../engine/index.ts');
  const { default: starter } = await import('../../build/models/starter.bin?url');
  const made = await createEngine({ modelBase: new URL('./', new URL(starter, location.href)).href });
  // An engine that has no examples to tell is given those that the models were checked with.
  const found = Object.values(import.meta.glob<ModelExample[]>('../models/*/examples.json', { import: 'default' }));
  const examples = (await Promise.all(found.map((load) => load()))).flat();
  for (const model of made.models) model.examples ??= examples;
  return made;
};

registerElements(engine);

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  body { margin: 0; background: #fcfbf8 }
  body.dark { background: #14161a }
  h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  attention-stepper { max-width: 1344px; margin: 0 auto; padding: 0 24px }
  @media (max-width: 720px) { attention-stepper { padding: 0 16px } }`);
document.adoptedStyleSheets = [sheet];
document.body.classList.toggle('dark', query.get('theme') === 'dark');

const figure = document.createElement('attention-stepper');
figure.setAttribute('keyboard', 'page');
for (const [name, value] of query) if (name !== 'engine' && name !== 'cap') figure.setAttribute(name, value);
document.querySelector('main')?.append(figure);

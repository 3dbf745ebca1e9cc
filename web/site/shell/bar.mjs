// What stands at the top of every page, as markup: head and header.
import { models, views } from './rooms.mjs';

// Same-origin only; 'wasm-unsafe-eval' lets WebAssembly compile, blob: lets the figure's worker start from its own text.
const contentSecurityPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

/** `up` leads to the site's root, so that every page works below any path. */
export const head = (up) => `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
    <link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />`;

const logo =
  '<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><rect class="q" y="8" width="4" height="6" rx="1" /><rect class="k" x="8" width="6" height="4" rx="1" /><rect class="a" x="8" y="8" width="6" height="6" rx="1" /><rect class="z" x="18" y="8" width="4" height="6" rx="1" /><rect class="v" x="8" y="18" width="6" height="4" rx="1" /></svg>';

const theme = `<button type="button" class="act icon" data-action="theme">
            <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5" /><path d="M8 2a6 6 0 010 12z" fill="currentColor" /></svg>
            <span>Theme: auto</span>
          </button>`;

const current = (here) => (here ? ' aria-current="page"' : '');

/** On the playground's own page a view is a fragment away, and its script marks the one on show. */
const viewLink = ({ label, file, view }, up, at) => {
  const inside = at === '' && view !== undefined;
  const fragment = view ? `#view=${view}` : '';
  const marks = inside ? ` data-view="${view}"` : current(file === at && view === undefined);
  return `<a href="${inside && fragment ? fragment : `${up}${file}${fragment}`}"${marks}>${label}</a>`;
};

const modelLink = ({ label, file }, up, at) => `<a href="${up}${file}"${current(file === at)}>${label}</a>`;

/**
 * The header of the page `at` (its file's name, '' for the playground): where one is, where one can go, and what `own`
 * adds: the page's controls and actions.
 */
export const bar = ({ up, at, own = '' }) => {
  const inModels = models.some(({ file }) => file === at);
  const name = at === '' ? '<h1>Attention playground</h1>' : '<span>Attention playground</span>';
  return `<header class="bar">
        <div class="wrap">
          <a class="name" href="${up}"${at === '' ? ' data-action="home"' : ''}>${logo}${name}</a>
          <div class="ways">
            <nav class="views" aria-label="Views">
              ${views.map((one) => viewLink(one, up, at)).join('\n              ')}
              <a href="${up}${models[0].file}"${inModels ? ' aria-current="true"' : ''}>Models</a>
            </nav>
          </div>
          ${own}
          <div class="acts">${theme}</div>
        </div>
        ${
          inModels
            ? `<div class="rooms"><nav class="wrap" aria-label="Models">
          ${models.map((one) => modelLink(one, up, at)).join('\n          ')}
        </nav></div>`
            : ''
        }
      </header>`;
};

/** Text as HTML text or attribute value. */
export const escape = (text) =>
  String(text).replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);

/** Tagged template: values are escaped unless wrapped in raw(); arrays are joined. */
export const html = (strings, ...values) =>
  raw(strings.reduce((out, part, i) => out + part + (i < values.length ? show(values[i]) : ''), ''));

export const raw = (markup) => ({ markup: String(markup) });

const show = (value) => {
  if (Array.isArray(value)) return value.map(show).join('');
  if (value && typeof value === 'object') return value.markup;
  return value === undefined || value === null || value === false ? '' : escape(value);
};

// Same-origin only; 'wasm-unsafe-eval' lets WebAssembly compile, blob: lets the figure's worker start from its own text.
const contentSecurityPolicy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

const logo = raw(
  '<svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true"><rect class="q" y="8" width="4" height="6" rx="1"/><rect class="k" x="8" width="6" height="4" rx="1"/><rect class="a" x="8" y="8" width="6" height="6" rx="1"/><rect class="z" x="18" y="8" width="4" height="6" rx="1"/><rect class="v" x="8" y="18" width="6" height="4" rx="1"/></svg>',
);

/** A page of the site: `up` leads to the site's root, so that every page works below any path. */
export const page = ({ title, description, up, main, figure = false }) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${up}assets/page.css" />
        <script type="module" src="${up}assets/page.js"></script>
        ${figure ? raw(`<script defer src="${escape(up)}attention-playground.js"></script>`) : ''}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <div class="wrap">
            <a class="name" href="${up}">${logo}<span>Attention playground</span></a>
            <div class="ways">
              <nav class="views" aria-label="Views">
                <a href="${up}">Playground</a>
                <a href="${up}#view=compare">Compare</a>
                <a href="${up}#view=perturb">Perturb</a>
                <a href="${up}#view=edit">Edit</a>
                <a href="${up}gallery.html">Gallery</a>
                <a href="${up}train.html">Train</a>
              </nav>
            </div>
            <div class="acts">
              <button type="button" class="act" data-action="theme">${themeIcon}<span>Theme: auto</span></button>
            </div>
          </div>
        </header>
        <main id="content" class="wrap page">${main}</main>
      </body>
    </html> `.markup;

const themeIcon = raw(
  '<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 2a6 6 0 010 12z" fill="currentColor"/></svg>',
);

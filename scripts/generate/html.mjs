import { bar, head } from '../../web/site/shell/bar.mjs';

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

/** A page of the site: `up` leads to the site's root, so that every page works below any path. */
export const page = ({ title, description, up, main, figure = false }) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${raw(head(up))}
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="stylesheet" href="${up}assets/page.css" />
        <script type="module" src="${up}assets/page.js"></script>
        ${figure ? raw(`<script defer src="${escape(up)}attention-playground.js"></script>`) : ''}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${raw(bar({ up, at: 'mechanisms/' }))}
        <main id="content" class="wrap page">${main}</main>
      </body>
    </html> `.markup;

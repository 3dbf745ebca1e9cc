/** Gives every page of the site its head and its header, so that an html file holds only what is its own. */
import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { bar, head } from './bar.mjs';

/** A page's own `<header>`, if it has one: controls and actions that stand in the shared one. */
const ownHeader = /<header>([\s\S]*?)<\/header>\s*/;

export const shell: Plugin = {
  name: 'shell',
  transformIndexHtml: {
    order: 'pre',
    handler(html, { filename }) {
      const file = basename(filename);
      const own = ownHeader.exec(html)?.[1] ?? '';
      const header = bar({ up: './', at: file === 'index.html' ? '' : file, own });
      return html
        .replace(ownHeader, '')
        .replace('<head>', () => `<head>\n    ${head('./')}`)
        .replace('<main', () => `${header}\n    <main`);
    },
  },
};

import type { Catalog } from '../engine/types.ts';
import { attributeOf } from '../elements/lib/params.ts';
import { entryOf } from './link/entry.ts';
import type { LinkState } from './link/state.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;');

/** What HTML or the figure itself already means by a name; a parameter called so takes the prefix `param-`. */
const taken = new Set(
  'title hidden id class style lang dir slot part role is inert nonce variant text source model layer head step query seed theme locale controls keyboard'.split(
    ' ',
  ),
);

/** The HTML that shows the present state in somebody's page. */
export const snippetFor = (state: LinkState, catalog: Catalog, script: string): string => {
  const attributes: [string, string | number][] = [];
  const put = (name: string, value: string | number | undefined) => {
    if (value !== undefined) attributes.push([name, value]);
  };
  const entry = entryOf(catalog, state.variant);
  // Named even where it is the first: a page should not change when the catalogue grows.
  put('variant', entry?.id);
  put('text', state.text);
  put('source', state.source);
  put('model', state.model);
  put('layer', state.layer);
  put('head', state.head);
  for (const spec of entry?.params ?? []) {
    const value = state.params?.[spec.id];
    const name = attributeOf(spec.id);
    if (value !== undefined && value !== spec.default) put(taken.has(name) ? `param-${name}` : name, String(value));
  }
  put('seed', state.seed === 1 ? undefined : state.seed);
  put('step', state.step);
  put('query', state.query);
  const written = attributes.map(([name, value]) => `\n  ${name}="${escape(String(value))}"`).join('');
  return `<script src="${escape(script)}" defer></script>\n<attention-stepper${written}${written ? '\n' : ''}></attention-stepper>\n`;
};

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../web/engine/types.ts';
import { decode } from '../../../web/site/link/decode.ts';
import { encode, longestFragment } from '../../../web/site/link/encode.ts';
import type { LinkState } from '../../../web/site/link/state.ts';

const catalog = JSON.parse(readFileSync(new URL('./sample-catalog.json', import.meta.url), 'utf8')) as Catalog;

const full: LinkState = {
  variant: 'sample_one',
  text: 'a & b = <img src=x onerror=alert(1)> 👩‍👩‍👧 e\u0301 #?%+ 你好\n',
  source: 'c & d = "#"',
  model: 'starter',
  layer: 2,
  head: 3,
  params: { temperature: 0.1 + 0.2, heads: 7, mask: 'padding', pad: 3, bias: true },
  seed: 4294967295,
  step: 'layer_1.pattern',
  query: 6,
  pin: { tensor: 'layer_1.pattern', index: [0, 6, 7] },
};

describe('links', () => {
  it('restore exactly what they were made from', () => {
    const { fragment, tooLong } = encode(full, catalog);
    expect(tooLong).toBeUndefined();
    expect(decode(`#${fragment}`, catalog)).toEqual({ state: full, ignored: [] });
    expect(fragment).toMatch(/^[\x21-\x7e]+$/);
  });

  it('carry a cell inside a layer', () => {
    const state: LinkState = { pin: { tensor: 'layer_2/pattern', index: [2, 1, 2] } };
    expect(decode(encode(state, catalog).fragment, catalog)).toEqual({ state, ignored: [] });
  });

  it('leave defaults out', () => {
    const state: LinkState = {
      variant: 'sample_one',
      params: { temperature: 1, heads: 4, mask: 'causal', pad: 0, bias: false },
    };
    expect(encode(state, catalog).fragment).toBe('variant=sample_one&p.mask=causal');
  });

  it('leave texts out that would make them too long, and say so', () => {
    const result = encode({ ...full, text: 'long '.repeat(longestFragment) }, catalog);
    expect(result.tooLong).toBeGreaterThan(longestFragment);
    expect(decode(result.fragment, catalog).state).toEqual({ ...full, text: undefined, source: undefined });
    const { state, ignored } = decode(result.whole, catalog);
    expect([state, ignored]).toEqual([{ ...full, text: 'long '.repeat(longestFragment) }, []]);
  });

  it('keep an empty text apart from no text', () => {
    expect(decode(encode({ text: '' }, catalog).fragment, catalog).state).toEqual({ text: '' });
    expect(decode('', catalog)).toEqual({ state: {}, ignored: [] });
  });
});

describe('junk in a link', () => {
  it('fills no more than a notice', () => {
    expect(decode('x=1&'.repeat(3000), catalog).ignored).toHaveLength(2);
    const many = Array.from({ length: 3000 }, (_, i) => `x${i}=1`).join('&');
    expect(decode(many, catalog).ignored.length).toBeLessThan(20);
  });

  const junk: [string, string][] = [
    ['variant=nonsense', 'variant'],
    ['variant=__proto__', 'variant'],
    ['variant=sample_one&p.temperature=NaN', 'p.temperature'],
    ['p.temperature=1e999', 'p.temperature'],
    ['p.temperature=-1', '0.01 to 10'],
    ['p.temperature=', 'nothing'],
    ['p.temperature=0x10', 'p.temperature'],
    ['p.heads=2.5', 'whole'],
    ['p.mask=sideways', 'none, causal, padding'],
    ['p.bias=perhaps', 'p.bias'],
    ['p.unknown=1', 'p.unknown'],
    ['p.__proto__=1', 'p.__proto__'],
    ['layer=0', 'layer'],
    ['head=1e3000', 'head'],
    ['seed=-1', 'seed'],
    ['query=abc', 'query'],
    ['pin=pattern', 'pin'],
    ['pin=pattern:1,2,x', 'pin'],
    ['step=<script>', 'step'],
    ['model=../../etc', 'model'],
    ['text=a&text=b', 'twice'],
    ['=a&=b', 'A name without letters is given twice'],
    [`text=${'x'.repeat(100_001)}`, 'longer'],
    [`source=${'x'.repeat(100_001)}`, 'longer'],
    ['%E0%A4%A', 'means nothing'],
  ];
  it.each(junk)('%s falls back and is named', (fragment, names) => {
    const { state, ignored } = decode(`#${fragment}`, catalog);
    expect(ignored.join('\n')).toContain(names);
    expect(JSON.stringify(state)).not.toMatch(/null|NaN/);
  });

  it('of any kind never throws, and never makes a number that is none', () => {
    // A fixed linear congruence (Numerical Recipes): the same junk in every run.
    let seed = 1;
    const random = (n: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
    const keys = [
      'variant',
      'text',
      'source',
      'layer',
      'head',
      'seed',
      'p.temperature',
      'p.heads',
      'p.mask',
      'pin',
      'step',
      'query',
      '',
      '%',
      'p.',
    ];
    for (let i = 0; i < 2000; i++) {
      const value = Array.from({ length: random(12) }, () => String.fromCharCode(random(0x250))).join('');
      const number = ['-0', '1e308', '1e-400', 'Infinity', '٣', '1_000', ' 1', '+1'][random(8)] ?? '';
      const fragment = `${keys[random(keys.length)]}=${random(2) ? value : number}&${keys[random(keys.length)]}=${value}`;
      const { state } = decode(fragment, catalog);
      for (const n of [state.layer, state.head, state.seed, state.query, ...Object.values(state.params ?? {})])
        if (typeof n === 'number') expect(Number.isFinite(n)).toBe(true);
      expect(decode(encode(state, catalog).fragment, catalog).ignored).toEqual([]);
    }
  });
});

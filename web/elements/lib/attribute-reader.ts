import type { Params } from '../../engine/types.ts';
import type { Figure } from '../run/figure.ts';
import type { Translate } from './locale.ts';
import { merged } from './merged.ts';
import { attributeOf, readParams, type Value } from './params.ts';
import { parsePin } from './pins.ts';
import { readState, type StepperState } from './state.ts';

/** Attributes that wish for a part of the state. */
export const wishedAttributes = [
  'variant',
  'text',
  'source',
  'model',
  'layer',
  'head',
  'step',
  'query',
  'seed',
  'pin',
] as const;
const numeric = new Set<string>(['layer', 'head', 'query', 'seed']);

/**
 * HTML attributes in, wishes out. What cannot be used is named in `bad`, and the default stands in.
 * Which attributes are parameters is known from the catalogue only, so these are watched instead of observed.
 */
export class AttributeReader {
  readonly #host: HTMLElement & { requestUpdate: () => void };
  readonly #figure: Figure;
  readonly #t: () => Translate;
  readonly #observer: MutationObserver;
  /** By attribute: a sentence for the page. */
  readonly bad = new Map<string, string>();

  constructor(host: HTMLElement & { requestUpdate: () => void }, figure: Figure, t: () => Translate) {
    this.#host = host;
    this.#figure = figure;
    this.#t = t;
    this.#observer = new MutationObserver((records) =>
      this.readParams(new Set(records.map((record) => record.attributeName ?? ''))),
    );
  }

  watch(): void {
    this.#observer.observe(this.#host, { attributes: true });
  }

  unwatch(): void {
    this.#observer.disconnect();
  }

  /** False where the attribute is none of these. */
  take(name: string, value: string | null): boolean {
    if (!(wishedAttributes as readonly string[]).includes(name)) return false;
    const raw =
      value === null ? undefined : numeric.has(name) ? Number(value) : name === 'pin' ? parsePin(value) : value;
    const { [name as keyof StepperState]: usable } = readState({ [name]: raw });
    this.bad.delete(name);
    if (value !== null && usable === undefined)
      this.bad.set(name, this.#t()('notice.state', { name, got: value.slice(0, 60) }));
    const params = name === 'variant' ? this.#fitting(usable as string | undefined) : this.#figure.wishes.params;
    this.#figure.wishes = merged(this.#figure.wishes, { params, [name]: usable });
    this.#host.requestUpdate();
    return true;
  }

  /** Of the parameters that a visitor has set, those that another mechanism has as well. */
  #fitting(variant: string | undefined): Params | undefined {
    const { engine, acted, wishes } = this.#figure;
    const entry = acted ? engine?.catalog.entries.find((one) => one.id === variant) : undefined;
    const kept = Object.entries(wishes.params ?? {}).filter(([id]) => entry?.params.some((spec) => spec.id === id));
    return entry ? (kept.length ? Object.fromEntries(kept) : undefined) : wishes.params;
  }

  readParams(names: Iterable<string>): void {
    const entry = this.#figure.settled?.entry;
    for (const name of entry ? names : []) {
      // Properties, not attributes: an author who writes them as such would see nothing happen.
      if (name === 'params' || name === 'state') this.#property(name);
      const spec = entry?.params.find((one) => [attributeOf(one.id), `param-${attributeOf(one.id)}`].includes(name));
      if (!entry || !spec) continue;
      const value = this.#host.getAttribute(name);
      const { params: read, complaints } = readParams(entry, value === null ? {} : { [spec.id]: value });
      this.bad.delete(name);
      for (const { got, takes } of complaints) this.bad.set(name, this.#t()('attribute.invalid', { name, got, takes }));
      const params = merged(this.#figure.wishes.params ?? {}, { [spec.id]: read[spec.id] });
      this.#figure.wishes = { ...this.#figure.wishes, params };
      this.#host.requestUpdate();
    }
  }

  #property(name: string): void {
    const value = this.#host.getAttribute(name);
    if (value === null) this.bad.delete(name);
    else this.bad.set(name, this.#t()('attribute.property', { name, got: value.slice(0, 60) }));
    this.#host.requestUpdate();
  }

  /** The visitor's choice shows in the attribute; undefined is the default. */
  reflect(id: string, value: Value | undefined): void {
    const name = attributeOf(id);
    this.bad.delete(name);
    if (value === undefined) this.#host.removeAttribute(name);
    else this.#host.setAttribute(name, String(value));
    this.#observer.takeRecords();
  }
}

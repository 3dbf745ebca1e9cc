import { defaultsOf } from '../../elements/lib/params.ts';
import type { Params } from '../../engine/types.ts';
import type { DocumentedEntry } from '../documented.ts';

export interface Slot {
  slot: string;
  first: string;
  second: string;
}

/** What differs between two mechanisms, as their entries in the catalogue say. */
interface Differs {
  slots: Slot[];
  /** Slots filled alike, by name. */
  alike: string[];
  /** Parameters that both take, with different values. */
  params: Slot[];
  /** A sentence of the catalogue where one claims to equal the other. */
  law: string | undefined;
}

const lawOf = (one: DocumentedEntry, other: DocumentedEntry): string | undefined =>
  one.id === other.id ? undefined : one.laws.find((law) => law.other?.id === other.id)?.says;

export const differs = (first: DocumentedEntry, second: DocumentedEntry, own: Params, others: Params): Differs => {
  const names = [...new Set([...Object.keys(first.slots), ...Object.keys(second.slots)])];
  const slots = names.map((slot) => ({ slot, first: first.slots[slot] ?? '', second: second.slots[slot] ?? '' }));
  const [a, b] = [
    { ...defaultsOf(first), ...own },
    { ...defaultsOf(second), ...others },
  ];
  return {
    slots: slots.filter((one) => one.first !== one.second),
    alike: slots.filter((one) => one.first === one.second).map((one) => one.slot),
    params: first.params
      .filter((spec) => spec.id in b && a[spec.id] !== b[spec.id])
      .map((spec) => ({ slot: spec.label, first: String(a[spec.id]), second: String(b[spec.id]) })),
    law: lawOf(first, second) ?? lawOf(second, first),
  };
};

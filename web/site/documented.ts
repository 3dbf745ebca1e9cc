/** What the catalogue says of an entry besides what runs and figures need; made at build time, read by the site alone. */
import type { CatalogEntry } from '../engine/types.ts';
import docs from '../generated/docs.json';

export interface Paper {
  title: string;
  authors: string;
  year: number;
  url: string;
}

/** A published model or system that computes so, and the page that says it does. */
export interface Use {
  name: string;
  year: number;
  url: string;
}

/** A property that holds by construction; every law of the catalogue is a test. */
interface Law {
  kind: 'rows_sum_to_one' | 'rows_sum_to_at_most_one' | 'no_future_leak' | 'equals' | 'order_blind';
  /** One sentence for the page. */
  says: string;
  /** Parameters under which the law is claimed. */
  params: Record<string, number | string | boolean>;
  /** `equals` only: the other mechanism and its parameters. */
  other?: { id: string; params: Record<string, number | string | boolean> };
}

interface EntryDocs {
  papers: Paper[];
  /** How this differs from its paper, if it does; empty otherwise. */
  differs: string;
  laws: Law[];
  /** What fills each slot of the pipeline, in words; "what changed" against the base entry is derived from it. */
  slots: Record<string, string>;
  /** LaTeX in n (words that ask), m (words read), d (width of a head) and the mechanism's own letters; may be empty. */
  cost: { multiplications: string; bytes: string };
  /** Best known first; empty where none is known for sure. */
  used_by: Use[];
}

export type DocumentedEntry = CatalogEntry & EntryDocs;

const none: EntryDocs = {
  papers: [],
  differs: '',
  laws: [],
  slots: {},
  cost: { multiplications: '', bytes: '' },
  used_by: [],
};
const byId = docs as unknown as Record<string, EntryDocs>;

/** A mechanism that came to the page by another way than its build has no docs. */
export const documented = (entry: CatalogEntry): DocumentedEntry => ({
  ...entry,
  ...(Object.hasOwn(byId, entry.id) ? byId[entry.id]! : none),
});

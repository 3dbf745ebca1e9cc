// What there is to run: mechanisms and models, with everything a control, a link or a page needs of them.

/** One parameter of a mechanism, with everything a control, a link validator and a docs page need. */
export interface ParamSpec {
  id: string;
  label: string;
  /** One line, plain words: what changes when this moves. */
  doc: string;
  kind: 'number' | 'integer' | 'choice' | 'flag';
  default: number | string | boolean;
  /** Inclusive bounds; `number` and `integer` only. */
  min?: number;
  max?: number;
  step?: number;
  scale?: 'linear' | 'log';
  /** `choice` only. */
  choices?: { value: string; label: string; doc: string }[];
  /** Shown and used only while another parameter has one of these values. */
  when?: { param: string; values: string[] };
}

/**
 * A mechanism or a model: one file in the core, one entry here. What there is to read about it (papers, laws, slots,
 * costs) does not travel with the core: it stands in `catalog.json` beside the engine.
 */
export interface CatalogEntry {
  id: string;
  kind: 'variant' | 'model';
  name: string;
  family: string;
  summary: string;
  /** LaTeX with the roles marked by \q{} \k{} \v{} \a{} \z{}. */
  latex: string;
  params: ParamSpec[];
  /** Another text may be read than the one that asks (`RunInput.source`). */
  takes_source?: boolean;
  /** The mechanism that the others are described against. */
  base?: boolean;
  /** Models only: what a page can offer before the weights are there. */
  model?: { layers: number; heads: number[]; bytes: number };
}

export interface Catalog {
  version: 1;
  entries: CatalogEntry[];
}

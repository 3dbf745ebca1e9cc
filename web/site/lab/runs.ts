import type { Engine, Trace } from '../../engine/types.ts';
import type { Problem } from '../../elements/run/session.ts';
import { pairOf, Refused, type Pair, type Spec } from './pair.ts';
import type { Settled } from './settle.ts';
import type { LabState } from './state.ts';

/** A wait shorter than this goes unnoticed. */
const noticed = 300;

/** Runs what the state asks for, keeps what it has, gives back what nobody shows any more. The newest request wins. */
export class Runs {
  readonly #changed: () => void;
  #abort = new AbortController();
  #ticket = 0;
  #kept = new Map<string, Trace>();
  #asked = '';
  #busy: ReturnType<typeof setTimeout> | undefined;
  pair: Pair | undefined;
  problem: Problem | undefined;
  running = false;
  progress: number | undefined;
  /** Rises with every new pair and every tile that arrives. */
  version = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  update(engine: Engine, state: LabState, settled: Settled): void {
    const { mode, against, order, changed, masked, placeless, byPlace, edits } = state;
    const { first, second, text, model, layer, head, seed } = settled;
    const own =
      mode === 'perturb' ? { against, order, changed, masked, placeless, byPlace } : mode === 'edit' ? { edits } : {};
    const key = JSON.stringify([
      mode,
      first.entry.id,
      first.params,
      second.entry.id,
      second.params,
      text,
      model,
      layer,
      head,
      seed,
      own,
    ]);
    if (key === this.#asked) return;
    this.#asked = key;
    void this.#run(engine, state, settled, key);
  }

  async #run(engine: Engine, state: LabState, settled: Settled, key: string): Promise<void> {
    const ticket = ++this.#ticket;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.running = true;
    this.progress = undefined;
    clearTimeout(this.#busy);
    this.#busy = setTimeout(() => {
      this.progress = 0;
      this.#changed();
    }, noticed);
    const used = new Map<string, Trace>();
    const run = async (spec: Spec): Promise<Trace> => {
      const own = JSON.stringify(spec);
      const known = used.get(own) ?? this.#kept.get(own);
      const { variant, params, seed, overrides, ...input } = spec;
      const options = { seed, signal, onProgress: (share: number) => this.#tell(ticket, share) };
      const edited = Object.keys(overrides).length ? { overrides } : {};
      const trace = known ?? (await engine.run(variant, input, params, { ...options, ...edited }));
      used.set(own, trace);
      return trace;
    };
    let pair: Pair | undefined;
    let problem: Problem | undefined;
    try {
      pair = await pairOf(engine, state, settled, run, key, signal, () => {
        this.version++;
        this.#changed();
      });
    } catch (error) {
      problem = problemOf(error);
    }
    if (ticket !== this.#ticket) {
      for (const [spec, trace] of used) if (this.#kept.get(spec) !== trace) trace.dispose();
      return;
    }
    clearTimeout(this.#busy);
    this.running = false;
    this.progress = undefined;
    this.problem = problem;
    if (pair) this.#show(pair, used);
    else for (const [spec, trace] of used) if (this.#kept.get(spec) !== trace) trace.dispose();
    this.#changed();
  }

  #tell(ticket: number, share: number): void {
    if (ticket !== this.#ticket || this.progress === undefined) return;
    this.progress = share;
    this.#changed();
  }

  #show(pair: Pair, used: Map<string, Trace>): void {
    for (const [spec, trace] of this.#kept) if (used.get(spec) !== trace) trace.dispose();
    this.#kept = used;
    this.pair = pair;
    this.version++;
  }

  again(): void {
    this.#asked = '';
    this.#changed();
  }

  /** The visitor will not wait, whatever the engine does. */
  stop(): void {
    this.#abort.abort();
    this.#ticket++;
    clearTimeout(this.#busy);
    this.running = false;
    this.progress = undefined;
    this.problem = { kind: 'stopped' };
    this.#changed();
  }

  close(): void {
    this.#ticket++;
    clearTimeout(this.#busy);
    this.#abort.abort();
    for (const trace of this.#kept.values()) trace.dispose();
    this.#kept.clear();
    this.pair = undefined;
    this.#asked = '';
    this.running = false;
  }
}

const problemOf = (error: unknown): Problem => {
  if (error instanceof Refused) return error.problem;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return name === 'Cancelled' ? { kind: 'stopped' } : { kind: 'error', name, message };
};

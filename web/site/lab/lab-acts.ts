import { merged } from '../../elements/lib/merged.ts';
import type { Value } from '../../elements/lib/params.ts';
import { LabBase, type Passing } from './lab-base.ts';
import { emptyState, type LabState } from './state.ts';

/** What a visitor can do with a lab; every act changes the wishes, the rest follows. */
export abstract class LabActs extends LabBase {
  /** Looking elsewhere changes nothing that could be undone. */
  look(change: Partial<{ [K in keyof LabState]: LabState[K] | undefined }>): void {
    this.current = merged<LabState>(this.current, change as Partial<LabState>);
    this.tell();
    this.requestUpdate();
  }

  /** A change of what is computed: one step for undo. */
  act(change: Partial<{ [K in keyof LabState]: LabState[K] | undefined }>, name: string): void {
    this.history.note(this.current, name);
    this.asked = false;
    this.passing = { ...this.passing, problem: '', draft: undefined };
    this.look(change);
  }

  /** Everything at once, as a file has it: one step for undo, into another view as well. */
  replace(next: LabState, ignored: readonly string[], name: string): void {
    this.stop();
    this.history.note(this.current, name);
    this.passing = { ...this.passing, editing: false, problem: '', ignored, draft: undefined };
    this.asked = true;
    this.current = next;
    this.tell();
    this.requestUpdate();
  }

  pass(change: Partial<Passing>): void {
    this.passing = { ...this.passing, ...change };
    this.requestUpdate();
  }

  undo(): void {
    this.#goTo(this.history.undo(this.current));
  }

  redo(): void {
    this.#goTo(this.history.redo(this.current));
  }

  #goTo(state: LabState): void {
    // Where one looks stays as it is.
    const { step, query } = this.current;
    this.asked = false;
    this.passing = { ...this.passing, problem: '', ignored: [], draft: undefined };
    this.current = merged<LabState>(state, { step, query });
    this.tell();
    this.requestUpdate();
  }

  /** Everything that was changed back, the sentence and the mechanisms as they are. */
  reset(): void {
    const { mode, text, model, layer, head, seed, first, second, step, query } = this.current;
    const keep = { text, model, layer, head, seed, step, query };
    const side = (one: LabState['first']) => ({ ...one, params: {} });
    this.act(
      {
        ...clean,
        ...keep,
        ...emptyState(mode),
        first: side(first),
        second: side(second),
        ...(mode === 'perturb' ? { masked: [] } : {}),
      },
      'reset',
    );
  }

  setText(text: string, query?: number): void {
    if (text === this.settled?.text) return;
    this.act(
      {
        ...clean,
        text,
        edits: {},
        query: query ?? this.query,
        ...(this.current.mode === 'perturb' ? { masked: undefined } : {}),
      },
      'text',
    );
  }

  setMechanism(name: 'first' | 'second', variant: string): void {
    const sides = { first: this.settled?.first.entry.id, second: this.settled?.second.entry.id };
    const side = (one: 'first' | 'second') => ({
      ...this.current[one],
      variant: one === name ? variant : (sides[one] ?? variant),
    });
    const { mode, second } = this.current;
    this.act(
      { first: side('first'), second: mode === 'compare' ? side('second') : second, pin: undefined },
      `mechanism:${name}`,
    );
  }

  /** Loads a model, and uses it from then on. */
  async loadFull(id: string): Promise<void> {
    const { layer, head, text } = this.settled ?? {};
    if (await this.models?.fetch(id)) this.act({ model: id, layer, head, text }, 'model');
  }

  exchange(): void {
    const { first, second } = this.settled ?? {};
    if (!first || !second) return;
    const { state } = this;
    this.act(
      {
        first: { variant: second.entry.id, params: state.second.params },
        second: { variant: first.entry.id, params: state.first.params },
      },
      'exchange',
    );
  }

  setParam(name: 'first' | 'second', id: string, value: Value): void {
    const entry = this.settled?.[name].entry;
    const usual = entry?.params.find((spec) => spec.id === id)?.default === value;
    const params = merged(this.current[name].params, { [id]: usual ? undefined : value });
    this.act({ [name]: { ...this.current[name], params } }, `param:${name}:${id}`);
  }
}

/** What belongs to a sentence or a mechanism that is left. */
const clean = { pin: undefined, against: undefined, order: undefined, masked: undefined, changed: {} };

/** So many steps back are enough for anybody, and small: a state is a few hundred bytes. */
const most = 200;
/** Events of one drag are one step. */
const together = 800;

/** Undo and redo over whole states. */
export class History<T> {
  #before: T[] = [];
  #after: T[] = [];
  #last = { act: '', at: -Infinity };

  /** `act` names what is done: the same one again within a moment belongs to the step before, but for one without a name. */
  note(state: T, act: string, now = performance.now()): void {
    const goesOn = act !== '' && act === this.#last.act && now - this.#last.at < together;
    this.#last = { act, at: now };
    this.#after = [];
    if (goesOn && this.#before.length) return;
    this.#before.push(state);
    if (this.#before.length > most) this.#before.shift();
  }

  undo(state: T): T {
    const to = this.#before.pop();
    if (to === undefined) return state;
    this.#after.push(state);
    this.#last = { act: '', at: -Infinity };
    return to;
  }

  redo(state: T): T {
    const to = this.#after.pop();
    if (to === undefined) return state;
    this.#before.push(state);
    return to;
  }

  clear(): void {
    this.#before = [];
    this.#after = [];
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }
}

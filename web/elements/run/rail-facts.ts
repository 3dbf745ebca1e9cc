import type { Explanation, Trace } from '../../engine/types.ts';
import * as format from '../lib/format.ts';
import { infoOf, isPairs, type Frame } from '../lib/frames.ts';
import type { Translate } from '../lib/locale.ts';
import { rangeOf, scaleIn } from '../scene/scale.ts';

/** Lines below the rail's names that take a question to the engine: by how much is scaled, how many are masked. */
export class RailFacts {
  readonly #changed: () => void;
  #trace: Trace | undefined;
  #frames: readonly Frame[] = [];
  lines: ReadonlyMap<string, string> = new Map();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async fill(trace: Trace, frames: readonly Frame[], t: Translate): Promise<void> {
    if (this.#trace === trace && this.#frames === frames) return;
    this.#trace = trace;
    this.#frames = frames;
    const asked = frames.map(async (frame): Promise<[string, string]> => {
      const info = infoOf(trace, frame.result);
      if (frame.kind !== 'steps' || !info || !isPairs(info) || info.shape.some((size) => size === 0)) return ['', ''];
      const first = info.shape.map(() => 0);
      const one = await trace.explain(info.name, first);
      return [frame.key, lineFor(trace, one, rangeOf(scaleIn(trace, info)), t)];
    });
    try {
      const lines = await Promise.all(asked);
      if (this.#trace !== trace || this.#frames !== frames) return;
      const said = lines.filter(([, line]) => line !== '');
      if (said.length === this.lines.size && said.every(([key, line]) => this.lines.get(key) === line)) return;
      this.lines = new Map(said);
      this.#changed();
    } catch {
      // The trace was replaced; its successor asks again.
    }
  }
}

const lineFor = (trace: Trace, one: Explanation, range: string, t: Translate): string => {
  if (one.form === 'scale') return `${format.scaling(one.facts)} → ${range}`;
  if (one.form !== 'mask') return '';
  const mask = one.terms[0]?.sources.map((cell) => infoOf(trace, cell.tensor)).find((info) => info?.dtype === 'mask');
  if (!mask?.whole) return '';
  const closed = trace.tensor(mask.name).data.reduce((count, open) => count + (open === 0 ? 1 : 0), 0);
  return closed ? t('rail.hidden', { count: closed }) : t('rail.hidden.none');
};

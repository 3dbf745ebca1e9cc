import type { Explanation, Trace } from '../../engine/types.ts';
import * as format from '../lib/format.ts';
import { infoOf, isPairs, type Frame } from '../lib/frames.ts';
import type { Translate } from '../lib/locale.ts';

/** Lines below the rail's names that take a question to the engine: by how much is scaled, how many are masked. */
export class RailFacts {
  readonly #changed: () => void;
  #trace: Trace | undefined;
  lines: ReadonlyMap<string, string> = new Map();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async fill(trace: Trace, frames: readonly Frame[], t: Translate): Promise<void> {
    if (this.#trace === trace) return;
    this.#trace = trace;
    const lines = new Map<string, string>();
    for (const frame of frames) {
      const info = infoOf(trace, frame.result);
      if (frame.kind !== 'steps' || !info || !isPairs(info) || info.shape.some((size) => size === 0)) continue;
      try {
        const one = await trace.explain(
          info.name,
          info.shape.map(() => 0),
        );
        if (this.#trace !== trace) return;
        const line = lineFor(trace, one, Math.max(Math.abs(info.min), Math.abs(info.max)), t);
        if (line) lines.set(frame.key, line);
      } catch {
        // The trace was replaced; its successor asks again.
        return;
      }
    }
    this.lines = lines;
    this.#changed();
  }
}

const lineFor = (trace: Trace, one: Explanation, max: number, t: Translate): string => {
  if (one.form === 'scale') return `${format.scaling(one.facts)} → ±${format.bound(max)}`;
  if (one.form !== 'mask') return '';
  const mask = one.terms[0]?.sources.map((cell) => infoOf(trace, cell.tensor)).find((info) => info?.dtype === 'mask');
  if (!mask?.whole) return '';
  const closed = trace.tensor(mask.name).data.reduce((count, open) => count + (open === 0 ? 1 : 0), 0);
  return closed ? t('rail.hidden', { count: closed }) : t('rail.hidden.none');
};

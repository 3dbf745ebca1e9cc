import type { Catalog } from '../../engine/types.ts';
import { decodeLab, encodeLab, modeIn, type DecodedLab } from './link.ts';
import type { LabState } from './state.ts';

/** A file holds what a link would, without a link's end. */
const format = 'attention-playground';

export const saveFile = (state: LabState, catalog: Catalog): void => {
  const text = `${JSON.stringify({ format, state: encodeLab(state, catalog).whole }, null, 1)}\n`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = 'attention-edits.json';
  link.click();
  // The download has begun with the click; its address is not needed any more.
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
};

/** Larger than any sentence's edits; a wrong file must not stop the page. */
const mostBytes = 20e6;

/** Undefined where it is none of ours; of one of ours, what can be used and what can not. */
export const stateIn = (text: string, catalog: Catalog): DecodedLab | undefined => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { format: is, state } = (read ?? {}) as Record<string, unknown>;
  if (is !== format || typeof state !== 'string' || modeIn(state) === undefined) return undefined;
  return decodeLab(state, catalog);
};

/** Asks for a file; undefined where it is none of ours. */
export const readFile = (catalog: Catalog): Promise<DecodedLab | undefined> =>
  new Promise((resolve, reject) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (!file || file.size > mostBytes) resolve(undefined);
      else file.text().then((text) => resolve(stateIn(text, catalog)), reject);
    });
    input.click();
  });

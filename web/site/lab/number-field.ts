import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Cell } from '../../elements/lib/hover.ts';
import type { AttentionLab } from './attention-lab.ts';
import { quoted } from '../link/pairs.ts';
import { readCellNumber, writeCellNumber } from './number.ts';
import { shown } from './says.ts';
import { fillFrom, tableIn } from './table.ts';

/** As people write numbers: with a typographic minus, a plus, a decimal comma. */
export const readTyped = (text: string): ReturnType<typeof readCellNumber> => {
  const plain = text.trim().replace(/^[−–]/u, '-').replace(/^\+/, '');
  // "1,500" is one and a half to some and fifteen hundred to others.
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(plain)) return { problem: 'can be read in two ways; write a decimal point' };
  return readCellNumber(/^[^.,]*,[^.,]*$/.test(plain) ? plain.replace(',', '.') : plain);
};

/** Where a cell stands, as one word. */
const nameOf = ({ tensor, index }: Cell): string => `${tensor}:${index.join(',')}`;

/** The field of one cell: what is no number stays to be mended, with the reason, and the cell keeps its own. */
export const numberField = (lab: AttentionLab, place: Cell, now: number, edit: number | undefined): TemplateResult => {
  const { t, passing } = lab;
  const at = nameOf(place);
  const draft = passing.draft?.at === at ? passing.draft : undefined;
  const kept =
    edit !== undefined ? writeCellNumber(edit) : Number.isFinite(now) ? String(Number(now.toPrecision(6))) : '';
  const refuse = (text: string, problem: string): void => lab.pass({ draft: { at, text, problem } });
  const give = (event: Event): void => {
    const { value } = event.target as HTMLInputElement;
    if (value === kept) return lab.pass({ draft: undefined });
    const read = readTyped(value);
    if ('value' in read) lab.setCell(place, read.value);
    else refuse(value, t('lab.edit.refused', { got: quoted(value.trim()), why: read.problem, kept: shown(now, t) }));
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text') ?? '';
    const table = tableIn(text);
    if (!table) return;
    event.preventDefault();
    const filled = fillFrom(lab, place, table, t);
    if (typeof filled === 'string') refuse((event.target as HTMLInputElement).value, filled);
    else lab.setCells(filled);
  };
  const key = (event: KeyboardEvent): void => {
    const control = (event.ctrlKey || event.metaKey) && !event.altKey;
    const pressed = event.key.toLowerCase();
    const back = control && pressed === 'z' && !event.shiftKey;
    const forth = control && (pressed === 'y' || (pressed === 'z' && event.shiftKey));
    if (event.key !== 'Escape' && !back && !forth) return;
    event.preventDefault();
    event.stopPropagation();
    // What is half typed goes first, then what was done.
    if (draft) lab.pass({ draft: undefined });
    else if (back) lab.undo();
    else if (forth) lab.redo();
  };
  return html`<label for="cell">${t('lab.edit.value')}</label>
    <input
      class="plain"
      id="cell"
      type="text"
      inputmode="decimal"
      autocomplete="off"
      aria-invalid=${draft?.problem ? 'true' : nothing}
      aria-describedby=${draft?.problem ? 'cell-problem' : nothing}
      .value=${live(draft ? draft.text : kept)}
      placeholder=${shown(now, t)}
      @input=${(event: Event) => refuse((event.target as HTMLInputElement).value, '')}
      @change=${give}
      @paste=${paste}
      @keydown=${key}
    />${draft?.problem ? html`<p class="cellproblem" id="cell-problem" role="alert">${draft.problem}</p>` : nothing}`;
};

import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import type { DecoderCall } from '../../engine/types/decoding.ts';
import { shownTime } from '../parallel/time.ts';
import { say } from '../words.ts';

/** Pixels of a bar that decides one position; its height grows with the root of how many it decides. */
const one = 8;
/** Reading the source decides nothing: a block of its own height. */
const reading = 24;
/** From here on a figure has room in the bar. */
const roomy = 6;
/** More slices than this are no longer told apart. */
const mostSlices = 16;

/** Several texts, or guesses that were not all kept: a stack of single positions. */
const isStack = ({ kind, decided, kept, filled }: DecoderCall): boolean =>
  decided > 1 &&
  decided <= mostSlices &&
  (kept < decided || kind === 'check' || filled.some(({ candidate }) => candidate > 0));

const heightOf = ({ kind, decided }: DecoderCall): number =>
  kind === 'encode' ? reading : one * Math.sqrt(Math.max(decided, 1));

const titleOf = (call: DecoderCall): string => {
  const said = call.filled
    .filter(({ kept, candidate }) => (kept || call.kind === 'draft') && candidate === 0)
    .map(({ text }) => text || say('translate.end'))
    .join(' ');
  return say(`race.call.${call.kind}`, {
    count: call.decided,
    kept: call.kept,
    said: said || '–',
    time: shownTime(call.end - call.begin),
  });
};

const stack = ({ decided, kept }: DecoderCall): TemplateResult =>
  html`${Array.from({ length: decided }, (_, i) => html`<b class=${i < kept ? 'on' : 'off'}></b>`)}`;

/** Where a lane's calls stand on the axis: each with what it is thought to cost besides in front of the next. */
export const endOf = (calls: readonly DecoderCall[], cost: number): number =>
  (calls.at(-1)?.end ?? 0) + cost * calls.length;

/** A bar for each call, placed in per cent of `whole`; those behind `shown` are still open. */
export const bars = (calls: readonly DecoderCall[], whole: number, cost: number, shown: number): TemplateResult => {
  const place = (time: number) => `${((100 * time) / whole).toFixed(3)}%`;
  return html`${calls.map((call, i) => {
    const begin = call.begin + cost * i;
    const stacked = isStack(call);
    const width = call.end - call.begin;
    return html`${
        cost > 0 ? html`<i class="cost" ${css({ left: place(begin + width), width: place(cost) })}></i>` : nothing
      }<i
        class=${`bar ${call.kind}${stacked ? ' stack' : ''}${i < shown ? '' : ' open'}`}
        title=${titleOf(call)}
        ${css({ left: place(begin), width: place(width), height: `${heightOf(call).toFixed(1)}px` })}
        >${
          stacked
            ? stack(call)
            : call.decided >= roomy && call.kind !== 'encode'
              ? html`<em>${call.decided}</em>`
              : nothing
        }</i
      >`;
  })}`;
};

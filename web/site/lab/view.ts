import { html, nothing, type TemplateResult } from 'lit';
import * as format from '../../elements/lib/format.ts';
import type { Translate } from '../../elements/lib/locale.ts';
import { memo } from '../../elements/lib/memo.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import { loader } from '../../elements/pieces/loader.ts';
import { problemNotice, running, stopped } from '../../elements/pieces/notices.ts';
import { labelOf } from '../../elements/pieces/rail.ts';
import { nameOf } from '../../elements/pieces/stage-labels.ts';
import { transport } from '../../elements/pieces/transport.ts';
import type { CatalogEntry, TensorInfo } from '../../engine/types.ts';
import type { AttentionLab } from './attention-lab.ts';
import { compareHead, compareFound } from './compare.ts';
import { editActs, editCell } from './edit.ts';
import type { PairFrame } from './frames.ts';
import { named, type Which } from './pair-trace.ts';
import { perturbActs, perturbFound, veil } from './perturb.ts';
import type { Pair } from './runs.ts';
import { aloneLine, differenceLine, placeIn, shown, valueAt, weightsOf } from './says.ts';
import { pairScene, type Titles } from './scene.ts';

export type Part = TemplateResult | typeof nothing;

/** What the two runs are called here. */
export const titlesOf = (lab: AttentionLab): Titles => {
  const { t, settled, state } = lab;
  const difference = t('lab.difference.short');
  if (state.mode === 'perturb') return { first: t('lab.before'), second: t('lab.after'), difference };
  if (state.mode === 'edit') return { first: t('lab.computed'), second: t('lab.edited'), difference };
  const [first, second] = [settled?.first.entry.name ?? '', settled?.second.entry.name ?? ''];
  return first === second
    ? { first: t('lab.first'), second: t('lab.second'), difference }
    : { first, second, difference };
};

const families = (entries: readonly CatalogEntry[]): Map<string, CatalogEntry[]> => {
  const out = new Map<string, CatalogEntry[]>();
  for (const entry of entries) out.set(entry.family, [...(out.get(entry.family) ?? []), entry]);
  return out;
};

/** A mechanism of the catalogue, under its family. */
export const mechanismSelect = (lab: AttentionLab, name: 'first' | 'second', label: string): TemplateResult => {
  const entries = (lab.engine?.catalog.entries ?? []).filter((entry) => entry.kind === 'variant');
  const chosen = lab.settled?.[name].entry.id;
  return html`<label for=${`mechanism-${name}`}>${label}</label>
    <select
      class="plain"
      id=${`mechanism-${name}`}
      .value=${chosen ?? ''}
      @change=${(event: Event) => lab.setMechanism(name, (event.target as HTMLSelectElement).value)}
    >
      ${[...families(entries)].map(
        ([family, list]) =>
          html`<optgroup label=${family}>
            ${list.map((entry) => html`<option value=${entry.id} ?selected=${entry.id === chosen}>${entry.name}</option>`)}
          </optgroup>`,
      )}
    </select>`;
};

const intro = (lab: AttentionLab): TemplateResult => {
  const { t, state, settled } = lab;
  const names = { first: settled?.first.entry.name ?? '', second: settled?.second.entry.name ?? '' };
  const able = [settled?.first.entry, settled?.second.entry].find((entry) => entry?.takes_source);
  return html`<div class="labtop">
    <h2 class="headline">${t(`lab.${state.mode}.title`, names)}</h2>
    <p class="try"><b>${t('try')}</b> ${t(`lab.${state.mode}.try`)}</p>
    ${able ? html`<p class="remark">${t('lab.alone', { name: able.name })}</p>` : nothing}
  </div>`;
};

const side = (lab: AttentionLab, pair: Pair, name: 'first' | 'second'): TemplateResult => {
  const { t, state, settled, size } = lab;
  const trace = pair.trace[name];
  const query = name === 'first' ? lab.query : (pair.match[lab.query] ?? -1);
  const kept = name === 'second' && lab.veiled;
  const titles = titlesOf(lab);
  const head =
    state.mode === 'compare'
      ? mechanismSelect(lab, name, t(`lab.${name}`))
      : html`<b>${titles[name]}</b
          >${name === 'first' ? html`<span class="act">${mechanismSelect(lab, 'first', t('lab.mechanism'))}</span>` : nothing}`;
  const own =
    name === 'first'
      ? html`<button
          type="button"
          class="link push"
          aria-expanded=${lab.passing.editing}
          @click=${() => lab.pass({ editing: !lab.passing.editing })}
        >
          ${t(lab.passing.editing ? 'sentence.done' : 'lab.sentence.own')}
        </button>`
      : state.mode === 'compare'
        ? html`<button type="button" class="link push" @click=${() => lab.exchange()}>${t('lab.swap')}</button>`
        : nothing;
  return html`<section class="side ${name}" aria-label=${titles[name]}>
    <div class="sideh">${head}${own}</div>
    ${trace.remarks.length && settled ? html`<p class="quiet">${trace.remarks.join(' ')}</p>` : nothing}
    <ap-sentence
      .tokens=${trace.tokens}
      .read=${trace.read}
      .starts=${trace.wordStarts}
      .weights=${kept || query < 0 ? undefined : weightsOf(trace, lab.selection.head, query)}
      .version=${lab.runs.version}
      .query=${query}
      .phone=${size === 'phone'}
      .t=${t}
    ></ap-sentence>
  </section>`;
};

const none: ReadonlyMap<string, string> = new Map();

/** By how much a stage's numbers differ, below its picture. */
const factsOf = memo(
  (pair: Pair, t: Translate): ReadonlyMap<string, string> =>
    new Map(
      pair.frames.map((frame) => {
        const comparable = frame.main.filter((name) => pair.trace.comparable(name));
        const moved = comparable.map((name) => pair.trace.difference(name)).filter(({ same }) => !same);
        const max = Math.max(0, ...moved.map((one) => one.max));
        const alone = frame.first ? (frame.second ? 'lab.rail.unlike' : 'lab.rail.first') : 'lab.rail.second';
        const masked = moved.reduce((sum, one) => sum + one.maskedOnce, 0);
        const said =
          max > 0 ? `±${format.bound(max)}` : masked ? t('lab.rail.masked', { count: masked }) : t('lab.rail.same');
        return [frame.key, comparable.length ? said : t(alone)];
      }),
    ),
);

const railOf = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, frames, index, palette, size } = lab;
  // A stage's picture is its difference, painted in the colours of differences.
  const apart = pair.trace.first.tokens.length !== pair.trace.second.tokens.length;
  const painted = palette && !apart ? { ...palette, ramps: { ...palette.ramps, n: palette.ramps.d } } : palette;
  return html`<div class="railrow ${lab.veiled ? 'kept' : ''}">
    ${transport({
      playing: lab.playing,
      first: index === 0,
      last: index >= frames.length - 1,
      step: (by) => lab.go(by),
      play: () => lab.toggle(),
      t,
    })}
    <ap-rail
      .frames=${frames}
      .current=${index}
      .store=${lab.veiled ? undefined : pair.store}
      .version=${lab.runs.version}
      .selection=${lab.selection}
      .palette=${painted}
      .phone=${size === 'phone'}
      .facts=${lab.veiled ? none : factsOf(pair, t)}
      .t=${t}
    ></ap-rail>
  </div>`;
};

/** So many matrices as these, on one line of rows. */
const stage = (lab: AttentionLab, pair: Pair, tensor: string, shows: readonly Which[], query = lab.query): Part => {
  const { t, palette, size, veiled } = lab;
  const selection = query === lab.query ? lab.selection : { ...lab.selection, query };
  const spec = pairScene(pair.trace, tensor, selection, titlesOf(lab), size === 'phone', veiled ? ['first'] : shows);
  if (!spec) return nothing;
  return html`<ap-stage
    .store=${pair.store}
    .version=${lab.runs.version}
    .frame=${lab.frame}
    .spec=${spec}
    .selection=${selection}
    .story=${lab.place?.tensor === tensor && shows.includes('first') ? lab.stories.shown : undefined}
    .palette=${palette}
    .stacked=${size === 'phone'}
    .paints=${lab.paints}
    .hover=${lab.hover}
    .t=${t}
  ></ap-stage>`;
};

/** One tensor: both runs' matrices and the difference, or the reason why there is none. */
const trio = (lab: AttentionLab, pair: Pair, tensor: string): TemplateResult => {
  const { t, veiled } = lab;
  const comparable = pair.trace.comparable(tensor);
  const info = infoOf(pair.trace.first, tensor) ?? infoOf(pair.trace.second, tensor);
  const line = comparable
    ? html`<b class="sym">${symbolOf(info)}</b> ${differenceLine(pair.trace, tensor, t)}`
    : aloneLine(pair, tensor, titlesOf(lab), t);
  const apart = pair.trace.first.tokens.length !== pair.trace.second.tokens.length && !veiled;
  return html`<div class="trio">
    ${veiled ? nothing : html`<p class="sum">${line}</p>`}
    ${
      // Sentences of different lengths have no rows in common: each has its own stage, with its own row of the word.
      apart
        ? html`<div class="two">
            ${stage(lab, pair, tensor, ['first'])}${stage(lab, pair, tensor, ['second'], pair.match[lab.query] ?? -1)}
          </div>`
        : stage(lab, pair, tensor, ['first', 'second', 'difference'])
    }
  </div>`;
};

const symbolOf = (info: TensorInfo | undefined): Part => {
  const [letter = '', below] = info?.symbol.split('_') ?? [];
  return html`${letter}${below ? html`<sub>${below}</sub>` : nothing}`;
};

const chooser = (lab: AttentionLab, pair: Pair): Part => {
  const { frame, onShow, t } = lab;
  // A mask to be painted is on show anyway.
  const names = (frame?.rest ?? []).filter((name) => lab.state.mode !== 'edit' || !lab.isMask(name));
  if (!names.length) return nothing;
  const toggle = (name: string): void => {
    const opened = new Set(lab.passing.opened);
    const open = onShow.includes(name);
    if (open) opened.delete(name);
    else opened.add(name);
    if (open && lab.state.pin?.tensor === name) lab.look({ pin: undefined });
    lab.pass({ opened });
  };
  return html`<div class="chooser" role="group" aria-label=${t('lab.also')}>
    <span>${t('lab.also')}</span>
    ${names.map((name) => {
      const info = infoOf(pair.trace.first, name) ?? infoOf(pair.trace.second, name);
      return html`<button type="button" aria-pressed=${onShow.includes(name)} @click=${() => toggle(name)}>
        ${name === info?.symbol.toLowerCase() ? nothing : `${nameOf(name)} `}<span class="sym">${symbolOf(info)}</span>
      </button>`;
    })}
  </div>`;
};

/** The number looked at, in both. */
export const cellLine = (lab: AttentionLab, pair: Pair): string => {
  const { place, t } = lab;
  if (!place || lab.veiled || !pair.trace.comparable(place.tensor)) return '';
  const of = (which: 'first' | 'second' | 'difference'): string =>
    shown(valueAt(pair.trace, named(which, place.tensor), place.index), t);
  const masked = !Number.isFinite(valueAt(pair.trace, named('difference', place.tensor), place.index));
  return t(masked ? 'lab.cell.masked' : 'lab.cell', {
    place: placeIn(pair.trace, named('first', place.tensor), place.index, t),
    before: of('first'),
    after: of('second'),
    difference: of('difference'),
  });
};

/** The mask of this stage was painted by hand: what the mechanism says of its own mask holds no more. */
const painted = (pair: Pair, frame: PairFrame | undefined): boolean =>
  frame?.second?.steps.some((step) => {
    const info = infoOf(pair.trace.second, step.output);
    return info?.dtype === 'mask' && (info.edited ?? 0) > 0;
  }) ?? false;

const main = (lab: AttentionLab, pair: Pair): Part => {
  const { frame, t, index, frames } = lab;
  if (!frame) return nothing;
  const step = frame.steps.at(-1);
  const title = painted(pair, frame) ? t('lab.edit.painted') : step?.title || labelOf(frame, t);
  const says = cellLine(lab, pair);
  return html`<section class="labmain" aria-label=${labelOf(frame, t)}>
    <div class="st-h">
      <h3 class="title">${title}</h3>
      <span class="cnt">${t('stage.count', { at: index + 1, all: frames.length })}</span>
      <p>${says}</p>
    </div>
    ${lab.onShow.map((tensor) => trio(lab, pair, tensor))} ${chooser(lab, pair)}
    <p class="spoken" aria-live="polite">${t('lab.spoken', { title, says })}</p>
  </section>`;
};

const derivations = (lab: AttentionLab, pair: Pair): Part => {
  const { t, stories, frame } = lab;
  const titles = titlesOf(lab);
  const byHand = (name: 'first' | 'second'): boolean => name === 'second' && painted(pair, frame);
  const latex = (name: 'first' | 'second'): string[] =>
    byHand(name) ? [] : (frame?.[name]?.steps.map((step) => step.latex).slice(-1) ?? []);
  const names = lab.veiled ? (['first'] as const) : (['first', 'second'] as const);
  return html`<section class="pairs" aria-label=${t('lab.derivations')}>
    ${names.map(
      (name) =>
        html`<div>
          <p class="name">${titles[name]}</p>
          <ap-derivation
            .trace=${pair.trace[name]}
            .story=${stories[name]}
            .latex=${latex(name)}
            .label=${t('lab.derivation', { name: titles[name] })}
            .note=${byHand(name) ? t('lab.edit.painted.note') : (frame?.[name]?.steps.at(-1)?.note ?? '')}
            .hover=${lab.hover}
            .t=${t}
          ></ap-derivation>
        </div>`,
    )}
  </section>`;
};

const parameters = (lab: AttentionLab): Part => {
  const { t, settled, state } = lab;
  if (!settled) return nothing;
  const titles = titlesOf(lab);
  const names = state.mode === 'perturb' ? (['first'] as const) : (['first', 'second'] as const);
  const title = (name: 'first' | 'second'): string =>
    t('lab.parameters', { name: state.mode === 'perturb' ? settled.first.entry.name : titles[name] });
  const one = (name: 'first' | 'second'): TemplateResult =>
    html`<div class=${name}>
      <p class="name">${title(name)}</p>
      <ap-parameters
        .entry=${settled[name].entry}
        .params=${settled[name].params}
        .palette=${lab.palette}
        .phone=${lab.size === 'phone'}
        .changed=${Object.keys(settled[name].params).length > 0}
        .label=${title(name)}
        .t=${t}
      ></ap-parameters>
    </div>`;
  return html`<div class="pairs">${names.map(one)}</div>`;
};

/** Undo, redo and all back: the same in all three views. */
export const historyButtons = (lab: AttentionLab): TemplateResult => {
  const { t, history } = lab;
  return html`<span class="act push" role="group" aria-label=${t('lab.history')}>
    <button type="button" class="plain" ?disabled=${!history.canUndo} @click=${() => lab.undo()}>
      ${t('lab.undo')}
    </button>
    <button type="button" class="plain" ?disabled=${!history.canRedo} @click=${() => lab.redo()}>
      ${t('lab.redo')}
    </button>
    <button type="button" class="plain" ?disabled=${!lab.changed} @click=${() => lab.reset()}>${t('lab.reset')}</button>
  </span>`;
};

const segments = (
  label: string,
  values: readonly number[],
  chosen: number,
  choose: (value: number) => void,
): TemplateResult =>
  html`<span class="act">
    <span class="lbl">${label}</span>
    <span class="seg" role="group" aria-label=${label}>
      ${values.map(
        (value) =>
          html`<button type="button" aria-pressed=${value === chosen} @click=${() => choose(value)}>${value}</button>`,
      )}
    </span>
  </span>`;

/** Heads that stand side by side in a run, or else those of the model; layers where it has several. */
const heads = (lab: AttentionLab): Part => {
  const { t, settled } = lab;
  if (!settled) return nothing;
  const layers = [...new Set(settled.available.map(([layer]) => layer))];
  const inModel = settled.available.filter(([layer]) => layer === settled.layer).map(([, head]) => head);
  const inRun = Array.from({ length: lab.heads }, (_, i) => i + 1);
  const [list, chosen] = lab.heads > 1 ? [inRun, lab.selection.head + 1] : [inModel, settled.head];
  return html`${
    layers.length > 1
      ? segments(t('parameters.layer'), layers, settled.layer, (layer) =>
          lab.act({ layer, text: settled.text, pin: undefined }, 'layer'),
        )
      : nothing
  }${
    list.length > 1
      ? segments(t('parameters.head'), list, chosen, (head) =>
          lab.act({ head, text: settled.text, query: lab.query }, 'head'),
        )
      : nothing
  }`;
};

/** Only where weights are drawn does the seed matter. */
const seed = (lab: AttentionLab, pair: Pair): Part => {
  const { first, second } = pair.trace;
  if (![first, second].some((trace) => trace.tensors.some((info) => info.origin === 'seeded'))) return nothing;
  const now = lab.settled?.seed ?? 1;
  return html`<span class="act">
    <span class="lbl">${lab.t('lab.seed', { seed: now })}</span>
    <button type="button" class="plain" @click=${() => lab.act({ seed: now + 1 }, 'seed')}>
      ${lab.t('lab.seed.next')}
    </button>
  </span>`;
};

const offer = (lab: AttentionLab): Part => {
  const { models, t } = lab;
  const info = lab.settled?.missing ?? models?.full;
  if (!info || !models) return nothing;
  return loader({ info, load: models.load(info.id), fetch: () => void lab.loadFull(info.id), quiet: false, t });
};

const notices = (lab: AttentionLab): Part => {
  const { t, runs, pair } = lab;
  const parts: Part[] = [];
  if (runs.progress !== undefined)
    parts.push(html`<div class="notice">${running(runs.progress, () => runs.stop(), t)}</div>`);
  if (runs.problem?.kind === 'stopped') parts.push(stopped(() => runs.again(), t));
  const outside = runs.problem?.kind === 'outside';
  const example = (): void => lab.act({ text: undefined, ...fresh }, 'example');
  parts.push(problemNotice(runs.problem, example, outside ? offer(lab) : nothing, t));
  if (lab.settled?.missing && !outside)
    parts.push(html`<div class="notice" role="status"><span>${t('notice.model')}</span>${offer(lab)}</div>`);
  for (const { key, count } of pair?.remarks ?? [])
    parts.push(
      html`<div class="notice" role="status"><span>${t(key, count === undefined ? {} : { count })}</span></div>`,
    );
  if (lab.passing.problem)
    parts.push(html`<div class="notice error" role="alert"><span>${lab.passing.problem}</span></div>`);
  const some = parts.filter((part) => part !== nothing);
  return some.length ? html`<div class="notices">${some}</div>` : nothing;
};

const fresh = { against: undefined, order: undefined, masked: [] as number[], changed: {}, edits: {}, pin: undefined };

const acts = (lab: AttentionLab, pair: Pair): Part => {
  const { mode } = lab.state;
  if (mode === 'perturb') return perturbActs(lab, pair);
  if (mode === 'edit') return editActs(lab, pair);
  return compareHead(lab);
};

const found = (lab: AttentionLab, pair: Pair): Part => {
  const { mode } = lab.state;
  if (mode === 'perturb') return lab.veiled ? veil(lab, pair) : perturbFound(lab, pair);
  return mode === 'compare' ? compareFound(lab, pair) : nothing;
};

export const labView = (lab: AttentionLab): TemplateResult => {
  const { t, pair, runs, size } = lab;
  const stale = pair !== undefined && runs.problem !== undefined;
  return html`<div
    class="root ${size} ${stale ? 'stale' : ''} ${lab.state.pin ? '' : 'auto'}"
    data-theme=${lab.resolvedTheme}
    aria-busy=${runs.running}
  >
    <span class="probe" hidden></span>
    ${intro(lab)}
    ${
      lab.passing.editing
        ? html`<ap-editor
            .text=${lab.settled?.text ?? ''}
            .examples=${lab.settled?.examples ?? []}
            .t=${t}
          ></ap-editor>`
        : nothing
    }
    ${notices(lab)}
    ${
      pair
        ? html`<div class="sides">${side(lab, pair, 'first')}${side(lab, pair, 'second')}</div>
            ${acts(lab, pair)} ${found(lab, pair)} ${railOf(lab, pair)}
            ${lab.state.mode === 'edit' ? editCell(lab, pair) : nothing} ${main(lab, pair)}
            <div class="acts">${heads(lab)}${seed(lab, pair)}${historyButtons(lab)}</div>
            ${derivations(lab, pair)} ${parameters(lab)}`
        : runs.problem
          ? nothing
          : html`<p class="waiting" role="status">${t(lab.engine ? 'status.running' : 'status.starting')}</p>`
    }
  </div>`;
};

import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionStepper } from './attention-stepper.ts';
import { baseEntry } from './lib/base-entry.ts';
import * as format from './lib/format.ts';
import { isOfSource, type Frame } from './lib/frames.ts';
import { dataSentence, spoken } from './lib/sentences.ts';
import { hiddenAreas, type Area } from './lib/state.ts';
import { readsOther } from './lib/words.ts';
import { badge, keysLine, keysSheet } from './pieces/foot.ts';
import { loader } from './pieces/loader.ts';
import { plainNotices, problemNotice, running, stopped } from './pieces/notices.ts';
import { labelOf } from './pieces/rail.ts';
import { transport } from './pieces/transport.ts';

type Part = TemplateResult | typeof nothing;

/** Words for a frame: the trace's own where it has steps. */
const wordsOf = (element: AttentionStepper, frame: Frame | undefined): { title: string; note: string } => {
  const { t } = element;
  const step = frame?.steps.at(-1);
  if (step?.title && frame && isOfSource(frame))
    return { title: t('frame.source.title', { title: step.title }), note: step.note };
  if (step?.title) return { title: step.title, note: step.note };
  if (!frame) return { title: '', note: '' };
  return { title: t(`frame.${frame.kind}.title`), note: t(`frame.${frame.kind}.note`) };
};

/** Letters of three lines beside a sentence; more take a smaller size. */
const longHeadline = 80;

const headline = (element: AttentionStepper): Part => {
  const { figure, t } = element;
  const { settled, session } = figure;
  if (!settled) return nothing;
  // An example's line holds for the mechanism that it was found with; others say what they are.
  const first = figure.engine && baseEntry(figure.engine.catalog)?.id === settled.entry.id;
  const example = settled.example?.text === session.shown?.text ? settled.example : undefined;
  const says =
    first && example?.says && Object.keys(settled.params).length === 0 ? example.says : settled.entry.summary;
  const title = html`<h2 class=${says.length > longHeadline ? 'headline long' : 'headline'}>${says}</h2>`;
  const more = html`<p class="try">
      <b>${t('try')}</b>
      ${first && example?.tries ? example.tries : t(figure.pooled ? 'headline.try.pooled' : figure.asks ? 'headline.try.step' : 'headline.try')}
    </p>
    ${(session.problem ? [] : (session.trace?.remarks ?? [])).map((line) => html`<p class="remark">${line}</p>`)}`;
  // A phone shows the figure first: two lines, and the rest for who wants it.
  return element.size === 'phone'
    ? html`<details class="says" part="headline">
        <summary>${title}</summary>
        ${more}
      </details>`
    : html`<div class="says" part="headline">${title}${more}</div>`;
};

const sentence = (element: AttentionStepper): Part => {
  const { figure, t, size } = element;
  const { trace } = figure.session;
  const tokens = trace?.tokens ?? [];
  const { settled } = figure;
  const able = settled?.entry.takes_source === true;
  const other = trace !== undefined && readsOther(trace);
  const first = html`<ap-sentence
    class=${element.editing ? 'wide' : ''}
    .tokens=${tokens}
    .read=${trace?.read ?? 0}
    .asks=${figure.asks}
    .starts=${trace?.wordStarts ?? []}
    .weights=${trace && !other ? figure.chosenWeights : undefined}
    .rows=${tokens.length <= 40 && !other ? figure.weights : undefined}
    .version=${figure.session.version}
    .query=${figure.query}
    .pooled=${figure.pooled}
    .phone=${size === 'phone'}
    .editing=${element.editing}
    .caption=${other ? t('source.asks') : ''}
    .t=${t}
  ></ap-sentence>`;
  if (!able && !other) return first;
  const pair = { text: t('source.pair.text'), source: t('source.pair.source') };
  const shown = settled?.text === pair.text && settled.source === pair.source;
  return html`<div class="texts ${other ? 'two' : ''} ${element.editing ? 'wide' : ''}">
    ${first}
    <ap-source
      .on=${settled?.source !== undefined}
      .tokens=${trace?.sourceTokens ?? []}
      .starts=${trace?.sourceWordStarts ?? []}
      .weights=${other ? figure.chosenWeights : undefined}
      .version=${figure.session.version}
      .editing=${element.editing}
      .query=${figure.query}
      .phone=${size === 'phone'}
      .pair=${shown ? undefined : pair}
      .t=${t}
    ></ap-source>
  </div>`;
};

const controls = (element: AttentionStepper): TemplateResult =>
  transport({
    playing: element.player.playing,
    first: element.figure.index === 0,
    last: element.figure.index >= element.figure.frames.length - 1,
    step: (by) => element.go(by),
    play: () => element.toggle(),
    t: element.t,
  });

const rail = (element: AttentionStepper, hidden: ReadonlySet<Area>): Part => {
  const { figure, palette, size, t } = element;
  const { session } = figure;
  const withTransport = !hidden.has('transport') && size !== 'phone';
  if (hidden.has('rail') && !withTransport) return nothing;
  return html`<div class="railrow ${withTransport && !hidden.has('rail') ? '' : 'solo'}">
    ${withTransport ? controls(element) : nothing}
    ${
      hidden.has('rail')
        ? nothing
        : html`<ap-rail
            .frames=${figure.rail}
            .current=${figure.rail.indexOf(figure.frames[figure.index]!)}
            .store=${session.store}
            .version=${session.version}
            .selection=${figure.selection}
            .palette=${palette}
            .phone=${size === 'phone'}
            .facts=${figure.facts.lines}
            .t=${t}
          ></ap-rail>`
    }
  </div>`;
};

const tokenList = (element: AttentionStepper): TemplateResult => {
  const { figure, t } = element;
  const { tokens = [], read = 0, sourceTokens = [] } = figure.session.trace ?? {};
  const shown = tokens.slice(0, 512);
  // Words that are read are not to be chosen: they ask nothing.
  if (figure.frame && isOfSource(figure.frame))
    return html`<ol class="toklist" tabindex=${sourceTokens.length > 60 ? 0 : nothing} aria-label=${t('source.read')}>
      ${sourceTokens.slice(0, 512).map(
        (word, i) =>
          html`<li>
            <span class="tok"
              ><span class="n">${i + 1}</span><span class="w"><bdi>${format.token(word)}</bdi></span></span
            >
          </li>`,
      )}
    </ol>`;
  return html`<ol class="toklist" tabindex=${shown.length > 60 ? 0 : nothing} aria-label=${t('frame.tokens')}>
    ${shown.map(
      (word, i) =>
        html`<li>
          <button
            type="button"
            aria-pressed=${i === figure.query}
            ?disabled=${i >= read || figure.asks?.includes(i) === false}
            @click=${() => figure.choose(i)}
          >
            <span class="n">${i + 1}</span><span class="w"><bdi>${format.token(word)}</bdi></span>
          </button>
        </li>`,
    )}
  </ol>`;
};

const stage = (element: AttentionStepper, hidden: ReadonlySet<Area>): Part => {
  const { figure, palette, size, t } = element;
  const { session, story } = figure;
  const { trace, store } = session;
  const { frame } = figure;
  if (!trace || !frame) return nothing;
  const { title, note } = wordsOf(element, frame);
  const says =
    frame.kind === 'tokens'
      ? t('frame.tokens.says', { count: (isOfSource(frame) ? trace.sourceTokens : trace.tokens).length })
      : dataSentence(trace, story, t);
  const count = t('stage.count', { at: figure.index + 1, all: figure.frames.length });
  const solo = hidden.has('derivation');
  const old = session.problem !== undefined;
  return html`<div
    class="main ${solo ? 'solo' : ''}"
    role=${old ? 'group' : nothing}
    aria-describedby=${old ? 'old' : nothing}
  >
    <section aria-label=${labelOf(frame, t)}>
      <div class="st-h">
        <h3 class="title">${title}</h3>
        <span class="cnt">${count}</span>
        ${size === 'phone' && !hidden.has('transport') ? controls(element) : nothing}
        <p>${says}</p>
      </div>
      ${
        frame.kind === 'tokens'
          ? tokenList(element)
          : html`<ap-stage
              .store=${store}
              .version=${session.version}
              .frame=${frame}
              .selection=${figure.selection}
              .story=${story}
              .palette=${palette}
              .stacked=${size === 'phone'}
              .hover=${element.hover}
              .t=${t}
            ></ap-stage>`
      }
      <p class="note">${note}</p>
    </section>
    ${
      solo
        ? nothing
        : html`<ap-derivation
            .trace=${story?.trace ?? trace}
            .story=${story}
            .latex=${frame.steps.length ? frame.steps.map((step) => step.latex).slice(-1) : []}
            .note=${note}
            .hover=${element.hover}
            .t=${t}
          ></ap-derivation>`
    }
    <p class="spoken" aria-live="polite">${spoken(title, figure.index + 1, figure.frames.length, says, t)}</p>
  </div>`;
};

const parameters = (element: AttentionStepper): Part => {
  const { figure, palette, size, t } = element;
  const { settled } = figure;
  if (!settled) return nothing;
  return html`<ap-parameters
    .entry=${settled.entry}
    .params=${settled.params}
    .layer=${settled.layer}
    .head=${figure.head}
    .layers=${figure.layers}
    .heads=${figure.heads}
    .locked=${figure.locked}
    .preview=${figure.preview}
    .previews=${figure.previewCount + figure.session.version}
    .palette=${palette}
    .phone=${size === 'phone'}
    .changed=${figure.changedFromDefaults}
    .t=${t}
  ></ap-parameters>`;
};

const offer = (element: AttentionStepper, quiet = false): Part => {
  const { figure, t } = element;
  const info = figure.missing ?? figure.models?.full;
  if (!info || !figure.models) return nothing;
  return loader({ info, load: figure.models.load(info.id), fetch: () => void figure.loadFull(), quiet, t });
};

/** What was chosen is not loaded: something else stands here until it is. */
const waitingFor = ({ figure, t }: AttentionStepper): string => {
  const { settled, head } = figure;
  return t('notice.model', { name: settled?.entry.name ?? '', layer: settled?.layer ?? 1, head });
};

const notices = (element: AttentionStepper): Part => {
  const { figure, t, failure } = element;
  const { session } = figure;
  const parts: Part[] = [];
  if (failure)
    parts.push(
      html`<div class="notice error" role="alert">
        <span>${t('notice.engine', { message: failure })}</span>
        <button type="button" class="plain" @click=${() => void element.start()}>${t('notice.engine.retry')}</button>
      </div>`,
    );
  if (session.progress !== undefined && session.trace)
    parts.push(html`<div class="notice">${running(session.progress, () => session.stop(), t)}</div>`);
  if (session.problem?.kind === 'stopped') parts.push(stopped(() => figure.again(), t));
  const outside = session.problem?.kind === 'outside';
  parts.push(
    problemNotice(
      session.problem,
      () => figure.takeExample(undefined),
      outside ? offer(element) : nothing,
      t,
      () => figure.readOther(false),
      () => figure.again(),
    ),
  );
  if (figure.missing && !outside)
    parts.push(html`<div class="notice" role="status"><span>${waitingFor(element)}</span>${offer(element)}</div>`);
  parts.push(...plainNotices(element.complaints));
  const shown = parts.filter((part) => part !== nothing);
  return shown.length ? html`<div class="notices" part="notices">${shown}</div>` : nothing;
};

const foot = (element: AttentionStepper, hidden: ReadonlySet<Area>): Part => {
  const { figure, t } = element;
  const loading = figure.models?.full ? figure.models.load(figure.models.full.id).state : 'ready';
  const inNotice = figure.missing !== undefined || figure.session.problem?.kind === 'outside';
  const left = hidden.has('keys') ? nothing : keysLine(t, () => element.help());
  const right =
    hidden.has('badge') || !figure.engine
      ? nothing
      : badge(figure.engine.backend, figure.session.trace?.milliseconds, t);
  const middle = loading === 'ready' || inNotice || hidden.has('parameters') ? nothing : offer(element, true);
  return html`<div class="foot">${left}${middle}${right}</div>`;
};

export const figureView = (element: AttentionStepper): TemplateResult => {
  const hidden = hiddenAreas(element.controls);
  const { figure, t, size } = element;
  const { trace } = figure.session;
  const intro = !hidden.has('headline') || !hidden.has('sentence');
  // What is on show belongs to an earlier wish than the headline and the controls.
  const stale = trace !== undefined && figure.session.problem !== undefined;
  return html`<div
    class="root ${size} ${stale ? 'stale' : ''}"
    part="root"
    data-theme=${element.resolvedTheme}
    dir=${element.dir || nothing}
    lang=${element.locale || nothing}
    aria-busy=${figure.session.running}
  >
    <span class="probe" hidden></span>
    ${
      intro
        ? html`<div class="intro">
            ${hidden.has('headline') ? nothing : headline(element)}
            ${hidden.has('sentence') || !trace ? nothing : sentence(element)}
          </div>`
        : nothing
    }
    ${
      element.editing || (figure.session.problem && !trace)
        ? html`<ap-editor
            .text=${figure.settled?.text ?? ''}
            .source=${figure.settled?.source}
            .first=${element.editing ? element.editsFirst : ''}
            .examples=${examplesOf(element)}
            .t=${t}
          ></ap-editor>`
        : nothing
    }
    ${notices(element)} ${stale ? staleNote(element) : nothing}
    ${
      trace
        ? html`${figure.given ? html`<slot name="blocks"></slot>` : nothing} ${rail(element, hidden)}
          ${stage(element, hidden)} ${hidden.has('parameters') ? nothing : parameters(element)}`
        : element.failure || figure.session.problem
          ? nothing
          : figure.session.progress !== undefined
            ? html`<div class="waiting">${running(figure.session.progress, () => figure.session.stop(), t)}</div>`
            : html`<p class="waiting" role="status">${t(figure.engine ? 'status.running' : 'status.starting')}</p>`
    }
    ${foot(element, hidden)} ${keysSheet(t)}
  </div>`;
};

/** Says whose numbers the dimmed figure shows; what it shows is described by it. */
const staleNote = ({ figure, t }: AttentionStepper): Part => {
  const { shown } = figure.session;
  const name = figure.engine?.catalog.entries.find((entry) => entry.id === shown?.variant)?.name ?? '';
  return html`<p class="old" id="old">${t('notice.stale', { name, text: format.short(shown?.text ?? '', 60) })}</p>`;
};

/** Examples that the loaded model can show, one per sentence. */
const examplesOf = (element: AttentionStepper) => {
  const { settled } = element.figure;
  const can =
    settled?.model.examples.filter((one) =>
      settled.model.available.some(([l, h]) => l === one.layer && h === one.head),
    ) ?? [];
  return can.filter((one, i) => can.findIndex((other) => other.text === one.text) === i).slice(0, 6);
};

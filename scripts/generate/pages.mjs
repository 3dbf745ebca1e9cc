// One static page per entry of the catalogue, and an index: dist/site/mechanisms/<id>/index.html.
import { html, page, raw } from './html.mjs';

const number = (value) => (typeof value === 'number' ? String(value).replace('-', '\u2212') : String(value));

const takes = (param) => {
  if (param.kind === 'flag') return 'on or off';
  if (param.kind === 'choice')
    return html`${param.choices.map((c, i) => html`${i ? ', ' : ''}<code>${c.value}</code>`)}`;
  return `${param.kind === 'integer' ? 'whole, ' : ''}${number(param.min ?? '\u2212\u221e')} to ${number(param.max ?? '\u221e')}`;
};

const when = (param) =>
  param.when
    ? html` <span class="quiet"
        >Used while <code>${param.when.param}</code> is ${param.when.values.join(' or ')}.</span
      >`
    : '';

const choices = (param) =>
  (param.choices ?? []).some((choice) => choice.doc)
    ? html`<ul class="choices">
        ${param.choices.map((c) => html`<li><code>${c.value}</code> ${c.label}${c.doc ? `: ${c.doc}` : ''}</li>`)}
      </ul>`
    : '';

const paramsTable = (params) =>
  params.length
    ? html`<div class="scroll" tabindex="0" role="region" aria-label="Table of parameters">
        <table>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col">What it does</th>
              <th scope="col">Takes</th>
              <th scope="col">Default</th>
            </tr>
          </thead>
          <tbody>
            ${params.map(
              (p) =>
                html`<tr>
                  <th scope="row">${p.label}<br /><code>${p.id}</code></th>
                  <td>${p.doc}${when(p)}${choices(p)}</td>
                  <td>${takes(p)}</td>
                  <td>${p.kind === 'flag' ? (p.default ? 'on' : 'off') : number(p.default)}</td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>`
    : html`<p>None.</p>`;

// As web/elements/lib/base-entry.ts has it.
const baseOf = (entries) =>
  entries.find((entry) => entry.base) ?? entries.find((entry) => entry.kind === 'variant') ?? entries[0];

const slotNames = (entry, first) => [...new Set([...Object.keys(first?.slots ?? {}), ...Object.keys(entry.slots)])];

// "What changed" is derived: a slot that says the same as the base entry's is unchanged.
const slotsTable = (entry, first) => {
  const names = slotNames(entry, entry.kind === first?.kind ? first : undefined);
  if (!names.length) return '';
  const changed = (name) => entry !== first && entry.kind === first.kind && entry.slots[name] !== first.slots[name];
  return html`<h2>Slots of the pipeline</h2>
    ${entry !== first && entry.kind === first.kind ? html`<p>Marked: what differs from <a href="../${first.id}/">${first.name}</a>.</p>` : ''}
    <dl class="slots">
      ${names.map(
        (name) =>
          html`<div${raw(changed(name) ? ' class="changed"' : '')}><dt>${name.replaceAll('_', ' ')}</dt><dd>${entry.slots[name] || 'nothing'}${changed(name) ? raw('<span class="mark">changed</span>') : ''}</dd></div>`,
      )}
    </dl>`;
};

const law = (item, names) =>
  html`<li>
    ${item.says}${
      item.other && names.has(item.other.id)
        ? html` <a href="../${item.other.id}/">${names.get(item.other.id)}</a>`
        : ''
    }${
      Object.keys(item.params).length
        ? html` <span class="quiet"
            >(${Object.entries(item.params)
              .map(([k, v]) => `${k} = ${number(v)}`)
              .join(', ')})</span
          >`
        : ''
    }
  </li>`;

const paper = (item) =>
  html`<li><a href="${item.url}" rel="noopener noreferrer">${item.title}</a>, ${item.authors}, ${item.year}</li>`;

// In the catalogue the best known stand first; a list of all reads by years.
const users = (list) =>
  list.length
    ? html`<h2 id="used-by">Used by</h2>
        <p class="quiet">Each name leads to the paper or page that says so.</p>
        <ul>
          ${[...list]
            .sort((a, b) => a.year - b.year)
            .map(
              ({ name, year, url }) => html`<li><a href="${url}" rel="noopener noreferrer">${name}</a>, ${year}</li> `,
            )}
        </ul>`
    : '';

const costs = (cost, mathml) => {
  const row = (name, latex) =>
    latex
      ? html`<div>
          <dt>${name}</dt>
          <dd>
            <div class="scroll" tabindex="0" role="region" aria-label="${name}">${raw(mathml[latex] ?? '')}</div>
          </dd>
        </div>`
      : '';
  return cost?.multiplications || cost?.bytes
    ? html`<h2>Cost</h2>
        <p class="quiet">
          n words ask, m are read, d is the width of a head, H their number, h that of hidden units; projections are
          left out. The playground measures it.
        </p>
        <dl class="slots">${row('Multiplications', cost.multiplications)}${row('Bytes kept at once', cost.bytes)}</dl>`
    : '';
};

const neighbours = (catalog, index) => {
  const [before, after] = [catalog.entries[index - 1], catalog.entries[index + 1]];
  const link = (entry, words) => (entry ? html`<a href="../${entry.id}/">${words}</a>` : html`<span></span>`);
  return html`<nav class="neighbours" aria-label="Neighbouring mechanisms">
    ${link(before, `\u2190 ${before?.name}`)}${link(after, `${after?.name} \u2192`)}
  </nav>`;
};

const snippet = (entry) =>
  `<script src="attention-playground.js" defer></script>\n<attention-stepper variant="${entry.id}"></attention-stepper>`;

const entryPage = (catalog, index, mathml) => {
  const entry = catalog.entries[index];
  const first = baseOf(catalog.entries);
  const names = new Map(catalog.entries.map((e) => [e.id, e.name]));
  return page({
    title: `${entry.name} \u00b7 Attention playground`,
    description: entry.summary,
    up: '../../',
    figure: true,
    main: html`<p class="crumb"><a href="../">Mechanisms</a> / ${entry.family.replaceAll('_', ' ')}</p>
      <h1>${entry.name}</h1>
      <p class="lead">${entry.summary}</p>
      <div class="formula scroll" tabindex="0" role="region" aria-label="Formula">
        ${raw(mathml[entry.latex] ?? '')}
      </div>
      <section class="live" aria-label="Live figure">
        <attention-stepper variant="${entry.id}"></attention-stepper>
        <p class="quiet"><a href="../../#variant=${encodeURIComponent(entry.id)}">Open in the playground</a></p>
      </section>
      ${
        entry.differs
          ? html`<h2>How it differs from the paper</h2>
              <p>${entry.differs}</p>`
          : ''
      }
      <h2>Parameters</h2>
      ${paramsTable(entry.params)}
      ${
        entry.takes_source
          ? html`<p>
              The text reads itself, or another one: <code>source="..."</code> on the element,
              <code>source</code> beside <code>text</code> in <code>engine.run</code>.
            </p>`
          : ''
      }
      ${slotsTable(entry, first)} ${costs(entry.cost, mathml)}
      ${
        entry.laws.length
          ? html`<h2>Laws, each of them a test</h2>
              <ul>
                ${entry.laws.map((l) => law(l, names))}
              </ul>`
          : ''
      }
      ${
        entry.papers.length
          ? html`<h2>Papers</h2>
              <ul>
                ${entry.papers.map(paper)}
              </ul>`
          : ''
      }
      ${users(entry.used_by)}
      <h2>In your page</h2>
      <pre class="scroll" tabindex="0"><code>${snippet(entry)}</code></pre>
      ${neighbours(catalog, index)}`,
  });
};

const indexPage = (catalog, mathml) =>
  page({
    title: 'Mechanisms \u00b7 Attention playground',
    description: 'Every mechanism and model of the playground, one page each.',
    up: '../',
    main: html`<h1>Mechanisms</h1>
      <p class="lead">Each is written once in C++, and steps, explains and checks itself.</p>
      ${['variant', 'model'].map((kind) => {
        const entries = catalog.entries.filter((entry) => entry.kind === kind);
        return entries.length
          ? html`<h2>${kind === 'model' ? 'Models' : 'Attention'}</h2>
              <ul class="list">
                ${entries.map(
                  (entry) =>
                    html`<li>
                      <a href="${entry.id}/">${entry.name}</a>
                      <p>${entry.summary}</p>
                      <div class="formula scroll" tabindex="0" role="region" aria-label="Formula of ${entry.name}">
                        ${raw(mathml[entry.latex] ?? '')}
                      </div>
                    </li>`,
                )}
              </ul>`
          : '';
      })}`,
  });

/** Path below the site's root -> HTML. */
export const pages = (catalog, mathml) => ({
  'mechanisms/index.html': indexPage(catalog, mathml),
  ...Object.fromEntries(
    catalog.entries.map((entry, index) => [`mechanisms/${entry.id}/index.html`, entryPage(catalog, index, mathml)]),
  ),
});

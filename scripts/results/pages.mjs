// What each result is made of: the runs it takes from the plan, and how their manifests become a page, data and a
// figure. Every number comes from a manifest or, marked as published, from the paper that is named.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../lib/paths.mjs';
import { read_container } from '../models/container.mjs';
import { lineChart } from './chart.mjs';
import { byLength, groups, phrasesOf } from './bottleneck.mjs';
import { wilson } from './interval.mjs';
import { publishedG2p } from './published-g2p.mjs';

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const within = ([low, high]) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => ' --- ').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
const rightWithin = (right, all) => `${within(wilson(right, all))} %`;
const minutes = (manifest) => (manifest.seconds / 60).toFixed(1);
const kilobytes = (manifest) => Math.round(manifest.bytes / 1000).toLocaleString('en');

const wordRows = (runs, name) =>
  runs.map(([run, manifest]) => {
    const { metrics } = manifest;
    return [
      name(run, manifest),
      percent(metrics.per),
      percent(metrics.wer),
      within(wilson(metrics.wrong, metrics.decoded)),
      manifest.parameters.toLocaleString('en'),
      kilobytes(manifest),
      minutes(manifest),
    ];
  });
const wordHead = ['model', 'PER', 'WER', '95 % of the WER', 'parameters', 'kB', 'minutes'];

/** The data that the runs learned from. */
const dataOf = (name) => read_container(readFileSync(join(build, 'data', `${name}.bin`)));

/** @type {Record<string, { title: string, text: (runs) => string, figure?: (runs) => string, also?: () => Record<string, string> }>} `also`: further files, by name */
export const pages = {
  g2p: {
    title: 'Spelling to sound',
    text: (
      runs,
    ) => `Words of the CMU pronouncing dictionary, stress removed, to phonemes. 12,000 words are held out for the
test; a word counts as right if any of its pronunciations is met. Greedy decoding, with the weights as they are shipped
(8 bits). Settings come from short trials, scored on a few hundred of the same words.

${table(
  wordHead,
  wordRows(runs, (run, manifest) => `\`${manifest.model}\``),
)}

Published, on splits of their own and with larger models:

${table(
  ['who', 'model', 'PER', 'WER', 'split'],
  publishedG2p.map(({ who, what, per, wer, split, url }) => [
    `[${who}](${url})`,
    what,
    per ? `${per} %` : '',
    `${[wer].flat().join('–')} %`,
    split,
  ]),
)}`,
  },
  looks: {
    title: 'Soft and hard visual attention, after Xu et al. 2015',
    text: (
      runs,
    ) => `Two to four handwritten digits on a canvas, named in reading order. Soft attention blends all places; hard attention
takes one, drawn by its chance while it trains (REINFORCE) and the likeliest when it is asked. Held-out pictures, weights
as they are shipped (8 bits):

${table(
  ['attention', 'digits wrong', 'pictures named without a fault', '95 %', 'parameters', 'minutes'],
  runs.map(([, m]) => [
    m.model_params.attention,
    percent(m.metrics.per),
    percent(1 - m.metrics.wer),
    rightWithin(m.metrics.decoded - m.metrics.wrong, m.metrics.decoded),
    m.parameters.toLocaleString('en'),
    minutes(m),
  ]),
)}`,
  },
  spam: {
    title: 'Reading mail with attention and without, after Yang et al. 2016',
    text: (
      runs,
    ) => `Mails of the SpamAssassin corpus (2002 to 2005), headers dropped, read word by word and line by line. The averaging
model is the same network, in which every word and every line counts alike. Held-out mails, weights as they are shipped
(8 bits):

${table(
  ['pooling', 'judged right', '95 %', 'loss', 'parameters', 'minutes'],
  runs.map(([, m]) => [
    m.model_params.pooling,
    percent(m.metrics.accuracy),
    rightWithin(Math.round(m.metrics.accuracy * m.metrics.examples), m.metrics.examples),
    m.metrics.loss.toFixed(3),
    m.parameters.toLocaleString('en'),
    minutes(m),
  ]),
)}

Published for reviews (table 2, attention against averaging): 71.0 % and 69.9 % on Yelp 2015, 49.4 % and 47.8 % on IMDB.`,
  },
  digits: {
    title: 'Drawing digits pixel by pixel, after Parmar et al. 2018',
    text: (
      runs,
    ) => `MNIST digits of ${runs[0][1].task_params.side} pixels a side and ${runs[0][1].task_params.levels} grey levels, written row by row. Bits for a pixel of held-out digits, weights
as they are shipped (8 bits); they cannot be compared with those of other sizes or levels.

${table(
  ['goal', 'attention', 'bits per pixel', 'levels right', 'parameters', 'minutes'],
  runs.map(([, m]) => [
    m.task_params.goal,
    m.model_params.attention,
    (m.metrics.loss / Math.LN2).toFixed(3),
    percent(m.metrics.accuracy),
    m.parameters.toLocaleString('en'),
    minutes(m),
  ]),
)}`,
  },
  luong: {
    title: 'Scores and windows, after Luong et al. 2015',
    text: (
      runs,
    ) => `Small models of one size, one seed, on the same short run over the words of the CMU dictionary, as the paper's
table 4 compares scores and windows on English to German.

${table(
  wordHead,
  wordRows(runs, (run, { model_params: p }) => `${p.attention.replace('_', '-')}, ${p.score}`),
)}

The runs are far from done when they stop; what is compared is how fast each learns. The paper's own order
(perplexity on newstest2014): local-p general 5.9, global dot and general 6.1, local-m general 6.2, global location 6.4.`,
  },
  shaw: {
    title: 'How far relative positions need to see, after Shaw et al. 2018',
    text: (
      runs,
    ) => `A small transformer without any other positions says strings backwards; its self-attention knows distances up to
the clip. With a clip of 0 every distance is the same one, so order is unknown.

${table(
  ['clip', 'pieces right', 'strings right', '95 %'],
  runs.map(([, m]) => [
    m.mechanism_params.clip,
    percent(m.metrics.accuracy),
    percent(1 - m.metrics.wer),
    rightWithin(m.metrics.decoded - m.metrics.wrong, m.metrics.decoded),
  ]),
)}

Published (table 2, BLEU on newstest2013): 12.5 for a clip of 0, 25.5 for 1, 25.8 for 2, 25.9 for 4 and 16, 25.8 for 256.`,
    figure: (runs) =>
      lineChart({
        title: 'Pieces that are right against the clip distance',
        x: 'clip distance',
        y: 'pieces right',
        yRange: [0, 1],
        series: [
          { name: 'reverse', points: runs.map(([, m]) => ({ x: m.mechanism_params.clip, y: m.metrics.accuracy })) },
        ],
      }),
  },
  bottleneck: {
    title: 'The bottleneck of a fixed vector',
    text: (
      runs,
    ) => `Phrases of one to six words to sounds: the same data, batch and updates for all. The encoder-decoders without
attention must put the whole phrase into one vector. Phoneme errors against the length of the phrase in letters, greedy
decoding of ${runs[0]?.[1].metrics.decoded.toLocaleString('en')} held-out phrases:

${table(
  ['model', ...groups.map(([from, to]) => `${from}–${to}`), 'all', 'layers', 'parameters'],
  runs.map(([, m]) => {
    const found = byLength(m);
    return [
      `\`${m.model}\``,
      ...groups.map(([from]) => {
        const group = found.find((one) => one.from === from);
        return group ? percent(group.errors) : '';
      }),
      percent(m.metrics.per),
      m.model_params.layers ?? 1,
      m.parameters.toLocaleString('en'),
    ];
  }),
)}

The figure's lines have 95 % intervals in which phrases are counted, not sounds: those of one phrase are wrong together.`,
    figure: (runs) =>
      lineChart({
        title: 'Sounds that are right against the length of the source',
        x: 'letters of the phrase',
        y: 'sounds right',
        yRange: [0, 1],
        series: runs.map(([, m]) => ({
          name: m.model.replaceAll('_', ' '),
          points: byLength(m).map(({ from, to, sounds }) => ({
            x: (from + to) / 2,
            y: sounds.right,
            low: sounds.low,
            high: sounds.high,
          })),
        })),
      }),
    also: () => ({ 'bottleneck_phrases.json': JSON.stringify(phrasesOf(dataOf('g2p_train'))) }),
  },
  raffel_ellis: {
    title: 'Adding and multiplying over long rows, after Raffel & Ellis 2015',
    text: (runs) => {
      const fixed = runs.filter(([, m]) => m.task_params.lengths !== 'variable');
      const cell = (task, pooling, length) => {
        const found = fixed.find(
          ([, m]) => m.task === task && m.model_params.pooling === pooling && m.task_params.shortest === length,
        )?.[1];
        if (!found) return 'not run';
        return found.enough
          ? String(found.steps / 1000)
          : `${percent(found.metrics.accuracy)} after ${found.steps / 1000}`;
      };
      const lengths = [50, 100, 500, 1000];
      const rows = ['addition', 'multiplication'].flatMap((task) =>
        ['attention', 'mean'].flatMap((pooling) => [
          [task, pooling, ...lengths.map((length) => cell(task, pooling, length))],
          [task, `${pooling}, published`, ...published[task][pooling]],
        ]),
      );
      const variable = runs.filter(([, m]) => m.task_params.lengths === 'variable');
      return `Epochs of 1,000 updates until all of 1,000 held-out rows are right (an error below 0.04), or how many are right
where the run ended before.

${table(['task', 'pooling', ...lengths.map((length) => `T₀ = ${length}`)], rows)}

Rows of any length from 50 to 2,000 in one run (the paper: 50 to 10,000), after 4,000 updates; published 99.9 % and 99.4 %
for attention, 77.4 % and 55.5 % for the mean:

${table(
  ['task', 'pooling', 'rows right', '95 %'],
  variable.map(([, m]) => [
    m.task,
    m.model_params.pooling,
    percent(m.metrics.accuracy),
    rightWithin(Math.round(m.metrics.accuracy * m.metrics.examples), m.metrics.examples),
  ]),
)}`;
    },
  },
};

/** Raffel & Ellis 2015, table 1. */
const published = {
  addition: { attention: [1, 1, 1, 1], mean: [1, 1, 1, 2] },
  multiplication: { attention: [1, 2, 4, 2], mean: [2, 2, 8, 33] },
};

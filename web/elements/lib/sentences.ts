import type { Explanation, Trace } from '../../engine/types.ts';
import * as format from './format.ts';
import { infoOf } from './frames.ts';
import type { Translate } from './locale.ts';
import type { Story } from './story.ts';
import { counted } from './terms.ts';
import { isPooled, shownAxes, wordOf, wordsIn } from './words.ts';

/** What a frame's numbers mean, in one sentence made from the data. */

const axisAt = (trace: Trace, tensor: string, axis: string, index: readonly number[]): number | undefined => {
  const info = infoOf(trace, tensor);
  const at = info ? shownAxes(info).indexOf(axis) : -1;
  return at >= 0 ? index[at] : undefined;
};

/** The word at a place, or its number where keys are no words. */
export const wordAt = (trace: Trace, axis: 'query' | 'key', tensor: string, at: number): string => {
  const info = infoOf(trace, tensor);
  const i = info ? shownAxes(info).indexOf(axis) : -1;
  const { tokens } = wordsIn(trace, tensor, info?.axes[i] ?? axis);
  const place = info && i >= 0 ? wordOf(trace, info, info.axes[i]!, at) : at;
  const word = tokens[place];
  // A piece may be a blank of no width; given tensors without tokens have nothing but such.
  const named = word !== undefined && (word !== '' || tokens.some((token) => token !== ''));
  return named ? format.token(word) : String((place < 0 ? at : place) + 1);
};

/** `at`: which word it is, from 0; below 0 what is none (`wordOf`). */
export interface Place {
  /** The text as a whole stands in the place of a word that asks. */
  whole: boolean;
  query?: { word: string; at: number };
  key?: { word: string; at: number };
  /** Further axes: `channel 3`. */
  rest: { axis: string; at: number }[];
}

export const placeOf = (trace: Trace, tensor: string, index: readonly number[]): Place => {
  const info = infoOf(trace, tensor);
  const whole = isPooled(trace, tensor);
  const along = (axis: 'query' | 'key'): Pick<Place, 'query' | 'key'> => {
    const at = axisAt(trace, tensor, axis, index);
    if (!info || at === undefined) return {};
    const own = info.axes[shownAxes(info).indexOf(axis)]!;
    return { [axis]: { word: wordAt(trace, axis, tensor, at), at: wordOf(trace, info, own, at) } };
  };
  return {
    whole,
    ...(whole ? {} : along('query')),
    ...along('key'),
    rest: (info ? shownAxes(info) : [])
      .map((axis, i) => ({ axis, at: index[i] ?? 0, size: info?.shape[i] ?? 1 }))
      .filter(({ axis, size }) => axis !== 'query' && axis !== 'key' && size > 1)
      .map(({ axis, at }) => ({ axis, at })),
  };
};

/** `the → street`, `the, channel 3`: for tooltips and labels. */
export const placeText = (place: Place, t: Translate): string => {
  const words = [place.whole ? t('place.whole') : place.query?.word, place.key?.word]
    .filter((word) => word !== undefined)
    .join(' → ');
  const rest = place.rest.map(({ axis, at }) => t('place.axis', { axis: t(`axis.${axis}`), at: at + 1 }));
  return [words, ...rest].filter(Boolean).join(', ');
};

const softmaxSentence = (one: Explanation, t: Translate): string => {
  const sum = Number(one.facts['sum'] ?? 0);
  const own = Number(one.facts['own'] ?? 0);
  if (!(sum > 0)) return t('says.row.masked');
  const scoreOf = (i: number): number => one.terms[i]?.sources[0]?.value ?? 0;
  const share = (i: number): string => format.column((one.terms[i]?.value ?? 0) / sum, 2);
  let rival = -1;
  for (let i = 0; i < one.terms.length; i++) if (i !== own && (rival < 0 || scoreOf(i) > scoreOf(rival))) rival = i;
  if (rival < 0) return t('says.softmax.alone');
  const values = {
    own: format.num(scoreOf(own)),
    rival: format.num(scoreOf(rival)),
    share: share(own),
    other: share(rival),
  };
  if (scoreOf(own) === -Infinity) return t('says.softmax.masked', values);
  if (scoreOf(rival) === -Infinity) return t('says.softmax.only', values);
  // What looks alike is no lead.
  if (values.own === values.rival) return t('says.softmax.level', values);
  return t(scoreOf(own) >= scoreOf(rival) ? 'says.softmax.lead' : 'says.softmax.behind', values);
};

const dotSentence = (trace: Trace, one: Explanation, t: Translate): string => {
  const place = placeOf(trace, one.tensor, one.index);
  const values = {
    count: counted(trace, one),
    value: format.num(one.value),
    query: place.query?.word ?? '',
    key: place.key?.word ?? '',
  };
  if (place.key) {
    if (place.query) return t('says.dot.pair', values);
    if (place.whole) return t('says.dot.key', values);
  }
  const best = one.terms.reduce(
    (a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a),
    one.terms[0] ?? { value: 0, sources: [] },
  );
  const source = best.sources.find((cell) => infoOf(trace, cell.tensor)?.axes.includes('key'));
  const word = source && axisAt(trace, source.tensor, 'key', source.index);
  if (source && word !== undefined && one.terms.length > 1)
    return t('says.dot.words', {
      ...values,
      best: format.num(best.value),
      word: wordAt(trace, 'key', source.tensor, word),
    });
  return t(counted(trace, one) < one.terms.length ? 'says.dot.bias' : 'says.dot', values);
};

export const dataSentence = (trace: Trace, story: Story | undefined, t: Translate): string => {
  const one = story?.chain[0];
  if (!story || !one) return '';
  const value = format.num(one.value);
  const source = one.principal?.value ?? one.terms[0]?.sources[0]?.value ?? 0;
  switch (one.form) {
    case 'softmax':
      return softmaxSentence(one, t);
    case 'dot':
      return dotSentence(trace, one, t);
    case 'scale':
      return t('says.scale', { source: format.num(source), factor: format.scaling(one.facts), value });
    case 'mask':
      return t(one.value === -Infinity ? 'says.mask.closed' : 'says.mask.open', { value });
    case 'map':
      return t('says.map', { fn: String(one.facts['fn'] ?? ''), source: format.num(source), value });
    case 'sum': {
      const count = counted(trace, one);
      return t(count < one.terms.length ? 'says.sum.bias' : 'says.sum', { count, source: format.num(source), value });
    }
    case 'mean':
      return t('says.mean', { count: one.terms.length, value });
    case 'product':
      return t('says.product', {
        terms: one.terms.map((term) => format.factor(term.sources[0]?.value ?? 0)).join(' · '),
        value,
      });
    case 'choice':
      return t(one.value === 1 ? 'says.choice.taken' : 'says.choice.left', { source: format.num(source) });
    case 'quotient':
      return t('says.quotient', { above: format.num(source), below: format.num(one.terms[1]?.value ?? 0), value });
    case 'max':
      return t('says.max', { count: one.terms.length, value });
    case 'rank':
      return t(one.value === 1 ? 'says.rank.taken' : 'says.rank.left', {
        count: Number(one.facts['before'] ?? 0),
        take: Number(one.facts['take'] ?? 0),
      });
    case 'entmax':
      if (!(Number(one.facts['support'] ?? 0) > 0)) return t('says.row.masked');
      return t(one.value > 0 ? 'says.entmax.kept' : 'says.entmax.cut', {
        source: format.num(source),
        count: Number(one.facts['support'] ?? 0),
        value: format.column(one.value, 2),
      });
    case 'cross_entropy':
      return (one.terms.at(-1)?.value ?? 0) < 0
        ? t('says.surprise.none')
        : t('says.surprise', { share: format.column(Number(one.facts['share'] ?? 0)), value });
    case 'gradient': {
      const none = one.value === 0 ? 'says.gradient.none' : 'says.gradient.start';
      const values = { count: one.terms.length, of: String(one.facts['of'] ?? ''), value };
      return t(one.terms.length ? 'says.gradient' : none, values);
    }
    case 'layer_norm':
      return t('says.norm', { mean: format.num(Number(one.facts['mean'] ?? 0)), source: format.num(source), value });
    case 'rms_norm':
      return t('says.rms', { source: format.num(source), value });
    case 'gather':
      return t('says.gather', { value });
    case 'copy':
      return t('says.copy', { value });
    case 'edited':
      return t('says.edited', { value, computed: format.num(Number(one.facts['computed'] ?? 0)) });
    case 'leaf':
      return t(`says.leaf.${infoOf(trace, one.tensor)?.origin ?? 'given'}`, { value });
    default:
      return '';
  }
};

/** Read out when a frame is shown: where one is, what it says, what the pinned number is. */
export const spoken = (title: string, at: number, all: number, sentence: string, t: Translate): string =>
  [t('spoken.step', { at, all, title }), sentence].filter(Boolean).join(' ');

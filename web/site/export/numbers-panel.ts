import type { Rgb } from '../../elements/lib/color.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { download, fileName } from './download.ts';
import { matrixOf, wordsAlong } from './matrix.ts';
import { npy } from './npy.ts';
import { csv, json } from './numbers.ts';
import type { During, Panel } from './panel.ts';
import { pickTensor } from './pick.ts';
import { pixelsOf } from './pixels.ts';
import { pngOf } from './png.ts';
import { readTensor } from './read-tensor.ts';
import type { Subject } from './subject.ts';
import { svgOf, type Drawn } from './svg.ts';

/** The page's ground, so that a picture looks as it does here. */
const ground = (): Rgb => {
  const [r = 255, g = 255, b = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
  return [r, g, b];
};

/** Any tensor as numbers, any matrix as a picture. */
export const numbersPanel = (subject: Subject, during: During): Panel => {
  const { trace, palette } = subject;
  const image = make('img', { class: 'preview', alt: '' });
  let url = '';
  const draw = async (): Promise<Drawn> => {
    const slice = pick.slice();
    return svgOf(matrixOf(trace, await readTensor(trace, slice.tensor), slice), palette, ground(), pixelsOf);
  };
  let ticket = 0;
  const show = () =>
    during(async () => {
      const mine = ++ticket;
      const { svg, width, height } = await draw();
      if (mine !== ticket) return;
      URL.revokeObjectURL(url);
      url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      image.src = url;
      image.width = width;
      image.height = height;
      image.alt = say('export.preview', { name: pick.info().name });
    });
  const pick = pickTensor(subject, () => void show());
  const name = (ending: string) => `${fileName(trace.entry, pick.info().name)}.${ending}`;
  const words = () => pick.info().axes.map((_, i) => wordsAlong(trace, pick.info(), i));
  const button = (ending: string, work: () => Promise<[BlobPart | Blob, string]>) => {
    const made = make('button', { type: 'button', class: 'button', 'data-save': ending }, ending.toUpperCase());
    made.addEventListener('click', () => void during(async () => download(name(ending), ...(await work()))));
    return made;
  };
  const numbers = () => readTensor(trace, pick.info().name);
  const row = (label: string, ...buttons: HTMLElement[]) =>
    make(
      'div',
      { class: 'saves', role: 'group', 'aria-label': label },
      make('span', { class: 'label' }, label),
      ...buttons,
    );
  const panel = make(
    'div',
    {},
    pick.place,
    row(
      say('export.save.numbers'),
      button('csv', async () => [csv(pick.info(), await numbers(), words()), 'text/csv']),
      button('json', async () => [
        json(pick.info(), await numbers(), trace.tokens, trace.sourceTokens),
        'application/json',
      ]),
      button('npy', async () => [npy(await numbers()), 'application/octet-stream']),
    ),
    row(
      say('export.save.picture'),
      button('svg', async () => [(await draw()).svg, 'image/svg+xml']),
      button('png', async () => [await pngOf(await draw()), 'image/png']),
    ),
    make(
      'div',
      { class: 'frame-of-preview', tabindex: '0', role: 'region', 'aria-label': say('export.preview.region') },
      image,
    ),
  );
  return { panel, open: () => void show() };
};

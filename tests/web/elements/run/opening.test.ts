import { afterAll, beforeAll, expect, it } from 'vitest';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { placeOf } from '../../../../web/elements/lib/sentences.ts';
import { resolvePin } from '../../../../web/elements/lib/pins.ts';
import { Figure } from '../../../../web/elements/run/figure.ts';
import { previewOf } from '../../../../web/elements/run/head-previews.ts';
import type { Engine } from '../../../../web/engine/types.ts';
import { startEngine } from '../../../wasm/helpers.ts';

const t = translator('en');
let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const open = async (variant: string, query?: number): Promise<Figure> => {
  const figure: Figure = new Figure({ changed: () => undefined, moved: () => undefined, t: () => t });
  figure.use(engine);
  figure.wishes = { variant, ...(query === undefined ? {} : { query }) };
  figure.update();
  while (figure.session.running || !figure.session.trace) await new Promise((done) => setTimeout(done));
  return figure;
};

it.each([undefined, 1, 4, 11])(
  'where weights come in parts, opens on the part in which the word reads most: word %s',
  async (query) => {
    const [whole, parts] = [await open('scaled_dot_product', query), await open('tiled_online_softmax', query)];
    const { store, trace } = parts.session;
    const row = whole.weights(whole.query)!;
    const strongest = row.indexOf(Math.max(...row));
    const cell = resolvePin(store!, parts.frame!, 'auto', parts.selection)!;
    expect(placeOf(trace!, cell.tensor, cell.index).key?.at).toBe(strongest);
    // Measured against the largest score, which is this one's.
    const bars = parts.weights(parts.query)!;
    expect([bars.indexOf(Math.max(...bars)), bars[strongest]]).toEqual([strongest, 1]);
    whole.close();
    parts.close();
  },
);

it('shows a picture of every head of every mechanism, with something on it', async () => {
  const blank: string[] = [];
  for (const { id } of engine.catalog.entries.filter(({ kind }) => kind === 'variant')) {
    const figure = await open(id);
    const picture = previewOf(figure.session.store!, 0, '');
    if (!picture || picture.data.every((value) => value === picture.data[0])) blank.push(id);
    figure.close();
  }
  expect(blank).toEqual([]);
}, 60_000);

it.each(['linformer', 'induced_set'])('shows the weights of summaries as a picture of the head: %s', async (id) => {
  const figure = await open(id);
  expect(previewOf(figure.session.store!, 0, '')).toMatchObject({ letter: 'a', scale: { kind: 'unit' } });
  figure.close();
});

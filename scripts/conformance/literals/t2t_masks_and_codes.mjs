// Tensor2Tensor: blocks of pictures and their surroundings, shifts, masks, codes. What a case is about its id says.
import { countOf, nested } from '../layout.mjs';
import { LeftOut, wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';

const exact = 0;

/** A picture [query, key], rows and columns. */
const picture = (p, x) => {
  const { shape, data } = nested(x);
  return p.tensor(['query', 'key'], shape, data);
};

/** "blocks_2x2": rows and columns of a block. */
const blockOf = (id) => {
  const found = /(\d+)x(\d+)/.exec(id);
  if (!found) throw new LeftOut(`"${id}" names no size of blocks`);
  return found.slice(1).map(Number);
};

const window = (p, x, top, left, rows, columns) =>
  p.slice(p.slice(x, 'query', top, top + rows), 'key', left, left + columns);

/** Cells of a picture one after another: [one, time]. */
const flat = (p, x) => {
  const line = p.tensor(['one'], [1], [1]);
  return p.rearrange(p.multiply(line, x), ['one', 'query', 'key'], 2, 'time');
};

/** The blocks' corners in reading order. */
const corners = ({ sizes: [height, width] }, [rows, columns]) => {
  const found = [];
  for (let top = 0; top < height; top += rows)
    for (let left = 0; left < width; left += columns) found.push([top, left]);
  return found;
};

const joined = (p, parts, along) => parts.reduce((all, part) => p.concat(all, part, along));

const compare = async (engine, p, result, expected) => {
  const wanted = nested(expected);
  const [got] = await p.run(engine, [result]);
  // Which axes were merged is the program's own affair.
  const fits = countOf(got.shape) === wanted.data.length ? wanted.shape : got.shape;
  return [{ expected: { name: 'result', ...wanted, tolerance: exact }, got: { shape: fits, data: got.data } }];
};

const runners = {
  /** The index of the nearest entry, the first of equals. */
  async nearest_neighbor(one, engine) {
    wantKnown(one, ['x', 'codebook', 'idx']);
    const p = new Program();
    const [x, codes] = [nested(one.x), nested(one.codebook)];
    const rows = p.tensor(['query', 'channel'], x.shape, x.data);
    const table = p.tensor(['piece', 'channel'], codes.shape, codes.data);
    const n = codes.shape[0];
    // -|x - c|^2 / 2 without what all entries share.
    const near = p.minus(p.matmul(rows, table, 'channel'), p.scale(p.sum(p.square(table), 'channel'), 0.5));
    const nearer = p.sum(p.map(p.minus(p.rename(near, 'piece', 'latent'), near), 'relu'), 'latent');
    const not = (flag) => p.plus(p.scale(p.positive(flag), -1), 1);
    const nearest = not(nearer);
    const earlier = Array.from({ length: n * n }, (_, i) => Number(Math.floor(i / n) < i % n));
    const before = p.matmul(nearest, p.tensor(['piece', 'latent'], [n, n], earlier), 'piece');
    const first = p.multiply(nearest, not(p.rename(before, 'latent', 'piece')));
    const places = p.tensor(['piece'], [n], [...Array(n).keys()]);
    return compare(engine, p, p.dot(first, places), one.idx);
  },

  /** The first bit counts least. */
  async bits_lsb_first(one, engine) {
    wantKnown(one, ['bits', 'int']);
    const p = new Program();
    const rows = Array.isArray(one.bits[0]) ? one.bits : [one.bits];
    const bits = p.tensor(['query', 'channel'], [rows.length, rows[0].length], rows.flat());
    const worth = p.tensor(
      ['channel'],
      [rows[0].length],
      rows[0].map((_, i) => 2 ** i),
    );
    return compare(engine, p, p.dot(bits, worth), [one.int].flat());
  },

  /** Blocks one after another, each in reading order. */
  async blocks(one, engine) {
    wantKnown(one, ['x', 'expected']);
    const p = new Program();
    const x = picture(p, one.x);
    const block = blockOf(one.id);
    const parts = corners(x, block).map(([top, left]) => flat(p, window(p, x, top, left, ...block)));
    return compare(engine, p, joined(p, parts, 'one'), one.expected);
  },

  /** The text that blocks read one after another make, one place later; 0 comes first. */
  async right_shift_blockwise(one, engine) {
    wantKnown(one, ['x', 'expected']);
    const p = new Program();
    const x = picture(p, one.x);
    const [rows, columns] = blockOf(one.id);
    const parts = corners(x, [rows, columns]).map(([top, left]) => flat(p, window(p, x, top, left, rows, columns)));
    const text = joined(p, [p.tensor(['one', 'time'], [1, 1], [0]), ...parts], 'time');
    // Back to where each stood: rows of blocks, line by line.
    const across = x.sizes[1] / columns;
    const lines = Array.from({ length: x.sizes[0] }, (_, y) =>
      joined(
        p,
        Array.from({ length: across }, (_unused, b) => {
          const at = (Math.floor(y / rows) * across + b) * rows * columns + (y % rows) * columns;
          return p.slice(text, 'time', at, at + columns);
        }),
        'time',
      ),
    );
    return compare(engine, p, joined(p, lines, 'one'), one.expected);
  },

  /** What a block may read: above it, beside it and itself, zeros beyond the picture. */
  async memory_blocks(one, engine) {
    wantKnown(one, ['x', 'expected', 'order']);
    const p = new Program();
    const x = picture(p, one.x);
    const [height, width] = x.sizes;
    const [rows, columns] = blockOf(one.id);
    const flange = Number(/flange(\d+)/.exec(one.id)?.[1] ?? rows);
    const zeros = (h, w) => p.tensor(['query', 'key'], [h, w], new Float32Array(h * w));
    const side = zeros(height, flange);
    const framed = p.concat(zeros(flange, width + 2 * flange), joined(p, [side, x, side], 'key'), 'query');
    const parts = corners(x, [rows, columns]).map(([top, left]) => {
      const [above, beside] = [
        [flange, top],
        [rows, top + flange],
      ];
      const across = [
        [flange, left],
        [columns, left + flange],
        [flange, left + flange + columns],
      ];
      const pieces = [above, beside].flatMap(([h, y]) =>
        across.map(([w, at]) => flat(p, window(p, framed, y, at, h, w))),
      );
      return joined(p, pieces, 'time');
    });
    return compare(engine, p, joined(p, parts, 'one'), one.expected);
  },

  /** What comes later weighs exactly nothing, all else alike. */
  async future_mask(one, engine) {
    wantKnown(one, ['q', 'k', 'rule']);
    if (one.rule !== 'masked iff k>q') throw new LeftOut(`rule "${one.rule}" is not understood`);
    const p = new Program();
    const [q, k] = [p.tensor(['query'], [one.q.length], one.q), p.tensor(['key'], [one.k.length], one.k)];
    const later = p.positive(p.minus(k, q));
    const allowed = p.plus(p.scale(later, -1), 1);
    const weights = p.softmax(p.mask(p.scale(later, 0), allowed));
    const expected = one.q.map((at) => {
      const visible = one.k.filter((place) => place <= at).length;
      return one.k.map((place) => (place > at ? 0 : 1 / visible));
    });
    const [got] = await p.run(engine, [p.rearrange(weights, ['query', 'key'])]);
    // 1e-7: shares of one, rounded to float32.
    return [{ expected: { name: 'weights', ...nested(expected), tolerance: 1e-7 }, got }];
  },
};

export const recognises = (file) =>
  Array.isArray(file.cases) && file.cases.some((one) => Object.keys(runners).some((kind) => one.id?.startsWith(kind)));

export const cases = (file) => {
  const whole = file.cases.find((one) => Array.isArray(one.x?.[0]) && one.x.length === 4)?.x;
  return file.cases.map((one) => {
    const kind = Object.keys(runners).find((name) => one.id?.startsWith(name));
    if (!kind) return { id: one.id, leftOut: `none of ${Object.keys(runners).join(', ')}` };
    const x = one.x === 'same 4x4' ? whole : one.x;
    return { id: one.id, run: (engine) => runners[kind](x === undefined ? one : { ...one, x }, engine) };
  });
};

// PyTorch's transformer layers: post-norm, every parameter the cosine of its cell's number. Sequences come first
// ([seq, batch, d]); masks say what may not be read.
import { countOf, nested, transpose } from '../layout.mjs';
import { wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';

const groups = ['encoder', 'decoder', 'transformer'];

export const recognises = (file) => groups.some((group) => Array.isArray(file[group]));

const sizesIn = (text) => {
  const number = (pattern, fallback) => Number(pattern.exec(text)?.[1] ?? fallback);
  return {
    width: number(/d_model (\d+)/, 4),
    heads: number(/nhead (\d+)/, 2),
    inner: number(/ffn (\d+)/, 16),
    epsilon: number(/eps ([\d.]+(?:e-?\d+)?)/, 1e-5),
  };
};

const cosines = (count, from = 0) => Array.from({ length: count }, (_, i) => Math.cos(from + i));

const isHidden = (value) => value === true || value === 1 || value === '-inf' || value === -Infinity;

/** What a query may read, [batch, query, key], from what a case says of it; undefined where it may read everything. */
const allowedBy = ({ keyPadding, mask, causal }, batch, queries, keys) => {
  if (!keyPadding && !mask && !causal) return undefined;
  const data = new Float32Array(batch * queries * keys).map((_, flat) => {
    const [j, i, b] = [flat % keys, Math.floor(flat / keys) % queries, Math.floor(flat / keys / queries)];
    const hidden = (keyPadding && isHidden(keyPadding[b][j])) || (mask && isHidden(mask[i][j])) || (causal && j > i);
    return hidden ? 0 : 1;
  });
  return { shape: [batch, queries, keys], data };
};

/** One forward pass as it is written; what could read nothing is asked about beside it. */
class Model {
  program = new Program();
  attended = [];

  constructor(sizes) {
    this.sizes = sizes;
  }

  weight(axes, shape, from) {
    return this.program.tensor(axes, shape, cosines(countOf(shape), from));
  }

  norm(x, plain = false) {
    const { width, epsilon } = this.sizes;
    const gain = plain ? this.program.number(x, 1) : this.weight(['model'], [width]);
    return this.program.layerNorm(x, gain, plain ? this.program.number(x, 0) : gain, epsilon);
  }

  /** x [batch, query, model] reads memory, shaped like it. */
  attend(x, memory, allowed) {
    const { program: p, sizes } = this;
    const { width, heads } = sizes;
    const channels = width / heads;
    // The rows of the packed weights: queries', keys', values'.
    const project = (from, which) =>
      p.matmul(
        from,
        this.weight(['head', 'channel', 'model'], [heads, channels, width], which * width * width),
        'model',
        this.weight(['head', 'channel'], [heads, channels], which * width),
      );
    const read = p.rename(memory, 'query', 'key');
    const [q, k, v] = [project(x, 0), project(read, 1), project(read, 2)];
    const scores = p.scale(p.matmul(q, k, 'channel'), 1 / Math.sqrt(channels));
    if (allowed) this.attended.push(allowed);
    const visible = allowed ? p.mask(scores, p.tensor(['batch', 'query', 'key'], allowed.shape, allowed.data)) : scores;
    const z = p.matmul(p.softmax(visible), v, 'key');
    const joined = p.rearrange(z, ['batch', 'query', 'head', 'channel'], 2, 'feature');
    return p.matmul(
      joined,
      this.weight(['model', 'feature'], [width, width]),
      'feature',
      this.weight(['model'], [width]),
    );
  }

  feedForward(x, act) {
    const { program: p, sizes } = this;
    const { width, inner } = sizes;
    const first = this.weight(['feature', 'model'], [inner, width]);
    const hidden = p.map(p.matmul(x, first, 'model', this.weight(['feature'], [inner])), act);
    return p.matmul(
      hidden,
      this.weight(['model', 'feature'], [width, inner]),
      'feature',
      this.weight(['model'], [width]),
    );
  }

  encoder(x, { layers, act, allowed }) {
    const { program: p } = this;
    for (let i = 0; i < layers; ++i) {
      x = this.norm(p.add(x, this.attend(x, x, allowed)));
      x = this.norm(p.add(x, this.feedForward(x, act)));
    }
    return x;
  }

  decoder(x, memory, { layers, act, allowed, allowedMemory }) {
    const { program: p } = this;
    for (let i = 0; i < layers; ++i) {
      x = this.norm(p.add(x, this.attend(x, x, allowed)));
      x = this.norm(p.add(x, this.attend(x, memory, allowedMemory)));
      x = this.norm(p.add(x, this.feedForward(x, act)));
    }
    return x;
  }

  /** PyTorch makes NaN of a sequence that may read nothing; in a record such a row is zeros. */
  async lost(engine, batch) {
    const lost = Array.from({ length: batch }, () => false);
    for (const { shape, data } of this.attended) {
      const [, queries, keys] = shape;
      const zeros = (count) => ({ shape: [batch, 1, count, 1], data: new Float32Array(batch * count) });
      const mask = { shape: [batch, 1, queries, keys], data: Uint8Array.from(data) };
      const args = { q: zeros(queries), k: zeros(keys), v: zeros(keys), mask, maskedRows: 'nan' };
      const { y } = await engine.call('attention', args);
      y.data.forEach((value, i) => (lost[Math.floor(i / queries)] ||= Number.isNaN(value)));
    }
    return lost;
  }

  async result(engine, x) {
    const [{ shape, data }] = await this.program.run(engine, [x]);
    const lost = this.attended.length ? await this.lost(engine, shape[0]) : [];
    const own = data.map((value, i) => (lost[Math.floor(i / (shape[1] * shape[2]))] ? NaN : value));
    return transpose({ shape, data: own }, [1, 0, 2]);
  }
}

/** [seq, batch, d] as [batch, query, model]. */
const given = (model, lists) => {
  const { shape, data } = transpose(nested(lists), [1, 0, 2]);
  return model.program.tensor(['batch', 'query', 'model'], shape, data);
};

const words = { nan: NaN };
const expectedOf = (y) => {
  const shape = [y.length, y[0].length, y[0][0].length];
  return { name: 'y', shape, data: y.flat(2).map((value) => words[value] ?? Number(value)), tolerance: 1e-5 };
};

const maskKeys = (which) => [`${which}_mask`, `${which}_causal`, `${which}_key_padding_mask`];

/** `which` mask of a case, perhaps under plainer names too. */
const maskOf = (one, queries, keys, ...names) => {
  const pick = (ending) =>
    names.map((name) => one[name ? `${name}_${ending}` : ending]).find((value) => value !== undefined);
  const said = { keyPadding: pick('key_padding_mask'), mask: pick('mask'), causal: pick('causal') };
  return allowedBy(said, queries.sizes[0], queries.sizes[1], keys.sizes[1]);
};

const actOf = (one) => one.act ?? one.activation ?? 'relu';

const runners = {
  encoder(model, one) {
    wantKnown(one, [
      'act',
      'activation',
      'layers',
      'x',
      'y',
      'final_norm',
      ...maskKeys('src'),
      'key_padding_mask',
      'mask',
      'causal',
    ]);
    const x = given(model, one.x);
    const y = model.encoder(x, { layers: one.layers ?? 1, act: actOf(one), allowed: maskOf(one, x, x, '', 'src') });
    return one.final_norm ? model.norm(y, true) : y;
  },
  decoder(model, one) {
    wantKnown(one, [
      'act',
      'activation',
      'layers',
      'x',
      'memory',
      'y',
      'final_norm',
      ...maskKeys('tgt'),
      ...maskKeys('memory'),
    ]);
    const [x, memory] = [given(model, one.x), given(model, one.memory)];
    const y = model.decoder(x, memory, {
      layers: one.layers ?? 1,
      act: actOf(one),
      allowed: maskOf(one, x, x, 'tgt'),
      allowedMemory: maskOf(one, x, memory, 'memory'),
    });
    return one.final_norm ? model.norm(y, true) : y;
  },
  transformer(model, one) {
    const masks = ['src', 'tgt', 'memory'].flatMap(maskKeys);
    wantKnown(one, ['act', 'activation', 'src', 'tgt', 'y', 'encoder_layers', 'decoder_layers', ...masks]);
    const [src, tgt] = [given(model, one.src), given(model, one.tgt)];
    const act = actOf(one);
    const encoded = model.encoder(src, { layers: one.encoder_layers ?? 2, act, allowed: maskOf(one, src, src, 'src') });
    const memory = model.norm(encoded);
    const y = model.decoder(tgt, memory, {
      ...{ layers: one.decoder_layers ?? 1, act },
      allowed: maskOf(one, tgt, tgt, 'tgt'),
      allowedMemory: maskOf(one, tgt, memory, 'memory'),
    });
    return model.norm(y);
  },
};

export const cases = (file) =>
  groups.flatMap((group) =>
    (file[group] ?? []).map((one) => ({
      id: one.id,
      async run(engine) {
        const model = new Model(sizesIn(file.model));
        const y = runners[group](model, one);
        return [{ expected: expectedOf(one.y), got: await model.result(engine, y) }];
      },
    })),
  );

import { describe, expect, it } from 'vitest';
import { sourceAxes } from '../../../web/engine/source-axes.ts';
import type { Step } from '../../../web/engine/types.ts';

/** `name: axes <- inputs`, one tensor a line, in the order of computation. */
const axesIn = (record: string): Record<string, string[]> => {
  const lines = record
    .trim()
    .split('\n')
    .map((line) => /^(\S+): ([\w ]*?)(?: <-(.*))?$/.exec(line.trim())!);
  const tensors = lines.map(([, name, axes]) => ({ name: name!, axes: axes!.split(' ').filter(Boolean) }));
  const steps = lines.flatMap(([, output, , inputs]) =>
    inputs === undefined ? [] : [{ output, inputs: inputs.split(' ').filter(Boolean) } as Step],
  );
  return Object.fromEntries(sourceAxes(tensors, steps));
};

describe('axes that run over the text that is read', () => {
  it('are those of keys and values, and of all that is made of them', () => {
    const found = axesIn(`
      tokens: query
      x: query model <- tokens
      source/tokens: query
      source/x: query model <- source/tokens
      w_q: model channel
      w_k: model channel
      q: query channel <- x w_q
      k: key channel <- source/x w_k
      v: key model <- source/x
      scores: query key <- q k
      mask: query key <-
      masked: query key <- scores mask
      pattern: query key <- masked
      z: query model <- pattern v
    `);
    expect(found).toEqual({
      'source/tokens': ['query'],
      'source/x': ['query'],
      k: ['key'],
      v: ['key'],
      scores: ['key'],
      mask: ['key'],
      masked: ['key'],
      pattern: ['key'],
    });
  });

  it('show in where weights are used, if they are made without a look at it', () => {
    const found = axesIn(`
      x: query model
      source: query model
      v: key model <- source
      w_a: model key
      scores: query key <- x w_a
      pattern: query key <- scores
      z: query model <- pattern v
    `);
    expect(found).toMatchObject({ source: ['query'], pattern: ['key'], scores: ['key'] });
    expect(found['z']).toBeUndefined();
  });

  it('are not those of the text that asks where weights know no text yet', () => {
    const found = axesIn(`
      q: query channel
      source: query model
      k: key channel <- source
      w: query key
      sums: query key channel <- k w
      read: query channel <- sums k
      z: query channel <- q read
    `);
    expect(found).toEqual({ source: ['query'], k: ['key'], w: ['key'], sums: ['key'] });
  });

  it('keep apart what a layer below did with each text', () => {
    const found = axesIn(`
      x: query model
      source/x: query model
      layer_1/k: key channel <- x
      layer_1/s: query key <- x layer_1/k
      layer_1/k_2: key channel <- source/x
      layer_1/mask_2: query key <-
      layer_1/s_2: query key <- source/x layer_1/k_2
      layer_1/masked_2: query key <- layer_1/s_2 layer_1/mask_2
    `);
    const both = ['query', 'key'];
    expect(found).toEqual({
      'source/x': ['query'],
      'layer_1/k_2': ['key'],
      'layer_1/mask_2': both,
      'layer_1/s_2': both,
      'layer_1/masked_2': both,
    });
  });

  it('are those of a text that an encoder reads, before a decoder meets it', () => {
    const found = axesIn(`
      source: batch key
      ids: batch query <- source
      table: piece model
      x: batch query model <- ids table
      k: batch key model <- x
      self: batch query key <- x k
      memory: batch query model <- self k
      inputs: batch query
      y: batch query model <- inputs table
      cross_k: batch key model <- memory
      cross: batch query key <- y cross_k
    `);
    expect(found).toMatchObject({
      source: ['key'],
      x: ['query'],
      k: ['key'],
      self: ['query', 'key'],
      memory: ['query'],
    });
    expect(found).toMatchObject({ cross_k: ['key'], cross: ['key'] });
    expect([found['y'], found['inputs']]).toEqual([undefined, undefined]);
  });
});

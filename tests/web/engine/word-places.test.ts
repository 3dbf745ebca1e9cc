import { describe, expect, it } from 'vitest';
import { wordPlaces } from '../../../web/engine/word-places.ts';
import type { Step } from '../../../web/engine/types.ts';

/** `name: axis=size ... <- op inputs`, one tensor a line, in the order of computation; six words. */
const placesIn = (record: string, begins: Record<string, number> = {}): Record<string, unknown> => {
  const lines = record
    .trim()
    .split('\n')
    .map((line) => /^(\S+): ([\w= ]*?)(?: <- (\w+) ?(.*))?$/.exec(line.trim())!);
  const tensors = lines.map(([, name, axes]) => {
    const pairs = axes!.split(' ').map((one) => one.split('=') as [string, string]);
    return { name: name!, axes: pairs.map(([axis]) => axis), shape: pairs.map(([, size]) => Number(size)) };
  });
  const steps = lines.flatMap(([, output, , op, inputs], i) =>
    op === undefined
      ? []
      : [{ output, op, inputs: inputs!.split(' ').filter(Boolean), axes: tensors[i]!.axes } as unknown as Step],
  );
  return Object.fromEntries(wordPlaces(tensors, steps, [6], new Map(Object.entries(begins))));
};

describe('the words along an axis', () => {
  it('of a part are those of the part, also of what is made of it and of the mask that meets it', () => {
    const record = `
      q: query=6 channel=4
      k: key=6 channel=4
      k_tile: key=2 channel=4 <- slice k
      scores: query=6 key=2 <- matmul q k_tile
      mask: query=6 key=2 <- band_mask
      masked: query=6 key=2 <- mask scores mask
    `;
    const here = { key: [3, 4] };
    expect(placesIn(record, { k_tile: 3 })).toEqual({ k_tile: here, scores: here, mask: here, masked: here });
  });

  it('follow a new name, and parts that are joined', () => {
    const record = `
      x: query=6 model=4
      before: query=3 model=4 <- slice x
      k_old: key=3 channel=4 <- matmul before
      now: query=1 model=4 <- slice x
      k_new: key=1 channel=4 <- matmul now
      k: key=4 channel=4 <- concat k_old k_new
      newest: key=1 channel=4 <- slice k
      older: key=3 channel=4 <- slice k
      ring: key=4 channel=4 <- concat newest older
    `;
    const found = placesIn(record, { before: 1, now: 4, newest: 3, older: 0 });
    expect(found['k']).toEqual({ key: [1, 2, 3, 4] });
    expect(found['ring']).toEqual({ key: [4, 1, 2, 3] });
  });

  it('are not told where all are there in order, and are none where something else joins them', () => {
    const record = `
      x: query=6 model=4
      sink: key=1 channel=4
      a: query=2 model=4 <- slice x
      b: query=4 model=4 <- slice x
      all: query=6 model=4 <- concat a b
      k: key=6 channel=4 <- rename all
      with_sink: key=7 channel=4 <- concat sink k
      blocks: key=3 channel=4 <- unfold k
    `;
    const found = placesIn(record, { a: 0, b: 2 });
    expect(Object.keys(found)).toEqual(['a', 'b', 'with_sink']);
    expect(found['with_sink']).toEqual({ key: [-1, 0, 1, 2, 3, 4, 5] });
  });
});

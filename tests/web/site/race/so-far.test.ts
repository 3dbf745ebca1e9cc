import { describe, expect, it } from 'vitest';
import type { DecoderCall, FilledPlace } from '../../../../web/engine/types/decoding.ts';
import { soFar } from '../../../../web/site/race/so-far.ts';

const filled = (place: number, text: string, more: Partial<FilledPlace> = {}): FilledPlace => ({
  place,
  piece: 2,
  text,
  logProbability: -1,
  kept: true,
  candidate: 0,
  parent: -1,
  ...more,
});
const call = (kind: DecoderCall['kind'], ...what: FilledPlace[]): DecoderCall => ({
  kind,
  decided: what.length,
  kept: what.length,
  begin: 0,
  end: 1,
  multiplications: 1,
  filled: what,
});
const told = (calls: DecoderCall[], count = calls.length) => [...soFar(calls, count)];

describe('what is said after so many calls', () => {
  it('grows piece by piece, and ends without a text', () => {
    const calls = [
      call('encode'),
      call('decode', filled(0, 'N')),
      call('decode', filled(1, 'AY')),
      call('decode', filled(2, '')),
    ];
    expect(told(calls, 1)).toEqual([]);
    expect(told(calls, 2)).toEqual([[0, 'N']]);
    expect(told(calls)).toEqual([
      [0, 'N'],
      [1, 'AY'],
    ]);
  });

  it('is filled in any order, and may change its mind', () => {
    const calls = [call('decode', filled(2, 'T'), filled(0, 'N'), filled(1, 'IH')), call('decode', filled(1, 'AY'))];
    expect(told(calls, 1)).toContainEqual([1, 'IH']);
    expect(told(calls)).toContainEqual([1, 'AY']);
  });

  it('does not count guesses before they are checked, nor those that are thrown away', () => {
    const guess = { kept: false };
    const calls = [
      call('draft', filled(0, 'N', guess)),
      call('draft', filled(1, 'IH', guess)),
      call('check', filled(0, 'N'), filled(1, 'IH', guess), filled(1, 'AY')),
    ];
    expect(told(calls, 2)).toEqual([]);
    expect(told(calls)).toEqual([
      [0, 'N'],
      [1, 'AY'],
    ]);
  });

  it('is the likeliest of texts that grow side by side', () => {
    const calls = [
      call('decode', filled(0, 'N'), filled(0, 'K', { candidate: 1 })),
      call('decode', filled(1, 'N', { parent: 1 }), filled(1, 'AY', { candidate: 1, parent: 0 })),
    ];
    expect(told(calls, 1)).toEqual([[0, 'N']]);
    expect(told(calls)).toEqual([
      [0, 'K'],
      [1, 'N'],
    ]);
  });
});

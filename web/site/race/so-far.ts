import type { DecoderCall } from '../../engine/types/decoding.ts';

/** What stands at each place after so many calls; places that nobody has filled are not there. */
export const soFar = (calls: readonly DecoderCall[], count: number): Map<number, string> => {
  let texts: Map<number, string>[] = [new Map()];
  for (const { kind, filled } of calls.slice(0, count)) {
    const kept = kind === 'latent' ? [] : filled.filter((one) => one.kept);
    if (!kept.length) continue;
    if (kept.some(({ candidate, parent }) => candidate > 0 || parent >= 0)) {
      // Several texts side by side: each goes on from one of those before.
      texts = kept.map(({ place, text, parent }) => new Map(texts[Math.max(parent, 0)]).set(place, text));
    } else {
      for (const { place, text } of kept) texts[0]!.set(place, text);
    }
  }
  // The first is the likeliest; its end has no text.
  return new Map([...texts[0]!].filter(([, text]) => text !== ''));
};

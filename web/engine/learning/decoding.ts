import { decodeNumber } from '../answers.ts';
import type { Answer, WireNumber } from '../answers.ts';
import { Cancelled } from '../errors.ts';
import type { CallKind, DecodedWith, DecoderCall, Edits, FilledPlace } from '../types/decoding.ts';
import { unwrapLearning } from './answers.ts';

/** Asks the core one thing. */
type Ask = (call: string, fields: Record<string, unknown>) => Promise<unknown>;

interface BeginAnswer {
  decoding: number;
  source_text?: string;
  references: string[][];
}

interface WireFilled extends Omit<FilledPlace, 'logProbability'> {
  log_probability: WireNumber;
}

interface WireCall {
  kind: CallKind;
  decided: number;
  kept: number;
  begin: number;
  end: number;
  multiplications: number;
  filled: WireFilled[];
}

interface ContinueAnswer {
  calls: WireCall[];
  done: boolean;
  rows?: { pieces: string[]; text: string; ended: boolean; log_probability: WireNumber }[];
}

const callOf = (call: WireCall): DecoderCall => ({
  ...call,
  filled: call.filled.map(({ log_probability: likely, ...rest }) => ({
    ...rest,
    logProbability: decodeNumber(likely),
  })),
});

/** Goes on while it is asked for the next calls; the whole when there are none left. Whoever stops asking ends it. */
export async function* decodeWith(
  ask: Ask,
  begin: Record<string, unknown>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<DecoderCall[], DecodedWith> {
  const begun = unwrapLearning((await ask('begin_decoding', begin)) as Answer<BeginAnswer>);
  const { decoding, source_text: sourceText = '', references } = begun;
  const calls: DecoderCall[] = [];
  try {
    for (;;) {
      if (signal?.aborted) throw new Cancelled('decoding');
      const answer = unwrapLearning(
        (await ask('continue_decoding', { decoding, milliseconds })) as Answer<ContinueAnswer>,
      );
      const some = answer.calls.map(callOf);
      calls.push(...some);
      yield some;
      if (!answer.rows) continue;
      const rows = answer.rows.map(({ log_probability: likely, ...row }) => ({
        ...row,
        logProbability: decodeNumber(likely),
      }));
      return { calls, rows, sourceText, references };
    }
  } finally {
    // A core that stopped holds nothing.
    void ask('end_decoding', { decoding }).catch(() => {});
  }
}

export const decodingErrors = async (ask: Ask, fields: Record<string, unknown>): Promise<Edits[]> => {
  const { examples } = unwrapLearning(
    (await ask('decoding_errors', fields)) as Answer<{ examples: [number, number][] }>,
  );
  return examples.map(([edits, symbols]) => ({ edits, symbols }));
};

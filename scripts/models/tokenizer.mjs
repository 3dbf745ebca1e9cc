// Sentencepiece unigram tokenizer in plain JavaScript, for the conversion and
// as the tests' third opinion beside core/text and the npm tokenizer.
// Kudo 2018, "Subword Regularization" (arXiv 1804.10959), section 3.2: Viterbi.

export const SEPARATOR = '\u2581'; // sentencepiece's visible space

/** NFKC, a leading separator, spaces to separators: what the model was trained on. */
export function prepare_text(text) {
  const normal = text.normalize('NFKC');
  return normal === '' ? '' : SEPARATOR + normal.replaceAll(' ', SEPARATOR);
}

export class Tokenizer {
  /** @param {[string, number][]} vocabulary piece and log-probability, by id */
  constructor(vocabulary, reserved = 6) {
    this.ids = new Map();
    this.scores = vocabulary.map((entry) => entry[1]);
    this.longest = 1;
    // Of equal pieces the last id counts (the vocabulary has one such: ”5).
    for (let id = reserved; id < vocabulary.length; ++id) {
      this.ids.set(vocabulary[id][0], id);
      this.longest = Math.max(this.longest, [...vocabulary[id][0]].length);
    }
  }

  encode(text) {
    return this.encode_prepared(prepare_text(text)).map((piece) => piece.id);
  }

  /** Pieces {id, text} of a text that already has its separators. */
  encode_prepared(prepared) {
    const characters = [...prepared];
    const best = [0];
    const last = [{ id: 0, start: 0 }];
    for (let end = 1; end <= characters.length; ++end) {
      best[end] = -Infinity;
      for (let start = Math.max(0, end - this.longest); start < end; ++start) {
        const id = this.ids.get(characters.slice(start, end).join(''));
        if (id === undefined) continue;
        // ">=": among equal scores the shorter last piece wins, as in the peer.
        if (best[start] + this.scores[id] >= best[end]) {
          best[end] = best[start] + this.scores[id];
          last[end] = { id, start };
        }
      }
      if (last[end] === undefined) {
        // A character no piece begins with: unknown, at no cost.
        best[end] = best[end - 1];
        last[end] = { id: 0, start: end - 1 };
      }
    }
    const pieces = [];
    for (let end = characters.length; end > 0; end = last[end].start) {
      const { id, start } = last[end];
      const text = characters.slice(start, end).join('');
      // Neighbouring unknowns are one piece.
      if (id === 0 && pieces.length > 0 && pieces.at(-1).id === 0) pieces.at(-1).text = text + pieces.at(-1).text;
      else pieces.push({ id, text });
    }
    return pieces.reverse();
  }
}

// What others have published for the CMU dictionary without stress, beside which our own results stand. Splits are
// those of each source: the numbers say what is usual, not who is better.

/** @typedef {{ who: string, what: string, per?: number, wer: number | [number, number], split: string, url: string }} Published shares in percent */

const papersSplit = '12,000 words of test';

/** @type {Published[]} */
export const publishedG2p = [
  {
    who: 'Toshniwal & Livescu 2016',
    what: 'an ensemble with global attention',
    per: 4.69,
    wer: 20.24,
    split: papersSplit,
    url: 'https://arxiv.org/abs/1610.06540',
  },
  {
    who: 'Yao & Zweig 2015',
    what: 'bidirectional LSTM with alignments',
    per: 5.45,
    wer: 23.55,
    split: papersSplit,
    url: 'https://arxiv.org/abs/1506.00196',
  },
  {
    who: 'g2p-seq2seq',
    what: 'transformer of 3 x 256 units',
    wer: 20.6,
    split: 'its older split',
    url: 'https://github.com/cmusphinx/g2p-seq2seq',
  },
  {
    who: 'g2p-seq2seq',
    what: 'transformer of 3 x 256 units',
    wer: 30.2,
    split: 'its latest split',
    url: 'https://github.com/cmusphinx/g2p-seq2seq',
  },
  {
    who: 'g2p-seq2seq',
    what: 'LSTM of 2 x 64 units',
    wer: [31.3, 32],
    split: 'its older split',
    url: 'https://github.com/cmusphinx/g2p-seq2seq',
  },
];

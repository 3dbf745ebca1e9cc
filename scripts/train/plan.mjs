// Every training run, in the order in which they are worth having: what it is for, its command, and about how long it
// takes on two cores. `npm run train` runs them; docs/results/plan.md is made from this.

/** @typedef {{ name: string, why: string, minutes: number, ships?: boolean, args: Record<string, string | number> }} PlannedRun */

const words = { task: 'g2p', data: 'build/data/g2p_train.bin', 'task.mode': 'words' };

/** Small models on the same short run, for Luong's comparison. */
const luong = (score, attention) => ({
  name: `luong_${attention}_${score}`.replaceAll('-', '_'),
  why: "Luong's comparison of scores and windows",
  minutes: 5,
  args: {
    model: 'luong',
    ...words,
    'model.score': score,
    'model.attention': attention,
    'model.hidden': 96,
    'model.layers': 1,
    'train.optimizer': 'adam',
    'train.rate': 0.002,
    'train.batch': 64,
    'train.steps': 3000,
    decode: 12000,
  },
});

/** @type {PlannedRun[]} */
export const plan = [
  {
    name: 'g2p_transformer',
    why: 'shipped: *Translate*, PER and WER',
    minutes: 35,
    ships: true,
    args: {
      model: 'transformer',
      ...words,
      'model.width': 160,
      'model.hidden': 512,
      'model.layers': 2,
      'train.batch': 128,
      'train.steps': 12000,
      'train.rate': 0.0015,
      'train.warmup': 800,
      decode: 12000,
    },
  },
  {
    name: 'g2p_rnn_search',
    why: 'shipped: *Translate*, PER and WER',
    minutes: 35,
    ships: true,
    args: {
      model: 'rnn_search',
      ...words,
      'model.hidden': 160,
      'train.optimizer': 'adam',
      'train.rate': 0.002,
      'train.batch': 128,
      'train.steps': 8000,
      decode: 12000,
    },
  },
  ...['dot', 'general', 'concat', 'location'].map((score) => luong(score, 'global')),
  luong('general', 'local-m'),
  luong('general', 'local-p'),
];

/** The words of a run's command, behind attention-train. */
export const argumentsOf = ({ name, args }, folder) => [
  ...Object.entries(args).flatMap(([option, value]) => [`--${option}`, String(value)]),
  '--out',
  `${folder}/${name}`,
];

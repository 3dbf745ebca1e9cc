// Every training run, in the order in which they are worth having: what it is for, its command, and about how long it
// takes on two cores. `npm run train` runs them; docs/results/README.md lists them from here.

/** @typedef {{ name: string, result: string, minutes: number, ships?: boolean, args: Record<string, string | number> }} PlannedRun */

const words = { task: 'g2p', 'task.mode': 'words', decode: 12000, score: 4000 };
/** Adam, where a paper's own way down needs far more steps than there is time for; every manifest says so. */
const adam = (rate) => ({ 'train.optimizer': 'adam', 'train.rate': rate, 'train.clip': 1 });
const warm = (steps) => ({ 'train.schedule': 'warmup_linear', 'train.warmup': steps });

/** Norms in front and a rate that falls to 0: both bear larger steps, so that few are needed. */
const pixels = {
  model: 'image_transformer',
  task: 'digit_completion',
  'model.layers': 3,
  'model.hidden': 256,
  'model.norm': 'first',
  'model.dropout': 0.05,
  'train.batch': 8,
  'train.rate': 0.002,
  ...warm(200),
};

/** @type {PlannedRun[]} */
const shipped = [
  {
    name: 'g2p_transformer',
    result: 'g2p',
    minutes: 45,
    args: {
      model: 'transformer',
      ...words,
      'model.width': 160,
      'model.hidden': 512,
      'model.layers': 2,
      'model.dropout': 0.05,
      'train.batch': 64,
      'train.steps': 16000,
      'train.rate': 0.0015,
      ...warm(800),
    },
  },
  {
    name: 'g2p_rnn_search',
    result: 'g2p',
    minutes: 20,
    args: {
      model: 'rnn_search',
      ...words,
      'model.embedding': 64,
      'model.hidden': 160,
      ...adam(0.002),
      ...warm(300),
      'train.batch': 64,
      'train.steps': 10000,
    },
  },
  {
    name: 'g2p_luong',
    result: 'g2p',
    minutes: 18,
    args: {
      model: 'luong',
      ...words,
      'model.embedding': 64,
      'model.hidden': 160,
      'model.layers': 1,
      ...adam(0.002),
      ...warm(300),
      'train.batch': 64,
      'train.steps': 10000,
    },
  },
  ...['soft', 'hard'].map((attention) => ({
    name: `caption_${attention}`,
    result: 'looks',
    minutes: 15,
    // For some 600 updates it looks everywhere alike and only counts; then it finds where digits stand.
    args: {
      model: 'show_attend_tell',
      task: 'digits_caption',
      'model.attention': attention,
      ...adam(0.002),
      ...warm(100),
      'train.steps': 6000,
    },
  })),
  ...['attention', 'average'].map((pooling) => ({
    name: `spam_${pooling}`,
    result: 'spam',
    minutes: 6,
    args: {
      model: 'hierarchical_attention',
      task: 'spam',
      'model.pooling': pooling,
      ...adam(0.002),
      'train.batch': 16,
      'train.steps': 1200,
    },
  })),
  {
    name: 'digits_local',
    result: 'digits',
    minutes: 20,
    args: { ...pixels, 'train.steps': 5000 },
  },
  {
    name: 'digits_double',
    result: 'digits',
    minutes: 20,
    args: { ...pixels, 'task.goal': 'double', 'train.steps': 4000 },
  },
].map((run) => ({ ...run, ships: true }));

/** Luong et al. 2015, table 4: scores and windows, on short runs of small models. */
const luong = [
  ['dot', 'global'],
  ['general', 'global'],
  ['concat', 'global'],
  ['location', 'global'],
  ['general', 'local_m'],
  ['general', 'local_p'],
].map(([score, attention]) => ({
  name: `luong_${attention}_${score}`,
  result: 'luong',
  minutes: 4,
  args: {
    model: 'luong',
    ...words,
    'model.score': score,
    'model.attention': attention,
    'model.embedding': 48,
    'model.hidden': 96,
    'model.layers': 1,
    ...adam(0.003),
    ...warm(100),
    'train.batch': 64,
    'train.steps': 3000,
  },
}));

/** Raffel & Ellis 2015, table 1: an epoch is 1000 updates; the run ends when all held-out rows are right. */
const marked = ['addition', 'multiplication'].flatMap((task) =>
  ['attention', 'mean'].flatMap((pooling) =>
    [50, 100, 500, 1000].map((length) => ({
      name: `${task}_${pooling}_${length}`,
      result: 'raffel_ellis',
      minutes: Math.ceil((length / 1000) * (pooling === 'mean' ? 8 : 3)),
      args: {
        model: 'feed_forward_attention',
        task,
        'model.pooling': pooling,
        'task.shortest': length,
        'train.steps': pooling === 'mean' ? 40000 : 20000,
        every: 1000,
        enough: 1,
        score: 1000,
      },
    })),
  ),
);
const variable = ['addition', 'multiplication'].flatMap((task) =>
  ['attention', 'mean'].map((pooling) => ({
    name: `${task}_${pooling}_variable`,
    result: 'raffel_ellis',
    minutes: 6,
    args: {
      model: 'feed_forward_attention',
      task,
      'model.pooling': pooling,
      'task.lengths': 'variable',
      'task.shortest': 50,
      'task.longest': 2000,
      'train.steps': 4000,
      score: 1000,
    },
  })),
);

/** Shaw et al. 2018, table 2: the clip distance, where order matters. */
const shaw = [0, 1, 2, 4, 8, 16].map((clip) => ({
  name: `shaw_${clip}`,
  result: 'shaw',
  minutes: 3,
  args: {
    model: 'transformer',
    task: 'reverse',
    mechanism: 'relative_position',
    'mechanism.clip': clip,
    'model.positions': 'none',
    'model.width': 64,
    'model.hidden': 128,
    'train.batch': 64,
    'train.steps': 1500,
    'train.rate': 0.002,
    'train.warmup': 150,
    decode: 1000,
  },
}));

/** Cho et al. 2014; Bahdanau et al. 2015: accuracy against the length of the source. */
const bottleneck = ['rnn_encoder_decoder', 'lstm_encoder_decoder', 'rnn_search', 'luong'].map((model) => ({
  name: `bottleneck_${model}`,
  result: 'bottleneck',
  minutes: 9,
  args: {
    model,
    task: 'g2p',
    'task.mode': 'phrases',
    'model.embedding': 48,
    'model.hidden': 96,
    ...adam(0.003),
    ...warm(100),
    'train.batch': 64,
    'train.steps': 2500,
    // All held-out phrases: they stand in the order of their number of words, and fewer would leave out the longest.
    decode: 3000,
  },
}));

/** @type {PlannedRun[]} */
export const plan = [...shipped, ...luong, ...shaw, ...bottleneck, ...marked, ...variable];

/** Which file of data a task needs for training. */
const dataOf = { g2p: 'g2p_train', spam: 'spam_train', digits_caption: 'digits', digit_completion: 'digits' };

/** The words of a run's command, behind attention-train. */
export function argumentsOf({ name, args, ships }, folder = 'build/runs') {
  const data = dataOf[args.task];
  return [
    ...Object.entries(args).flatMap(([option, value]) => [`--${option}`, String(value)]),
    // Weights that pages load have 8 bits, and are measured so; others are measured as they were trained.
    ...(ships ? [] : ['--precision', 'f32']),
    ...(data ? ['--data', `build/data/${data}.bin`] : []),
    '--out',
    `${folder}/${name}`,
  ];
}

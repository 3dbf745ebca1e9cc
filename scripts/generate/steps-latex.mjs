import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Sizes at their smallest, then every choice and switch, one at a time: formulas depend on nothing else. */
const cornersOf = (specs) => {
  const least = Object.fromEntries(specs.filter(({ kind }) => kind === 'integer').map(({ id, min }) => [id, min]));
  const others = specs.flatMap(({ id, kind, choices = [], default: usual }) =>
    kind === 'choice' ? choices.map(({ value }) => ({ [id]: value })) : kind === 'flag' ? [{ [id]: !usual }] : [],
  );
  return [{}, ...others].map((one) => ({ ...least, ...one }));
};

/** Every formula that the steps of models can show, found by recording an example of each in the core that learns. */
export const stepsLatex = async (root) => {
  const { default: glue } = await import(pathToFileURL(join(root, 'build/wasm/learning.mjs')).href);
  const core = await glue({
    wasmBinary: readFileSync(join(root, 'build/wasm/learning.wasm')),
    locateFile: (name) => name,
  });
  const ask = (request) => {
    const answer = JSON.parse(core.learn(JSON.stringify(request)));
    if (!answer.ok) throw new Error(`formulas of models: ${JSON.stringify(request)}: ${JSON.stringify(answer.error)}`);
    return answer;
  };
  const { models, tasks } = ask({ call: 'catalog' });
  const found = new Set();
  for (const model of models) {
    const fitting = tasks.filter(({ kind }) => kind === model.kind);
    const task = fitting.find(({ data }) => !data) ?? fitting[0];
    for (const params of cornersOf(model.params)) {
      // What pages are given of some data has nothing to train on.
      const files = ['_train.bin', '.bin'].map((end) => join(root, 'build/data', `${task.data}${end}`));
      const file = task.data && files.find((path) => existsSync(path));
      if (file) {
        const bytes = readFileSync(file);
        core.stage_bytes(bytes.length).set(bytes);
      }
      const { run } = ask({ call: 'open', model: model.id, task: task.id, model_params: params });
      const { trace, steps } = ask({ call: 'trace', run, example: 0 });
      for (const { latex } of steps) if (latex) found.add(latex);
      core.dispose(trace);
      ask({ call: 'close', run });
    }
  }
  return [...found].sort();
};

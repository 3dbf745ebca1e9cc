import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The first Python that has the module; undefined where none has. Debian's own may stand behind another. */
export const pythonWith = (module: string): string | undefined =>
  [process.env['PYTHON'], 'python3', '/usr/bin/python3']
    .filter((one): one is string => !!one)
    .find((one) => spawnSync(one, ['-c', `import ${module}`]).status === 0);

/** For each folder that comes in: runs its script, holds each tensor against the engine's, and answers in one line. */
const checker = `
import contextlib, io, json, os, sys
import numpy as np

def distance(folder):
    os.chdir(folder)
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(compile(open("script.py").read(), folder + "/script.py", "exec"), names)
    assert float(said.getvalue()) < 1e-3, said.getvalue()
    engine = np.load("engine.npz")
    with open("variables.json") as file:
        variables = json.load(file)
    worst = 0.0
    for tensor, variable in variables.items():
        ours, theirs = np.asarray(names[variable], dtype=np.float32), engine[tensor]
        assert ours.shape == theirs.shape, f"{tensor}: {ours.shape} is not {theirs.shape}"
        finite = np.isfinite(theirs)
        assert (np.isfinite(ours) == finite).all() and (ours[~finite] == theirs[~finite]).all(), f"{tensor}: infinities"
        scale = max(1e-6, np.abs(theirs[finite]).max(initial=0))
        worst = max(worst, float((np.abs(ours[finite] - theirs[finite]) / scale).max(initial=0)))
    return worst

for line in sys.stdin:
    try:
        print(json.dumps(distance(line.strip())), flush=True)
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"), flush=True)
`;

interface Checker {
  /** The largest difference relative to a tensor's largest number, or what went wrong. */
  check(folder: string): Promise<number | string>;
  close(): void;
}

/** One process for all scripts: PyTorch alone takes seconds to start. */
export const startChecker = (python: string): Checker => {
  const child = spawn(python, ['-c', checker], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async check(folder) {
      child.stdin.write(`${folder}\n`);
      const { value, done } = await lines.next();
      return done ? 'Python ended' : (JSON.parse(value) as number | string);
    },
    close: () => child.stdin.end(),
  };
};

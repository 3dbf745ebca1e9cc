import { spawnSync } from 'node:child_process';

/** The first Python that has the module; undefined where none has. Debian's own may stand behind another. */
export const pythonWith = (module: string): string | undefined =>
  [process.env['PYTHON'], 'python3', '/usr/bin/python3']
    .filter((one): one is string => !!one)
    .find((one) => spawnSync(one, ['-c', `import ${module}`]).status === 0);

/** Runs every script in the folders given, and holds each tensor against the engine's; prints JSON, one line. */
export const checker = `
import contextlib, io, json, os, sys
import numpy as np
worst = {}
for folder in sys.argv[1:]:
    os.chdir(folder)
    names = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(compile(open("script.py").read(), folder + "/script.py", "exec"), names)
        assert float(said.getvalue()) < 1e-3, said.getvalue()
        engine = np.load("engine.npz")
        with open("variables.json") as file:
            variables = json.load(file)
        distance = 0.0
        for tensor, variable in variables.items():
            ours, theirs = np.asarray(names[variable], dtype=np.float32), engine[tensor]
            assert ours.shape == theirs.shape, f"{tensor}: {ours.shape} is not {theirs.shape}"
            open_ = np.isfinite(theirs)
            assert (np.isfinite(ours) == open_).all() and (ours[~open_] == theirs[~open_]).all(), f"{tensor}: infinities"
            scale = max(1e-6, np.abs(theirs[open_]).max(initial=0))
            distance = max(distance, float((np.abs(ours[open_] - theirs[open_]) / scale).max(initial=0)))
        worst[folder] = distance
    except Exception as error:
        worst[folder] = f"{type(error).__name__}: {error}"
print(json.dumps(worst))
`;

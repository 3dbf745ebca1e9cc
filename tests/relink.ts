/**
 * Programs like those of a build that is there, but with another list of mechanisms. What is compiled is the list, and
 * what is new in it; a whole second build would take as long as the first.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ninja = (build: string, ...words: string[]): string =>
  execFileSync('ninja', ['-C', build, ...words], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' });

/** Compiles these sources of a configured build; their objects, by absolute path. */
export const compile = (build: string, target: string, sources: readonly string[]): string[] => {
  const commands = ninja(build, '-t', 'commands', target);
  const objects = sources.map((source) => {
    const object = new RegExp(` -o (\\S*/${source}\\.cpp\\.o) `).exec(commands)?.[1];
    if (!object) throw new Error(`${target} in ${build} is not made of ${source}.cpp`);
    return object;
  });
  ninja(build, ...objects);
  return objects.map((object) => join(build, object));
};

/** Links a target as `build` does, with these objects before its library: the linker takes them and leaves its own. */
export const link = (
  build: string,
  target: string,
  objects: readonly string[],
  out: string,
  change: (command: string) => string = (command) => command,
): void => {
  const output = ` -o ${target} `;
  const command = ninja(build, '-t', 'commands', target)
    .split('\n')
    .findLast((line) => line.includes(output));
  if (!command) throw new Error(`${build} does not link ${target}`);
  const words = change(command).replace(output, ` ${objects.join(' ')} -o ${out} `);
  execFileSync('sh', ['-c', words], { cwd: build, encoding: 'utf8', stdio: 'pipe', maxBuffer: 64 * 1024 * 1024 });
};

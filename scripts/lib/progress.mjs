// Progress on standard error, so that standard output stays clean for what a command is asked for.
// On a terminal the running step shows its latest line; elsewhere (CI) it says every 20 seconds that it lives.
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { stderr } = process;

export function say(text) {
  stderr.write(`${text}\n`);
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Shows `title` while `work(onLine)` runs, then what `work` returned and how long it took. */
export async function step(title, work) {
  const began = performance.now();
  let latest = '';
  const width = () => (stderr.columns ?? 80) - 1;
  const show = () => stderr.write(`\r\x1b[K${`${title} ... ${latest}`.slice(0, width())}`);
  const clear = () => stderr.isTTY && stderr.write('\r\x1b[K');
  const timer = stderr.isTTY
    ? setInterval(show, 150)
    : setInterval(() => say(`${title} ... ${seconds(began)}: ${latest}`), 20_000);
  if (stderr.isTTY) show();
  try {
    const result = await work((line) => (latest = line.trim()));
    clear();
    say(`${title}: ${result ?? 'done'} (${seconds(began)})`);
    return result;
  } catch (error) {
    clear();
    say(`${title}: FAILED (${seconds(began)})`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Ends a command: says which step failed, why, and what to do about it. */
export function explainFailure(error) {
  if (error.tail?.length) say(`\n${error.tail.map((line) => `  | ${line}`).join('\n')}`);
  say(`\n${error.stepTitle ? `The step "${error.stepTitle}" failed. ` : ''}${error.message}`);
  if (error.logFile) say(`The whole log: ${error.logFile}`);
  if (error.advice) say(`What to do: ${error.advice}`);
  if (!error.tail && !error.advice) say(error.stack);
}

/** Whether a module (its import.meta.url) is what Node was started with, also through a link. */
export function isProgram(url) {
  return Boolean(process.argv[1]) && url === pathToFileURL(realpathSync(process.argv[1])).href;
}

export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    explainFailure(error);
    process.exitCode = 1;
  }
}

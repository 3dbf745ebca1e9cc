// Runs one program of a step: its output goes to the step's log, its latest line to `onLine`,
// and a failure carries what a person needs: the command, the log and its tail.
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { logs, root } from './paths.mjs';

const tailLines = 30; // enough for a compiler error with its notes, little enough for one screen

export class CommandFailed extends Error {
  constructor(command, reason, logFile, tail) {
    super(`${command}: ${reason}`);
    Object.assign(this, { command, logFile, tail });
  }
}

export function quote(words) {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

// A colour's code may arrive in two pieces.
const halfCode = /\x1b(\[[\d;?]*)?$/; // eslint-disable-line no-control-regex

/** Takes the codes for colours out of text that arrives in pieces: a log is read in editors and tickets. */
export function plainText() {
  let half = '';
  return (piece) => {
    const text = half + piece;
    half = halfCode.exec(text)?.[0] ?? '';
    return stripVTControlCharacters(half ? text.slice(0, -half.length) : text);
  };
}

/** A log tells of the last time only. */
export function forgetLog(log) {
  rmSync(join(logs, `${log}.log`), { force: true });
}

/** @returns {Promise<string>} everything the program printed on standard output */
export function run(command, { log = 'commands', env = {}, cwd = root, onLine = () => {} } = {}) {
  mkdirSync(logs, { recursive: true });
  const logFile = join(logs, `${log}.log`);
  const file = createWriteStream(logFile, { flags: 'a' });
  const text = quote(command);
  file.write(`\n$ ${text}\n`);
  return new Promise((resolve, reject) => {
    const tail = [];
    let output = '';
    let partial = '';
    const take = (data, isOutput) => {
      file.write(data);
      if (isOutput) output += data;
      const lines = (partial + data).split(/[\r\n]+/);
      partial = lines.pop();
      for (const line of lines.filter((line) => line.trim())) {
        tail.push(line);
        if (tail.length > tailLines) tail.shift();
        onLine(line);
      }
    };
    const fail = (reason) => {
      if (partial.trim()) tail.push(partial);
      file.end(() => reject(new CommandFailed(text, reason, logFile, tail)));
    };
    const child = spawn(command[0], command.slice(1), {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [plainOut, plainErr] = [plainText(), plainText()];
    child.stdout.setEncoding('utf8').on('data', (data) => take(plainOut(data), true));
    child.stderr.setEncoding('utf8').on('data', (data) => take(plainErr(data), false));
    // Ended from outside (npm passes it on): a compiler left running would write beside the next build.
    const end = (signal) => (child.kill(signal), process.exit(1));
    process.once('SIGTERM', end);
    child.on('close', () => process.off('SIGTERM', end));
    child.on('error', (error) => fail(error.code === 'ENOENT' ? 'not found' : error.message));
    child.on('close', (code, signal) => {
      if (code !== 0) return fail(signal ? `stopped by ${signal}` : `exit code ${code}`);
      file.end(() => resolve(output));
    });
  });
}

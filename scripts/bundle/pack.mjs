// Bytes that travel inside the script: base64 of xz, which is a fifth smaller than gzip on the core's code.
import { execFileSync } from 'node:child_process';

// Literals of code and of weights follow no alignment (pb=0), and 3 bits of context tell opcodes apart; measured best.
const filter = '--lzma2=preset=9e,lc=3,lp=0,pb=0';
// The reader checks CRC-32 only; xz's default is CRC-64.
const flags = ['--format=xz', '--check=crc32', filter, '--threads=1', '--stdout'];

/** Parts in one stream, so that each finds in those before it what it repeats; each begins with its length. */
export const pack = (...parts) => {
  const withLengths = parts.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(part.length);
    return [length, part];
  });
  return execFileSync('xz', flags, { input: Buffer.concat(withLengths), maxBuffer: 2 ** 26 }).toString('base64');
};

/** LaTeX strings and their MathML, as lines: web/bundle/payload.ts reads them. */
export const formulaLines = (table) => {
  const lines = [...Object.keys(table), ...Object.values(table)];
  if (lines.some((line) => line.includes('\n'))) throw new Error('a formula has more than one line');
  return Buffer.from(lines.join('\n'));
};

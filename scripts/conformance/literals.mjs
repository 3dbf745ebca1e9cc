// Literals: numbers that other projects' tests hold, a file for each project's form in literals/. Its exports:
// `recognises(file)`, which looks at what is in a parsed file, never at its name; and `cases(file)`, an array of
// { id, run(engine) } or { id, leftOut }, where `run` answers with [{ expected, got }]. An `expected` may carry a
// `tolerance` of its own.
import { readdirSync } from 'node:fs';

const folder = new URL('literals/', import.meta.url);
const kinds = await Promise.all(
  readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => import(new URL(file, folder).href)),
);

/** The cases of a file, or undefined where nothing knows its form. */
export const literalCases = (file, name) => {
  const kind = file && typeof file === 'object' ? kinds.find((one) => one.recognises(file)) : undefined;
  return kind?.cases(file).map(({ id, ...one }, i) => ({ name: `${name}/${id ?? i + 1}`, ...one }));
};

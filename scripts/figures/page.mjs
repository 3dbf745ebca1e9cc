// docs/guide/mechanisms.md, made of the catalogue, the files' lines and what the oracles found.
import { sourceOf } from './source.mjs';

export const pageFile = 'docs/guide/mechanisms.md';

const thousands = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
const small = (error) => (error === 0 ? '0' : error.toExponential(1));
const cell = (text) => text.replaceAll('|', '\\|');

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (names, sides, rows) => [row(names), row(sides), ...rows.map(row)].join('\n');

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function families(entries) {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.family, [...(groups.get(entry.family) ?? []), entry]);
  return groups;
}

const link = (entry) => `[${cell(entry.name)}](../../${sourceOf(entry)})`;
const year = ({ papers }) => papers[0].year;

/** @param errors id -> { cells, absolute, relative }; @param lines id -> number */
export function render({ entries, errors, lines }) {
  const laws = entries.reduce((sum, entry) => sum + entry.laws.length, 0);
  const cells = entries.reduce((sum, { id }) => sum + errors.get(id).cells, 0);
  const largest = Math.max(...entries.map(({ id }) => errors.get(id).relative));
  return `<!-- Made by "npm run figures"; do not edit. -->
# The mechanisms

| | |
| --- | ---: |
| mechanisms | ${entries.length} |
| laws, each of them a test | ${laws} |
| cells compared with an oracle | ${thousands(cells)} |
| largest relative error of all | ${small(largest)} |
| lines of a mechanism's file, median | ${median(lines.values())} |

## What there is

${[...families(entries)]
  .map(
    ([family, members]) =>
      `### ${family[0].toUpperCase()}${family.slice(1)}\n\n${members.map((entry) => `- ${link(entry)} (\`${entry.id}\`, ${year(entry)}): ${entry.summary}`).join('\n')}\n`,
  )
  .join('\n')}
## How exact they are

Every mechanism is compared with an oracle of its own: plain loops in double precision that share no line with the
library (\`tests/core/variants/\`), at every choice and every bound of its parameters, on texts of 1 to 19 words, under masks,
and on a second text where it reads one. The relative error is |got − wanted| / (1 + |wanted|). The bounds are hard on floats: at a
temperature of 0.01 a score's rounding counts a hundred times before it moves a weight.

${table(
  ['Mechanism', 'Family', 'Cells compared', 'Largest error', 'Largest relative error', 'Laws', 'Lines'],
  ['---', '---', '---:', '---:', '---:', '---:', '---:'],
  entries.map((entry) => {
    const { cells, absolute, relative } = errors.get(entry.id);
    return [
      link(entry),
      entry.family,
      thousands(cells),
      small(absolute),
      small(relative),
      entry.laws.length,
      lines.get(entry.id),
    ];
  }),
)}
`;
}

/** What a page says of the oracles: the only figures in it that do not follow from the sources alone. */
export function errorsIn(page) {
  const rows = page.matchAll(/^\| \[.*\]\(.*\/(\w+)\.cpp\) \| [^|]* \| ([\d,]+) \| (\S+) \| (\S+) \|/gm);
  return new Map(
    [...rows].map(([, id, cells, absolute, relative]) => [
      id,
      { cells: Number(cells.replaceAll(',', '')), absolute: Number(absolute), relative: Number(relative) },
    ]),
  );
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Names and colours of every block that gives `--bg` a value, in the order of the file. */
const palettes = (text: string): Record<string, string>[] =>
  text
    .split('}')
    .filter((block) => block.includes('--bg:'))
    .map((block) =>
      Object.fromEntries(
        [...block.matchAll(/--([\w-]+): (?:var\(--ap-[\w-]+, )?(#[0-9a-f]{6})/g)].map(([, name, colour]) => [
          name,
          colour,
        ]),
      ),
    );

// Browsers of 2023 have no light-dark(), so the dark colours stand twice: for the system's wish and for the visitor's.
describe('colours', () => {
  const [light, systemDark, chosenDark] = palettes(read('web/site/styles/tokens.css'));
  const [figureLight, figureDark] = palettes(read('web/elements/styles/tokens.ts'));

  it('are the same in the dark that the system asks for and in the dark that is chosen', () => {
    expect(Object.keys(systemDark!).length).toBeGreaterThan(10);
    expect(chosenDark).toEqual(systemDark);
  });

  it("are the figure's own on the page around it", () => {
    expect(figureLight).toMatchObject(light!);
    expect(figureDark).toMatchObject(systemDark!);
  });
});

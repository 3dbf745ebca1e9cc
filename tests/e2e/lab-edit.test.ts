/** Edit: what is typed, painted, pasted and opened, right or wrong. */
import { describe, expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import type { LabState } from '../../web/site/lab/state.ts';
import type { Page } from './driver.ts';
import { harness } from './harness.ts';

const { open } = harness();

/** Starting the engine and the first runs on a busy machine; some tests start several. */
const patience = 60_000;
const long = { timeout: 240_000 };

const labReady = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  await page.waitUntil(
    () => {
      const lab = document.querySelector('attention-lab');
      return !!lab && !lab.runs.running && (!!lab.pair || !!lab.runs.problem);
    },
    undefined,
    patience,
  );
};

const labState = (page: Page): Promise<LabState> => page.evaluate(() => document.querySelector('attention-lab')!.state);
const edits = async (page: Page): Promise<LabState['edits']> => (await labState(page)).edits;

/** The number field: what it shows, whether it says that something is wrong, and what. */
const field = (page: Page): Promise<{ value: string; invalid: boolean; says: string }> =>
  page.evaluate(() => {
    const { shadowRoot } = document.querySelector('attention-lab')!;
    const input = shadowRoot!.querySelector<HTMLInputElement>('#cell')!;
    return {
      value: input.value,
      invalid: input.getAttribute('aria-invalid') === 'true',
      says: shadowRoot!.querySelector(`#${input.getAttribute('aria-describedby')}`)?.textContent ?? '',
    };
  });

const give = async (page: Page, text: string): Promise<void> => {
  await page.fill('#cell', text);
  await page.key('Enter');
  await labReady(page);
};

const sentence = '#view=edit&text=the+animal+was+tired';
const cell = `${sentence}&query=1&pin=pattern:0,1,0`;

describe('the number field', () => {
  it('says of what is no number what came and what is taken, and keeps the number', long, async () => {
    const page = await open(`${cell}&edit=pattern:0,1,0=0.25`);
    await labReady(page);
    const bad = [
      'abc',
      'NaN',
      'Infinity',
      '',
      '--1',
      '1,500.25',
      '1,500',
      '1 000',
      '0x10',
      '0b11',
      '1e39',
      '1e308',
      '1e5000',
    ];
    for (const text of bad) {
      await give(page, text);
      const { value, invalid, says } = await field(page);
      expect([value, invalid], text).toEqual([text, true]);
      expect(says, text).toContain(text === '' ? 'nothing' : `“${text}”`);
      expect(says, text).toContain('keeps 0.25');
      expect(await edits(page), text).toEqual({ pattern: { '0,1,0': 0.25 } });
    }
    await page.key('Escape');
    expect(await field(page)).toEqual({ value: '0.25', invalid: false, says: '' });
    for (const [text, value] of [
      ['0,5', 0.5],
      ['−2', -2],
      ['+3', 3],
      ['1e31', 1e31],
      ['-inf', -Infinity],
    ] as const) {
      await give(page, text);
      expect((await edits(page))['pattern']?.['0,1,0'], text).toBe(value);
      expect((await field(page)).invalid, text).toBe(false);
    }
  });

  it('goes back and forth with the keys of undo, and Escape drops what is half typed', long, async () => {
    const page = await open(cell);
    await labReady(page);
    const computed = (await field(page)).value;
    await give(page, '0.5');
    await give(page, '0.75');
    await page.key('ControlOrMeta+z');
    await labReady(page);
    expect([await edits(page), (await field(page)).value]).toEqual([{ pattern: { '0,1,0': 0.5 } }, '0.5']);
    await page.key('ControlOrMeta+z');
    await labReady(page);
    expect([await edits(page), (await field(page)).value]).toEqual([{}, computed]);
    await page.key('ControlOrMeta+y');
    await labReady(page);
    expect((await field(page)).value).toBe('0.5');
    await page.type('12');
    await page.key('Escape');
    expect((await field(page)).value).toBe('0.5');
    expect(await edits(page)).toEqual({ pattern: { '0,1,0': 0.5 } });
  });

  it('fills the cells beside it from a table, or says why not', long, async () => {
    const page = await open(cell);
    await labReady(page);
    await page.focus('#cell');
    await page.paste('0.1\t0,2\n0.3\t0.4\n');
    await labReady(page);
    const filled = { pattern: { '0,1,0': 0.1, '0,1,1': 0.2, '0,2,0': 0.3, '0,2,1': 0.4 } };
    expect(await edits(page)).toEqual(filled);
    await page.focus('#cell');
    await page.paste('1\t2\n3\tx');
    expect((await field(page)).says).toContain('“x” is not a number (row 2, column 2)');
    await page.paste('1\n2\n3\n4');
    expect((await field(page)).says).toContain('4 × 1');
    expect(await edits(page)).toEqual(filled);
  });
});

describe('the mask', () => {
  const grid = '.grid[data-tensor="second/mask"]';

  it('stays under the pointer, and a drag paints every cell that it passes', long, async () => {
    const page = await open(`${sentence}&step=mask`, { width: 900, height: 700 });
    await labReady(page);
    await page.hoverAt(grid, 2, 2);
    const before = await page.box(grid);
    const { width, height } = before;
    const at = (row: number, column: number) => [((column + 0.5) * width) / 4, ((row + 0.5) * height) / 4] as const;
    // From corner to corner of the first row and down the last column, in two jumps.
    await page.drag(grid, [at(0, 0), at(0, 3), at(3, 3)]);
    await labReady(page);
    const cells = ['0,0', '0,1', '0,2', '0,3', '1,3', '2,3', '3,3'];
    expect(await edits(page)).toEqual({ mask: Object.fromEntries(cells.map((one) => [one, 0])) });
    const after = await page.box(grid);
    expect(Math.abs(after.y - before.y)).toBeLessThan(2);
    // A notice of the page above it moves nothing either.
    await page.clickAt(grid, ...at(2, 0));
    await page.evaluate(() => {
      const notice = document.createElement('p');
      notice.textContent = 'a notice';
      document.querySelector('.notices')!.append(notice);
    });
    await labReady(page);
    expect(Math.abs((await page.box(grid)).y - before.y)).toBeLessThan(2);
    expect((await edits(page))['mask']?.['2,0']).toBe(0);
  });

  it('is painted with Space as well, and nothing plays', long, async () => {
    const page = await open(`${sentence}&step=mask&pin=mask:0,0`);
    await labReady(page);
    await page.focus(grid);
    await page.key(' ');
    await labReady(page);
    expect(await edits(page)).toEqual({ mask: { '0,0': 0 } });
    await page.key('ArrowRight');
    await page.key(' ');
    await labReady(page);
    expect(await edits(page)).toEqual({ mask: { '0,0': 0, '0,1': 0 } });
    await page.key(' ');
    await labReady(page);
    expect(await edits(page)).toEqual({ mask: { '0,0': 0 } });
    expect(await page.evaluate(() => document.querySelector('attention-lab')!.playing)).toBe(false);
  });
});

describe('a file', () => {
  const fileOf = (state: string): string => JSON.stringify({ format: 'attention-playground', state });
  const openFile = async (page: Page, state: string): Promise<void> => {
    await page.giveFile('edits.json', fileOf(state), () => page.click('button:has-text("Open a file")'));
    await labReady(page);
  };

  it('is used as far as it can be, names the rest, and undo brings back what was before', long, async () => {
    const page = await open(`${sentence}&edit=q:0,0,0=2&head=1`);
    await labReady(page);
    const before = await labState(page);
    await openFile(page, 'view=edit&text=the+animal+was+tired&edit=q:0,0,1=3;q:0,0,2=x;__proto__:0,1,0=7');
    expect(await edits(page)).toMatchObject({ q: { '0,0,1': 3 } });
    const clean = await page.evaluate(
      () => !('0,1,0' in {}) && Object.keys(document.querySelector('attention-lab')!.state.edits),
    );
    expect(clean).toEqual(['q', '__proto__']);
    expect((await labState(page)).head).toBeUndefined();
    const notices = await page.text('attention-lab .notices');
    expect(notices).toContain('q:0,0,2=x');
    expect(notices).toContain('__proto__:0,1,0=7');
    await page.click('button:has-text("Undo")');
    await labReady(page);
    expect(await labState(page)).toEqual(before);
  });

  it('of another view brings that view with its title, and undo the one before', long, async () => {
    const page = await open(`${sentence}&edit=q:0,0,0=2`);
    await labReady(page);
    await openFile(page, 'view=compare&text=the+animal+was+tired');
    const head = () =>
      page.evaluate(() => [
        document.querySelector('.views [aria-current]')?.textContent,
        document.title.split(' ')[0],
        new URLSearchParams(location.hash.slice(1)).get('view'),
        document.querySelector('attention-lab')!.state.mode,
      ]);
    expect(await head()).toEqual(['Compare', 'Compare', 'compare', 'compare']);
    await page.click('button:has-text("Undo")');
    await labReady(page);
    expect(await head()).toEqual(['Edit', 'Edit', 'edit', 'edit']);
    expect(await edits(page)).toEqual({ q: { '0,0,0': 2 } });
  });
});

it('takes back the last number where a run fails, and keeps the others', long, async () => {
  const page = await open(`${sentence}&edit=q:0,0,0=2;q:0,0,1=3e38`);
  await labReady(page);
  const failed = await page.evaluate(() => document.querySelector('attention-lab')!.runs.problem?.kind);
  expect(failed).toBe('error');
  await page.click('button:has-text("Take back the last number")');
  await labReady(page);
  expect(await edits(page)).toEqual({ q: { '0,0,0': 2 } });
  expect(await page.evaluate(() => document.querySelector('attention-lab')!.runs.problem)).toBeUndefined();
});

it('says of a link what is not there', long, async () => {
  const page = await open(
    '#view=perturb&text=the+animal+was+tired&layer=99&step=odd&query=9&pin=odd:1&order=1,0&mask=7&change=8:x',
  );
  await labReady(page);
  const notices = await page.text('attention-lab .notices');
  for (const one of ['layer “99”', 'step “odd”', 'query “9”', 'pin “odd:1”', 'order “1,0”', 'mask: ', 'change: '])
    expect(notices).toContain(one);
});

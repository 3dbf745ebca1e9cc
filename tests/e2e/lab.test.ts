/** Compare, perturb, edit: two runs side by side. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import type { LabState } from '../../web/site/lab/state.ts';
import type { Page } from './driver.ts';
import { figureReady, part, root, sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open, openUrl } = harness();

/** Starting the engine and the first runs on a busy machine. */
const patience = 40_000;

/** Waits until the view shows what its state asks for. */
const labReady = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await page.waitUntil(
    () => {
      const lab = document.querySelector('attention-lab');
      return !!lab && !lab.runs.running && !!lab.pair && !!lab.shadowRoot?.querySelector('canvas.heat, .notice');
    },
    undefined,
    patience,
  );
};

/** Another document comes: what is asked before it is there would be asked of the one that goes. */
const away = async (page: Page, go: () => void): Promise<void> => {
  await page.evaluate(() => void Object.assign(window, { left: true }));
  await page.evaluate(go).catch(() => undefined); // it may be gone before it answers
  await page.waitUntil(() => !('left' in window), undefined, patience);
};

const labState = (page: Page): Promise<LabState> => page.evaluate(() => document.querySelector('attention-lab')!.state);

/** How the two runs' tensors of a stage compare. */
const same = (page: Page, tensor: string): Promise<string> =>
  page.evaluate((name) => String(document.querySelector('attention-lab')!.pair!.trace.difference(name).same), tensor);

const number = (page: Page, which: string, tensor: string, index: number[]): Promise<number> =>
  page.evaluate(
    ([side, name, at]) => {
      const { data, shape } = document.querySelector('attention-lab')!.pair!.trace.tensor(`${side}/${name}`);
      return data[shape.reduce((sum, size, i) => sum * size + (at[i] ?? 0), 0)] ?? NaN;
    },
    [which, tensor, index] as [string, string, number[]],
  );

const found = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelector('attention-lab')!.shadowRoot!.querySelectorAll('.found')]
      .map((one) => one.textContent)
      .join(' '),
  );

const violations = async (page: Page): Promise<string[]> => {
  await page.inject(join(root, 'node_modules/axe-core/axe.min.js'));
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }> };
      }
    ).axe.run();
    return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.flat().join(' ')).join(', ')}`);
  });
};

describe('compare', () => {
  it('takes the sentence along, moves both by stage, and its link restores it all', async () => {
    const page = await open('#text=the+animal+was+tired&query=3');
    await figureReady(page);
    await page.click('.views a[data-view="compare"]');
    await labReady(page);
    expect((await labState(page)).text).toBe('the animal was tired');
    expect(await page.count('ap-stage .grid')).toBe(3);
    // The default pair shares its projections and differs later.
    expect(await same(page, 'q')).toBe('bits');
    await page.click('button[aria-label="Next step"]');
    await labReady(page);
    const step = await page.text('.steps li.cur .nm');
    expect(step).not.toBe('');
    await page.click('[data-action="copy"]');
    const other = await openUrl(await page.evaluate(() => navigator.clipboard.readText()));
    await labReady(other);
    expect(await labState(other)).toEqual(await labState(page));
    expect(await other.text('.steps li.cur .nm')).toBe(step);
  });

  it('begins with the mechanism on show, and brings it back', async () => {
    const page = await open('#text=the+animal+was+tired&query=3');
    await figureReady(page);
    const id = await page.evaluate(
      () => document.querySelector<HTMLOptionElement>('#mechanism optgroup:nth-child(2) option')!.value,
    );
    await page.select('#mechanism', id);
    await figureReady(page);
    const left = await page.evaluate(() => document.querySelector('attention-stepper')!.state);
    for (const view of ['compare', 'perturb', 'edit']) {
      await page.click(`.views a[data-view="${view}"]`);
      await labReady(page);
      expect((await labState(page)).first.variant, view).toBe(id);
    }
    await page.click('.views a[data-view=""]');
    await figureReady(page);
    expect(await page.evaluate(() => document.querySelector('attention-stepper')!.state)).toEqual(left);
    expect(await page.evaluate(() => document.querySelector<HTMLSelectElement>('#mechanism')!.value)).toBe(id);
  });

  it('says of every mechanism what differs, and shows no junk', async () => {
    const page = await open('#view=compare&text=the+animal+was+tired');
    await labReady(page);
    const ids = await page.evaluate(() =>
      [
        ...document
          .querySelector('attention-lab')!
          .shadowRoot!.querySelectorAll<HTMLOptionElement>('#mechanism-second option'),
      ].map((one) => one.value),
    );
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids) {
      await page.select('#mechanism-second', id);
      await labReady(page);
      expect((await page.text('.differs')).length, id).toBeGreaterThan(20);
      const text = await page.evaluate(() => document.querySelector('attention-lab')!.shadowRoot!.textContent ?? '');
      expect(/\bNaN\b|\bundefined\b|\[object/.test(text), id).toBe(false);
    }
  });

  it('comes and goes with Back and Forward', async () => {
    const page = await open();
    await figureReady(page);
    await page.click('.views a[data-view="compare"]');
    await labReady(page);
    await page.evaluate(() => history.back());
    await figureReady(page);
    expect(await page.count('attention-lab')).toBe(0);
    await page.evaluate(() => history.forward());
    await labReady(page);
    expect(await page.count('attention-stepper')).toBe(0);
  });
});

describe('perturb', () => {
  it('hides the word that is read most, and undoes it', async () => {
    const page = await open('#view=perturb');
    await labReady(page);
    await page.waitUntil(() => !!document.querySelector('attention-lab')!.state.masked?.length);
    await labReady(page);
    expect(await found(page)).toContain('now reads');
    // Nobody asked for it: it is said, marked, and can be taken back without scrolling.
    expect(await page.text('.done')).toMatch(/To begin with: “.*” is hidden/);
    expect(await page.text('.labtop h2')).toMatch(/is hidden: what moves\?/);
    expect(await page.text('.side.second .chip.struck')).toContain('hidden');
    expect((await page.box('.done button:has-text("Reset")')).y).toBeLessThan(400);
    const [word] = (await labState(page)).masked!;
    const key = await page.evaluate((at) => document.querySelector('attention-lab')!.pair!.words[at]!.begin, word!);
    expect(await number(page, 'second', 'pattern', [0, 0, key])).toBe(0);
    await page.click('button:has-text("Reset")');
    await labReady(page);
    expect(await page.text('.done')).toContain('Nothing is changed');
    expect(await page.count('.chip.struck')).toBe(0);
    await page.click('button:has-text("Undo")');
    await labReady(page);
    expect((await labState(page)).masked).toEqual([word]);
  });

  it('shows that attention without marks of place is blind to order', async () => {
    const page = await open('#view=perturb&order=0,2,3,1&placeless=1&text=the+animal+was+tired&query=0');
    await labReady(page);
    expect(await same(page, 'q')).toBe('bits');
    expect(await same(page, 'scores')).toBe('bits');
    expect(await same(page, 'z')).not.toBe('false');
    expect(await found(page)).toContain('does not see the order');
    expect(await found(page)).toContain('Distance alone costs nothing');
    // With its marks of place the model does see it, and by place everything differs.
    await page.click('button[aria-label="Marks of place"]');
    await labReady(page);
    expect(await same(page, 'scores')).toBe('false');
  });

  it('keeps the numbers back until the reader has guessed', async () => {
    const page = await open('#view=perturb&change=1:street&predict=1&text=the+animal+was+tired');
    await labReady(page);
    expect(await page.count('ap-stage .grid')).toBe(1);
    await page.focus('#guess');
    await page.key('ArrowRight');
    await page.click('button:has-text("Reveal")');
    await labReady(page);
    expect(await page.count('ap-stage .grid')).toBe(3);
    expect(await found(page)).toContain('You said 0.51');
    expect(await page.text('.cosines')).toContain('alike');
  });

  it('says which words the starter does not know, and sets sentences of other lengths side by side', async () => {
    const page = await open('#view=perturb&text=the+animal+was+tired&change=1:zebra');
    await page.waitFor('attention-lab .notice', patience);
    expect(await page.text('attention-lab .notice')).toContain('zebra');
    const other = await open('#view=perturb&text=the+river+bank&against=the+bank+closed+my+account&query=2');
    await labReady(other);
    expect(await other.count('.two ap-stage')).toBe(2);
    expect(await other.text('.cosines')).toContain('bank');
  });
});

describe('edit', () => {
  it('takes a number, computes on from it, and goes back and forth', async () => {
    const page = await open('#view=edit&text=the+animal+was+tired&query=1&pin=pattern:0,1,0');
    await labReady(page);
    await page.fill('#cell', '0.25');
    await page.key('Enter');
    await labReady(page);
    expect(await number(page, 'second', 'pattern', [0, 1, 0])).toBe(0.25);
    expect(await same(page, 'masked_scores')).toBe('bits');
    expect(await same(page, 'z')).toBe('false');
    expect(await page.text('.pairs')).toContain('Put in by hand');
    // Of the two patterns one adds to 1 no more, and no legend says so.
    const said = await page.evaluate(
      () => document.querySelector('attention-lab')!.shadowRoot!.querySelector('.labmain')!.textContent!,
    );
    expect(said.match(/adds to 1/g)).toHaveLength(1);
    const { href } = await page.evaluate(() => ({ href: location.href }));
    await page.click('button:has-text("Undo")');
    await labReady(page);
    expect(await same(page, 'z')).toBe('bits');
    await page.click('button:has-text("Redo")');
    await labReady(page);
    expect(await number(page, 'second', 'pattern', [0, 1, 0])).toBe(0.25);
    const other = await openUrl(href);
    await labReady(other);
    expect(await number(other, 'second', 'pattern', [0, 1, 0])).toBe(0.25);
    await page.click('button:has-text("Reset")');
    await labReady(page);
    expect((await labState(page)).edits).toEqual({});
  });

  it('paints the mask, and moves the temperature of the edited run alone', async () => {
    const page = await open('#view=edit&text=the+animal+was+tired&step=mask&pin=mask:0,0');
    await labReady(page);
    expect(await page.text('.labmain .title')).toBe('Nothing is masked');
    const { width, height } = await page.box('.grid[data-tensor="second/mask"]');
    await page.clickAt('.grid[data-tensor="second/mask"]', width * 0.6, height * 0.1);
    await labReady(page);
    expect(await number(page, 'second', 'mask', [0, 2])).toBe(0);
    expect(await number(page, 'second', 'pattern', [0, 0, 2])).toBe(0);
    expect(await page.text('.labmain .title')).toBe('The mask as it is painted');
    await page.clickAt('.grid[data-tensor="second/mask"]', width * 0.6, height * 0.1);
    await labReady(page);
    expect((await labState(page)).edits).toEqual({});
    await page.focus('.second input[aria-label="Temperature"]');
    await page.key('ArrowRight');
    await labReady(page);
    expect((await labState(page)).first.params).toEqual({});
    expect(await same(page, 'scores')).toBe('bits');
    expect(await same(page, 'pattern')).toBe('false');
  });

  it('keeps edits that are too many for a link over Back, Forward and a reload', async () => {
    const page = await open('#view=edit&text=the+animal+was+tired');
    await labReady(page);
    const cells = Array.from({ length: 256 }, (_, i) => `0,${i % 4},${i >> 2}`);
    await page.evaluate((all) => {
      const lab = document.querySelector('attention-lab')!;
      lab.act({ edits: { q: Object.fromEntries(all.map((at) => [at, 0.1234567])) } }, 'test');
    }, cells);
    await page.waitFor(part.pageNotice);
    expect(await page.text(part.pageNotice)).toContain('Save as file');
    expect(await page.evaluate(() => location.hash)).toContain('view=edit');
    expect(await page.evaluate(() => location.hash.length)).toBeLessThan(4000);
    const kept = async () => {
      await labReady(page);
      const { mode, edits } = await labState(page);
      return [mode, Object.keys(edits['q'] ?? {}).length];
    };
    await page.click('.views a[data-view="compare"]');
    expect(await kept()).toEqual(['compare', 0]);
    await page.evaluate(() => history.back());
    expect(await kept()).toEqual(['edit', 256]);
    await page.click('.views a[data-view=""]');
    await figureReady(page);
    await page.evaluate(() => history.back());
    expect(await kept()).toEqual(['edit', 256]);
    await away(page, () => location.reload());
    expect(await kept()).toEqual(['edit', 256]);
    expect(await number(page, 'second', 'q', [0, 0, 0])).toBeCloseTo(0.1234567, 6);
    await page.click('[data-action="home"]');
    await figureReady(page);
    await away(page, () => history.back());
    expect(await kept()).toEqual(['edit', 256]);
  });

  it('stays as it is when its own link is clicked', async () => {
    const page = await open('#view=edit&text=the+animal+was+tired&edit=q:0,0,0=2');
    await labReady(page);
    await page.click('.views a[data-view="edit"]');
    await labReady(page);
    expect((await labState(page)).edits).toEqual({ q: { '0,0,0': 2 } });
  });
});

describe('the playground', () => {
  it('keeps a text that is too long for a link, and a change made just before leaving', async () => {
    const text = 'the animal was tired and '.repeat(200).trim();
    const page = await open('#variant=nonsense');
    await figureReady(page);
    await page.evaluate((long) => {
      const figure = document.querySelector('attention-stepper')!;
      figure.state = { text: long };
      figure.dispatchEvent(new CustomEvent('state-change'));
    }, text);
    await page.click('.views a[data-view="compare"]');
    await labReady(page);
    expect((await labState(page)).text).toBe(text);
    await page.evaluate(() => history.back());
    await figureReady(page);
    const shown = () => page.evaluate(() => document.querySelector('attention-stepper')!.state.text);
    expect(await shown()).toBe(text);
    await away(page, () => location.reload());
    await figureReady(page);
    expect(await shown()).toBe(text);
  });
});

describe.each(['compare', 'perturb', 'edit'])('%s', (view) => {
  it.each(['light', 'dark'] as const)('passes axe, %s', async (theme) => {
    const page = await open(`#view=${view}`, { theme });
    await labReady(page);
    expect(await violations(page)).toEqual([]);
  });

  it('does not scroll sideways on a phone', async () => {
    const page = await open(`#view=${view}`, { width: 390, height: 844 });
    await labReady(page);
    expect(await sideways(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});

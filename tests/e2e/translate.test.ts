/** Shipped models say a word sound by sound: where they look, what stays in the beam, what is right. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';

const { open, openUrl, serve, expectProblem } = harness({ headers: isolated });

/** A loaded machine may take long: no test decides by time. */
const patience = 240_000;

/** The page has said its words. */
const said = (page: Page) =>
  page.waitUntil(
    () => {
      const { session } = (document.querySelector('translate-page') ?? {}) as { session?: any };
      return session?.all(session.model) !== undefined && session.dictionary !== undefined;
    },
    undefined,
    patience,
  );

const translate = async (hash = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`translate.html${hash}`, options);
  await said(page);
  return page;
};

interface Told {
  at: number;
  last: number;
  playing: boolean;
  word: string;
  sounds: string[];
  steps: { text: string; parent: number; logProbability: number }[][];
  rows: number[][];
  part: string | undefined;
  errors: number | undefined;
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { session, player } = document.querySelector('translate-page') as unknown as { session: any; player: any };
    const [one] = session.all(session.model);
    return {
      at: player.at,
      last: player.last,
      playing: player.playing,
      word: one.word,
      sounds: one.sounds,
      steps: one.decoded.steps.map((step: any[]) => step.map(({ alignment: _, ...rest }) => rest)),
      rows: one.decoded.pieces.map(({ alignment }: any) => [...alignment]),
      part: one.known?.part,
      errors: one.verdict?.errors,
    };
  });

const at = (page: Page, place: number) =>
  page.waitUntil((wanted) => (document.querySelector('translate-page') as any).player.at === wanted, place, patience);

describe('the page Translate', { timeout: 300_000 }, () => {
  it('shows a word at once, with where the model looked and what is right', async () => {
    const page = await translate();
    const { word, sounds, rows, part, at: place, last, errors } = await told(page);
    expect(word).toBe('knights');
    expect(part).toBe('test');
    expect(place).toBe(last);
    expect(rows).toHaveLength(sounds.length + 1);
    for (const row of rows) {
      expect(row).toHaveLength(word.length);
      expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 3);
    }
    expect(await page.count('.matrix i')).toBe(rows.length * word.length);
    expect(await page.text('.outcome')).toContain('none of the models was trained on it');
    expect(await page.count('.outcome .wrong, .outcome .extra, .outcome .missing')).toBe(errors);
  });

  it('plays by itself where motion is welcome, row by row', async () => {
    const page = await translate('', { reducedMotion: false });
    await page.waitUntil(() => (document.querySelector('translate-page') as any).player.at >= 2, undefined, patience);
    expect(await page.count('.matrix i.open')).toBeGreaterThan(0);
    await page.waitUntil(() => !(document.querySelector('translate-page') as any).player.playing, undefined, patience);
    expect(await page.count('.matrix i.open')).toBe(0);
  });

  it('is stepped, played and put anywhere by keys', async () => {
    const page = await translate();
    await page.focus('main');
    await page.key('Home');
    await at(page, 0);
    expect(await page.text('.go')).toContain('Nothing is said yet');
    await page.key('ArrowRight');
    await page.key('ArrowRight');
    await page.key('ArrowLeft');
    await at(page, 1);
    expect(await page.count('.beam .entry')).toBe((await told(page)).steps[0]!.length);
    await page.focus('[data-control="place"]');
    await page.key('ArrowRight');
    await at(page, 2);
    await page.focus('main');
    await page.key(' ');
    await page.waitUntil(() => (document.querySelector('translate-page') as any).player.at === 3, undefined, patience);
    await page.key('End');
    await at(page, (await told(page)).last);
  });

  it('shows the beam: likeliest first, each with its parent, the chosen text marked', async () => {
    const page = await translate('#text=knights&beam=5');
    const { steps, sounds } = await told(page);
    for (const [i, entries] of steps.entries()) {
      expect(entries.length).toBeLessThanOrEqual(5);
      const likely = entries.map(({ logProbability }) => logProbability);
      expect(likely).toEqual([...likely].sort((a, b) => b - a));
      for (const { parent, logProbability } of entries) {
        if (i === 0) expect(parent).toBe(-1);
        else expect(logProbability).toBeLessThanOrEqual(steps[i - 1]![parent]!.logProbability);
      }
    }
    const chosen = await page.evaluate(() =>
      [...document.querySelectorAll('.beam .entry.chosen b')].map((one) => one.textContent!.trim()),
    );
    expect(chosen).toEqual([...sounds, 'end']);
    expect(await page.count('.beam .entry')).toBe(steps.flat().length);
    // Another entry's text, and back.
    await page.click('.beam .step:nth-of-type(2) .entry:not(.chosen)');
    await page.waitUntil(() => document.querySelectorAll('.matrix .sound').length === 2);
    await page.click('.looks .link');
    await page.waitUntil((rows) => document.querySelectorAll('.matrix .sound').length === rows, sounds.length + 1);
    await page.click('.beams .link');
    await page.waitUntil(() => location.hash.includes('beam=3'));
    await said(page);
  });

  it('says a phrase word by word, and that it does', async () => {
    const page = await translate('#text=Naughty,+KNIGHTS');
    expect(await page.text('.phrase')).toContain('single words');
    expect(await page.count('.phrase button')).toBe(2);
    await page.click('.phrase button');
    await page.waitUntil(() =>
      document.querySelector('.phrase [aria-pressed="true"]')!.textContent!.includes('naughty'),
    );
    expect(await page.count('.letter')).toBe('naughty'.length);
  });

  it('takes made-up words without judging them, and says what it cannot read', async () => {
    const page = await translate('#text=bl0rping&colour=red');
    expect((await told(page)).word).toBe('blrping');
    expect(await page.text('.notices')).toContain('colour=red');
    expect(await page.text('.notices')).toContain('0');
    expect(await page.text('.outcome')).toContain('nor whether it was trained on');
    await page.fill('#text', 'the');
    await page.key('Enter');
    await page.waitUntil(() => location.hash.includes('text=the'));
    await said(page);
    expect((await told(page)).part).toBe('training');
    expect(await page.text('.outcome')).toContain('were trained on this word');
    await page.fill('#text', '12');
    await page.key('Enter');
    await page.waitUntil(() => document.querySelector('.see')!.textContent!.includes('Type a word'));
  });

  it('loads a model when it is asked for, and goes on without one that fails', async () => {
    let broken = true;
    const weights = (name: string) => `models/${name}/weights.safetensors`;
    const site = await serve({
      headers: isolated,
      intercept: (path, _, response) => {
        if (path === weights('g2p_luong') && broken) return (response.writeHead(404).end(), true);
        // Never answered: there is something to cancel.
        return path === weights('g2p_transformer') && broken;
      },
    });
    expectProblem(/404/);
    const page = await openUrl(`${site.url}translate.html`);
    await said(page);
    expect(site.requests.filter((path) => path.endsWith('.safetensors'))).toHaveLength(1);
    await page.click('[data-model="g2p_transformer"] [data-action="load"]');
    await page.waitFor('[data-model="g2p_transformer"] progress');
    await page.click('[data-model="g2p_transformer"] [data-action="cancel"]');
    await page.waitUntil(() =>
      document.querySelector('[data-model="g2p_transformer"].card')!.textContent!.includes('cancelled'),
    );
    await page.click('[data-model="g2p_luong"] [data-action="load"]');
    await page.waitFor('[data-model="g2p_luong"] [role="alert"]');
    await page.click('[data-text="queue"]');
    await page.waitUntil(() => location.hash.includes('text=queue'));
    await said(page);
    broken = false;
    await page.click('[data-model="g2p_luong"] [data-action="load"]');
    await page.waitFor('[data-model="g2p_luong"] .small');
    await page.click('[data-model="g2p_luong"] [data-action="choose"]');
    await page.waitUntil(() => location.hash.includes('model=g2p_luong'));
    expect(await page.text('.seg [aria-pressed="true"]')).toMatch(/Luong/);
  });

  it('opens a word in the stepper', async () => {
    const page = await translate();
    await page.click('[data-action="steps"]');
    await page.waitUntil(
      () => (document.querySelector('model-stepper') as any)?.trace !== undefined,
      undefined,
      patience,
    );
    expect(await page.text('model-stepper h2')).toContain('knights');
  });

  it('says how often the models are right, on how many words, beside what others published', async () => {
    const page = await translate();
    expect(await page.text('.measured')).toMatch(/12,000 words of our test split/);
    expect(await page.count('.measured .published a')).toBeGreaterThan(2);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await translate('#text=naughty+rhapsody&beam=8', { theme, width, height: 844 });
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});

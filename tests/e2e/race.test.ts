/** Decoders race on shipped weights: all finish, one can be cancelled or fail, what is said repeats. Times are never judged. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';

const { open, openUrl, serve, expectProblem } = harness({ headers: isolated });
/** A loaded machine may take long: no test decides by time. */
const patience = 240_000;

/** Nothing is measured any more, and something was. */
const over = (page: Page) =>
  page.waitUntil(
    () => {
      const { race } = (document.querySelector('race-page') ?? {}) as { race?: any };
      return (
        race && !race.going && race.runs.every(({ phase }: any) => ['done', 'failed', 'cancelled'].includes(phase))
      );
    },
    undefined,
    patience,
  );

const race = async (hash: string, options?: PageOptions): Promise<Page> => {
  const page = await open(`race.html#${hash}`, options);
  await over(page);
  return page;
};

interface Told {
  id: string;
  phase: string;
  trouble: string;
  pieces: string[] | undefined;
  likely: number | undefined;
  calls: { kind: string; begin: number; end: number; decided: number; kept: number }[];
  turns: number[][];
  together: number[];
  edits: unknown[];
}

const told = (page: Page): Promise<Told[]> =>
  page.evaluate(() =>
    (document.querySelector('race-page') as any).race.runs.map((run: any) => ({
      id: run.lane.id,
      phase: run.phase,
      trouble: run.trouble,
      pieces: run.said?.rows[0].pieces,
      likely: run.said?.rows[0].logProbability,
      calls: (run.said?.calls ?? []).map(({ kind, begin, end, decided, kept }: any) => ({
        kind,
        begin,
        end,
        decided,
        kept,
      })),
      turns: run.turns,
      together: run.together,
      edits: run.edits,
    })),
  );
const lane = async (page: Page, id: string) => (await told(page)).find((one) => one.id === id)!;
const weights = (requests: string[]) =>
  new Set(requests.flatMap((path) => /models\/([^/]+)\/weights/.exec(path)?.[1] ?? []));
const press = (page: Page, lane: string, action: string) =>
  page.click(`[data-lane="${lane}"] [data-action="${action}"]`);

describe('the race', { timeout: 400_000 }, () => {
  it('lets every lane decode the same word, call by call', async () => {
    const page = await race('text=knights&repeats=1');
    const all = await told(page);
    expect(all.length).toBeGreaterThanOrEqual(4);
    for (const { phase, calls, turns, pieces } of all) {
      expect(phase).toBe('done');
      expect(pieces!.length).toBeGreaterThan(0);
      expect(turns).toHaveLength(1);
      let end = 0;
      for (const call of calls) {
        expect(call.begin).toBe(end);
        end = call.end;
      }
    }
    expect(await page.count('.lane:not(.axis)')).toBe(all.length);
    for (const { id, calls } of all) expect(await page.count(`[data-lane="${id}"] .track .bar`)).toBe(calls.length);
    expect(await page.text('h1')).toContain(`${all.length} decoders`);
    // What equals greedy says so, and says the same.
    const [greedy, speculative] = [await lane(page, 'greedy'), await lane(page, 'speculative')];
    expect(await page.text('[data-lane="speculative"]')).toContain('= greedy');
    expect(speculative.pieces).toEqual(greedy.pieces);
    expect(speculative.calls.some(({ kind }) => kind === 'check')).toBe(true);
  });

  it('repeats what a seed says exactly, and draws otherwise with another', async () => {
    const hash = 'text=hiccoughs&repeats=1&lanes=sampling,speculative-sampled';
    const says = async (seed: number) => {
      const page = await race(`${hash}&seed=${seed}`);
      return (await told(page)).map(({ pieces, likely }) => ({ pieces, likely }));
    };
    const first = await says(3);
    expect(await says(3)).toEqual(first);
    const others = [await says(4), await says(5), await says(6)];
    expect(others.some((one) => JSON.stringify(one) !== JSON.stringify(first))).toBe(true);
  });

  it('fetches the weights of the chosen lanes alone', async () => {
    const site = await serve({ headers: isolated });
    const page = await openUrl(`${site.url}race.html#text=czar&repeats=1&lanes=greedy`);
    await over(page);
    expect([...weights(site.requests)]).toEqual(['g2p_transformer']);
    await page.click('.pick summary');
    await page.click('[data-pick="speculative"]');
    await page.waitUntil(() => (document.querySelector('race-page') as any).race.runs.length === 2);
    await over(page);
    expect(weights(site.requests)).toEqual(new Set(['g2p_transformer', 'g2p_luong']));
    expect(await page.evaluate(() => location.hash)).toContain('lanes=greedy%2Cspeculative');
  });

  it('cancels a lane in the middle of its turns, and leaves the others running', async () => {
    const page = await open('race.html#text=pneumatic&repeats=100&batch=64&lanes=greedy,beam-4');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any)?.race?.runs[1]?.turns.length >= 1,
      undefined,
      patience,
    );
    await press(page, 'beam-4', 'cancel');
    await page.waitUntil(() => (document.querySelector('race-page') as any).race.runs[1].phase === 'cancelled');
    const turns = (await lane(page, 'beam-4')).turns.length;
    expect(turns).toBeLessThan(100);
    // The other goes on, until fewer turns are wished than it has had.
    const before = (await lane(page, 'greedy')).turns.length;
    await page.waitUntil(
      (count) => (document.querySelector('race-page') as any).race.runs[0].turns.length > count,
      before,
      patience,
    );
    await page.click('[data-choice="repeats-1"]');
    await over(page);
    const greedy = await lane(page, 'greedy');
    expect(greedy.phase).toBe('done');
    expect(greedy.together.length).toBeGreaterThan(0);
    expect((await lane(page, 'beam-4')).turns).toHaveLength(turns);
    // And once more from the beginning.
    await press(page, 'beam-4', 'repeat');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any).race.runs[1].phase === 'done',
      undefined,
      patience,
    );
  });

  it('can be cancelled while weights load', async () => {
    let stalls = true;
    const site = await serve({
      headers: isolated,
      intercept: (path) => stalls && path === 'models/g2p_luong/weights.safetensors',
    });
    const page = await openUrl(`${site.url}race.html#text=czar&repeats=1&lanes=greedy,speculative`);
    await page.waitFor('[data-lane="speculative"].loading');
    await press(page, 'speculative', 'cancel');
    await over(page);
    expect((await told(page)).map(({ phase }) => phase)).toEqual(['done', 'cancelled']);
    stalls = false;
    await press(page, 'speculative', 'repeat');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any).race.runs[1].phase === 'done',
      undefined,
      patience,
    );
  });

  it('says which model did not load, and races with the others', async () => {
    expectProblem(/404/);
    let lost = true;
    const site = await serve({
      headers: isolated,
      intercept: (path, _, response) => {
        if (!lost || path !== 'models/g2p_luong/weights.safetensors') return false;
        response.writeHead(404).end();
        return true;
      },
    });
    const page = await openUrl(`${site.url}race.html#text=czar&repeats=1`);
    await over(page);
    const { phase, trouble } = await lane(page, 'speculative');
    expect(phase).toBe('failed');
    expect(trouble).toContain('g2p_luong');
    expect(await page.text('[data-lane="speculative"] [role="alert"]')).toContain('g2p_luong');
    for (const one of await told(page)) if (one.id !== 'speculative') expect(one.phase).toBe('done');
    lost = false;
    await press(page, 'speculative', 'repeat');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any).race.runs.every(({ phase }: any) => phase === 'done'),
      undefined,
      patience,
    );
  });

  it('counts errors on held-out words, and can be stopped', async () => {
    const page = await race('text=czar&repeats=1&lanes=greedy,speculative&words=100');
    await page.click('[data-action="count"]');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any).race.runs[0].edits.length > 0,
      undefined,
      patience,
    );
    await page.click('[data-action="stop-counting"]');
    await page.waitUntil(() => !(document.querySelector('race-page') as any).race.counting, undefined, patience);
    expect((await lane(page, 'greedy')).edits.length).toBeLessThan(100);
    // It goes on where it was stopped.
    await page.click('[data-action="count"]');
    await page.waitUntil(
      () => (document.querySelector('race-page') as any).race.runs.every(({ edits }: any) => edits.length === 100),
      undefined,
      patience,
    );
    const [greedy, speculative] = await told(page);
    expect(speculative!.edits).toEqual(greedy!.edits);
    await page.waitUntil(() => document.querySelectorAll('.scatter g').length === 2);
    expect(await page.evaluate(() => document.querySelector('.scatter')!.getAttribute('aria-label'))).toContain(
      'Speculative',
    );
  });

  it('draws what calls are thought to cost, and keeps it out of the numbers', async () => {
    const page = await race('text=czar&repeats=1&lanes=greedy,speculative');
    const numbers = () => page.text('.below table');
    const before = await numbers();
    expect(await page.count('.track .cost')).toBe(0);
    await page.focus('#cost');
    await page.key('End');
    await page.waitUntil(() => document.querySelectorAll('.track .cost').length > 0);
    const calls = (await told(page)).reduce((sum, one) => sum + one.calls.length, 0);
    expect(await page.count('.track .cost')).toBe(calls);
    expect(await numbers()).toBe(before);
    expect(await page.evaluate(() => location.hash)).toContain('cost=2');
  });

  it('is played back and stepped by keys', async () => {
    const page = await race('text=czar&repeats=1&lanes=greedy');
    const open = () => page.count('[data-lane="greedy"] .bar.open');
    const { calls, pieces } = await lane(page, 'greedy');
    await page.focus('main');
    await page.key('Home');
    await page.waitUntil((count) => document.querySelectorAll('.bar.open').length === count, calls.length);
    await page.key('ArrowRight');
    await page.key('ArrowRight');
    await page.waitUntil((count) => document.querySelectorAll('.bar.open').length === count, calls.length - 2);
    expect(await page.text('[data-lane="greedy"] .out')).toContain(pieces![0]!);
    await page.key('End');
    await page.waitUntil(() => document.querySelectorAll('.bar.open').length === 0);
    expect(await open()).toBe(0);
  });

  it('is told by its address, and says what of it is no good', async () => {
    const page = await race('text=queue&lanes=beam-4&repeats=1&seed=5&cost=0.5&batch=1&colour=red');
    expect(await page.text('.notices')).toContain('colour=red');
    expect((await told(page)).map(({ id }) => id)).toEqual(['beam-4']);
    expect(await page.evaluate(() => (document.querySelector('#seed') as HTMLInputElement).value)).toBe('5');
    expect(await page.evaluate(() => (document.querySelector('#cost') as HTMLInputElement).value)).toBe('0.5');
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await race('text=hiccoughs&repeats=1', { theme, width, height: 844 });
        await page.waitFor('.below table');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});

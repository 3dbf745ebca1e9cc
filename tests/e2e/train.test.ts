/** A model learns in the page: by steps, never by time. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { figureReady, sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';

const { open } = harness({ headers: isolated });

/** What the page knows of its run. */
interface Told {
  status: string;
  step: number;
  number: number;
  accuracy: number;
  loss: number;
  rate: number;
  kept: number;
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { session } = document.querySelector('train-page') as unknown as { session: any };
    const { record } = session;
    const last = record.scores.at(-1);
    return {
      status: session.status,
      step: record.step,
      number: record.number,
      accuracy: last?.accuracy ?? 0,
      loss: last?.loss ?? 0,
      rate: session.rate,
      kept: session.kept.length,
    };
  });

/** Waits for a status (or one of several), or for a step. A loaded machine may take long: no test decides by time. */
const until = (page: Page, wanted: string | number) =>
  page.waitUntil(
    (what) => {
      const { session } = (document.querySelector('train-page') ?? {}) as { session?: any };
      return typeof what === 'number' ? session?.record.step >= what : what.split('|').includes(session?.status);
    },
    wanted,
    240_000,
  );

const train = async (path = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`train.html${path}`, options);
  await until(page, 'ready');
  return page;
};

const play = '[data-action="play"]';

/** Too small to learn much, soon done. */
const tiny =
  '#task=reverse&model=transformer&model.layers=1&model.width=16&model.heads=1&model.hidden=16&train.batch=8';

describe('the page Train', { timeout: 300_000 }, () => {
  it('learns where to look, and says so', async () => {
    const page = await train();
    await page.waitUntil(() => document.querySelector('h1')!.textContent!.includes('knows nothing'));
    await page.click(play);
    await until(page, 500);
    await page.click(play);
    await until(page, 'paused');
    const { step, accuracy, loss } = await told(page);
    expect(step).toBeGreaterThanOrEqual(500);
    expect(accuracy).toBeGreaterThan(0.8);
    expect(loss).toBeLessThan(0.7);
    // The strongest cells of the first rows stand on the other diagonal: what was read last is said first.
    const columns = await page.evaluate(() => {
      const { session } = document.querySelector('train-page') as unknown as { session: any };
      return session.shown.map(({ source, said }: any) => {
        const row = [...said[0].alignment];
        return source.length - 1 - row.indexOf(Math.max(...row));
      });
    });
    expect(columns.filter((from: number) => from === 0).length).toBeGreaterThanOrEqual(2);
    await page.waitUntil(() => /after \d+ updates/.test(document.querySelector('h1')!.textContent!));
    // What is spoken follows what is seen.
    await page.waitUntil(() =>
      document.querySelector('[role="status"].spoken')!.textContent!.includes('Paused at update'),
    );
  });

  it('steps, goes on where it was, and ends by itself', async () => {
    const page = await train(`${tiny}&train.steps=40`);
    await page.click('[data-action="step"]');
    await until(page, 'paused');
    expect((await told(page)).step).toBe(1);
    await page.key('ArrowRight');
    await until(page, 2);
    await until(page, 'paused');
    await page.focus('main');
    await page.key(' ');
    await until(page, 'done');
    expect(await told(page)).toMatchObject({ step: 40, number: 1 });
    await page.click('[data-action="extend"]');
    await until(page, 60);
    await page.click('[data-action="reset"]');
    await page.waitUntil(() => (document.querySelector('train-page') as any).session.record.number === 2);
    expect((await told(page)).kept).toBe(1);
  });

  it('takes another learning rate while it trains, names a divergence and undoes it', async () => {
    // So long a run that no state is kept between the change of the rate and the divergence: the way back is the start.
    const page = await train(
      `${tiny}&train.schedule=constant&train.optimizer=sgd&train.rate=0.01&train.clip=0&train.steps=100000`,
    );
    await page.click(play);
    await until(page, 80);
    await page.fill('.rate .number', '10');
    await page.key('Enter');
    await until(page, 'diverged');
    expect((await told(page)).rate).toBe(10);
    expect(await page.text('.trouble')).toMatch(/Diverged at update \d+/);
    expect(await violations(page)).toEqual([]);
    await page.click('[data-action="undo-slower"]');
    await until(page, 'ready|paused');
    const after = await told(page);
    expect(after.rate).toBe(0.01);
    expect(Number.isFinite(after.loss)).toBe(true);
    await page.click(play);
    await until(page, after.step + 20);
    expect(await page.count('.trouble')).toBe(0);
  });

  it('saves a checkpoint and goes on from it, digit for digit', async () => {
    const page = await train(`${tiny}&train.steps=400`);
    const [first, again] = await page.evaluate(async () => {
      const { session } = document.querySelector('train-page') as unknown as { session: any };
      const at = async (step: number) => session.run.train({ until: step });
      await at(10);
      const file = await session.save('checkpoint');
      await at(20);
      const whole = await session.save('checkpoint');
      await session.load(file);
      await at(20);
      const resumed = await session.save('checkpoint');
      return [[...whole].join(), [...resumed].join()];
    });
    expect(first).toBe(again);
    // The same through the buttons of the page.
    await page.evaluate(async () => {
      const { session } = document.querySelector('train-page') as unknown as { session: any };
      const file = new File([await session.save('checkpoint')], 'here.safetensors');
      const data = new DataTransfer();
      data.items.add(file);
      const field = document.querySelector<HTMLInputElement>('.file input')!;
      field.files = data.files;
      field.dispatchEvent(new Event('change'));
    });
    await page.waitUntil(() => document.querySelector('.toast')!.textContent!.includes('here.safetensors'));
    expect((await told(page)).step).toBe(20);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['nothing of the kind'], 'odd.safetensors'));
      const field = document.querySelector<HTMLInputElement>('.file input')!;
      field.files = data.files;
      field.dispatchEvent(new Event('change'));
    });
    await page.waitFor('.notice');
    expect(await page.text('.notice')).toContain('odd.safetensors');
    expect((await told(page)).step).toBe(20);
  });

  it('compares runs by what differs in them, and goes back to one', async () => {
    const page = await train(`${tiny}&train.steps=400`);
    await page.click('[data-action="step"]');
    await until(page, 'paused');
    await page.fill('#train-batch', '16');
    await page.key('Enter');
    await page.waitFor('.runs table');
    await until(page, 'ready');
    expect(
      await page.evaluate(() => [...document.querySelectorAll('.runs .differs')].map((one) => one.textContent)),
    ).toEqual(['batch']);
    expect(await page.evaluate(() => location.hash)).toContain('train.batch=16');
    await page.click('.runs .acts .link');
    await until(page, 'paused');
    expect(await told(page)).toMatchObject({ step: 1, number: 1 });
    await page.waitUntil(() => document.querySelector<HTMLInputElement>('#train-batch')!.value === '8');
    await page.fill('#train-batch', '0');
    await page.key('Enter');
    expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('#train-batch')!.validity.valid)).toBe(
      false,
    );
    expect((await told(page)).number).toBe(1);
  });

  it('says what of a link it could not use, and is reached from everywhere', async () => {
    const page = await train('#task=reverse&colour=red');
    expect(await page.text('.notice')).toContain('colour=red');
    await page.click('.views a[href="./"]');
    await figureReady(page);
    await page.click('.views a[href="./train.html"]');
    await until(page, 'ready');
  });

  it('goes on with another engine where one has stopped', async () => {
    const page = await train(tiny);
    await page.click('[data-action="step"]');
    await until(page, 'paused');
    await page.evaluate(() => (document.querySelector('train-page') as any).session.engine.dispose());
    await page.click('[data-action="step"]');
    await until(page, 'failed');
    await page.click('.trouble .button');
    await until(page, 'ready');
    await page.click(play);
    await until(page, 3);
  });

  it('rests in a tab that nobody sees', async () => {
    const page = await train(tiny);
    await page.click(play);
    await until(page, 5);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await hide(true);
    await until(page, 'paused');
    await hide(false);
    await until(page, 'training');
  });

  it('moves by itself where motion is welcome', async () => {
    const page = await open('train.html', { reducedMotion: false });
    await until(page, 10);
    expect((await told(page)).status).toBe('training');
  });

  it('keeps its memory flat', async () => {
    const page = await train();
    await page.click(play);
    await until(page, 100);
    const memory = () =>
      page.evaluate(() => (document.querySelector('train-page') as any).session.engine.memory() as Promise<number>);
    const before = await memory();
    await until(page, 600);
    expect(await memory()).toBe(before);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await train(`${tiny}&train.steps=400`, { theme, width, height: 844 });
        await page.click('[data-action="step"]');
        await until(page, 'paused');
        await page.evaluate(() =>
          document.querySelector<HTMLDetailsElement>('details.set-up')!.setAttribute('open', ''),
        );
        await page.fill('#train-batch', '16');
        await page.key('Enter');
        await page.waitFor('.runs table');
        await until(page, 'ready');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});

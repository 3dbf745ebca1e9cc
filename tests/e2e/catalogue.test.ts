import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../web/engine/types.ts';
import { figureReady, part, root, settled, state } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

const catalog = JSON.parse(
  execFileSync(resolve(root, 'build/native/attention-catalog'), { encoding: 'utf8', maxBuffer: 1 << 26 }),
) as Catalog;
const ids = catalog.entries.filter((entry) => entry.kind === 'variant').map((entry) => entry.id);

// Every mechanism's page, from the first step to the last and back, in one of the two themes each way.
describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(ids)('%s steps to its end and back without an error', async (id) => {
    const page = await open(`#variant=${id}`, { theme });
    await figureReady(page);
    expect((await state(page)).variant).toBe(id);
    const steps = await page.count('.steps li');
    expect(steps).toBeGreaterThan(2);
    await page.click(part.step(1));
    const names: string[] = [];
    for (let i = 1; i < steps; i++) {
      names.push(await page.text(part.currentStep));
      await page.click(part.next);
    }
    await settled(page);
    for (const name of names.reverse()) {
      await page.click(part.previous);
      expect(await page.text(part.currentStep)).toBe(name);
    }
    expect(page.problems).toEqual([]);
  });
});

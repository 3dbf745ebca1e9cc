import { join } from 'node:path';
import type { Page } from './driver.ts';
import { root } from './figure.ts';

const axe = join(root, 'node_modules/axe-core/axe.min.js');

/** One line for each rule of accessibility that the page breaks, and where. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.inject(axe);
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run(options: object): Promise<{ violations: { id: string; help: string; nodes: { target: unknown[] }[] }[] }>;
        };
      }
    ).axe.run({
      // Off unless asked for.
      rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
    });
    return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.target.flat().join(' ')).join(', ')}`);
  });
};

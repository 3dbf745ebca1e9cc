import { defineConfig } from 'vitest/config';

// Two groups: `web` is everything that runs in Node; `e2e` drives browsers, after the rest.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'web',
          include: ['tests/**/*.test.{ts,mjs}'],
          exclude: ['tests/e2e/**'],
          testTimeout: 60_000, // 2 cores, and some tests start a compiler
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          maxWorkers: 3, // a browser each, on two cores: mostly they wait for pages to settle, and no test decides by time
          testTimeout: 60_000,
          hookTimeout: 60_000, // a browser's first start on a cold disk takes several seconds
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

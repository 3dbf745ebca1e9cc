import { defineConfig } from 'vitest/config';

// Two groups: `web` is everything that runs in Node; `e2e` drives a browser, one file at a time and after the rest,
// so that timings are not those of a machine busy with something else.
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
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000, // a browser's first start on a cold disk takes several seconds
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

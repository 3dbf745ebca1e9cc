// Runs work over many items, as many at a time as there are processors.
import { availableParallelism } from 'node:os';

export async function forEachParallel(items, work, width = availableParallelism()) {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (queue.length) await work(queue.shift());
    }),
  );
}

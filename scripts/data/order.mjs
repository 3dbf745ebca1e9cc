// Orders by hash: what a split rests on depends on the things themselves, never on where they stood.
import { createHash } from 'node:crypto';

/** @param {string[]} things none of them twice */
export function byHash(things) {
  const hash = new Map(things.map((thing) => [thing, createHash('sha256').update(thing).digest('hex')]));
  return [...things].sort((a, b) => (hash.get(a) < hash.get(b) ? -1 : 1));
}

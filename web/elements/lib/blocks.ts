import type { Frame } from './frames.ts';

/** Neighbouring frames whose scopes begin alike: a layer, a step of a recurrence. */
export interface Block {
  /** The part of the scope that they share here; empty where theirs has ended. */
  name: string;
  /** Frames from `begin` to before `end`. */
  begin: number;
  end: number;
}

export interface Level {
  blocks: Block[];
  /** Which of them is on show. */
  open: number;
}

/** A rail of more frames than this is cut into blocks, as long as their scopes tell some apart. */
const most = 9;

const runs = (frames: readonly Frame[], { begin, end }: Block, depth: number): Block[] => {
  const out: Block[] = [];
  for (let at = begin; at < end; at++) {
    const name = frames[at]!.scope.split('/')[depth] ?? '';
    const last = out.at(-1);
    if (last?.name === name) last.end++;
    else out.push({ name, begin: at, end: at + 1 });
  }
  return out;
};

/** Blocks of one frame each would leave nothing to look along: so many of them make one. */
const gathered = (blocks: Block[]): Block[] => {
  if (blocks.some(({ begin, end }) => end - begin > 1)) return blocks;
  const out: Block[] = [];
  for (let at = 0; at < blocks.length; at += most) {
    const some = blocks.slice(at, at + most);
    out.push({ name: `${at + 1}–${at + some.length}`, begin: some[0]!.begin, end: some.at(-1)!.end });
  }
  return out;
};

/** Long records in blocks within blocks, open down to the frames around `at`. */
export const levelsOf = (frames: readonly Frame[], at: number): { levels: Level[]; block: Block } => {
  const levels: Level[] = [];
  let block: Block = { name: '', begin: 0, end: frames.length };
  for (let depth = 0; block.end - block.begin > most; depth++) {
    const parts = runs(frames, block, depth);
    if (parts.length === 1 && parts[0]!.name === '') break;
    if (parts.length === 1) continue;
    const blocks = gathered(parts);
    const open = Math.max(
      0,
      blocks.findIndex(({ begin, end }) => at >= begin && at < end),
    );
    levels.push({ blocks, open });
    block = blocks[open]!;
  }
  return { levels, block };
};

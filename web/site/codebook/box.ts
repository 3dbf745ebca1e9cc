import type { Codes } from '../../engine/types/codes.ts';
import type { Box } from './geometry.ts';

/** Width by height of every picture of the plane: both axes have one scale, so that what is near looks near. */
export const aspect = 8 / 7;
/** Room around the outermost vectors. */
const margin = 0.08;
/** The picture follows the vectors when they fill less than this share of it either way. */
const smallest = 0.55;

const bounds = ({ vectors }: Codes): Box => {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i + 1 < vectors.length; i += 2) {
    const [x, y] = [vectors[i]!, vectors[i + 1]!];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
};

/** The smallest picture with all vectors in it, and some room. */
export const boxAround = (codes: Codes): Box => {
  const { left, top, right, bottom } = bounds(codes);
  const height = Math.max((right - left) / aspect, bottom - top, 1e-3) * (1 + 2 * margin);
  const width = height * aspect;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
};

/** Do the vectors still fill the picture, and stay in it? It jumps as seldom as it can. */
export const fits = (box: Box, codes: Codes): boolean => {
  const { left, top, right, bottom } = bounds(codes);
  const within = left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
  const [across, down] = [(right - left) / (box.right - box.left), (bottom - top) / (box.bottom - box.top)];
  return within && Math.max(across, down) >= smallest;
};

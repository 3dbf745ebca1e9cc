/** Drawing with keys: pure steps. */

/** Where the pencil stands, and which ink it leaves. */
export interface Pencil {
  level: number;
  row: number;
  column: number;
}

/** Columns and rows that an arrow key goes. */
export const arrows: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move the pencil, a number is the ink that it leaves, the blank leaves the chosen one; other keys do nothing. */
export const pressed = (
  pencil: Pencil,
  key: string,
  { side, levels }: { side: number; levels: number },
): { pencil: Pencil; leaves: boolean } | undefined => {
  const clamp = (value: number) => Math.min(Math.max(0, value), side - 1);
  const move = Object.hasOwn(arrows, key) ? arrows[key] : undefined;
  if (move) {
    const [right, down] = move;
    return {
      pencil: { ...pencil, column: clamp(pencil.column + right), row: clamp(pencil.row + down) },
      leaves: false,
    };
  }
  if (key === ' ') return { pencil, leaves: true };
  const level = /^\d$/.test(key) ? Number(key) : levels;
  return level < levels ? { pencil: { ...pencil, level }, leaves: true } : undefined;
};

/** A picture of brightness 0 to 1, row by row, in sixteen levels as the digits have them. */
export interface Picture {
  rows: number;
  columns: number;
  values: Float32Array;
}

const levels = 15;

export const blank = (rows: number, columns: number): Picture => ({
  rows,
  columns,
  values: new Float32Array(rows * columns),
});

export const isBlank = ({ values }: Picture): boolean => values.every((value) => value === 0);

/** Pixels this far from the pen's way have some ink: strokes as wide as those of the digits. */
const reach = 1.6;
const inkAt = (distance: number): number => Math.min(1, Math.max(0, 1.3 - 0.8 * distance));

/** Distance of a point from the stretch between two others. */
const distance = (x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const along = dx || dy ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))) : 0;
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
};

/** In pixels, from the upper left corner. */
export type Point = readonly [x: number, y: number];

/** The picture with a stroke of the pen, or of the eraser, which is twice as wide. */
export const stroke = ({ rows, columns, values }: Picture, from: Point, to: Point, erase = false): Picture => {
  const drawn = Float32Array.from(values);
  const wide = erase ? 2 * reach : reach;
  const [left, right] = [Math.min(from[0], to[0]) - wide, Math.max(from[0], to[0]) + wide];
  const [top, bottom] = [Math.min(from[1], to[1]) - wide, Math.max(from[1], to[1]) + wide];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(rows, bottom); ++row)
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(columns, right); ++column) {
      const far = distance(column + 0.5, row + 0.5, from, to);
      const at = row * columns + column;
      if (erase) drawn[at] = far < wide ? 0 : drawn[at]!;
      else drawn[at] = Math.max(drawn[at]!, Math.round(levels * inkAt(far)) / levels);
    }
  return { rows, columns, values: drawn };
};

/** For addresses: a digit for a pixel, runs of empty ones as their number. */
export const written = ({ values }: Picture): string => {
  const digits = Array.from(values, (value) => Math.round(levels * value).toString(16)).join('');
  return digits.replace(/0{4,}/g, (run) => `z${run.length}.`);
};

/** What `written` gave, or nothing where it is no such picture. */
export const readWritten = (text: string, rows: number, columns: number): Picture | undefined => {
  const count = rows * columns;
  if (!/^(?:[0-9a-f]|z\d{1,4}\.)*$/.test(text)) return undefined;
  let digits = '';
  for (const [, level, run] of text.matchAll(/([0-9a-f])|z(\d+)\./g)) {
    digits += level ?? '0'.repeat(Number(run));
    if (digits.length > count) return undefined;
  }
  if (digits.length !== count) return undefined;
  return { rows, columns, values: Float32Array.from(digits, (digit) => parseInt(digit, 16) / levels) };
};

import type { NdArray, TensorInfo } from '../../engine/types.ts';

/** The shortest text that reads back as the same float. */
export const float = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  // Seven digits say most floats, nine every one.
  for (let digits = 7; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(Number(value.toPrecision(9)));
};

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line per number, its place in front: any shape fits, and tables of statistics read it as it is. */
export const csv = (
  { axes }: TensorInfo,
  { shape, data }: NdArray,
  /** For each axis its words; none where it runs over something else. */
  words: readonly (readonly string[])[],
): string => {
  const lines = [
    [...axes, ...axes.filter((_, i) => words[i]?.length).map((axis) => `${axis}_word`), 'value'].join(','),
  ];
  const index = shape.map(() => 0);
  for (const value of data) {
    const said = index.flatMap((at, i) => (words[i]?.length ? [quoted(words[i][at] ?? '')] : []));
    lines.push([...index, ...said, float(value)].join(','));
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index[axis]!++;
      if (index[axis]! < shape[axis]!) break;
      index[axis] = 0;
    }
  }
  return `${lines.join('\n')}\n`;
};

type Nested = number | string | Nested[];

const nested = (shape: readonly number[], data: Float32Array): Nested => {
  if (shape.length === 0) return plain(data[0] ?? 0);
  const [size = 0, ...rest] = shape;
  const step = data.length / Math.max(1, size);
  return Array.from({ length: size }, (_, i) => nested(rest, data.subarray(i * step, (i + 1) * step)));
};

/** JSON has no infinity: words, as the engine's own answers have them. */
const plain = (value: number): number | string => (Number.isFinite(value) ? Number(float(value)) : float(value));

export const json = (
  { name, symbol, axes, source }: TensorInfo,
  { shape, data }: NdArray,
  tokens: readonly string[],
  read: readonly string[] = [],
): string => {
  // Of another text that is read: its words, and which axes run over them.
  const other = read.length ? { source_tokens: read, source_axes: source ?? [] } : {};
  return `${JSON.stringify({ name, symbol, axes, shape, tokens, ...other, data: nested(shape, data) })}\n`;
};

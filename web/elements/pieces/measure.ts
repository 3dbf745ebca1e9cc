import { short } from '../lib/format.ts';

let context: CanvasRenderingContext2D | null = null;
const widths = new Map<string, number>();

/** Of one line, in pixels. */
export const widthOf = (text: string, font: string): number => {
  context ??= document.createElement('canvas').getContext('2d');
  const key = `${font}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  if (context) context.font = font;
  const width = context?.measureText(text).width ?? text.length * 7;
  if (widths.size > 4000) widths.clear();
  widths.set(key, width);
  return width;
};

/** Slant of column labels. */
const slant = Math.sin((52 * Math.PI) / 180);

/** The font of labels; asking for it makes the browser compute styles, so not with every drawing. */
export const labelFont = (host: Element): string => `bold 12.5px ${getComputedStyle(host).fontFamily}`;

/** Room for the widest word beside and above a matrix. Long texts are judged by a part of their words. */
export const measureLabels = (
  font: string,
  asking: readonly string[],
  read: readonly string[],
): { labelWidth: number; labelHeight: number } => {
  const tokens = [...asking.slice(0, 400), ...read.slice(0, 400)];
  const most = Math.max(20, ...tokens.map((word) => widthOf(short(word), font)));
  return { labelWidth: Math.round(Math.min(86, most + 18)), labelHeight: Math.round(Math.min(66, most * slant + 18)) };
};

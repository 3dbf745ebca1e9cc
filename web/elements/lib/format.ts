/** Numbers and words as they stand on the page: true minus signs, no NaN, nothing invisible. */

const minus = '−';

const signed = (text: string): string => text.replace('-', minus);

/** Rounding must never show a negative zero. */
const fixed = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  return signed(Number(text) === 0 ? text.replace('-', '') : text);
};

/** A number in prose and in the derivation: two decimals where it is small, fewer where it is long. */
export const num = (value: number, digits = 2): string => {
  if (Number.isNaN(value)) return '–';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return `${minus}∞`;
  const size = Math.abs(value);
  if (size >= 1e5) return signed(value.toExponential(2).replace('e+', 'e'));
  if (size >= 1000) return fixed(value, Math.min(digits, 1));
  if (size !== 0 && size < 0.5 * 10 ** -digits) return signed(value.toPrecision(2).replace('e-', `e-`));
  return fixed(value, digits);
};

/** Rounded to a fixed number of decimals, small values too: columns of figures that must line up. */
export const column = (value: number, digits = 3): string =>
  Number.isFinite(value) ? fixed(value, digits) : num(value);

/** A factor in a product: negative ones in brackets. */
export const factor = (value: number): string => (value < 0 ? `(${num(value)})` : num(value));

/** Inside a cell there is room for a few characters. Weights under 0.005 print nothing, so a sharp row looks sharp. */
export const cell = (value: number, unit: boolean, room = 4): string => {
  if (!Number.isFinite(value)) return '';
  if (unit) {
    if (value < 0.005) return '';
    const text = value.toFixed(2);
    return text.startsWith('0') ? text.slice(1) : text === '1.00' ? '1' : text;
  }
  const size = Math.abs(value);
  if (size >= 10000) return fixed(value / 1000, 0) + 'k';
  if (size >= 1000) return fixed(value / 1000, 1) + 'k';
  const text = fixed(value, size >= 99.95 ? 0 : 1);
  if (text.length <= room) return text;
  return size < 0.95 && text !== '0.0' ? text.replace('0.', '.') : fixed(value, 0);
};

/** A difference inside a cell: none where there is none to speak of, shares without their leading zero. */
export const change = (value: number, room = 4): string => {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size < 0.005) return '';
  return size < 0.995 ? signed(value.toFixed(2).replace('0.', '.')) : cell(value, false, room);
};

/** The end of a scale: three significant figures. */
export const bound = (value: number): string => {
  const size = Math.abs(value);
  if (!Number.isFinite(value) || size >= 1e5 || (size !== 0 && size < 1e-3)) return num(value);
  return signed(String(Number(value.toPrecision(3))));
};

export const shape = (sizes: readonly number[]): string => sizes.join('×');

const controls: Record<string, string> = { ' ': '␣', '\n': '↵', '\r': '␍', '\t': '⇥', '\u00a0': '⍽', '\u200b': '·' };

const visible = (char: string): string => {
  const known = controls[char];
  if (known !== undefined) return known;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  // Direction overrides and the byte order mark would act on the page around them.
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code === 0xfeff) return '·';
  return char;
};

/** A token as shown: blanks at its ends and control characters get a sign of their own, the rest stays text. */
export const token = (text: string): string => {
  // Vocabularies have a piece for the beginning of a word alone: a blank that takes no room.
  if (text === '') return '␣';
  const inner = text.trim();
  if (inner === '') return [...text].map(visible).join('');
  const lead = text.slice(0, text.indexOf(inner));
  const tail = text.slice(lead.length + inner.length);
  return [...lead, ...inner, ...tail]
    .map((char, at, all) => (char === ' ' && at >= lead.length && at < all.length - tail.length ? char : visible(char)))
    .join('');
};

let segmenter: Intl.Segmenter | undefined;

/** Characters as a reader counts them: an emoji with its joiners or a letter with its accents is one. */
export const characters = (text: string): string[] => {
  // Most text needs no segmenter, which takes longer to make than all labels of a figure to cut.
  if (/^[\x20-\x7e]*$/.test(text) || typeof Intl === 'undefined' || !('Segmenter' in Intl)) return [...text];
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), (part) => part.segment);
};

/** For labels beside a matrix: long tokens end in an ellipsis. */
export const short = (text: string, most = 9): string => {
  const all = characters(token(text));
  return all.length <= most ? all.join('') : `${all.slice(0, most - 1).join('')}…`;
};

export const megabytes = (bytes: number): string => {
  const mb = bytes / 1e6;
  return mb >= 1 ? mb.toFixed(mb < 9.95 ? 1 : 0).replace(/\.0$/, '') : `${Math.max(0, mb).toFixed(1)}`;
};

/** The scale as the papers write it where the op tells what it is made of, otherwise as a plain factor. */
export const scaling = (facts: Readonly<Record<string, number | string>>): string => {
  const by = Number(facts['factor'] ?? 1);
  const width = Number(facts['width'] ?? 0);
  const temperature = Number(facts['temperature'] ?? 1);
  const root = width > 0 ? Math.sqrt(width) : 1;
  if (Math.abs(by * root * temperature - 1) > 1e-4 || by === 1) return `× ${num(by)}`;
  const parts = [width > 0 ? `√${width}` : '', temperature === 1 ? '' : num(temperature)].filter(Boolean);
  return parts.length ? `÷ ${parts.join(' ÷ ')}` : `× ${num(by)}`;
};

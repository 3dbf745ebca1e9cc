/** Large and small amounts in three figures: 1.23 M, 45.6 kB, 0.78 ms. */

const steps = [
  { from: 1e12, by: 1e12, sign: 'T' },
  { from: 1e9, by: 1e9, sign: 'G' },
  { from: 1e6, by: 1e6, sign: 'M' },
  { from: 1e3, by: 1e3, sign: 'k' },
] as const;

const figures = (value: number): string => String(Number(value.toPrecision(3)));

export const amount = (value: number, unit = ''): string => {
  const step = steps.find((one) => value >= one.from * 0.9995);
  return [figures(value / (step?.by ?? 1)), `${step?.sign ?? ''}${unit}`].filter(Boolean).join(' ');
};

export const time = (milliseconds: number): string =>
  milliseconds >= 999.5 ? `${figures(milliseconds / 1000)} s` : `${figures(milliseconds)} ms`;

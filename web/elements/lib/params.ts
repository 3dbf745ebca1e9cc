import type { CatalogEntry, ParamSpec, Params } from '../../engine/types.ts';

/** Checks what a link, an attribute or a page carries against the catalogue: nothing else gets through. */

export type Value = number | string | boolean;

interface Complaint {
  param: string;
  got: string;
  /** What it takes, for the message. */
  takes: string;
}

export const takes = (spec: ParamSpec): string => {
  if (spec.kind === 'choice') return (spec.choices ?? []).map((choice) => choice.value).join(', ');
  if (spec.kind === 'flag') return 'true, false';
  return `${spec.min ?? '−∞'} … ${spec.max ?? '∞'}`;
};

/** Undefined where the value is not one that the parameter takes. */
export const readValue = (spec: ParamSpec, raw: unknown): Value | undefined => {
  if (spec.kind === 'flag') {
    if (typeof raw === 'boolean') return raw;
    if (raw === 'true' || raw === '') return true;
    return raw === 'false' ? false : undefined;
  }
  if (spec.kind === 'choice') return spec.choices?.find((choice) => choice.value === raw)?.value;
  const number = typeof raw === 'number' ? raw : typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : NaN;
  if (!Number.isFinite(number) || (spec.kind === 'integer' && !Number.isInteger(number))) return undefined;
  if ((spec.min !== undefined && number < spec.min) || (spec.max !== undefined && number > spec.max)) return undefined;
  return number;
};

/** `window_size` stands as `window-size` in HTML. */
export const attributeOf = (id: string): string => id.replaceAll('_', '-').toLowerCase();

export const defaultsOf = (entry: CatalogEntry): Params =>
  Object.fromEntries(entry.params.map((spec) => [spec.id, spec.default]));

/** Only what differs from the defaults and is valid; the rest is complained about. */
export const readParams = (
  entry: CatalogEntry,
  raw: Record<string, unknown>,
): { params: Params; complaints: Complaint[] } => {
  const params: Params = {};
  const complaints: Complaint[] = [];
  for (const [id, got] of Object.entries(raw)) {
    const spec = entry.params.find((one) => one.id === id);
    if (!spec) continue;
    const value = readValue(spec, got);
    if (value === undefined) complaints.push({ param: id, got: String(got).slice(0, 80), takes: takes(spec) });
    else if (value !== spec.default) params[id] = value;
  }
  return { params, complaints };
};

export const isShown = (spec: ParamSpec, values: Params): boolean =>
  !spec.when || spec.when.values.includes(String(values[spec.when.param]));

/** Sliders run over 0 to 1000; a log scale gives 0.1 to 1 the same room as 1 to 10. */
export const sliderSteps = 1000;

export const toSlider = (spec: ParamSpec, value: number): number => {
  const [min, max] = [spec.min ?? 0, spec.max ?? 1];
  if (max <= min) return 0;
  const at =
    spec.scale === 'log' && min > 0 ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return Math.round(Math.max(0, Math.min(1, at)) * sliderSteps);
};

export const fromSlider = (spec: ParamSpec, position: number): number => {
  const [min, max] = [spec.min ?? 0, spec.max ?? 1];
  const at = position / sliderSteps;
  const raw = spec.scale === 'log' && min > 0 ? min * (max / min) ** at : min + (max - min) * at;
  const step = spec.kind === 'integer' ? Math.max(1, spec.step ?? 1) : (spec.step ?? 0);
  // Near the default the slider catches, so that it can be found again by hand.
  if (typeof spec.default === 'number' && Math.abs(toSlider(spec, spec.default) - position) <= 8) return spec.default;
  const stepped = step > 0 ? Math.round(raw / step) * step : Number(raw.toPrecision(3));
  return Math.max(min, Math.min(max, Number(stepped.toPrecision(12))));
};

export const showValue = (spec: ParamSpec, value: Value): string =>
  typeof value !== 'number' || spec.kind !== 'number'
    ? String(value)
    : Math.abs(value) >= 10
      ? String(Number(value.toPrecision(3)))
      : value.toFixed(2);

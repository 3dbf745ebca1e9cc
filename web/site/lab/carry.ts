import type { Catalog } from '../../engine/types.ts';
import { merged } from '../../elements/lib/merged.ts';
import type { LinkState } from '../link/state.ts';
import { emptyState, isMechanism, type LabState, type Mode } from './state.ts';

/** What one view hands to the next: the sentence, where it is read, the mechanism with its parameters. */

const sentenceOf = ({ text, model, layer, head, seed, query }: LinkState | LabState): Partial<LabState> => ({
  ...(text === undefined ? {} : { text }),
  ...(model === undefined ? {} : { model }),
  ...(layer === undefined ? {} : { layer }),
  ...(head === undefined ? {} : { head }),
  ...(seed === undefined ? {} : { seed }),
  ...(query === undefined ? {} : { query }),
});

/** The playground's figure as the first side of a lab. */
export const fromFigure = (figure: LinkState, mode: Mode, catalog: Catalog): LabState => {
  const entry = catalog.entries.find((one) => one.id === figure.variant);
  // A whole model is no mechanism to be set beside others; the figure remembers it.
  const model = entry !== undefined && !isMechanism(entry);
  const params = model ? {} : (figure.params ?? {});
  const first = { params, ...(figure.variant === undefined || model ? {} : { variant: figure.variant }) };
  return { ...emptyState(mode), ...sentenceOf(figure), first, second: { params: mode === 'edit' ? params : {} } };
};

/** One lab's first side in another lab. */
export const fromLab = (lab: LabState, mode: Mode): LabState => {
  const { first } = lab;
  return { ...emptyState(mode), ...sentenceOf(lab), first, second: { params: mode === 'edit' ? first.params : {} } };
};

/** The figure as it was left, with what a lab changed since. */
export const toFigure = (lab: LabState, left: LinkState, catalog: Catalog): LinkState => {
  const { first } = lab;
  const kept = catalog.entries.find((one) => one.id === left.variant);
  const whole = kept !== undefined && !isMechanism(kept) && first.variant === undefined;
  const { step, pin, params: _params, variant: _variant, text: _text, query: _query, source, ...rest } = left;
  const same = whole || first.variant === left.variant;
  const params = whole ? left.params : first.params;
  const own = {
    variant: whole ? left.variant : first.variant,
    params: params && Object.keys(params).length ? params : undefined,
    // What stands pinned is about this sentence and this mechanism.
    step: same ? step : undefined,
    pin: same && lab.text === left.text && lab.query === left.query ? pin : undefined,
    source: same ? source : undefined,
  };
  return merged<LinkState>({ ...rest, ...(sentenceOf(lab) as LinkState) }, own as Partial<LinkState>);
};

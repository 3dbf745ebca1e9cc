import * as format from '../../elements/lib/format.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import { sliceOf, type Slice } from '../../elements/scene/slice.ts';
import type { TensorInfo } from '../../engine/types.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import type { Subject } from './subject.ts';

const labelOf = (info: TensorInfo): string =>
  say('export.tensor.choice', {
    symbol: info.symbol || info.name,
    name: info.symbol === info.name ? '' : info.name,
    shape: format.shape(info.shape),
  });

const field = (id: string, label: string, select: HTMLSelectElement): HTMLElement => {
  select.id = id;
  return make('div', { class: 'field' }, make('label', { for: id }, label), select);
};

export interface Pick {
  place: HTMLElement;
  info(): TensorInfo;
  /** The matrix chosen: last two axes whole, one entry of each other. */
  slice(): Slice;
}

/** The choice of a tensor and, where it is deeper than a matrix, of a part of it. */
export const pickTensor = ({ trace, tensor, selection }: Subject, changed: () => void): Pick => {
  const tensors = trace.tensors.filter((info) => info.shape.every((size) => size > 0));
  const select = make('select', {}, ...tensors.map((info) => make('option', { value: info.name }, labelOf(info))));
  select.value = tensors.some((info) => info.name === tensor) ? tensor : (tensors.at(-1)?.name ?? '');
  const parts = make('div', { class: 'parts' });
  const info = () => infoOf(trace, select.value)!;
  let at: number[] = [];
  const showParts = () => {
    const { axes, shape } = info();
    at = [...sliceOf(info(), selection).at];
    parts.replaceChildren(
      ...at.flatMap((chosen, i) => {
        if (shape[i]! < 2) return [];
        const options = Array.from({ length: shape[i]! }, (_, n) => make('option', {}, String(n + 1)));
        const one = make('select', {}, ...options);
        one.selectedIndex = chosen;
        one.addEventListener('change', () => {
          at[i] = one.selectedIndex;
          changed();
        });
        return [field(`export-part-${i}`, axes[i]!, one)];
      }),
    );
  };
  select.addEventListener('change', () => {
    showParts();
    changed();
  });
  showParts();
  return {
    place: make('div', { class: 'pick-tensor' }, field('export-tensor', say('export.tensor'), select), parts),
    info,
    slice: () => ({ ...sliceOf(info(), selection), at: [...at] }),
  };
};

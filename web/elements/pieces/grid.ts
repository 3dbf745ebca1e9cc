import { html, type TemplateResult } from 'lit';
import { css } from '../lib/css.ts';
import type { Translate } from '../lib/locale.ts';
import { placeOf, placeText } from '../lib/sentences.ts';
import type { Placed } from '../scene/placed.ts';
import { indexOf } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';
import { valueText } from './overlay.ts';
import { titleOf } from './stage-labels.ts';

interface Grid {
  matrix: Placed;
  /** Where the keyboard stands. */
  cell: { row: number; column: number };
  pinned: boolean;
  store: ValueStore;
  key: (event: KeyboardEvent) => void;
  leave: () => void;
  t: Translate;
}

const cellText = ({ matrix, cell, store, t }: Grid): string => {
  const { slice, scale } = matrix.spec;
  const value = store.at(slice, cell.row, cell.column);
  const place = placeText(placeOf(store.trace, slice.tensor, indexOf(slice, cell.row, cell.column)), t);
  return `${place}: ${value === undefined ? '…' : valueText(value, t('value.masked'), scale.kind === 'unit')}`;
};

/**
 * A matrix for the keyboard and for screen readers. The canvas holds a million cells, the document one: the live cell
 * that the arrows move.
 */
export const grid = (about: Grid): TemplateResult => {
  const { matrix, cell, t } = about;
  const { slice, info } = matrix.spec;
  const id = `cell-${matrix.kind}-${matrix.column}-${info.name}`;
  const names = { symbol: info.symbol, name: titleOf(info), rows: slice.rows, columns: slice.columns };
  const box = {
    left: `${matrix.x}px`,
    top: `${matrix.y}px`,
    width: `${matrix.width}px`,
    height: `${matrix.height}px`,
  };
  return html`<div
    class="grid"
    role="grid"
    tabindex="0"
    aria-label=${t('grid.label', names)}
    aria-rowcount=${slice.rows}
    aria-colcount=${slice.columns}
    aria-activedescendant=${id}
    data-tensor=${info.name}
    ${css(box)}
    @keydown=${about.key}
    @blur=${about.leave}
  >
    <div role="row" aria-rowindex=${cell.row + 1}>
      <div role="gridcell" id=${id} aria-colindex=${cell.column + 1} aria-selected=${about.pinned}>
        <span class="spoken">${cellText(about)}</span>
      </div>
    </div>
  </div>`;
};

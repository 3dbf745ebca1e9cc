import type { MatrixSpec } from './spec.ts';
import type { Window } from './values.ts';

/** A scene as laid out, in CSS pixels. */

export interface Placed {
  spec: MatrixSpec;
  kind: 'main' | 'top';
  x: number;
  y: number;
  width: number;
  height: number;
  /** CSS pixels per cell. */
  pitchX: number;
  pitchY: number;
  /** Between cells. */
  gap: number;
  window: Window;
  /** Place of the column in the scene: its labels and outlines belong together. */
  column: number;
  /** Where its title stands, if it has one. */
  titleY: number;
  rowLabels: 'left' | 'right' | 'both' | 'none';
  columnLabels: boolean;
}

export interface Connector {
  kind: 'arrow' | 'wire' | 'plus' | 'times';
  x: number;
  width: number;
  /** First and last placed matrix it joins. */
  from: Placed;
  to: Placed;
}

/** Rows are words of another text that is read: what stands on a line with the active word has nothing to do with it. */
export const isForeign = ({ spec }: Placed): boolean => {
  const { info, slice } = spec;
  return info.source?.includes(info.axes.at(slice.transposed ? -1 : -2) ?? '') ?? false;
};

export interface Scene {
  width: number;
  height: number;
  matrices: Placed[];
  connectors: Connector[];
  /** Where a further group begins, one below the other. */
  breaks: number[];
  /** Vertical extent of the rows that share the band; several where groups are stacked. */
  bands: { y: number; height: number; x: number; width: number; column: number }[];
  /** Not everything fits: a window is shown, and an overview beside it. */
  windowed: boolean;
  overview?: { of: Placed; x: number; y: number; size: number };
}

export interface LayoutOptions {
  width: number;
  /** For the rows alone. */
  bodyHeight: number;
  /** One group below the other, the result first. */
  stacked: boolean;
  /** Device pixels per CSS pixel: cells end on whole device pixels. */
  ratio: number;
  /** Widest row label. */
  labelWidth: number;
  /** Height that the slanted column labels need. */
  labelHeight: number;
  /** First row and column on show where not all fit. */
  offset: { query: number; key: number };
}

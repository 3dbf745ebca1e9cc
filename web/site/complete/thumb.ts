import { svg, type SVGTemplateResult, type TemplateResult, html } from 'lit';
import { byLevel, inkOf, squares, unknown } from './picture.ts';

interface Parts {
  side: number;
  levels: number;
  /** −1 where nothing is yet. */
  pixels: readonly number[];
  /** Places that the model has drawn: in the colour of results. */
  drawn?: ReadonlySet<number>;
}

/** A picture's ink, a path for each level: known in ink, drawn in the colour of results, open places as points. */
export const inkIn = ({ side, levels, pixels, drawn }: Parts): SVGTemplateResult => {
  const groups = byLevel(pixels, levels);
  const open = pixels.flatMap((level, i) => (level === unknown ? [i] : []));
  const path = (places: number[], name: string, ink: number) =>
    places.length ? svg`<path class=${name} fill-opacity=${ink.toFixed(3)} d=${squares(places, side)} />` : '';
  return svg`${drawn?.size ? svg`<path class="blank" d=${squares(drawn, side)} />` : ''}
    ${groups.map((places, level) => [
      path(
        places.filter((i) => !drawn?.has(i)),
        'known',
        inkOf(level, levels),
      ),
      path(
        places.filter((i) => drawn?.has(i)),
        'new',
        inkOf(level, levels),
      ),
    ])}
    ${open.map((i) => svg`<circle class="open" cx=${(i % side) + 0.5} cy=${Math.floor(i / side) + 0.5} r="0.07" />`)}`;
};

/** A small picture without words: what stands around it says what it is. */
export const thumb = (parts: Parts): TemplateResult =>
  html`<svg class="ink" viewBox="0 0 ${parts.side} ${parts.side}" aria-hidden="true" shape-rendering="crispEdges">
    ${inkIn(parts)}
  </svg>`;

/** Brightness from 0 to 1 as a picture. */
export const shades = (values: readonly number[], dots: TemplateResult | SVGTemplateResult | ''): TemplateResult => {
  const side = Math.sqrt(values.length);
  return html`<svg class="ink small" viewBox="0 0 ${side} ${side}" aria-hidden="true">
    ${values.map((ink, i) =>
      ink > 0 ? svg`<path class="known" fill-opacity=${ink.toFixed(3)} d=${squares([i], side)} />` : '',
    )}
    ${dots}
  </svg>`;
};

/** Weights under this are not worth a point. */
const faintest = 0.01;
/** Of a weight of 1: a circle that all but fills its pixel. Areas say how much was read. */
const full = 0.56;

export const radiusOf = (weight: number): number => full * Math.sqrt(Math.min(1, weight));

/** How much of each pixel was read, as circles. */
export const dots = (weights: Float32Array, side: number): SVGTemplateResult =>
  svg`${[...weights].map((weight, i) =>
    weight < faintest
      ? ''
      : svg`<circle class="look" cx=${(i % side) + 0.5} cy=${Math.floor(i / side) + 0.5} r=${radiusOf(weight).toFixed(3)} />`,
  )}`;

/** A mean over layers. */
export const mean = (layers: readonly Float32Array[]): Float32Array => {
  const sum = new Float32Array(layers[0]?.length ?? 0);
  for (const layer of layers) layer.forEach((weight, i) => (sum[i]! += weight / layers.length));
  return sum;
};

import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { aspect } from './box.ts';
import type { Point } from './geometry.ts';
import type { Lane } from './lane.ts';
import { percent, usesOf } from './use.ts';

/** Pictures whose vectors are drawn; those of all would be one cloud. */
const drawn = 24;
/** Dead codes have their number beside the cross where they are so few. */
const named = 8;

export interface PlaneOf {
  lane: Lane;
  /** In pixels; small planes have neither labels nor lines. */
  width: number;
  small?: boolean;
  chosen?: number | undefined;
  choose?: (code: number) => void;
}

/** Words at these places would run into each other where they are nearer than this. */
const [wordWidth, wordHeight] = [70, 18];

/** Those whose words have room; the crosses of the others say enough. */
const apart = <T extends { place: Point }>(all: readonly T[]): T[] => {
  const kept: T[] = [];
  for (const one of all)
    if (
      kept.every(
        ({ place: [x, y] }) => Math.abs(x - one.place[0]) > wordWidth || Math.abs(y - one.place[1]) > wordHeight,
      )
    )
      kept.push(one);
  return kept;
};

const path = (points: readonly Point[]): string =>
  points.length ? `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z` : '';

/** The plane of the encoder's vectors, cut into what takes which code. */
export const plane = ({ lane, width, small = false, chosen, choose }: PlaneOf): TemplateResult | typeof nothing => {
  const { codes, box, cells } = lane;
  if (!codes || !box) return nothing;
  const height = width / aspect;
  const at = (x: number, y: number): Point => [
    ((x - box.left) / (box.right - box.left)) * width,
    // Upwards, as the axes of a plane have it.
    ((box.bottom - y) / (box.bottom - box.top)) * height,
  ];
  const { counts, largest, dead } = usesOf(codes);
  const { vectors, numbers, table, nearest } = codes;
  const vectorsDrawn = Math.min(drawn, codes.pictures) * codes.rows * codes.columns;
  const pattern = `hatch-${lane.way.key.replace(/\W/g, '-')}-${small ? 's' : 'l'}`;
  const cross = ([x, y]: Point, size: number) =>
    `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
  const cell = (code: number, parts: Point[][]) =>
    svg`<path
      class=${`cell${code === chosen ? ' chosen' : ''}${dead(code) ? ' dead' : ''}${parts.length > 1 ? ' rough' : ''}`}
      data-code=${code}
      fill=${dead(code) ? `url(#${pattern})` : nothing}
      fill-opacity=${dead(code) ? 1 : (0.05 + 0.3 * (largest ? counts(code) / largest : 0)).toFixed(3)}
      d=${parts.map((part) => path(part.map(([x, y]) => at(x, y)))).join('')}
    ></path>`;
  let lines = '';
  let dots = '';
  let chosenLines = '';
  for (let i = 0; i < vectorsDrawn; ++i) {
    const [x, y] = at(vectors[2 * i]!, vectors[2 * i + 1]!);
    dots += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
    if (!nearest || small) continue;
    const code = numbers[i]!;
    const [cx, cy] = at(table[2 * code]!, table[2 * code + 1]!);
    const line = `M${x.toFixed(1)} ${y.toFixed(1)}L${cx.toFixed(1)} ${cy.toFixed(1)}`;
    if (code === chosen) chosenLines += line;
    else lines += line;
  }
  const shown = new Map(cells.map((one) => [one.code, one]));
  const living = [...shown.values()].filter(({ code }) => !dead(code));
  const crossed = [...shown.values()].filter(({ code }) => dead(code));
  const big = chosen === undefined ? undefined : shown.get(chosen);
  const away = codes.table.length ? codes.codes - shown.size : 0;
  const label = ([x, y]: Point, text: string, name: string) =>
    svg`<text class=${name} x=${x.toFixed(1)} y=${y.toFixed(1)}
      text-anchor=${x > width - 90 ? 'end' : 'start'} dx=${x > width - 90 ? -14 : 14} dy=${y < 24 ? 18 : -8}>${text}</text>`;
  const middles = (list: typeof living) => list.map(({ middle: [x, y] }) => at(x, y));
  return html`<svg
    class=${small ? 'plane small' : 'plane'}
    viewBox=${`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`}
    role="img"
    aria-label=${say('codebook.plane.says', {
      vectors: vectorsDrawn,
      codes: codes.codes,
      dead: codes.use.batches ? codes.use.dead : 0,
      away,
    })}
    @click=${(event: MouseEvent) => {
      const code = (event.target as Element).closest('[data-code]')?.getAttribute('data-code');
      if (code !== null && code !== undefined) choose?.(Number(code));
    }}
  >
    <defs>
      <pattern id=${pattern} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="ground" width="7" height="7"></rect>
        <path class="stripe" d="M0 0v7"></path>
      </pattern>
    </defs>
    ${living.map(({ code, parts }) => cell(code, parts))} ${crossed.map(({ code, parts }) => cell(code, parts))}
    ${big ? cell(big.code, big.parts) : nothing}
    ${small ? nothing : svg`<path class="assigned" d=${lines}></path><path class="assigned chosen" d=${chosenLines}></path>`}
    <path class="vectors" d=${dots}></path>
    ${
      nearest
        ? svg`<path class="codes" d=${middles(living)
            .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
            .join('')}></path>`
        : nothing
    }
    <path
      class="crosses"
      d=${middles(crossed)
        .map((middle) => cross(middle, small ? 3 : 5))
        .join('')}
    ></path>
    ${
      !small && crossed.length <= named
        ? apart(crossed.map(({ code, middle: [x, y] }) => ({ code, place: at(x, y) }))).map(({ code, place }) =>
            label(place, say('codebook.dead.code', { code }), 'dead-name'),
          )
        : nothing
    }
    ${
      big && !small
        ? svg`${nearest ? svg`<circle class="code chosen" cx=${at(...big.middle)[0].toFixed(1)} cy=${at(...big.middle)[1].toFixed(1)} r="9"></circle>` : nothing}
            ${label(at(...big.middle), say('codebook.code', { code: big.code }), 'code-name')}`
        : nothing
    }
  </svg>`;
};

/** What stands below a plane: marks, and what is not in the picture. */
export const planeLegend = (lane: Lane): TemplateResult | typeof nothing => {
  const { codes, cells } = lane;
  if (!codes) return nothing;
  const { nearest } = codes;
  const away = codes.table.length ? codes.codes - cells.length : 0;
  const mark = (name: string, picture: TemplateResult, text: string) =>
    html`<li class=${name}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${picture}</svg>${text}
    </li>`;
  return html`<ul class="marks">
      ${mark('vector', svg`<circle cx="8" cy="8" r="3"></circle>`, say('codebook.mark.vector'))}
      ${nearest ? mark('code', svg`<circle cx="8" cy="8" r="6"></circle>`, say('codebook.mark.code')) : nothing}
      ${mark('cross', svg`<path d="M3 3l10 10m0-10l-10 10"></path>`, say('codebook.mark.dead'))}
    </ul>
    <p class="what">
      ${codes.blocks > 1 ? say('codebook.blocks', { blocks: codes.blocks, entries: codes.entries, codes: codes.codes }) : ''}
      ${say(nearest ? 'codebook.plane.nearest' : 'codebook.plane.cut')}
      ${away ? say(nearest ? 'codebook.away' : 'codebook.away.cut', { count: away }) : ''}
    </p>`;
};

/** What is said of a code: how much of the window it took. */
export const useOf = (lane: Lane, code: number): string => {
  const { codes } = lane;
  if (!codes || !codes.use.counts.length) return '';
  const count = codes.use.counts[code] ?? 0;
  return say('codebook.use.of', {
    code,
    count: new Intl.NumberFormat('en').format(count),
    vectors: new Intl.NumberFormat('en').format(codes.use.vectors),
    share: percent(count, codes.use.vectors),
  });
};

import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { arrows, type Pencil } from './pencil.ts';
import type { Hole } from './picture.ts';
import type { Session } from './session.ts';
import { dots, inkIn, mean } from './thumb.ts';

/** What can be done on the paper; each act is told in pixels. */
export interface PaperActs {
  hole(hole: Hole): void;
  kept(rows: number): void;
  seek(place: number): void;
  ink(place: number): void;
}

/** As near to an edge or corner as this, in pixels, a drag takes hold of it. */
const near = 0.75;

interface Drag {
  kind: 'ink' | 'kept' | 'move' | 'size' | 'new';
  from: [number, number];
  hole: Hole;
  moved: boolean;
}
let drag: Drag | undefined;

const at = (event: PointerEvent, side: number): [number, number] => {
  const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
  return [((event.clientX - left) / width) * side, ((event.clientY - top) / height) * side];
};

const placeOf = ([x, y]: [number, number], side: number): number =>
  x < 0 || y < 0 || x >= side || y >= side ? -1 : Math.floor(y) * side + Math.floor(x);

const inside = ([x, y]: [number, number], { left, top, width, height }: Hole): boolean =>
  x >= left && y >= top && x < left + width && y < top + height;

const begin = (session: Session, point: [number, number], drawing: boolean): Drag => {
  const { way, kept, hole } = session.view!;
  const corner = Math.hypot(point[0] - hole.left - hole.width, point[1] - hole.top - hole.height) < near;
  const kind = drawing
    ? 'ink'
    : way === 'half' && Math.abs(point[1] - kept) < near
      ? 'kept'
      : corner
        ? 'size'
        : inside(point, hole)
          ? 'move'
          : 'new';
  return { kind, from: point, hole, moved: false };
};

const follow = ({ kind, from, hole }: Drag, [x, y]: [number, number], acts: PaperActs): void => {
  const [dx, dy] = [x - from[0], y - from[1]];
  if (kind === 'kept') acts.kept(y);
  if (kind === 'move') acts.hole({ ...hole, left: hole.left + dx, top: hole.top + dy });
  if (kind === 'size') acts.hole({ ...hole, width: hole.width + dx, height: hole.height + dy });
  if (kind === 'new')
    acts.hole({
      left: Math.floor(Math.min(x, from[0])),
      top: Math.floor(Math.min(y, from[1])),
      width: Math.ceil(Math.abs(dx) + 0.5),
      height: Math.ceil(Math.abs(dy) + 0.5),
    });
};

const pointers = (session: Session, acts: PaperActs, drawing: boolean) => {
  const side = session.picture!.side;
  return {
    down: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const point = at(event, side);
      drag = begin(session, point, drawing);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      if (drawing) acts.ink(placeOf(point, side));
    },
    move: (event: PointerEvent) => {
      if (!drag) return;
      const point = at(event, side);
      drag.moved ||= Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) > near;
      if (drag.kind === 'ink') acts.ink(placeOf(point, side));
      else if (drag.moved && (session.view?.way === 'hole' || drag.kind === 'kept')) follow(drag, point, acts);
    },
    up: (event: PointerEvent) => {
      if (drag && !drag.moved && drag.kind !== 'ink') acts.seek(placeOf(at(event, side), side));
      drag = undefined;
    },
  };
};

/** Moves the hole, and with Shift its lower right corner. */
const holeKeys = (hole: Hole, acts: PaperActs) => (event: KeyboardEvent) => {
  const [dx, dy] = arrows[event.key] ?? [];
  if (dx === undefined || dy === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  acts.hole(
    event.shiftKey
      ? { ...hole, width: hole.width + dx, height: hole.height + dy }
      : { ...hole, left: hole.left + dx, top: hole.top + dy },
  );
};

const frame = (session: Session, acts: PaperActs) => {
  const { view, picture } = session;
  const { side } = picture!;
  if (view!.way === 'half')
    return svg`<path class="edge" d="M0 ${view!.kept}H${side}" /><circle class="grip" cx=${side} cy=${view!.kept} r="0.28" />`;
  if (view!.way === 'double') return '';
  const { left, top, width, height } = view!.hole;
  const label = say('complete.hole.at', {
    top: top + 1,
    bottom: top + height,
    left: left + 1,
    right: left + width,
  });
  return svg`<g class="hole" tabindex="0" role="application" aria-label=${label} @keydown=${holeKeys(view!.hole, acts)}>
      <rect class="edge" x=${left} y=${top} width=${width} height=${height} />
      <circle class="grip" cx=${left + width} cy=${top + height} r="0.28" />
    </g>`;
};

/** The picture as large as it gets: known and drawn pixels, what is being drawn, and where the model looked for it. */
export const paperView = (session: Session, acts: PaperActs, pencil: Pencil | undefined): TemplateResult => {
  const { painting, picture, seen, shown, told, view } = session;
  const { side, levels } = picture!;
  const pixels = pencil ? picture!.pixels : (painting?.at(seen, shown) ?? session.wish);
  const drawn = new Set(painting?.places.slice(0, seen));
  const { down, move, up } = pointers(session, acts, pencil !== undefined);
  const place = told?.place ?? -1;
  const looks = told?.drawn[shown]?.looks;
  return html`<svg
    class=${`ink paper ${pencil ? 'pencil' : view!.way}`}
    viewBox="-0.05 -0.05 ${side + 0.1} ${side + 0.1}"
    role=${pencil ? 'application' : 'group'}
    tabindex=${pencil ? '0' : nothing}
    aria-label=${pencil ? say('complete.pencil.says', { most: levels - 1 }) : say('complete.paper', { count: seen, all: painting?.places.length ?? 0 })}
    @pointerdown=${down}
    @pointermove=${move}
    @pointerup=${up}
    @pointercancel=${up}
  >
    <rect class="ground" width=${side} height=${side} />
    ${inkIn({ side, levels, pixels, drawn })} ${!pencil && looks ? dots(mean(looks), side) : ''}
    ${
      !pencil && place >= 0
        ? svg`<rect class="next" x=${place % side} y=${Math.floor(place / side)} width="1" height="1" />`
        : ''
    }
    ${pencil ? svg`<rect class="next" x=${pencil.column} y=${pencil.row} width="1" height="1" />` : frame(session, acts)}
  </svg>`;
};

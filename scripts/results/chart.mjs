// Charts of the results pages as SVG text: lines or points over an axis of numbers, drawn in the colours of either
// theme (`prefers-color-scheme` works inside an SVG that a page shows as a picture).

const width = 640;
const height = 360;
const frame = { left: 64, right: 160, top: 24, bottom: 48 };
/** Told apart by people who see no red or no green, too; shapes tell them apart without any colour. */
const colours = ['#4269d0', '#c2571a', '#2f8f6b', '#8b5cc4', '#a3303d', '#6b6f76'];
const escape = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

/** Three to six round numbers across a range. */
export function ticks(low, high) {
  const raw = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw);
  const list = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) list.push(Number(at.toFixed(10)));
  return list;
}

/** Labels at the right end of lines, moved apart where they would cover each other. */
function spread(labels, least) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  for (let i = 1; i < sorted.length; ++i) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + least);
  return labels;
}

/**
 * @param {{ title: string, x: string, y: string, logX?: boolean, yRange?: [number, number],
 *           series: { name: string, points: { x: number, y: number, low?: number, high?: number }[] }[] }} chart
 */
export function lineChart({ title, x, y, logX = false, yRange, series }) {
  const points = series.flatMap((one) => one.points);
  const at = (value) => (logX ? Math.log10(value) : value);
  const xs = points.map((point) => at(point.x));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [y0, y1] = yRange ?? [0, Math.max(...points.map((point) => point.high ?? point.y)) * 1.05];
  const px = (value) => frame.left + ((at(value) - x0) / (x1 - x0 || 1)) * (width - frame.left - frame.right);
  const py = (value) => height - frame.bottom - ((value - y0) / (y1 - y0 || 1)) * (height - frame.top - frame.bottom);
  const n = (value) => value.toFixed(1);
  const xTicks = logX ? [...new Set(points.map((point) => point.x))] : ticks(x0, x1);
  const parts = [];
  for (const tick of ticks(y0, y1))
    parts.push(
      `<line class="grid" x1="${frame.left}" x2="${width - frame.right}" y1="${n(py(tick))}" y2="${n(py(tick))}"/>`,
      `<text x="${frame.left - 8}" y="${n(py(tick) + 4)}" text-anchor="end">${tick}</text>`,
    );
  for (const tick of xTicks)
    parts.push(`<text x="${n(px(tick))}" y="${height - frame.bottom + 18}" text-anchor="middle">${tick}</text>`);
  const labels = spread(
    series.map((one, i) => ({ i, y: py(one.points.at(-1).y) + 4 })),
    16,
  );
  series.forEach((one, i) => {
    const colour = colours[i % colours.length];
    const line = one.points.map((point) => `${n(px(point.x))},${n(py(point.y))}`).join(' ');
    for (const point of one.points.filter((p) => p.low !== undefined))
      parts.push(
        `<line stroke="${colour}" x1="${n(px(point.x))}" x2="${n(px(point.x))}" y1="${n(py(point.low))}" y2="${n(py(point.high))}"/>`,
      );
    parts.push(`<polyline fill="none" stroke="${colour}" stroke-width="2" points="${line}"/>`);
    for (const point of one.points)
      parts.push(`<circle fill="${colour}" cx="${n(px(point.x))}" cy="${n(py(point.y))}" r="3"/>`);
    parts.push(
      `<text fill="${colour}" x="${width - frame.right + 8}" y="${n(labels[i].y)}">${escape(one.name)}</text>`,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif" font-size="13">
<title>${escape(title)}</title>
<style>.grid{stroke:#8884}text:not([fill]){fill:#444}@media(prefers-color-scheme:dark){text:not([fill]){fill:#ccc}}</style>
${parts.join('\n')}
<text x="${frame.left}" y="14">${escape(y)}</text>
<text x="${(width - frame.right + frame.left) / 2}" y="${height - 8}" text-anchor="middle">${escape(x)}</text>
</svg>
`;
}

// Small charts in SVG: a histogram, a reliability diagram, bars of weights. Each has its numbers as text beside
// or below it, so that a picture tells nothing alone.

import { svg } from "./dom";

// Columns over classes of equal width, from `low` on.
export function histogram(values: number[], label: string, names: [first: string, last: string], axis: string): SVGElement {
  const width = 420, height = 150, ground = height - 24, most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "histogram", role: "img", "aria-label": label });
  values.forEach((value, i) => {
    const size = value === 0 ? 0 : Math.max(1.5, (ground - 6) * value / most);
    const title = svg("title", {}, String(value));
    picture.append(svg("rect", { x: i * step + 1, y: ground - size, width: Math.max(1, step - 2), height: size, rx: 2, class: "column-bar" }, title));
  });
  picture.append(svg("line", { x1: 0, x2: width, y1: ground, y2: ground, class: "axis-line" }),
      svg("text", { x: 0, y: height - 7, class: "axis-text" }, names[0]),
      svg("text", { x: width, y: height - 7, class: "axis-text", "text-anchor": "end" }, names[1]),
      svg("text", { x: width / 2, y: height - 7, class: "axis-text", "text-anchor": "middle" }, axis));
  return picture;
}

export interface Bin { count: number; predicted: number | null; observed: number | null }

// Observed share against predicted probability; the diagonal is a perfect calibration. A dot's area is its pages.
export function reliability(bins: Bin[], label: string): SVGElement {
  const size = 240, margin = 34, side = size - margin - 8;
  const x = (p: number): number => margin + side * p, y = (p: number): number => 8 + side * (1 - p);
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  const picture = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "reliability", role: "img", "aria-label": label });
  for (const tick of [0, 0.5, 1]) {
    picture.append(svg("line", { x1: x(0), x2: x(1), y1: y(tick), y2: y(tick), class: "grid-line" }), svg("line", { x1: x(tick), x2: x(tick), y1: y(0), y2: y(1), class: "grid-line" }),
        svg("text", { x: margin - 6, y: y(tick) + 4, class: "axis-text", "text-anchor": "end" }, String(tick)), svg("text", { x: x(tick), y: size - margin + 24, class: "axis-text", "text-anchor": "middle" }, String(tick)));
  }
  picture.append(svg("line", { x1: x(0), y1: y(0), x2: x(1), y2: y(1), class: "ideal-line" }));
  const shown = bins.filter((bin) => bin.count > 0 && bin.predicted !== null && bin.observed !== null);
  if (shown.length > 1) picture.append(svg("polyline", { points: shown.map((bin) => `${x(bin.predicted!)},${y(bin.observed!)}`).join(" "), class: "curve-line" }));
  for (const bin of shown) {
    const title = svg("title", {}, `${bin.count} pages: predicted ${bin.predicted!.toFixed(2)}, observed ${bin.observed!.toFixed(2)}`);
    picture.append(svg("circle", { cx: x(bin.predicted!), cy: y(bin.observed!), r: 2.5 + 6 * Math.sqrt(bin.count / most), class: "curve-dot" }, title));
  }
  return picture;
}

// A bar to the right for a weight above 0, to the left below it.
export function weightBar(value: number, most: number): SVGElement {
  const half = 60, size = most > 0 ? half * Math.min(1, Math.abs(value) / most) : 0;
  return svg("svg", { viewBox: "0 0 120 10", class: "weight-bar", "aria-hidden": "true" },
      svg("rect", { x: value < 0 ? half - size : half, y: 1, width: size, height: 8, rx: 2, class: value < 0 ? "weight-against" : "weight-for" }),
      svg("line", { x1: half, x2: half, y1: 0, y2: 10, class: "axis-line" }));
}

// A share as a bar; the number stands beside it.
export function shareBar(share: number, low?: number, high?: number): SVGElement {
  const bar = svg("svg", { viewBox: "0 0 200 12", class: "share-bar", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("rect", { x: 0, y: 3, width: 200, height: 6, rx: 3, class: "share-ground" }), svg("rect", { x: 0, y: 3, width: 200 * Math.max(0, Math.min(1, share)), height: 6, rx: 3, class: "share-value" }));
  if (low !== undefined && high !== undefined) bar.append(svg("rect", { x: 200 * low, y: 0, width: Math.max(1, 200 * (high - low)), height: 12, class: "share-interval" }));
  return bar;
}

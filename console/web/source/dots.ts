// The pages of a crawl, in the order in which they were fetched: a dot for each, at its place or its
// time and its relevance, with a moving average. 100,000 dots are drawn in a few milliseconds, since
// each cell of two pixels is filled once.

import uPlot from "uplot";

const kMost = 300_000;
const kWindow = 100;  // pages of the moving average
const kCell = 2;      // pixels

export type Row = [order: number, time: number, relevance: number, relevant: number];

export class Dots {
  readonly orders: number[] = [];
  readonly times: number[] = [];
  readonly relevance: number[] = [];
  readonly averages: number[] = [];
  relevant = 0;
  byTime = false;
  private chart: uPlot | null = null;
  private drawn = false;
  private chosen = -1;

  constructor(private readonly box: HTMLElement, private readonly open: (order: number) => void) {}

  add(rows: Row[]): void {
    for (const [order, time, relevance, relevant] of rows) {
      const last = this.orders[this.orders.length - 1];
      if (last !== undefined && order <= last) continue;
      this.orders.push(order);
      this.times.push(time);
      this.relevance.push(relevance);
      this.relevant += relevant ? 1 : 0;
      const from = Math.max(0, this.relevance.length - kWindow);
      let sum = 0;
      for (let i = from; i < this.relevance.length; i++) sum += this.relevance[i]!;
      this.averages.push(sum / (this.relevance.length - from));
    }
    const over = this.orders.length - kMost;
    if (over > 0) for (const list of [this.orders, this.times, this.relevance, this.averages]) list.splice(0, over);
    this.draw();
  }

  get count(): number { return this.orders.length; }
  get average(): number { return this.averages[this.averages.length - 1] ?? NaN; }

  // Pages a second over the last minute that has pages, and the share of relevant pages by the average.
  rate(): number {
    const end = this.times[this.times.length - 1];
    if (end === undefined) return NaN;
    let first = this.times.length - 1;
    while (first > 0 && this.times[first - 1]! > end - 60) first--;
    const seconds = end - this.times[first]!;
    return seconds > 0 ? (this.times.length - first) / seconds : NaN;
  }

  draw(): void {
    if (this.drawn) return;
    this.drawn = true;
    requestAnimationFrame(() => {
      this.drawn = false;
      this.drawNow();
    });
  }

  private data(): uPlot.AlignedData { return [this.byTime ? this.times : this.orders, this.relevance, this.averages]; }

  private drawNow(): void {
    if (!this.box.isConnected) return;
    if (!this.chart) this.make();
    else this.chart.setData(this.data(), true);
  }

  // After a change of the axis, the colours or the width.
  remake(): void {
    this.chart?.destroy();
    this.chart = null;
    this.draw();
  }

  private make(): void {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
    const dot = colour("--link");
    this.chart = new uPlot({
      width: Math.max(280, this.box.clientWidth), height: 320,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: this.byTime }, y: { range: [0, 1] } },
      axes: [{ ...axis, label: this.byTime ? "fetched at" : "page number", labelSize: 22 }, { ...axis, label: "relevance", labelSize: 22 }],
      series: [{}, { paths: () => null, points: { show: false } },
               { stroke: colour("--brass"), width: 2.5, points: { show: false } }],
      hooks: { drawAxes: [(u) => this.drawDots(u, dot)], draw: [(u) => this.drawChosen(u, colour("--ink"))] },
    }, this.data(), this.box);
    this.chart.over.addEventListener("click", () => {
      const at = this.nearest();
      if (at >= 0) this.open(this.orders[at]!);
    });
  }

  private drawDots(u: uPlot, colour: string): void {
    const { left, top, width, height } = u.bbox;
    const columns = Math.ceil(width / kCell), rows = Math.ceil(height / kCell);
    const filled = new Uint8Array(columns * rows);
    const xs = u.data[0]!, x = u.scales.x!, low = x.min ?? 0, high = x.max ?? 1;
    const side = (this.count > 20_000 ? 1 : 2) * kCell;
    const begin = u.valToIdx(low), end = u.valToIdx(high);
    u.ctx.save();
    u.ctx.fillStyle = colour;
    u.ctx.globalAlpha = 0.55;
    for (let i = begin; i <= end; i++) {
      const column = Math.floor((xs[i]! - low) / (high - low || 1) * (columns - 1));
      const row = Math.floor((1 - this.relevance[i]!) * (rows - 1));
      if (column < 0 || column >= columns || filled[row * columns + column]) continue;
      filled[row * columns + column] = 1;
      u.ctx.fillRect(left + column * kCell - side / 2, top + row * kCell - side / 2, side, side);
    }
    u.ctx.restore();
  }

  private drawChosen(u: uPlot, colour: string): void {
    if (this.chosen < 0 || this.chosen >= this.count) return;
    const x = u.valToPos((u.data[0] as number[])[this.chosen]!, "x", true), y = u.valToPos(this.relevance[this.chosen]!, "y", true);
    u.ctx.save();
    u.ctx.strokeStyle = colour;
    u.ctx.lineWidth = 2;
    u.ctx.beginPath();
    u.ctx.arc(x, y, 8, 0, 2 * Math.PI);
    u.ctx.stroke();
    u.ctx.restore();
  }

  // The dot that is next to the pointer.
  private nearest(): number {
    const u = this.chart;
    if (!u || u.cursor.left === undefined || u.cursor.left < 0) return -1;
    const xs = u.data[0] as number[];
    const middle = u.posToIdx(u.cursor.left);
    let best = -1, least = 20 * 20;
    for (let i = Math.max(0, middle - 2000); i < Math.min(this.count, middle + 2000); i++) {
      const dx = u.valToPos(xs[i]!, "x") - u.cursor.left, dy = u.valToPos(this.relevance[i]!, "y") - (u.cursor.top ?? 0);
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy;
        best = i;
      }
    }
    return best;
  }

  // Moves the mark by the arrow keys; tells what it is at.
  step(by: number): string {
    if (this.count === 0) return "no page yet";
    this.chosen = this.chosen < 0 ? this.count - 1 : Math.min(this.count - 1, Math.max(0, this.chosen + by));
    this.chart?.redraw(false);
    return "page " + this.orders[this.chosen] + ", relevance " + this.relevance[this.chosen]!.toFixed(3);
  }
  openChosen(): void {
    if (this.chosen >= 0) this.open(this.orders[this.chosen]!);
  }

  resize(): void {
    this.chart?.setSize({ width: Math.max(280, this.box.clientWidth), height: 320 });
  }
  end(): void {
    this.chart?.destroy();
    this.chart = null;
  }
}

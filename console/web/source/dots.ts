// The pages of a crawl, in the order in which they were fetched: a dot for each, at its place or its
// time and its relevance, with a moving average. 100,000 dots are drawn in a few milliseconds, since
// each cell of two pixels is filled once.

import uPlot from "uplot";

const kMost = 300_000;
const kWindow = 100;  // pages of the moving average
const kCell = 2;      // pixels
const kHeight = 320;
const kLeast = 20;    // pages across, at most zoom

export type Row = [order: number, time: number, relevance: number, relevant: number];

export class Dots {
  readonly orders: number[] = [];
  readonly times: number[] = [];
  readonly relevance: number[] = [];
  readonly averages: number[] = [];
  byTime = false;
  private chart: uPlot | null = null;
  private drawn = false;
  private chosen = -1;
  private sum = 0;  // of the last kWindow
  private range: [number, number] | null = null;  // null: all pages, as they come

  constructor(private readonly box: HTMLElement, private readonly open: (order: number) => void) {}

  add(rows: Row[]): void {
    for (const [order, time, relevance] of rows) {
      const last = this.orders[this.orders.length - 1];
      if (last !== undefined && order <= last) continue;
      this.orders.push(order);
      this.times.push(time);
      this.relevance.push(relevance);
      this.sum += relevance;
      const over = this.relevance.length - kWindow;
      if (over > 0) this.sum -= this.relevance[over - 1]!;
      this.averages.push(this.sum / Math.min(kWindow, this.relevance.length));
    }
    // A tenth at once, so that long lists are moved seldom.
    if (this.orders.length > kMost * 1.1) {
      const over = this.orders.length - kMost;
      for (const list of [this.orders, this.times, this.relevance, this.averages]) list.splice(0, over);
      this.chosen = Math.max(-1, this.chosen - over);
    }
    this.draw();
  }

  get count(): number { return this.orders.length; }
  get average(): number { return this.averages[this.averages.length - 1] ?? NaN; }

  // Pages a second over the last minute that has pages.
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
    if (!this.chart) return this.make();
    this.chart.setData(this.data(), this.range === null);
    if (this.range) this.chart.setScale("x", { min: this.range[0], max: this.range[1] });
  }

  // After a change of the axis, the colours or the width.
  remake(): void {
    this.chart?.destroy();
    this.chart = null;
    this.draw();
  }

  showAll(): void {
    this.range = null;
    this.draw();
  }

  // All pages, from the first to the last.
  private ends(): [number, number] {
    const xs = this.byTime ? this.times : this.orders;
    return [xs[0] ?? 0, xs[xs.length - 1] ?? 1];
  }

  // Shows `factor` times as much around the middle.
  zoom(factor: number): void {
    const [first, last] = this.ends(), [low, high] = this.range ?? [first, last];
    const half = Math.max(kLeast, (high - low) * factor) / 2, middle = (low + high) / 2;
    this.range = middle - half <= first && middle + half >= last ? null : [Math.max(first, middle - half), Math.min(last, middle + half)];
    this.draw();
  }

  // Moves the part that is shown by a share of its width.
  pan(share: number): void {
    const [first, last] = this.ends(), [low, high] = this.range ?? [first, last];
    const by = Math.max(first - low, Math.min(last - high, (high - low) * share));
    this.range = [low + by, high + by];
    this.draw();
  }

  private make(): void {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
    const dot = colour("--link");
    this.chart = new uPlot({
      width: Math.max(280, this.box.clientWidth), height: kHeight,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: true } },
      scales: { x: { time: this.byTime }, y: { range: [0, 1] } },
      axes: [{ ...axis, label: this.byTime ? "fetched at" : "page number", labelSize: 22 }, { ...axis, label: "relevance", labelSize: 22 }],
      series: [{}, { paths: () => null, points: { show: false } },
               { stroke: colour("--brass"), width: 2.5, points: { show: false } }],
      hooks: {
        drawAxes: [(u) => this.drawDots(u, dot)], draw: [(u) => this.drawChosen(u, colour("--ink"))],
        setSelect: [(u) => { if (u.select.width > 0) this.range = [u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x")]; }],
      },
    }, this.data(), this.box);
    const over = this.chart.over;
    over.addEventListener("click", () => {
      const at = this.nearest();
      if (at >= 0) this.open(this.orders[at]!);
    });
    over.addEventListener("dblclick", () => this.showAll());
    over.addEventListener("mousedown", (event) => { if (event.shiftKey) this.beginPan(event); }, true);
    if (this.range) this.chart.setScale("x", { min: this.range[0], max: this.range[1] });
  }

  private beginPan(event: MouseEvent): void {
    event.stopImmediatePropagation();
    event.preventDefault();
    let x = event.clientX;
    const width = this.chart?.over.clientWidth ?? 1;
    const move = (now: MouseEvent): void => {
      this.pan((x - now.clientX) / width);
      x = now.clientX;
    };
    const stop = (): void => {
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", stop);
    };
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", stop);
  }

  private drawDots(u: uPlot, colour: string): void {
    const { left, top, width, height } = u.bbox;
    const columns = Math.ceil(width / kCell), rows = Math.ceil(height / kCell);
    const filled = new Uint8Array(columns * rows);
    const xs = u.data[0]!, x = u.scales.x!, low = x.min ?? 0, high = x.max ?? 1;
    const begin = u.valToIdx(low), end = u.valToIdx(high);
    const side = (end - begin > 20_000 ? 1 : 2) * kCell;
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
    this.chart?.setSize({ width: Math.max(280, this.box.clientWidth), height: kHeight });
  }
  end(): void {
    this.chart?.destroy();
    this.chart = null;
  }
}

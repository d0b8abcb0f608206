// The crawl as it goes on: dots, rates, frontier, hosts, states, terms, recall.

import { get, post, query } from "./api";
import { dateTime, fill, fixed, h, percent, table, whole } from "./dom";
import type { Child } from "./dom";
import { Dots } from "./dots";
import type { Row } from "./dots";
import { siteMap } from "./site_map";
import { action, card, sayError } from "./view";
import type { Place, View } from "./view";

interface Interval { estimate: number; low: number; high: number }
interface Snapshot {
  name: string; title: string; delay: number;
  counts: null | { urls: number; queued: number; fetched: number; relevant: number; alias: number; dropped: number; hosts: number; sites: number; links: number; reasons: Record<string, number> };
  run: null | { started: string; ended: string | null; strategy: string; stopped: string; fetched: number };
  hosts?: [string, number, number, number, number, number | null, string | null, number | null][];
  frontier?: [number, number][];
  terms?: [string, number, number][];
  topics?: [string, number, number][];
  recall: null | { recall: Interval; missing: Interval; target: number };
  alarms?: Alarm[];
}
interface Alarm { kind: string; what: string; remedies: string[]; mark: string; strategy: string }

const kLook = 3000;  // milliseconds

function tile(label: string, value: string, note = ""): HTMLElement {
  return h("div", { class: "tile" }, h("dt", {}, label), h("dd", {}, value), note ? h("dd", { class: "tile-note" }, note) : null);
}

// A list of bars. The number stands beside each, so the bar itself tells nothing new.
function bars(rows: [label: string, value: number, note?: string][]): HTMLElement {
  const most = Math.max(1, ...rows.map((row) => row[1]));
  return h("ul", { class: "bars" }, ...rows.map(([label, value, note]) => {
    const bar = h("meter", { min: 0, max: most, value, "aria-hidden": "true" });
    return h("li", {}, h("span", { class: "bar-name" }, label), bar, h("span", { class: "bar-value" }, note ?? whole(value)));
  }));
}

function waitsFor(host: NonNullable<Snapshot["hosts"]>[number], delay: number): string {
  const [, queued, , , , next, reason] = host;
  if (queued === 0) return "nothing queued";
  if (next && next * 1000 > Date.now()) return "until " + dateTime(next).slice(11) + (reason ? " (" + reason + ")" : "");
  return "its turn, " + (delay / 1000) + " s apart or as robots.txt says";
}

function hostsTable(snapshot: Snapshot): HTMLElement {
  const rows = (snapshot.hosts ?? []).map((host): Child[] =>
      [host[0], whole(host[1]), whole(host[2]), host[2] > 0 ? percent(host[3] / host[2]) : "–", whole(host[4]), waitsFor(host, snapshot.delay)]);
  return table("Hosts with pages or queued URLs, the most queued first", [{ title: "host" }, { title: "queued", number: true }, { title: "fetched", number: true },
    { title: "on topic", number: true }, { title: "dropped", number: true }, { title: "waits for" }], rows);
}

function runText(snapshot: Snapshot): string {
  const run = snapshot.run;
  if (!run) return "No crawl has begun.";
  const begun = "The crawl by " + run.strategy + " began at " + run.started.replace("T", " ").replace("Z", " UTC");
  return run.ended ? begun + " and stopped: " + run.stopped + "." : begun + " and runs.";
}

export function watchView(place: Place): View {
  const collection = place.collection;
  const tiles = h("dl", { class: "tiles" });
  const about = h("p", { class: "lead-line" });
  const alarm = h("div");
  const box = h("div", { class: "chart", tabindex: 0, role: "group", "aria-label": "Relevance of the fetched pages. Arrow keys choose a page, Enter opens it." });
  const chosen = h("p", { class: "note-line", role: "status" });
  const frontier = h("div"), hosts = h("div"), states = h("div"), topics = h("div"), terms = h("div"), recall = h("div");

  const open = async (order: number): Promise<void> => {
    try {
      const page = await get<{ url: string }>("dot", { collection, order });
      location.hash = "#/explain?url=" + encodeURIComponent(page.url);
    } catch (error) { sayError(place, error); }
  };
  const dots = new Dots(box, (order) => void open(order));
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50 }[event.key];
    if (by !== undefined) {
      chosen.textContent = dots.step(by);
      event.preventDefault();
    }
    if (event.key === "Enter") dots.openChosen();
  });
  const axis = h("select", { id: "axis", change: () => {
    dots.byTime = axis.value === "time";
    dots.remake();
  } }, h("option", { value: "order" }, "page number"), h("option", { value: "time" }, "time"));

  // Each remedy that the console can apply is a button; alarms that stay are not read out again.
  const remedy = (text: string, path: string, body: object): HTMLElement => action(text, async () => {
    try {
      await post(path, { collection, ...body });
      place.say("Done: " + text + ".");
    } catch (error) { sayError(place, error); }
  });
  let shown = "";
  const showAlarms = (alarms: Alarm[]): void => {
    const text = JSON.stringify(alarms);
    if (text === shown) return;
    shown = text;
    const mayChange = place.session.role === "operate";
    fill(alarm, ...alarms.map((one) => h("div", { class: "note", role: "alert" }, h("strong", {}, one.kind + ": "), one.what + ".",
        h("ul", {}, ...one.remedies.map((help) => h("li", {}, help))),
        h("p", { class: "buttons" },
            mayChange && one.mark ? remedy("Mark " + one.mark + " good", "topics", { change: "good", topic: one.mark, on: true }) : null,
            mayChange && one.strategy ? remedy("Crawl on by " + one.strategy, "job", { action: "start", work: "gather", strategy: one.strategy }) : null,
            h("a", { href: "#/feedback" }, "Mark useful pages: they become seeds")))));
  };

  const show = (snapshot: Snapshot): void => {
    const counts = snapshot.counts;
    about.textContent = counts ? runText(snapshot) : "Nothing was gathered yet. Start a crawl under Control.";
    const recent = dots.average, rate = dots.rate();
    fill(tiles,
        tile("pages", whole(counts?.fetched ?? 0), counts ? "of " + whole(counts.sites) + " sites" : ""),
        tile("harvest rate", counts && counts.fetched > 0 ? percent(counts.relevant / counts.fetched) : "–", counts ? whole(counts.relevant) + " on topic" : ""),
        tile("pages a second", fixed(rate, rate < 10 ? 2 : 0), "in the last minute with pages"),
        tile("relevance now", fixed(recent), "mean of the last 100 pages"),
        tile("queued", whole(counts?.queued ?? 0), counts ? "of " + whole(counts.urls) + " URLs" : ""));
    showAlarms(snapshot.alarms ?? []);
    const classes = snapshot.frontier ?? [];
    fill(frontier, classes.length > 0 ? bars([...classes].reverse().map(([low, pages]) => ["from " + low.toPrecision(3), pages]))
                                      : h("p", { class: "soft" }, "No URL waits."));
    fill(hosts, hostsTable(snapshot));
    const reasons = Object.entries(counts?.reasons ?? {});
    fill(states, bars([["fetched", counts?.fetched ?? 0], ["queued", counts?.queued ?? 0], ["alias", counts?.alias ?? 0], ["dropped", counts?.dropped ?? 0]]),
        h("h3", {}, "Dropped, by reason"), reasons.length > 0 ? bars(reasons) : h("p", { class: "soft" }, "Nothing was dropped."));
    fill(topics, bars((snapshot.topics ?? []).map(([name, pages, relevant]) =>
        [name || "no topic", pages, whole(pages) + (relevant > 0 ? ", " + percent(relevant / pages) + " on topic" : "")])));
    const learned = snapshot.terms ?? [];
    fill(terms, learned.length > 0 ? table("Terms of link texts, by the share of relevant pages behind them",
        [{ title: "term" }, { title: "pages", number: true }, { title: "relevant", number: true }],
        learned.map(([term, fetched, relevant]) => [term, whole(fetched), percent(relevant / fetched)])) : h("p", { class: "soft" }, "The strategy has learned no term yet."));
    const found = snapshot.recall;
    fill(recall, h("p", {}, found ? percent(found.recall.estimate) + " of the pages on topic that links lead to (95 % interval " +
        percent(found.recall.low) + " to " + percent(found.recall.high) + "); about " + whole(Math.round(found.missing.estimate)) + " are missing."
        : "There is no estimate yet: porthole gather DIR --until-recall 0.8 makes one."));
  };

  let ended = false;
  let timer = 0;
  const look = async (): Promise<void> => {
    try {
      if (!document.hidden) show(await get<Snapshot>("watch", { collection }));
    } catch (error) { sayError(place, error); }
    if (!ended) timer = window.setTimeout(() => void look(), kLook);
  };
  void look();
  const stream = new EventSource(query("events", { collection }));
  stream.addEventListener("pages", (event) => dots.add(JSON.parse((event as MessageEvent<string>).data) as Row[]));
  const resize = (): void => dots.resize();
  const recolour = (): void => dots.remake();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener("resize", resize);
  dark.addEventListener("change", recolour);

  const element = h("div", {}, h("h1", {}, "Watch"), about, alarm, tiles,
      card("Pages as they come", h("p", { class: "tool-line" }, h("label", { for: "axis" }, "Across: "), axis,
          h("span", { class: "soft" }, " Each dot is a page; click one to see why it is there. The line is the mean of 100 pages.")), box, chosen),
      h("div", { class: "cards-2" }, card("Frontier by priority", frontier), card("States", states), card("Topics of the pages", topics), card("Recall", recall)),
      card("Map of sites", siteMap(place)), card("Hosts", hosts), card("Learned terms", terms));
  return { element, end: () => {
    ended = true;
    clearTimeout(timer);
    stream.close();
    window.removeEventListener("resize", resize);
    dark.removeEventListener("change", recolour);
    dots.end();
  } };
}

// The crawl as it goes on: dots, rates, frontier, hosts, states, terms, recall.

import { get, post, query } from "./api";
import { histogram, shareBar } from "./charts";
import { ago, dateTime, explainLink, fill, fixed, h, percent, plural, table, utc, whole } from "./dom";
import type { Child } from "./dom";
import { Dots } from "./dots";
import type { Row } from "./dots";
import { outcome } from "./outcome";
import { siteMap } from "./site_map";
import { action, attempt, card, empty, heading, sayError } from "./view";
import type { Place, View } from "./view";

interface Interval { estimate: number; low: number; high: number }
interface Snapshot {
  name: string; title: string; delay: number;
  counts: null | { urls: number; queued: number; fetched: number; relevant: number; alias: number; dropped: number; hosts: number; sites: number; links: number; reasons: Record<string, number> };
  run: null | { started: string; ended: string | null; strategy: string; stopped: string; fetched: number; alpha?: number | null };
  hosts?: [string, number, number, number, number, number | null, string | null, number | null][];
  frontier?: [number, number][];
  terms?: [string, number, number][];
  topics?: [string, number, number][];
  recall: null | { recall: Interval; missing: Interval; target: number };
  alarms?: Alarm[];
  index?: Round | null;
}
interface Alarm { kind: string; what: string; remedies: string[]; mark: string; strategy: string; work: string }
interface Leaving { site: string; cause: string; pages: number; site_pages: number; example: string }
interface Round { time: string | null; before: number; new: number; gone: number; after: number; left: Leaving[]; kept: Leaving[] }

const kLook = 3000;  // milliseconds
const kClasses = 20;
const kHosts = 12;
let moreHosts = false;  // Further hosts are shown.
const kTerms = 15;

function tile(label: string, value: string, note = "", extra: Child = null): HTMLElement {
  return h("div", { class: "tile" }, h("dt", {}, label), h("dd", {}, value), note ? h("dd", { class: "tile-note" }, note) : null, extra ? h("dd", { class: "tile-extra" }, extra) : null);
}

// A list of bars. The number stands beside each, so the bar itself tells nothing new.
export function bars(rows: [label: string, value: number, note?: string][]): HTMLElement {
  const most = Math.max(1, ...rows.map((row) => row[1]));
  return h("ul", { class: "bars" }, ...rows.map(([label, value, note]) => {
    const bar = h("meter", { min: 0, max: most, value, "aria-hidden": "true" });
    return h("li", {}, h("span", { class: "bar-name" }, label), bar, h("span", { class: "bar-value" }, whole(value), note ? h("span", { class: "bar-note" }, note) : null));
  }));
}

function waitsFor(host: NonNullable<Snapshot["hosts"]>[number], delay: number): Child {
  const [, queued, , , , next, reason] = host;
  if (queued === 0) return h("span", { class: "soft" }, "nothing queued");
  if (next && next * 1000 > Date.now()) return h("span", {}, h("span", { class: "badge warn" }, reason || "rests"), " until " + dateTime(next).slice(11));
  return h("span", { class: "soft" }, "its turn, " + delay / 1000 + " s apart");
}

function hostsTable(snapshot: Snapshot): HTMLElement {
  const rows = (snapshot.hosts ?? []).map((host): Child[] => [h("a", { href: "#/control?host=" + encodeURIComponent(host[0]) }, host[0]), whole(host[1]), whole(host[2]),
    host[2] > 0 ? percent(host[3] / host[2]) : "–", whole(host[4]), waitsFor(host, snapshot.delay)]);
  const columns = [{ title: "host" }, { title: "queued", number: true }, { title: "fetched", number: true }, { title: "relevant", number: true }, { title: "dropped", number: true }, { title: "waits for" }];
  const first = table("Hosts with pages or queued URLs, the most queued first. A host leads to the settings that slow or stop it.", columns, rows.slice(0, kHosts));
  const rest = rows.slice(kHosts);
  return rest.length === 0 ? first : h("div", {}, first, h("details", { open: moreHosts, toggle: (event) => { moreHosts = (event.target as HTMLDetailsElement).open; } },
      h("summary", {}, plural(rest.length, "more host")), table("Further hosts", columns, rest)));
}

function runText(snapshot: Snapshot): string {
  const run = snapshot.run;
  if (!run) return "No crawl has begun.";
  if (run.ended && run.stopped === "interrupted") return "The crawl by " + run.strategy + " began " + utc(run.started) + " and was paused " + ago(run.ended) + ".";
  if (run.ended) return "The crawl by " + run.strategy + " began " + utc(run.started) + ", ended " + ago(run.ended) + " and stopped: " + run.stopped + ".";
  return "The crawl by " + run.strategy + " runs since " + utc(run.started) + " (" + ago(run.started) + ").";
}

function frontierCard(classes: [number, number][]): Child {
  if (classes.length === 0) return empty("No URL waits.");
  const total = classes.reduce((sum, one) => sum + one[1], 0), low = classes[0]![0], high = classes[classes.length - 1]![0];
  const step = high > low ? (high - low) / (kClasses - 1) : 1;
  const counts = new Array<number>(high > low ? kClasses : 1).fill(0);
  for (const [from, pages] of classes) counts[high > low ? Math.min(kClasses - 1, Math.round((from - low) / step)) : 0]! += pages;
  return h("div", {}, histogram(counts, "Waiting URLs by priority, from " + low.toPrecision(3) + " to " + (high + step).toPrecision(3), [low.toPrecision(3), (high + step).toPrecision(3)], "priority"),
      h("p", { class: "soft" }, plural(total, "URL waits", "URLs wait") + "; those on the right are fetched first. Seeds come before all of them."));
}

// What the last round of the index took in and out, by cause and site.
function roundCard(round: Round): Child {
  const row = (what: string) => (one: Leaving): Child[] => [what, one.site, one.cause, whole(one.pages), whole(one.site_pages), explainLink(one.example)];
  const rows = [...round.kept.map(row("would leave and stay")), ...round.left.map(row("left"))];
  const sums = h("p", {}, "had " + whole(round.before) + ", " + whole(round.new) + " new, " + whole(round.gone) + " gone: " + plural(round.after, "page") + (round.time ? ", " + ago(round.time) : ""));
  return rows.length === 0 ? sums : h("div", {}, sums, table("Pages that left the search page, or would have", [{ title: "" }, { title: "site" }, { title: "cause" }, { title: "pages", number: true }, { title: "of the site's", number: true }, { title: "such as" }], rows));
}

export function watchView(place: Place): View {
  const { collection, mayChange } = place;
  const tiles = h("dl", { class: "tiles" });
  const about = h("span");
  const alarm = h("div");
  const box = h("div", { class: "chart", tabindex: 0, role: "group", "aria-label": "Relevance of the fetched pages. Arrow keys choose a page, Enter opens it, plus and minus zoom, Home shows all." });
  const chosen = h("p", { class: "note-line", role: "status" });
  const frontier = h("div"), hosts = h("div"), states = h("div"), topics = h("div"), terms = h("div"), round = h("div");

  const open = async (order: number): Promise<void> => {
    try {
      const page = await get<{ url: string }>("dot", { collection, order });
      location.hash = "#/explain?url=" + encodeURIComponent(page.url);
    } catch (error) { sayError(place, error); }
  };
  const dots = new Dots(box, (order) => void open(order));
  const all = h("button", { type: "button", class: "second small", click: () => dots.showAll() }, "Show all");
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50 }[event.key];
    if (by !== undefined) chosen.textContent = dots.step(by);
    else if (event.key === "Enter") dots.openChosen();
    else if (event.key === "+") dots.zoom(0.5);
    else if (event.key === "-") dots.zoom(2);
    else if (event.key === "Home") dots.showAll();
    else return;
    event.preventDefault();
  });
  const axis = h("select", { id: "axis", change: () => {
    dots.byTime = axis.value === "time";
    dots.showAll();
    dots.remake();
  } }, h("option", { value: "order" }, "page number"), h("option", { value: "time" }, "time"));

  // Each remedy that the console can apply is a button; alarms that stay are not read out again.
  const remedy = (text: string, path: string, body: object): HTMLElement =>
      action(text, () => attempt(place, async () => { await post(path, { collection, ...body }); }, "Done: " + text + "."), { class: "small" });
  let shown = "";
  // A crawl that has ended has nothing to be alarmed about.
  const showAlarms = (alarms: Alarm[], hasEnded: boolean): void => {
    const text = JSON.stringify([alarms, hasEnded]);
    if (text === shown) return;
    shown = text;
    fill(alarm, ...alarms.map((one) => h("div", hasEnded ? { class: "note" } : { class: "alarm", role: "alert" }, h("p", {}, h("strong", {}, one.kind), " – " + one.what + "."),
        h("ul", { class: "plain" }, ...one.remedies.map((help) => h("li", {}, help))),
        h("p", { class: "buttons" },
            mayChange && one.mark ? remedy("Mark " + one.mark + " good", "topics", { change: "good", topic: one.mark, on: true }) : null,
            mayChange && one.strategy ? remedy("Crawl on by " + one.strategy, "job", { action: "start", work: "gather", strategy: one.strategy }) : null,
            mayChange && one.work ? remedy("Accept the loss", "job", { action: "start", work: one.work }) : null,
            one.kind.startsWith("pages") ? null : h("a", { href: "#/feedback" }, "Mark useful pages: they become seeds"), one.kind === "stands still" ? h("a", { href: "#/control" }, "Add seeds") : null))));
  };

  const termsCard = card("Learned terms", terms), lastRound = card("Last round of the search page", round);
  let last: Snapshot | null = null;
  const show = (snapshot: Snapshot): void => {
    last = snapshot;
    const counts = snapshot.counts, found = snapshot.recall, alpha = snapshot.run?.alpha;
    const job = place.jobs.last, runs = job !== null && job.state !== "idle";
    about.textContent = snapshot.run || (counts && !runs) ? runText(snapshot) : runs ? "porthole " + job.work + " has begun: the first pages come in a moment." : "Nothing was gathered yet. Start a crawl under Control.";
    const fetched = Math.max(counts?.fetched ?? 0, dots.count);  // Dots come sooner than counts.
    const recent = dots.average, rate = dots.rate();
    const harvest = counts && counts.fetched > 0 ? counts.relevant / counts.fetched : NaN;
    fill(tiles,
        tile("pages", whole(fetched), counts ? "of " + plural(counts.sites, "site") : ""),
        tile("harvest rate", percent(harvest), counts ? whole(counts.relevant) + " relevant" : "", Number.isFinite(harvest) ? shareBar(harvest) : null),
        tile("relevance now", fixed(recent, 2), "mean of the last 100 pages", Number.isFinite(recent) ? shareBar(recent) : null),
        tile("pages a second", fixed(rate, rate < 10 ? 2 : 0), "in the last minute with pages"),
        tile("queued", whole(counts?.queued ?? 0), counts ? "of " + plural(counts.urls, "URL") : ""),
        found ? tile("recall", percent(found.recall.estimate), percent(found.recall.low) + " to " + percent(found.recall.high) + " (95 %), about " + whole(Math.round(found.missing.estimate)) + " missing", shareBar(found.recall.estimate, found.recall.low, found.recall.high)) : null,
        alpha !== undefined && alpha !== null ? tile("alpha", fixed(alpha, 2), "1: topicality alone, 0: importance alone", shareBar(alpha)) : null);
    showAlarms(snapshot.alarms ?? [], Boolean(snapshot.run?.ended));
    fill(frontier, frontierCard(snapshot.frontier ?? []));
    fill(hosts, (snapshot.hosts ?? []).length > 0 ? hostsTable(snapshot) : empty("No host was asked yet."));
    const reasons = Object.entries(counts?.reasons ?? {});
    fill(states, bars([["fetched", counts?.fetched ?? 0], ["queued", counts?.queued ?? 0], ["alias", counts?.alias ?? 0], ["dropped", counts?.dropped ?? 0]]),
        h("h3", {}, "Dropped, by reason"), reasons.length > 0 ? bars(reasons) : empty("Nothing was dropped."));
    lastRound.hidden = !snapshot.index;
    if (snapshot.index) fill(round, roundCard(snapshot.index));
    const ofTopics = snapshot.topics ?? [];
    fill(topics, ofTopics.length > 0 ? bars(ofTopics.map(([name, pages, relevant]) => [name || "no topic", pages, relevant > 0 ? percent(relevant / pages) + " relevant" : "none relevant"])) : empty("No page was fetched yet."));
    const learned = snapshot.terms ?? [];
    termsCard.hidden = learned.length === 0;
    fill(terms, table("Terms of link texts, by the share of relevant pages behind them", [{ title: "term" }, { title: "pages", number: true }, { title: "relevant", number: true }],
        learned.slice(0, kTerms).map(([term, fetched, relevant]) => [term, whole(fetched), percent(relevant / fetched)])));
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
  stream.addEventListener("pages", (event) => {
    const isFirst = dots.count === 0;
    dots.add(JSON.parse((event as MessageEvent<string>).data) as Row[]);
    if (isFirst && last) show(last);
  });
  const resize = (): void => dots.resize();
  const recolour = (): void => dots.remake();
  const dark = matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener("resize", resize);
  dark.addEventListener("change", recolour);

  const map = h("details", { class: "card" }, h("summary", {}, h("h2", {}, "Map of sites")));
  map.addEventListener("toggle", () => { if (map.open && map.children.length === 1) map.append(siteMap(place)); });
  const element = h("div", {}, heading("Watch", about), outcome(place), alarm, tiles, lastRound,
      card("Pages as they come", h("div", { class: "tool-line" }, h("label", { for: "axis" }, "Across "), axis, all,
          h("span", { class: "soft" }, "A dot is a page: click one to see why it is there. The line is the mean of 100 pages. Drag to zoom, hold Shift to pan.")), box, chosen),
      h("div", { class: "cards-2" }, card("Frontier by priority", frontier), card("Topics of the pages", topics), card("States", states), termsCard),
      card("Hosts", hosts), map);
  return { element, end: () => {
    ended = true;
    clearTimeout(timer);
    stream.close();
    window.removeEventListener("resize", resize);
    dark.removeEventListener("change", recolour);
    dots.end();
  } };
}

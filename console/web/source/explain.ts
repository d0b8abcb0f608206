// Why a URL was fetched, when it would be, or why it never will.

import { ApiError, get } from "./api";
import type { Child } from "./dom";
import { weightBar } from "./charts";
import { explainLink, fill, fixed, h, percent, plural, table, utc, webLink, whole } from "./dom";
import { card, empty, field, heading, sayError } from "./view";
import type { Place, View } from "./view";

interface Explanation {
  url: string; state: string; reason: string; detail: string; remedy: string; alias_of: string | null; copy_of?: string; seed: boolean;
  hops: number; tries: number; priority: number; rank: number | null; found_on: string[]; aliases: string[];
  page: null | { order: number; fetched_at: string; status: number; relevance: number; relevant: boolean; topic: string; title: string; importance: number | null };
  judged: null | { judge: string; relevance: number; weights: string; words: { word: string; times: number; weight: number }[] };
  unjudged: string; links: number; closed_links: number;
  annotations: { annotator: string; annotation: string; kind: string; relevance: number; closed: string | null }[];
  strategy: string; reasons: { what: string; weight: number }[];
  standing: null | { on_topic: boolean }; has_index: boolean;
}

const kShown = 40;

function facts(rows: [string, Child][]): HTMLElement {
  return h("dl", { class: "plain-facts" }, ...rows.filter((row) => row[1] !== null && row[1] !== "").flatMap(([name, value]) =>
      [h("dt", {}, name), h("dd", {}, value)]));
}

function stateOf(e: Explanation): HTMLElement {
  const page = e.page;
  return card("State", facts([
    ["state", e.state + (e.reason ? ": " + e.reason : "") + (e.detail ? " (" + e.detail + ")" : "")],
    ["what helps", e.remedy],
    ["leads to", e.alias_of ? explainLink(e.alias_of) : null],
    ["a copy of", e.copy_of ? explainLink(e.copy_of) : null],
    ["title", page?.title ?? null],
    ["fetched", page ? utc(page.fetched_at) + ", page " + whole(page.order) + " of the crawl, HTTP " + page.status : null],
    ["relevance", page ? fixed(page.relevance) + (page.relevant ? ", relevant" : ", not relevant") + (page.topic ? ", topic " + page.topic : "") : null],
    ["in the index", e.standing ? (!e.has_index ? "there is no index yet: Update makes it" : e.standing.on_topic ? "yes, it is on topic" : "left out as off topic, unless asked for") : null],
    ["importance", page?.importance != null ? fixed(page.importance) : null],
    ["queue", e.rank ? "place " + whole(e.rank) + ", priority " + e.priority.toPrecision(4) : null],
    ["links from a seed", whole(e.hops)],
    ["seed", e.seed ? "yes" : null],
    ["also known as", e.aliases.length > 0 ? e.aliases.join(", ") : null],
  ]));
}

// Weights as bars beside their numbers.
function weights(caption: string, title: string, rows: { name: string; weight: number; times?: number }[]): HTMLElement {
  const most = Math.max(0, ...rows.map((row) => Math.abs(row.weight)));
  const hasTimes = rows.some((row) => row.times !== undefined);
  return table(caption, [{ title }, { title: "weight", number: true }, { title: "" }, ...(hasTimes ? [{ title: "times", number: true }] : [])],
      rows.map((row): Child[] => [row.name, fixed(row.weight, 2), weightBar(row.weight, most), ...(hasTimes ? [whole(row.times ?? 0)] : [])]));
}

function wordsOf(e: Explanation): HTMLElement {
  if (!e.judged) return card("Its words", empty(e.unjudged || "The page was not fetched, so nothing of it was judged."));
  const judge = e.judged.judge === "own words" ? "the topic's words" : "the classifier (" + e.judged.judge + ")";
  return card("Its words", h("p", {}, "Judged by " + judge + " now: relevance ", h("strong", {}, fixed(e.judged.relevance)), ". Weight: " + e.judged.weights + "."),
      weights("Words that made its relevance", "word", e.judged.words.slice(0, kShown).map((word) => ({ name: word.word, weight: word.weight, times: word.times }))));
}

function ways(e: Explanation): HTMLElement {
  if (e.seed) return card("Where it came from", h("p", {}, "It is a seed."));
  if (e.found_on.length === 0) return card("Where it came from", h("p", {}, "A sitemap of its host lists it."));
  return card("Where it came from", h("ol", { class: "way" }, ...e.found_on.map((url) => h("li", {}, "found on ", explainLink(url)))));
}

function rating(e: Explanation): HTMLElement {
  if (e.reasons.length === 0) return card("Its rating", empty("The strategy " + e.strategy + " gives no reasons for it any more."));
  return card("Its rating", weights("Reasons of " + e.strategy, "reason", e.reasons.slice(0, kShown).map((one) => ({ name: one.what, weight: one.weight }))));
}

function said(e: Explanation): HTMLElement {
  const rows = e.annotations.slice(0, kShown).map((one): Child[] =>
      [one.annotation, one.kind + (one.closed ? " (closed)" : ""), explainLink(one.annotator), fixed(one.relevance, 2)]);
  return card("Links to it", h("p", {}, plural(e.links, "link leads", "links lead") + " to it" + (e.annotations.length > kShown ? "; the first " + kShown + " texts:" : ".")),
      rows.length > 0 ? table("Texts of links", [{ title: "text" }, { title: "kind" }, { title: "on" }, { title: "relevance", number: true }], rows) : h("span"));
}

export function explainView(place: Place): View {
  const out = h("div", { "aria-live": "polite" });
  const input = h("input", { id: "url", type: "text", inputmode: "url", autocomplete: "off", spellcheck: false, placeholder: "https://…", value: place.parameters.get("url") ?? "" });
  const ask = async (url: string): Promise<void> => {
    fill(out, empty("Looking…"));
    try {
      const e = await get<Explanation>("explain", { collection: place.collection, url });
      const badge = h("span", { class: e.page?.relevant ? "badge good" : e.page ? "badge" : "badge warn" }, e.page ? (e.page.relevant ? "relevant, " : "not relevant, ") + percent(e.page.relevance) : e.state);
      fill(out, h("p", { class: "explained" }, h("strong", {}, e.page?.title || e.url), badge, h("span", { class: "explained-url" }, webLink(e.url))),
          h("div", { class: "cards-2" }, stateOf(e), ways(e), wordsOf(e), rating(e)), said(e));
    } catch (error) {
      fill(out, error instanceof ApiError ? h("div", { class: "note", role: "alert" }, h("p", {}, error.message + "."), error.hint ? h("p", { class: "soft" }, error.hint) : null) : null);
      if (!(error instanceof ApiError)) sayError(place, error);
    }
  };
  const form = h("form", { class: "form", submit: (event) => {
    event.preventDefault();
    location.hash = "#/explain?url=" + encodeURIComponent(input.value.trim());
  } }, field("The address of a page", input, "", true), h("p", {}, h("button", {}, "Explain")));
  if (input.value) void ask(input.value);
  return { element: h("div", {}, heading("Explain", "Why a URL was fetched, when it would be, or why it never will; and the words that made its relevance."), card("URL", form), out) };
}

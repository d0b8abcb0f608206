// Pages to give an opinion on: useful or not, a key each; every mark can be taken back.

import { get, post } from "./api";
import { shareBar } from "./charts";
import { explainLink, fill, fixed, h, plural, webLink } from "./dom";
import { action, attempt, card, empty, heading, sayError, undoLine } from "./view";
import type { Place, View } from "./view";

interface Candidate { url?: string; site?: string; title: string; relevance: number; topic: string; score: number; mark: string }
interface Candidates { pages: Candidate[]; undoable: number }

const kLists: [name: string, title: string, about: string][] = [
  ["threshold", "Near the threshold", "The classifier is in doubt about these: a mark tells it most."],
  ["newest", "Newest", "What the crawl has fetched last."],
  ["authorities", "Authorities", "Pages that good hubs cite, by the last distill."],
  ["hubs", "Hubs", "Pages that cite many authorities, by the last distill."],
  ["sites", "Sites", "Sites by the density of the topic. A mark of a site works for its ten most relevant pages."],
];
const kMarks: Record<string, string> = { useful: "useful", not: "not useful", other: "example of another topic", "": "" };
const kMarkOfKey: Record<string, string> = { u: "useful", n: "not", Backspace: "none", Delete: "none" };

export function feedbackView(place: Place): View {
  const { collection, mayChange } = place;
  const list = h("ul", { class: "candidates" });
  const about = h("p", { class: "soft" });
  const undo = h("div");
  const wanted = place.parameters.get("list");
  const choice = h("select", { id: "list", change: () => void load() }, ...kLists.map(([value, text]) => h("option", { value, selected: value === wanted }, text)));
  const showUndo = (undoable: number): void => fill(undo, undoLine(place, undoable, load));
  const mark = async (item: HTMLElement, page: Candidate, asked: string): Promise<void> => {
    if (!mayChange) return;
    await attempt(place, async () => {
      const named = page.site === undefined ? { url: page.url } : { site: page.site };
      const done = await post<{ marked: number; undoable: number }>("mark", { collection, ...named, mark: asked });
      page.mark = asked === "none" ? "" : asked;
      fillItem(item, page);
      showUndo(done.undoable);
      place.say(asked === "none" ? "The mark was taken back." : (done.marked === 1 ? "Marked" : plural(done.marked, "page") + " marked") + ": " + kMarks[page.mark] + ".");
    });
  };
  const step = (item: HTMLElement, by: number): void => {
    const next = by > 0 ? item.nextElementSibling : item.previousElementSibling;
    if (next instanceof HTMLElement) next.querySelector("button")?.focus();
  };
  const fillItem = (item: HTMLElement, page: Candidate): void => {
    const hadFocus = item.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const name = page.url ?? page.site ?? "";
    const button = (text: string, value: string): HTMLButtonElement => {
      const one = action(text, () => mark(item, page, page.mark === value ? "none" : value), { class: "mark mark-" + value, "aria-pressed": String(page.mark === value), "aria-label": text + ": " + (page.title || name) });
      one.disabled = !mayChange;
      return one;
    };
    item.className = page.mark ? "is-" + page.mark : "";
    fill(item, h("div", { class: "marks" }, button("Useful", "useful"), button("Not", "not")),
        h("div", { class: "candidate" }, h("p", { class: "candidate-title" }, page.url ? webLink(page.url, page.title || page.url) : h("strong", {}, page.site ?? "")),
            h("p", { class: "soft" }, page.url ? explainLink(page.url) : plural(page.score, "page"), page.topic ? h("span", { class: "badge" }, page.topic) : null, page.mark ? " · " + kMarks[page.mark] : "")),
        h("div", { class: "candidate-relevance" }, h("span", {}, fixed(page.relevance, 2)), shareBar(page.relevance), h("span", { class: "hidden" }, "relevance")));
    if (hadFocus) for (const one of item.querySelectorAll("button")) if (one.textContent === hadFocus) one.focus();
  };
  const asItem = (page: Candidate): HTMLElement => {
    const item = h("li");
    fillItem(item, page);
    item.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const asked = kMarkOfKey[event.key];
      if (asked) void mark(item, page, asked);
      if (event.key === "j" || event.key === "ArrowDown") step(item, 1);
      if (event.key === "k" || event.key === "ArrowUp") step(item, -1);
      if (asked || /^(j|k|ArrowDown|ArrowUp)$/.test(event.key)) event.preventDefault();
    });
    return item;
  };
  let loads = 0;  // An answer that comes after the next question is not shown.
  const load = async (): Promise<void> => {
    const mine = ++loads;
    const [name, , text] = kLists.find((one) => one[0] === choice.value)!;
    about.textContent = text;
    list.setAttribute("aria-busy", "true");
    try {
      const found = await get<Candidates>("candidates", { collection, of: name });
      if (mine !== loads) return;
      fill(list, ...found.pages.map(asItem));
      if (found.pages.length === 0) fill(list, h("li", {}, empty(/authorities|hubs/.test(name) ? "There is none yet: distill computes them (Control)." : "There is none yet.")));
      showUndo(found.undoable);
    } catch (error) {
      if (mine !== loads) return;
      fill(list);
      sayError(place, error);
    }
    list.setAttribute("aria-busy", "false");
  };
  void load();
  const job = (work: string, text: string): HTMLButtonElement => action(text, () => attempt(place, async () => {
    await place.jobs.change({ action: "start", work });
    location.hash = "#/control";
  }), { class: "second" });
  const keys = h("p", { class: "keys" }, h("kbd", {}, "u"), " useful ", h("kbd", {}, "n"), " not ", h("kbd", {}, "Backspace"), " takes back ", h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " next, previous");
  return { element: h("div", {}, heading("Feedback", "Say which pages are what you want. Useful ones become examples of the wanted topic and seeds, others teach what is not wanted."),
      h("div", { class: "side-by-side" }, card("Pages", h("div", { class: "form" }, h("p", { class: "field grow" }, h("label", { for: "list" }, "List"), choice)), about, keys, list),
          h("div", { class: "aside" }, card("What marks do", h("p", {}, "Training learns from the marks; judging again rates the stored pages by what it has learned."),
              mayChange ? h("p", { class: "buttons" }, job("train", "Train"), job("judge", "Judge again")) : null, undo)))) };
}

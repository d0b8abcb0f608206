// Pages to give an opinion on: useful or not, a key each; what the marks would change is shown before it is kept,
// and every mark can be taken back.

import { get, post } from "./api";
import { shareBar } from "./charts";
import { explainLink, fill, fixed, h, plural, webLink } from "./dom";
import { TrialPanel } from "./trial";
import { action, attempt, card, empty, heading, sayError, undoLine } from "./view";
import type { Place, View } from "./view";

interface Candidate { url?: string; site?: string; title: string; relevance: number; topic: string; score: number; mark: string }
interface Candidates { pages: Candidate[]; marks: { useful: number; not: number }; undoable: string[] }

const kLists: [name: string, title: string, about: string][] = [
  ["threshold", "Near the threshold", "The classifier is in doubt about these: a mark tells it most."],
  ["newest", "Newest", "What the crawl has fetched last."],
  ["authorities", "Authorities", "Pages that good hubs cite, by the last distill."],
  ["hubs", "Hubs", "Pages that cite many authorities, by the last distill."],
  ["sites", "Sites", "Sites by the density of the topic. A mark of a site works for its ten most relevant pages."],
  ["search", "Search", "What a search of the index finds, with the same marks."],
  ["marked", "Marked", "Your marks and the other examples: each can be taken back."],
];
const kMarks: Record<string, string> = { useful: "useful", not: "not useful", other: "example of another topic", "": "" };
const kMarkOfKey: Record<string, string> = { u: "useful", n: "not", Backspace: "none", Delete: "none" };

export function feedbackView(place: Place): View {
  const { collection, mayChange } = place;
  const list = h("ul", { class: "candidates" });
  const about = h("p", { class: "soft" });
  const marks = h("p", { class: "marks-line" });
  const undo = h("div");
  const wanted = place.parameters.get("list");
  const choice = h("select", { id: "list", change: () => void load() }, ...kLists.map(([value, text]) => h("option", { value, selected: value === wanted }, text)));
  const search = h("input", { id: "q", type: "search", placeholder: "words of the pages", value: place.parameters.get("q") ?? "" });
  const searching = h("form", { class: "form", submit: (event) => {
    event.preventDefault();
    void load();
  } }, h("p", { class: "field grow" }, h("label", { for: "q" }, "Search the index"), search), h("p", {}, h("button", {}, "Search")));
  const trial = new TrialPanel(place);

  const showMarks = (found: Pick<Candidates, "marks" | "undoable">): void => {
    fill(marks, h("strong", {}, plural(found.marks.useful, "useful example")), " and ", h("strong", {}, plural(found.marks.not, "page that is not", "pages that are not")), ".");
    fill(undo, undoLine(place, found.undoable, load));
  };
  const mark = async (item: HTMLElement, page: Candidate, asked: string): Promise<void> => {
    if (!mayChange) return;
    await attempt(place, async () => {
      const named = page.site === undefined ? { url: page.url } : { site: page.site };
      const done = await post<{ marked: number } & Pick<Candidates, "marks" | "undoable">>("mark", { collection, ...named, mark: asked });
      page.mark = asked === "none" ? "" : asked;
      fillItem(item, page);
      showMarks(done);
      void trial.look();
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
    searching.hidden = name !== "search";
    if (name === "search" && !search.value.trim()) return fill(list, h("li", {}, empty("Type words, and mark what the search finds.")));
    list.setAttribute("aria-busy", "true");
    try {
      const found = await get<Candidates>("candidates", { collection, of: name, ...(name === "search" ? { q: search.value } : {}) });
      if (mine !== loads) return;
      fill(list, ...found.pages.map(asItem));
      if (found.pages.length === 0) fill(list, h("li", {}, empty(/authorities|hubs/.test(name) ? "There is none yet: distill computes them (Control)." : "There is none yet.")));
      showMarks(found);
    } catch (error) {
      if (mine !== loads) return;
      fill(list);
      sayError(place, error);
    }
    list.setAttribute("aria-busy", "false");
  };
  void load();
  void trial.look().catch((error: unknown) => sayError(place, error));
  const keys = h("p", { class: "keys" }, h("kbd", {}, "u"), " useful ", h("kbd", {}, "n"), " not ", h("kbd", {}, "Backspace"), " takes back ", h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " next, previous");
  return { element: h("div", {}, heading("Feedback", "Say which pages are what you want. Useful ones become examples of the wanted topic and seeds, others teach what is not wanted."),
      h("div", { class: "side-by-side" }, card("Pages", h("div", { class: "form" }, h("p", { class: "field grow" }, h("label", { for: "list" }, "List"), choice)), searching, about, keys, list),
          h("div", { class: "aside" }, card("Marks", marks, undo), card("What they change", trial.element)))) };
}

// Pages to give an opinion on: useful or not, a key each; every mark can be taken back.

import { get, post } from "./api";
import { explainLink, fill, fixed, h, webLink, whole } from "./dom";
import { action, card, sayError } from "./view";
import type { Place, View } from "./view";

interface Candidate { url?: string; site?: string; title: string; relevance: number; topic: string; score: number; mark: string }
interface Candidates { pages: Candidate[]; undoable: number }

const kLists: [string, string][] = [
  ["threshold", "Near the threshold: a mark tells the classifier most"], ["newest", "Newest pages"], ["authorities", "Authorities (after distill)"],
  ["hubs", "Hubs (after distill)"], ["sites", "Sites by density of the topic: a mark goes to their ten most relevant pages"],
];
const kMarks: Record<string, string> = { useful: "useful", not: "not useful", other: "example of another topic", "": "" };
const kMarkOfKey: Record<string, string> = { u: "useful", n: "not", Backspace: "none", Delete: "none" };

export function feedbackView(place: Place): View {
  const { collection } = place;
  const mayMark = place.session.role === "operate";
  const list = h("ul", { class: "candidates" });
  const choice = h("select", { id: "list", change: () => void load() }, ...kLists.map(([value, text]) => h("option", { value }, text)));

  const mark = async (item: HTMLElement, page: Candidate, wanted: string): Promise<void> => {
    if (!mayMark) return;
    try {
      const named = page.site === undefined ? { url: page.url } : { site: page.site };
      const done = await post<{ marked: number }>("mark", { collection, ...named, mark: wanted });
      page.mark = wanted === "none" ? "" : wanted;
      fillItem(item, page);
      place.say(wanted === "none" ? "The mark was taken back." : (done.marked === 1 ? "Marked" : whole(done.marked) + " pages marked") + ": " + kMarks[page.mark] + ".");
    } catch (error) { sayError(place, error); }
  };
  const step = (item: HTMLElement, by: number): void => {
    const next = by > 0 ? item.nextElementSibling : item.previousElementSibling;
    if (next instanceof HTMLElement) next.querySelector("button")?.focus();
  };
  const fillItem = (item: HTMLElement, page: Candidate): void => {
    const hadFocus = item.contains(document.activeElement) ? document.activeElement?.textContent : null;
    const name = page.url ?? page.site ?? "";
    const button = (text: string, wanted: string): HTMLButtonElement => {
      const one = action(text, () => mark(item, page, page.mark === wanted ? "none" : wanted), { class: "mark", "aria-pressed": String(page.mark === wanted), "aria-label": text + ": " + (page.title || name) });
      one.disabled = !mayMark;
      return one;
    };
    fill(item, h("div", { class: "marks" }, button("Useful", "useful"), button("Not", "not")),
        h("div", { class: "candidate" }, h("p", { class: "candidate-title" }, page.url ? webLink(page.url, page.title || page.url) : h("strong", {}, page.site ?? "")),
            h("p", { class: "soft" }, page.url ? explainLink(page.url) : whole(page.score) + " pages",
                " · relevance " + fixed(page.relevance, 2) + (page.topic ? " · " + page.topic : "") + (page.mark ? " · " + kMarks[page.mark] : ""))));
    if (hadFocus) for (const one of item.querySelectorAll("button")) if (one.textContent === hadFocus) one.focus();
  };
  const load = async (): Promise<void> => {
    list.setAttribute("aria-busy", "true");
    try {
      const found = await get<Candidates>("candidates", { collection, of: choice.value });
      fill(list, ...found.pages.map((page) => {
        const item = h("li");
        fillItem(item, page);
        item.addEventListener("keydown", (event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const wanted = kMarkOfKey[event.key];
          if (wanted) void mark(item, page, wanted);
          if (event.key === "j" || event.key === "ArrowDown") step(item, 1);
          if (event.key === "k" || event.key === "ArrowUp") step(item, -1);
          if (wanted || /^(j|k|ArrowDown|ArrowUp)$/.test(event.key)) event.preventDefault();
        });
        return item;
      }));
      if (found.pages.length === 0) fill(list, h("li", {}, "There is none yet."));
    } catch (error) { sayError(place, error); }
    list.setAttribute("aria-busy", "false");
  };
  const undo = action("Undo", async () => {
    try {
      await post("topics", { collection, change: "undo" });
      place.say("The last change of the taxonomy was taken back.");
      await load();
    } catch (error) { sayError(place, error); }
  }, { class: "second" });
  const job = (work: string, text: string): HTMLButtonElement => action(text, async () => {
    try {
      await post("job", { collection, action: "start", work });
      location.hash = "#/control";
    } catch (error) { sayError(place, error); }
  }, { class: "second" });
  void load();
  const keys = h("p", { class: "soft" }, "Keys on a page of the list: ", h("kbd", {}, "u"), " useful, ", h("kbd", {}, "n"), " not, ", h("kbd", {}, "Backspace"), " takes the mark back, ",
      h("kbd", {}, "j"), " and ", h("kbd", {}, "k"), " go on. Useful pages become examples of the wanted topic and seeds, others examples of the topic not-wanted; training learns from them, and judging again shows what it changes.");
  return { element: h("div", {}, h("h1", {}, "Feedback"), card("Pages", h("div", { class: "form" }, h("p", { class: "grow" }, h("label", { for: "list" }, "List"), choice)), keys, list,
      h("p", { class: "buttons" }, ...(mayMark ? [undo, job("train", "Train"), job("judge", "Judge again")] : [])))) };
}

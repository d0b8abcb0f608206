// Standing questions: asked anew by each update; their new rows are news, here and as a feed.

import { get, post } from "./api";
import { ago, explainLink, fill, h, plural, utc } from "./dom";
import { action, attempt, empty, sayError } from "./view";
import type { Place } from "./view";

interface Standing { name: string; title: string; answered: string; known: number; news: Record<string, string | number>[] }
interface Found { standing: Standing[] }

function newsOf(row: Record<string, string | number>): HTMLElement {
  const { serial: _, found, ...values } = row;
  const texts = Object.values(values).map(String);
  const url = texts.find((text) => /^https?:\/\//.test(text));
  return h("li", {}, h("span", { class: "soft" }, utc(String(found)) + " "), url ? explainLink(url) : texts.join(" · "));
}

export class StandingList {
  readonly element = h("div");
  constructor(private readonly place: Place) {}

  async look(): Promise<void> {
    try { this.show(await get<Found>("standing", { collection: this.place.collection })); } catch (error) { sayError(this.place, error); }
  }
  async change(body: object, done: string): Promise<void> {
    await attempt(this.place, async () => this.show(await post<Found>("standing", { collection: this.place.collection, ...body })), done);
  }
  private show({ standing }: Found): void {
    if (standing.length === 0) return fill(this.element, empty("None yet. Ask a question and press “Keep as a standing question”: each update answers it anew and tells what is new."));
    fill(this.element, h("ul", { class: "standing" }, ...standing.map((one) => h("li", {}, h("p", {}, h("strong", {}, one.name), " ", h("span", { class: "soft" }, one.title)),
        h("p", { class: "soft" }, plural(one.known, "row") + " known · answered " + ago(one.answered) + " · feed: ", h("code", {}, "/standing.atom?name=" + one.name), " of porthole serve"),
        one.news.length > 0 ? h("ul", { class: "plain" }, ...[...one.news].reverse().slice(0, 10).map(newsOf)) : empty("Nothing new so far."),
        this.place.mayChange ? h("p", { class: "buttons" }, action("Answer now", () => this.change({ change: "answer", name: one.name }, "Answered: " + one.name), { class: "second small", "aria-label": "Answer now: " + one.name }),
            action("Remove", () => this.change({ change: "remove", name: one.name }, "Removed: " + one.name), { class: "second small", "aria-label": "Remove: " + one.name })) : null))));
  }
}

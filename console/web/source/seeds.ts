// Where a crawl begins: the seeds, what became of each, and others to add.

import { get, post } from "./api";
import type { Child } from "./dom";
import { explainLink, fill, h, plural, table } from "./dom";
import { action, attempt, empty, field, sayError } from "./view";
import type { Place } from "./view";

interface Seed { url: string; file: string; state: string; reason: string }
interface Seeds { seeds: Seed[]; added?: number; known?: number; bad?: string[] }

const kOpen = 20;  // More are folded.

// `after` shows what can be taken back.
export function seedsCard(place: Place, after: () => Promise<void>): HTMLElement {
  const { collection, mayChange } = place;
  const list = h("div"), said = h("div", { "aria-live": "polite" });
  const urls = h("textarea", { id: "seed-urls", class: "short", placeholder: "www.sheldonbrown.com\nhttps://…", spellcheck: false });

  const rows = (seeds: Seed[]): Child[][] => seeds.map((seed) => [explainLink(seed.url), seed.state + (seed.reason ? ": " + seed.reason : ""),
    mayChange && !seed.file ? action("Remove", () => change({ change: "remove", url: seed.url }, "It is no seed any more; its pages stay."), { class: "second small", "aria-label": "Remove the seed " + seed.url }) : seed.file || null]);
  const show = (found: Seeds): void => {
    const of = (seeds: Seed[], caption: string): HTMLElement => table(caption, [{ title: "seed" }, { title: "state" }, { title: "" }], rows(seeds));
    const first = found.seeds.slice(0, kOpen), rest = found.seeds.slice(kOpen);
    fill(list, first.length > 0 ? of(first, plural(found.seeds.length, "seed")) : empty("There is no seed: a crawl has nowhere to begin."),
        rest.length > 0 ? h("details", {}, h("summary", {}, plural(rest.length, "more seed")), of(rest, "Further seeds")) : null);
  };
  const change = (body: object, done: string): Promise<void> => attempt(place, async () => {
    const found = await post<Seeds>("seeds", { collection, ...body });
    show(found);
    fill(said, found.bad?.length ? h("div", { class: "note" }, "Not usable:", h("ul", {}, ...found.bad.map((text) => h("li", {}, text)))) : null);
    if (found.added !== undefined) urls.value = "";
    place.say(found.added === undefined ? done : plural(found.added, "seed") + " added" + (found.known ? ", " + found.known + " there already" : "") + "; the next crawl begins there, too.");
    await after();
  });
  const add = action("Add", async () => {
    if (urls.value.trim()) return change({ change: "add", urls: urls.value }, "");
    urls.focus();
  }, { class: "second small" });
  add.disabled = !mayChange;
  void get<Seeds>("seeds", { collection }).then(show).catch((error: unknown) => sayError(place, error));
  return h("div", {}, list, mayChange ? h("div", { class: "form" }, field("Pages to begin at, a URL a line", urls, "", true), h("p", {}, add)) : null, said);
}

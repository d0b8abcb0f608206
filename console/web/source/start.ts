// The start page: names the topic of a new collection, takes examples, and starts the crawl.

import { post } from "./api";
import { fill, h, plural, whole } from "./dom";
import { action, attempt, card, field, heading } from "./view";
import type { Place, View } from "./view";

interface Preview { topics: { path: string; examples: number }[]; examples: number; skipped: string[] }
interface Made { seeds: number; examples: number; can_be_learned: boolean; skipped: string[] }
const kLargestFile = 3 << 20;

export function startView(place: Place): View {
  const { collection, mayChange } = place;
  if (place.session.collections.find((one) => one.key === collection)?.is_there) {
    return { element: h("div", { class: "start" }, heading("Start", "This folder has a collection."),
        card("A collection is there", h("p", {}, "Start its crawl under ", h("a", { href: "#/control" }, "Control"), ", mark pages under ", h("a", { href: "#/feedback" }, "Feedback"), ", or run the console with a new folder: ", h("code", {}, "porthole console NEW")))) };
  }
  const title = h("input", { id: "title", required: true, maxlength: 200, placeholder: "Bicycle repair" });
  const terms = h("textarea", { id: "terms", class: "short", placeholder: "bicycle\nderailleur\nwheel building" });
  const examples = h("textarea", { id: "examples", placeholder: "https://www.sheldonbrown.com/\nhttps://…" });
  const contact = h("input", { id: "contact", autocomplete: "email", placeholder: "you@example.org" });
  const more = h("input", { id: "more", type: "number", min: 1, max: 1000000, value: 300 });
  const good = h("select", { id: "good" });
  const goodLine = h("p", { class: "field", hidden: true }, h("label", { for: "good" }, "Which folder is wanted? The others teach what is not."), good);
  const seen = h("div", { "aria-live": "polite" });
  const file = h("input", { id: "file", type: "file", accept: ".html,.htm,.txt,.csv" });

  const preview = (): Promise<void> => attempt(place, async () => {
    if (!examples.value.trim()) return fill(seen);
    const found = await post<Preview>("preview", { collection, examples: examples.value });
    const folders = found.topics.filter((one) => one.path);
    goodLine.hidden = folders.length === 0;
    fill(good, ...folders.map((one) => h("option", { value: one.path }, one.path + " (" + whole(one.examples) + ")")));
    fill(seen, h("p", { class: "seen" }, plural(found.examples, "example") + (folders.length > 0 ? " in " + plural(folders.length, "folder") : "") + "."),
        found.skipped.length > 0 ? h("div", { class: "note" }, "Not usable:", h("ul", {}, ...found.skipped.map((text) => h("li", {}, text)))) : null);
  });
  const read = (list: FileList | null | undefined): void => {
    const one = list?.[0];
    if (!one) return;
    if (one.size > kLargestFile) return place.say("The file is larger than 3 MiB; import it by porthole examples import.", true);
    void one.text().then((text) => {
      examples.value = text;
      return preview();
    });
  };
  file.addEventListener("change", () => read(file.files));
  examples.addEventListener("change", () => void preview());
  examples.addEventListener("dragover", (event) => {
    event.preventDefault();
    examples.classList.add("drop");
  });
  examples.addEventListener("dragleave", () => examples.classList.remove("drop"));
  examples.addEventListener("drop", (event) => {
    examples.classList.remove("drop");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    read(event.dataTransfer.files);
  });
  const start = action("Start the crawl", () => attempt(place, async () => {
    place.say("Making the collection…");
    const made = await post<Made>("start", { collection, title: title.value, terms: terms.value, examples: examples.value, good: goodLine.hidden ? "" : good.value, contact: contact.value.trim() });
    // Examples of several topics are learned first; the crawl is started from Control then.
    await post("job", made.can_be_learned ? { collection, action: "start", work: "train" } : { collection, action: "start", work: "gather", more: Number(more.value) || 300 });
    location.hash = made.can_be_learned ? "#/control" : "#/watch";
    location.reload();
  }));
  start.disabled = !mayChange;
  return { element: h("div", { class: "start" }, heading("A new collection", "Name a topic, give some pages about it, and press start."),
      card("Topic", field("Its name", title), field("Phrases that pages about it use, one a line", terms, "Without any, the name is taken.")),
      card("Examples", field("Pages about it: URLs, one a line, or a browser's bookmarks (drop the file here)", examples, "They become seeds, and teach the classifier."), field("Or choose a file", file), goodLine, seen),
      card("Crawl", field("New pages", more), field("Your e-mail address, or a page about your crawler", contact, "Webmasters see it; the live web is not crawled without one."), h("p", { class: "buttons" }, start))) };
}

// The start page: names the topic of a new collection, takes examples, shows which topics they fit, and starts the crawl.

import { ApiError, get, post } from "./api";
import { shareBar } from "./charts";
import { explainLink, fill, h, percent, plural, webLink, whole } from "./dom";
import { action, attempt, card, empty, field, heading, valid } from "./view";
import type { Place, View } from "./view";

interface Preview { topics: { path: string; examples: number }[]; examples: number; skipped: string[] }
interface Made { seeds: number; examples: number; can_be_learned: boolean; good: number; skipped: string[] }
interface Proposal { examples: number; topics: { topic: string; probability: number; pages: number }[]; near: string; looked_at: number;
  pages: { url: string; title: string; topic: string; relevance: number; words: string[]; links_away: number; from: string }[] }
interface Topics { topics: { path: string; mark: string }[] }

const kLargestFile = 3 << 20;

const steps = (current: number): HTMLElement => h("ol", { class: "steps" }, ...["Name and examples", "Which topics they fit", "Crawl"].map((text, i) =>
    h("li", { "aria-current": i === current ? "step" : undefined }, text)));

// The second step, for a collection that has topics: what the examples fit, marks, and pages near them.
function fitView(place: Place): View {
  const { collection, mayChange } = place;
  const out = h("div"), more = h("input", { id: "more", type: "number", min: 1, max: 1000000, value: 300 });
  const good = new Set<string>();
  const start = action("Start the crawl", () => attempt(place, async () => {
    if (!valid(more)) return;
    await place.jobs.change({ action: "start", work: "update", more: Number(more.value) || 300, train_first: hasNewExamples });
    location.hash = "#/watch";
  }));
  let hasNewExamples = false;  // They have to be learned.
  const follow = (): void => { start.disabled = !mayChange || good.size === 0; };

  const mark = (path: string, button: HTMLElement): Promise<void> => attempt(place, async () => {
    await post("topics", { collection, change: "good", topic: path, on: !good.has(path) });
    if (!good.delete(path)) good.add(path);
    button.setAttribute("aria-pressed", String(good.has(path)));
    follow();
  });
  const show = (proposal: Proposal): void => {
    const topics = proposal.topics.map((one) => {
      const button = action("Good", () => mark(one.topic, button), { class: "mark", "aria-pressed": String(good.has(one.topic)), "aria-label": "Good: " + one.topic });
      button.disabled = !mayChange;
      return h("li", {}, button, h("span", { class: "fit-name" }, one.topic), shareBar(one.probability), h("span", { class: "fit-number" }, percent(one.probability)), h("span", { class: "soft fit-pages" }, "best of " + plural(one.pages, "page")));
    });
    const pages = proposal.pages.map((page) => {
      const item = h("li");
      const settle = (text: string): void => fill(item, h("span", { class: "soft" }, text + ": " + (page.title || page.url)));
      const accept = action("Accept", () => attempt(place, async () => {
        await post("topics", { collection, change: "add-example", topic: good.has(page.topic) ? page.topic : [...good][0] ?? page.topic, url: page.url });
        hasNewExamples = true;
        settle("Accepted");
      }), { class: "small", "aria-label": "Accept " + page.title });
      const reject = action("Reject", async () => settle("Rejected"), { class: "second small", "aria-label": "Reject " + page.title });
      accept.disabled = reject.disabled = !mayChange;
      fill(item, h("div", { class: "candidate" }, h("p", { class: "candidate-title" }, webLink(page.url, page.title || page.url)),
          h("p", { class: "soft" }, page.words.map((word) => h("span", { class: "badge" }, word)).reduce((span, badge) => { span.append(badge, " "); return span; }, h("span")),
              percent(page.relevance) + " relevant, " + plural(page.links_away, "link") + " away from ", explainLink(page.from))), accept, reject);
      return item;
    });
    fill(out, card("Topics", h("p", { class: "soft" }, "The mean probability of each topic over " + plural(proposal.examples, "page") + ", calibrated, by models that were trained without them. Mark what you want as good."), h("ul", { class: "fits" }, ...topics)),
        card("Suggested neighbours", h("p", { class: "soft" }, plural(proposal.looked_at, "page") + " one or two links away were looked at; the words set " + (proposal.near || "the topics") + " apart. Accepted ones become examples."),
            pages.length > 0 ? h("ul", { class: "candidates" }, ...pages) : empty("None of them has words in its title that set the topics apart.")),
        card("Crawl", h("div", { class: "form" }, field("New pages", more), h("p", {}, start))));
    follow();
  };
  const look = action("See which topics the examples fit", () => attempt(place, async () => {
    fill(out, empty("Reading the pages and those near them…"));
    await place.jobs.ended();  // the training of the topics
    await place.jobs.change({ action: "start", work: "propose" });
    const job = await place.jobs.ended();
    const found = await get<{ proposal: Proposal | null }>("proposal", { collection });
    if (found.proposal) return show(found.proposal);
    fill(out);
    throw new Error((job.output ?? "").trim().split("\n").pop() || "nothing was found");
  }));
  look.disabled = !mayChange;
  void attempt(place, async () => {
    for (const topic of (await get<Topics>("topics", { collection })).topics) if (topic.mark === "good") good.add(topic.path);
    const found = await get<{ proposal: Proposal | null }>("proposal", { collection });
    if (found.proposal) show(found.proposal);
  });
  return { element: h("div", { class: "start" }, heading("Start", "The collection is made. See what your pages are about, mark the topics that you want, and start."), steps(1),
      h("p", { class: "buttons" }, look, h("a", { href: "#/topics" }, "All topics"), h("a", { href: "#/control" }, "Control")), out) };
}

export function startView(place: Place): View {
  const { collection, mayChange } = place;
  if (place.session.collections.find((one) => one.key === collection)?.is_there) return fitView(place);
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
    fill(seen, found.examples === 0 ? null : h("p", { class: "seen" }, plural(found.examples, "example") + (folders.length > 0 ? " in " + plural(folders.length, "folder") : "") + "."),
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
  const make = async (): Promise<Made> => {
    try {
      return await post<Made>("start", { collection, title: title.value, terms: terms.value, examples: examples.value, good: goodLine.hidden ? "" : good.value, contact: contact.value.trim() });
    } catch (error) {
      if (error instanceof ApiError && error.message.includes("contact")) {
        contact.setCustomValidity(error.message + ": " + error.hint);
        contact.reportValidity();
      }
      throw error;
    }
  };
  contact.addEventListener("input", () => contact.setCustomValidity(""));
  const start = action("Start the crawl", () => attempt(place, async () => {
    if (!valid(title, more, contact)) return;
    place.say("Making the collection…");
    const made = await make();
    // Topics of which none is wanted yet are learned, and the next step shows which the pages fit.
    const toChoose = made.can_be_learned && made.good === 0;
    await post("job", { collection, action: "start", ...(toChoose ? { work: "train" } : { work: "update", more: Number(more.value) || 300, train_first: made.can_be_learned }) });
    location.hash = toChoose ? "#/start" : "#/watch";
    location.reload();
  }), { type: "submit" });
  start.disabled = !mayChange;
  return { element: h("form", { class: "start", novalidate: true, submit: (event) => event.preventDefault() }, heading("A new collection", "Name a topic, give some pages about it, and press start."), steps(0),
      card("Topic", field("Its name", title), field("Phrases that pages about it use, one a line", terms, "Without any, the name is taken.")),
      card("Examples", field("Pages about it: URLs, one a line, or a browser's bookmarks (drop the file here)", examples, "They become seeds, and teach the classifier."), field("Or choose a file", file), goodLine, seen),
      card("Crawl", field("New pages", more), field("Your e-mail address, or a page about your crawler", contact, "Webmasters see it; the live web is not crawled without one."), h("p", { class: "buttons" }, start))) };
}

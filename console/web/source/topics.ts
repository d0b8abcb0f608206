// The taxonomy: its tree with counts, accuracy and examples; changes of it, each of which can be taken back.

import { get, post } from "./api";
import { shareBar } from "./charts";
import { explainLink, fill, h, percent, plural, table, whole } from "./dom";
import type { Child } from "./dom";
import { reliabilityOf, TrialPanel } from "./trial";
import type { NodeAccuracy, Training } from "./trial";
import { action, attempt, card, empty, field, heading, sayError, undoLine } from "./view";
import type { Place, View } from "./view";

interface Topic { path: string; name: string; title: string; depth: number; mark: string; shown: boolean; examples: number; urls: string[]; pages: number }
interface Topics { topics: Topic[]; undoable: string[]; can_be_learned: boolean }
interface Term { term: string; sites: number; confidence: number; lift: number; uses: { source: string; text: string }[] }
interface Terms { pages: number; relevant: number; own: string[]; rejected: string[]; terms: Term[] }

const kDragged = "application/x-porthole-example";

export function topicsView(place: Place): View {
  const { collection, mayChange } = place;
  const tree = h("ul", { class: "tree" });
  const editor = h("div"), undo = h("div"), report = h("div"), proposals = h("div");
  let all: Topic[] = [], nodes = new Map<string, NodeAccuracy>(), chosen = "";
  const marked = new Set<string>();  // examples that are chosen for a split or a move

  const trial = new TrialPanel(place, (training: Training) => {
    const held = training.current?.report?.held_out;
    nodes = new Map((held?.nodes ?? []).map((node) => [node.topic, node]));
    fill(report, training.current?.report ? reliabilityOf(training.current.report) : empty("Train the classifier to see how well it tells the topics apart."),
        held && held.confusion.some((cell) => cell.actual !== cell.predicted) ? table("What is taken for what, on held-out pages", [{ title: "topic" }, { title: "taken for" }, { title: "pages", number: true }],
            held.confusion.filter((cell) => cell.actual !== cell.predicted && !cell.predicted.startsWith(cell.actual + "/")).sort((a, b) => b.pages - a.pages).slice(0, 10).map((cell): Child[] => [cell.actual, cell.predicted || "(everything)", whole(cell.pages)])) : null);
    showTree();
  });

  const change = (body: object): Promise<void> => attempt(place, async () => {
    show(await post<Topics>("topics", { collection, ...body }));
    void trial.look();
  }, "Done. Train on trial to see what it changes.");

  // A topic takes the examples that are dropped on it.
  const accept = (item: HTMLElement, topic: Topic): void => {
    item.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes(kDragged)) return;
      event.preventDefault();
      item.classList.add("drop");
    });
    item.addEventListener("dragleave", () => item.classList.remove("drop"));
    item.addEventListener("drop", (event) => {
      item.classList.remove("drop");
      const url = event.dataTransfer?.getData(kDragged);
      if (!url) return;
      event.preventDefault();
      void change({ change: "example", url, into: topic.path });
    });
  };
  const accuracyOf = (topic: Topic): Child => {
    const node = nodes.get(topic.path);
    if (!node || node.judged === 0) return h("span", { class: "tree-accuracy soft" }, "–");
    return h("span", { class: "tree-accuracy", title: "held-out examples that are found: " + whole(node.found) + " of " + whole(node.judged) + "; precision " + percent(node.precision) },
        shareBar(node.accuracy), h("span", {}, percent(node.accuracy)));
  };
  const showTree = (): void => {
    fill(tree, h("li", { class: "tree-head", "aria-hidden": "true" }, h("span", {}, "topic"), h("span", {}, "pages"), h("span", {}, "examples"), h("span", {}, "held-out accuracy")),
        ...all.map((topic) => {
          const item = h("li", { class: "depth-" + Math.min(topic.depth, 5) },
              h("span", { class: "tree-name" }, h("button", { type: "button", class: "topic", "aria-current": topic.path === chosen ? "true" : undefined, click: () => choose(topic.path) }, topic.title || topic.name),
                  topic.mark === "good" ? h("span", { class: "badge good", title: "crawled for" }, "good") : null, topic.shown ? h("span", { class: "badge", title: "search shows its pages" }, "shown") : null),
              h("span", { class: "tree-number" }, whole(topic.pages), h("span", { class: "hidden" }, " pages")), h("span", { class: "tree-number" }, whole(topic.examples), h("span", { class: "hidden" }, " examples")), accuracyOf(topic));
          if (mayChange) accept(item, topic);
          return item;
        }));
    if (all.length === 0) fill(tree, h("li", {}, empty("There is no topic yet. Make one, or mark pages under Feedback.")));
  };
  const show = (found: Topics): void => {
    all = found.topics;
    if (!all.some((topic) => topic.path === chosen)) chosen = "";
    marked.clear();
    fill(undo, undoLine(place, found.undoable, load));
    showTree();
    showEditor();
  };
  const choose = (path: string): void => {
    chosen = chosen === path ? "" : path;
    marked.clear();
    for (const button of tree.querySelectorAll("button.topic")) button.removeAttribute("aria-current");
    const at = all.findIndex((topic) => topic.path === chosen);
    if (at >= 0) tree.children[at + 1]?.querySelector("button")?.setAttribute("aria-current", "true");
    showEditor();
  };
  const line = (label: string, input: HTMLElement, text: string, work: () => Promise<void>): HTMLElement => {
    const button = action(text, work, { class: "second small" });
    button.disabled = !mayChange;
    return h("div", { class: "form" }, field(label, input, "", true), h("p", {}, button));
  };
  const others = (id: string, without: (topic: Topic) => boolean, root: boolean): HTMLSelectElement => h("select", { id }, root ? h("option", { value: "" }, "(the root)") : null,
      ...all.filter((one) => !without(one)).map((one) => h("option", { value: one.path }, one.path)));

  // The examples of a topic: each can be dragged to another topic, or chosen and moved by a button.
  const examplesOf = (topic: Topic): HTMLElement => {
    if (topic.urls.length === 0) return empty("It has no example that is a page.");
    const into = others("example-into", (one) => one.path === topic.path, false), name = h("input", { id: "split", placeholder: "name of the new topic" });
    const move = action("Move chosen", async () => {
      for (const url of [...marked]) await change({ change: "example", url, into: into.value });
    }, { class: "second small" });
    const split = action("Split off", () => change({ change: "split", topic: topic.path, name: name.value.trim(), urls: [...marked] }), { class: "second small" });
    const follow = (): void => { move.disabled = split.disabled = !mayChange || marked.size === 0; };
    const items = topic.urls.map((url, i) => {
      const box = h("input", { type: "checkbox", id: "example-" + i, "aria-label": "choose " + url, change: () => {
        if (box.checked) marked.add(url);
        else marked.delete(url);
        follow();
      } });
      const item = h("li", { draggable: mayChange ? "true" : undefined }, box, explainLink(url));
      item.addEventListener("dragstart", (event) => event.dataTransfer?.setData(kDragged, url));
      return item;
    });
    follow();
    return h("div", {}, h("p", { class: "soft" }, "Drag an example to a topic of the tree, or choose some and move them."), h("ul", { class: "examples" }, ...items),
        h("div", { class: "form" }, field("Move chosen into", into, "", true), h("p", {}, move)), h("div", { class: "form" }, field("Split chosen off into a topic below", name, "", true), h("p", {}, split)));
  };
  const showEditor = (): void => {
    const topic = all.find((one) => one.path === chosen);
    const made = h("input", { id: "make", placeholder: "recreation/cycling/repair", value: topic ? topic.path + "/" : "" });
    const making = line("New topic, by its path", made, "Make", () => change({ change: "make", topic: made.value.trim() }));
    if (!topic) return fill(editor, empty("Choose a topic of the tree to see and change it."), making);
    const renamed = h("input", { id: "rename", value: topic.name });
    const isBelow = (one: Topic): boolean => one.path === topic.path || one.path.startsWith(topic.path + "/");
    const above = others("move", isBelow, true), into = others("merge", isBelow, false);
    const mark = (name: string, text: string, on: boolean): HTMLElement => {
      const button = action((on ? "Take back: " : "Mark as ") + text, () => change({ change: name, topic: topic.path, on: !on }), { class: on ? "small" : "second small" });
      button.disabled = !mayChange;
      return button;
    };
    const removal = action("Remove with all below", () => change({ change: "remove", topic: topic.path }), { class: "second small" });
    removal.disabled = !mayChange;
    fill(editor, h("h3", { class: "topic-path" }, topic.path), h("p", { class: "buttons" }, mark("good", "good (crawl for it)", topic.mark === "good"), mark("shown", "shown (in search)", topic.shown)),
        h("details", { open: true }, h("summary", {}, plural(topic.urls.length, "example page")), examplesOf(topic)),
        h("details", {}, h("summary", {}, "Rename, move, merge, remove"), line("Name", renamed, "Rename", () => change({ change: "rename", topic: topic.path, name: renamed.value.trim() })),
            line("Move below", above, "Move", () => change({ change: "move", topic: topic.path, into: above.value })),
            line("Merge into", into, "Merge", () => change({ change: "merge", topic: topic.path, into: into.value })), h("p", { class: "buttons" }, removal)), making);
  };

  // Terms of link texts that lead to relevant pages, as `porthole expand` proposes them.
  const decide = (body: object, done: string): Promise<void> => attempt(place, async () => {
    showTerms(await post<Terms>("terms", { collection, ...body }));
    await load();
  }, done);
  const showTerms = (found: Terms): void => {
    const buttons = (term: string): HTMLElement => h("span", { class: "nowrap" }, action("Accept", () => decide({ accept: term }, "A term of the topic now: " + term), { class: "small", "aria-label": "Accept " + term }),
        action("Reject", () => decide({ reject: term }, "It is not proposed again: " + term), { class: "second small", "aria-label": "Reject " + term }));
    fill(proposals, h("p", { class: "soft" }, "Terms of the topic: " + (found.own.join(", ") || "none") + "." + (found.rejected.length > 0 ? " Rejected: " + found.rejected.join(", ") + "." : "")),
        found.terms.length === 0 ? empty("No term is used by three sites for relevant pages yet.") : table("Words of links that lead to relevant pages on several sites", [{ title: "term" }, { title: "sites", number: true }, { title: "relevant", number: true }, { title: "as in" }, ...(mayChange ? [{ title: "decide" }] : [])],
            found.terms.map((one): Child[] => [one.term, whole(one.sites), percent(one.confidence), one.uses[0] ? h("span", { class: "soft" }, "“" + one.uses[0].text.slice(0, 80) + "”") : "–", ...(mayChange ? [buttons(one.term)] : [])])));
  };
  const look = action("Look for terms", () => attempt(place, async () => showTerms(await get<Terms>("terms", { collection }))), { class: "second" });
  fill(proposals, h("p", { class: "buttons" }, look));

  const load = async (): Promise<void> => show(await get<Topics>("topics", { collection }));
  void load().then(() => trial.look()).catch((error: unknown) => sayError(place, error));
  return { element: h("div", {}, heading("Topics", "What to tell apart. Good topics are crawled for; shown ones are what search shows."), undo,
      h("div", { class: "side-by-side even" }, h("div", {}, card("Tree", tree), card("What training would change", trial.element)), h("div", {}, card("Topic", editor), card("Accuracy and reliability", report))), card("Terms and their neighbours", proposals)) };
}

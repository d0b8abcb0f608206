// The taxonomy: its tree with counts and examples; changes of it, each of which can be taken back.

import { get, post } from "./api";
import { explainLink, fill, h, plural, whole } from "./dom";
import { action, attempt, card, empty, field, heading, sayError, undoLine } from "./view";
import type { Place, View } from "./view";

interface Topic { path: string; name: string; title: string; depth: number; mark: string; shown: boolean; examples: number; urls: string[]; pages: number }
interface Topics { topics: Topic[]; undoable: number; can_be_learned: boolean }
export function topicsView(place: Place): View {
  const { collection, mayChange } = place;
  const tree = h("ul", { class: "tree" });
  const editor = h("div"), undo = h("div");
  let all: Topic[] = [], chosen = "";

  const change = (body: object): Promise<void> => attempt(place, async () => {
    show(await post<Topics>("topics", { collection, ...body }));
  }, "Done. Train learns the new tree (Control).");

  const showTree = (): void => {
    fill(tree, h("li", { class: "tree-head", "aria-hidden": "true" }, h("span", {}, "topic"), h("span", {}, "pages"), h("span", {}, "examples")),
        ...all.map((topic) => {
          const item = h("li", { class: "depth-" + Math.min(topic.depth, 5) },
              h("span", { class: "tree-name" }, h("button", { type: "button", class: "topic", "aria-current": topic.path === chosen ? "true" : undefined, click: () => choose(topic.path) }, topic.title || topic.name),
                  topic.mark === "good" ? h("span", { class: "badge good", title: "crawled for" }, "good") : null, topic.shown ? h("span", { class: "badge", title: "search shows its pages" }, "shown") : null),
              h("span", { class: "tree-number" }, whole(topic.pages), h("span", { class: "hidden" }, " pages")), h("span", { class: "tree-number" }, whole(topic.examples), h("span", { class: "hidden" }, " examples")));
          return item;
        }));
    if (all.length === 0) fill(tree, h("li", {}, empty("There is no topic yet. Make one, or mark pages under Feedback.")));
  };
  const show = (found: Topics): void => {
    all = found.topics;
    if (!all.some((topic) => topic.path === chosen)) chosen = "";
    fill(undo, undoLine(place, found.undoable, load));
    showTree();
    showEditor();
  };
  const choose = (path: string): void => {
    chosen = chosen === path ? "" : path;
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

  const examplesOf = (topic: Topic): HTMLElement => topic.urls.length === 0 ? empty("It has no example that is a page.")
    : h("ul", { class: "examples" }, ...topic.urls.map((url) => h("li", {}, explainLink(url))));
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

  const load = async (): Promise<void> => show(await get<Topics>("topics", { collection }));
  void load().catch((error: unknown) => sayError(place, error));
  return { element: h("div", {}, heading("Topics", "What to tell apart. Good topics are crawled for; shown ones are what search shows."), undo,
      h("div", { class: "side-by-side even" }, card("Tree", tree), card("Topic", editor))) };
}

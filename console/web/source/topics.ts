// The taxonomy: its tree with counts and examples, and changes of it.

import { get, post } from "./api";
import { explainLink, fill, h, whole } from "./dom";
import { action, card, sayError } from "./view";
import type { Place, View } from "./view";

interface Topic { path: string; name: string; title: string; depth: number; mark: string; shown: boolean; examples: number; urls: string[]; pages: number }
interface Topics { topics: Topic[]; undoable: number; can_be_learned: boolean }

export function topicsView(place: Place): View {
  const { collection } = place;
  const mayChange = place.session.role === "operate";
  const tree = h("ul", { class: "tree" });
  const editor = h("div");
  const undo = action("Undo", () => change({ change: "undo" }), { class: "second" });
  let all: Topic[] = [];
  let chosen = "";

  const show = (found: Topics): void => {
    all = found.topics;
    undo.disabled = found.undoable === 0 || !mayChange;
    fill(tree, ...all.map((topic) => h("li", { class: "depth-" + Math.min(topic.depth, 5) },
        h("button", { type: "button", class: "topic", "aria-current": topic.path === chosen ? "true" : undefined, click: () => choose(topic.path) }, topic.title || topic.name),
        topic.mark === "good" ? h("span", { class: "badge" }, "good") : null, topic.shown ? h("span", { class: "badge" }, "shown") : null,
        h("span", { class: "soft" }, whole(topic.pages) + " pages · " + whole(topic.examples) + (topic.examples === 1 ? " example" : " examples")))));
    if (all.length === 0) fill(tree, h("li", {}, "There is no topic yet. Make one, or mark pages under Feedback."));
    showEditor();
  };
  const change = async (body: object): Promise<void> => {
    try {
      show(await post<Topics>("topics", { collection, ...body }));
      place.say("Done. Train learns the new tree (Control).");
    } catch (error) { sayError(place, error); }
  };
  const choose = (path: string): void => {
    chosen = chosen === path ? "" : path;
    for (const button of tree.querySelectorAll("button.topic")) button.removeAttribute("aria-current");
    const at = all.findIndex((topic) => topic.path === chosen);
    if (at >= 0) tree.children[at]?.querySelector("button")?.setAttribute("aria-current", "true");
    showEditor();
  };
  const line = (id: string, label: string, field: HTMLElement, text: string, work: () => Promise<void>): HTMLElement => {
    const button = action(text, work, { class: "second" });
    button.disabled = !mayChange;
    return h("div", { class: "form" }, h("p", { class: "grow" }, h("label", { for: id }, label), field), h("p", {}, button));
  };
  const showEditor = (): void => {
    const topic = all.find((one) => one.path === chosen);
    const made = h("input", { id: "make", placeholder: "recreation/cycling/repair", value: topic ? topic.path + "/" : "" });
    const making = line("make", "New topic, by its path", made, "Make", () => change({ change: "make", topic: made.value.trim() }));
    if (!topic) return fill(editor, h("p", { class: "soft" }, "Choose a topic of the tree to change it."), making);
    const renamed = h("input", { id: "rename", value: topic.name });
    const others = (id: string, root: boolean): HTMLSelectElement => h("select", { id }, root ? h("option", { value: "" }, "(the root)") : null,
        ...all.filter((one) => one.path !== topic.path && !one.path.startsWith(topic.path + "/")).map((one) => h("option", { value: one.path }, one.path)));
    const above = others("move", true), into = others("merge", false);
    const mark = (name: string, text: string, on: boolean): HTMLElement => {
      const button = action((on ? "Take back: " : "Mark as ") + text, () => change({ change: name, topic: topic.path, on: !on }), { class: "second" });
      button.disabled = !mayChange;
      return button;
    };
    const removal = action("Remove with all below", () => change({ change: "remove", topic: topic.path }), { class: "second" });
    removal.disabled = !mayChange;
    fill(editor, h("h3", {}, topic.path), h("p", { class: "buttons" }, mark("good", "good (crawl for it)", topic.mark === "good"), mark("shown", "shown (in search)", topic.shown)),
        line("rename", "Name", renamed, "Rename", () => { const name = renamed.value.trim(); return change({ change: "rename", topic: topic.path, name }); }),
        line("move", "Move below", above, "Move", () => change({ change: "move", topic: topic.path, into: above.value })),
        line("merge", "Merge into", into, "Merge", () => change({ change: "merge", topic: topic.path, into: into.value })), making, h("p", { class: "buttons" }, removal),
        h("h3", {}, "Examples"), topic.urls.length > 0 ? h("ul", { class: "plain" }, ...topic.urls.map((url) => h("li", {}, explainLink(url)))) : h("p", { class: "soft" }, "It has no example that is a page."));
  };
  void get<Topics>("topics", { collection }).then(show).catch((error: unknown) => sayError(place, error));
  return { element: h("div", {}, h("h1", {}, "Topics"), h("div", { class: "cards-2" }, card("Tree", tree, h("p", { class: "buttons" }, undo)), card("Change", editor))) };
}

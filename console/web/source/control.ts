// Starts, pauses and resumes a crawl.

import { get, post } from "./api";
import { fill, h } from "./dom";
import { action, card, sayError } from "./view";
import type { Place, View } from "./view";

interface Job {
  state: "idle" | "running" | "stopping"; work: string | null; more?: number; minutes?: number;
  started?: string; exit_code?: number; was_stopped?: boolean; output?: string; beside: string;
}

const kLook = 1500;  // milliseconds
const kWorks: [string, string][] = [
  ["gather", "Gather: crawl, and nothing else"],
  ["update", "Update: refresh, crawl, judge, distill, summarize and index"],
  ["train", "Train: learn from the examples"],
  ["judge", "Judge: rate the stored pages again"],
];

function stateText(job: Job): string {
  if (job.state !== "idle") return "porthole " + job.work + " is " + job.state + ", since " + (job.started ?? "").replace("T", " ").replace("Z", " UTC") + ".";
  if (job.beside) return "A crawl runs beside the console: " + job.beside + " writes into the collection.";
  if (!job.work) return "Nothing runs.";
  if (job.was_stopped) return "porthole " + job.work + " was paused. The same command resumes.";
  return "porthole " + job.work + " has ended" + (job.exit_code === 0 ? "." : " with exit code " + job.exit_code + ".");
}

export function controlView(place: Place): View {
  const { collection } = place;
  const state = h("p", { class: "lead-line", role: "status" });
  const output = h("pre", { class: "output", tabindex: 0, "aria-label": "The end of its output" });
  const work = h("select", { id: "work" }, ...kWorks.map(([value, text]) => h("option", { value }, text)));
  const more = h("input", { id: "more", type: "number", min: 1, max: 10000000, placeholder: "as specified" });
  const minutes = h("input", { id: "minutes", type: "number", min: 1, max: 43200, placeholder: "no limit" });
  const show = (job: Job): void => {
    state.textContent = stateText(job);
    output.textContent = job.output ?? "";
    output.hidden = !job.output;
    start.disabled = job.state !== "idle" || job.beside !== "" || place.session.role !== "operate";
    pause.disabled = job.state !== "running" || place.session.role !== "operate";
    resume.disabled = job.state !== "idle" || job.beside !== "" || !job.work || place.session.role !== "operate";
  };
  const change = async (body: object): Promise<void> => {
    try {
      const job = await post<Job>("job", { collection, ...body });
      place.say("Done.");
      queueMicrotask(() => show(job));
    } catch (error) { sayError(place, error); }
    queueMicrotask(() => void look());
  };
  const start = action("Start", () => change({ action: "start", work: work.value, more: Number(more.value) || 0, minutes: Number(minutes.value) || 0 }));
  const pause = action("Pause", () => change({ action: "pause" }), { class: "second" });
  const resume = action("Resume", () => change({ action: "resume" }), { class: "second" });
  const look = async (): Promise<void> => {
    try { show(await get<Job>("job", { collection })); } catch (error) { sayError(place, error); }
  };
  void look();
  const timer = window.setInterval(() => { if (!document.hidden) void look(); }, kLook);
  const form = h("div", { class: "form" },
      h("p", {}, h("label", { for: "work" }, "Work"), work), h("p", {}, h("label", { for: "more" }, "New pages"), more),
      h("p", {}, h("label", { for: "minutes" }, "Minutes"), minutes));
  const buttons = h("p", { class: "buttons" });
  fill(buttons, start, pause, resume);
  const element = h("div", {}, h("h1", {}, "Control"), state, card("Run", form, buttons,
      h("p", { class: "soft" }, "A pause finishes the requests under way and saves; the crawl goes on from there. The console ends what it started when it ends itself.")), output);
  return { element, end: () => clearInterval(timer) };
}

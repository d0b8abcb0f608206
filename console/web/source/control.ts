// Starts, pauses and resumes a crawl.

import { h, utc } from "./dom";
import { stateText } from "./jobs";
import type { Job } from "./jobs";
import { action, attempt, card, field, heading } from "./view";
import type { Place, View } from "./view";

const kWorks: [string, string][] = [
  ["gather", "Gather: crawl, and nothing else"],
  ["update", "Update: refresh, crawl, judge, distill, summarize and index"],
  ["train", "Train: learn from the examples"],
  ["judge", "Judge: rate the stored pages again"],
];

export function controlView(place: Place): View {
  const { mayChange } = place;
  const state = h("p", { class: "run-state", role: "status" });
  const output = h("pre", { class: "output", tabindex: 0, "aria-label": "The end of its output" });
  const work = h("select", { id: "work", change: () => follow() }, ...kWorks.map(([value, text]) => h("option", { value }, text)));
  const more = h("input", { id: "more", type: "number", min: 1, max: 10000000, placeholder: "as specified" });
  const minutes = h("input", { id: "minutes", type: "number", min: 1, max: 43200, placeholder: "no limit" });
  const moreField = field("New pages", more), minutesField = field("Minutes", minutes);
  const follow = (): void => { moreField.hidden = minutesField.hidden = !/gather|update/.test(work.value); };
  const showJob = (job: Job): void => {
    state.textContent = stateText(job) + (job.state !== "idle" && job.started ? ", since " + utc(job.started) : "") + ".";
    state.dataset["state"] = job.state !== "idle" || job.beside ? "running" : job.exit_code ? "failed" : "idle";
    output.textContent = job.output ?? "";
    output.hidden = !job.output;
    start.disabled = job.state !== "idle" || job.beside !== "" || !mayChange;
    pause.disabled = job.state !== "running" || !mayChange;
    resume.disabled = job.state !== "idle" || job.beside !== "" || !job.work || !mayChange;
  };
  // The button's own state after the call is that of the job, which is told a moment later.
  const run = (body: object): Promise<void> => attempt(place, () => place.jobs.change(body), "Done.").then(() => { queueMicrotask(() => { if (place.jobs.last) showJob(place.jobs.last); }); });
  const start = action("Start", () => run({ action: "start", work: work.value, more: Number(more.value) || 0, minutes: Number(minutes.value) || 0 }));
  const pause = action("Pause", () => run({ action: "pause" }), { class: "second" });
  const resume = action("Resume", () => run({ action: "resume" }), { class: "second" });
  follow();

  const stop = place.jobs.listen(showJob);

  const element = h("div", {}, heading("Control", "What runs, and what runs next."),
      card("Run", state, h("div", { class: "form" }, field("Work", work, "", true), moreField, minutesField), h("p", { class: "buttons" }, start, pause, resume),
          h("p", { class: "soft" }, "A pause finishes the requests under way and saves; the crawl goes on from there. The console ends what it started when it ends itself."), output));
  return { element, end: stop };
}

// What the run leads to: the search page, or the step that is missing to it.

import type { Child } from "./dom";
import { fill, h } from "./dom";
import { hasEndedWell, stateText } from "./jobs";
import type { Job } from "./jobs";
import { action, attempt } from "./view";
import type { Place } from "./view";

export const searchLink = (job: Job, text: string): HTMLElement => h("a", { class: "search-link", href: job.search, target: "_blank", rel: "noopener" }, text);

function contentOf(place: Place, job: Job): Child[] {
  if (job.state !== "idle" && job.then) return ["First it learns from your examples, then it crawls, and then it makes the search page."];
  if (job.state !== "idle") return job.work === "update" ? [job.search ? "It crawls, then brings the search page up to date." : "It crawls, and then it makes the search page."] : [];
  if (job.work === "update" && hasEndedWell(job) && job.search) return ["The search page is ready: ", searchLink(job, "search it here"), "."];
  if ((job.work === "gather" || job.work === "judge") && hasEndedWell(job) && place.mayChange) {
    const update = action("Update it now", () => attempt(place, () => place.jobs.change({ action: "start", work: "update" })), { class: "small" });
    return [job.search ? "The search page does not have these pages yet. " : "There is no search page yet. ", update];
  }
  if (job.work && job.exit_code && !job.was_stopped && !hasEndedWell(job)) return [stateText(job) + ": ", errorOf(job), " ", h("a", { href: "#/control" }, "All of its output")];
  return [];
}

// The first error that the program has printed, with its remedy.
function errorOf(job: Job): string {
  const lines = (job.output ?? "").split("\n");
  const at = lines.findIndex((line) => line.startsWith("porthole: "));
  if (at < 0) return "";
  const remedy = lines[at + 1]?.startsWith("  ") ? "; " + lines[at + 1]!.trim() : "";
  return lines[at]!.slice("porthole: ".length) + remedy + ".";
}

export function outcome(place: Place): HTMLElement {
  const line = h("p", { class: "outcome", role: "status", hidden: true });
  let shown = "";
  place.jobs.listen((job) => {
    const state = [job.state, job.work, job.then, job.search, job.was_stopped, job.exit_code].join(" ");
    if (state === shown) return;
    shown = state;
    const content = contentOf(place, job);
    line.hidden = content.length === 0;
    fill(line, ...content);
  });
  return line;
}

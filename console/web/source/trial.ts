// Training that is looked at before it is kept: the report of a classifier, and what one on trial would change.

import { get, post } from "./api";
import { reliability } from "./charts";
import type { Bin } from "./charts";
import { explainLink, fill, fixed, h, percent, plural, table, whole } from "./dom";
import type { Child } from "./dom";
import { action, attempt, empty } from "./view";
import type { Place } from "./view";

export interface NodeAccuracy { topic: string; examples: number; sites: number; judged: number; found: number; accuracy: number; precision: number }
interface Calibration { of: string; temperature: number; before: { error: number; bins: Bin[] }; after: { error: number; bins: Bin[] } }
export interface HeldOut { accuracy: number; judged: number; right: number; nodes: NodeAccuracy[]; confusion: { actual: string; predicted: string; pages: number }[]; too_few: string[]; alike: { first: string; second: string }[]; calibration: Calibration }
export interface Report { model: string; pages: number; sites: number; topics: number; good: string[]; held_out: HeldOut | null; untested?: string }
interface Changed { url: string; title: string; before: number; after: number }
export interface Effect { pages: number; relevant_before: number; relevant_after: number; gained: number; lost: number; other_topic: number; gained_pages: Changed[]; lost_pages: Changed[] }
interface Model { report: Report | null; is_current: boolean }
export interface Training { can_be_learned: boolean; current: Model | null; trial: (Model & { effect: Effect | null }) | null; has_previous: boolean }

function changedPages(caption: string, pages: Changed[]): HTMLElement | null {
  if (pages.length === 0) return null;
  return table(caption, [{ title: "page" }, { title: "now", number: true }, { title: "then", number: true }],
      pages.map((page): Child[] => [explainLink(page.url, page.title || page.url), fixed(page.before, 2), fixed(page.after, 2)]));
}

function effectOf(effect: Effect | null): HTMLElement {
  if (!effect) return empty("No page is stored yet, so nothing would change.");
  const difference = effect.relevant_after - effect.relevant_before;
  return h("div", {}, h("dl", { class: "tiles small-tiles" },
      h("div", { class: "tile" }, h("dt", {}, "relevant"), h("dd", {}, whole(effect.relevant_after)), h("dd", { class: "tile-note" }, whole(effect.relevant_before) + " now, " + (difference >= 0 ? "+" : "−") + whole(Math.abs(difference)))),
      h("div", { class: "tile" }, h("dt", {}, "would become relevant"), h("dd", {}, whole(effect.gained))),
      h("div", { class: "tile" }, h("dt", {}, "would no more be"), h("dd", {}, whole(effect.lost))),
      h("div", { class: "tile" }, h("dt", {}, "another topic"), h("dd", {}, whole(effect.other_topic)), h("dd", { class: "tile-note" }, "of " + plural(effect.pages, "page")))),
      h("div", { class: "two-lists" }, changedPages("Would become relevant, the largest changes first", effect.gained_pages), changedPages("Would no more be relevant", effect.lost_pages)));
}

// Accuracy beside that of the classifier in use, where both were measured.
function comparison(trial: Report | null, now: Report | null): string {
  if (!trial?.held_out) return trial?.untested ?? "";
  const before = now?.held_out ? ", " + percent(now.held_out.accuracy) + " for the one in use" : "";
  return percent(trial.held_out.accuracy) + " of " + plural(trial.held_out.judged, "held-out page") + " are classified correctly" + before + ".";
}

export function reliabilityOf(report: Report): HTMLElement {
  const held = report.held_out;
  if (!held) return empty(report.untested ?? "The accuracy was not measured.");
  const { before, after, of } = held.calibration;
  return h("div", { class: "with-chart" }, reliability(after.bins, "Reliability of the " + of + ": observed share against predicted probability, a dot for each tenth"),
      h("div", {}, h("p", {}, h("strong", {}, percent(held.accuracy)), " of " + plural(held.judged, "example") + " are classified correctly by a model that was trained without them and their site."),
          h("p", {}, "When the " + of + " says 70 %, about 70 % should be right: calibration error ", h("strong", {}, fixed(after.error)), " (" + fixed(before.error) + " before calibration). The diagonal is perfect; a larger dot has more pages."),
          held.too_few.length > 0 ? h("p", { class: "soft" }, "Under 10 examples: " + held.too_few.join(", ") + ".") : null,
          held.alike.length > 0 ? h("p", { class: "soft" }, "Hard to tell apart: " + held.alike.map((pair) => pair.first + " and " + pair.second).join("; ") + ".") : null));
}

export class TrialPanel {
  readonly element = h("div");
  training: Training | null = null;

  // `changed` is told what there is after each look and each decision.
  constructor(private readonly place: Place, private readonly changed: (training: Training) => void = () => undefined) {}

  async look(): Promise<void> { this.show(await get<Training>("training", { collection: this.place.collection })); }

  private async settle(choice: string, done: string): Promise<void> {
    await attempt(this.place, async () => this.show(await post<Training>("training", { collection: this.place.collection, action: choice })), done);
  }

  // Trains on trial, and shows what it would change when that has ended.
  private async run(): Promise<void> {
    await attempt(this.place, async () => {
      this.place.say("Training on trial…");
      await this.place.jobs.change({ action: "start", work: "try" });
      const job = await this.place.jobs.ended();
      await this.look();
      if (job.exit_code) this.place.say("The training failed: " + (job.output ?? "").trim().split("\n").pop(), true);
      else this.place.say("Trained on trial. Nothing is judged by it yet.");
    });
  }

  private async judgeAgain(): Promise<void> {
    await attempt(this.place, async () => {
      await this.place.jobs.change({ action: "start", work: "judge" });
      await this.place.jobs.ended();
    }, "The stored pages were judged again.");
  }

  private show(training: Training): void {
    this.training = training;
    const may = this.place.mayChange, { trial, current } = training;
    const attempt = may && training.can_be_learned ? action(trial ? "Train on trial again" : "Train on trial", () => this.run(), trial ? { class: "second" } : {}) : null;
    const judge = may && current ? action("Judge stored pages again", () => this.judgeAgain(), { class: "second" }) : null;
    const back = may && training.has_previous ? action("Bring the one before back", () => this.settle("back", "The classifier before the last one judges again."), { class: "second" }) : null;
    const state = !training.can_be_learned ? "A classifier needs two topics with examples: mark useful pages, and some that are not."
      : trial ? (trial.is_current ? "A classifier is on trial: this is what it would change. Nothing is judged by it until you keep it."
        : "The classifier on trial was trained before the last change of topics or examples: train it again.")
      : !current ? "No classifier was trained yet."
      : current.is_current ? "The classifier in use was trained on all topics and examples." : "Topics or examples have changed since the classifier was trained. Train on trial to see what that changes.";
    const keep = may && trial?.is_current ? action("Keep it", () => this.settle("keep", "Kept. Judge the stored pages again to have them follow.")) : null;
    const discard = may && trial ? action("Discard it", () => this.settle("discard", "Discarded."), { class: "second" }) : null;
    fill(this.element, h("p", {}, state), h("p", { class: "buttons" }, keep, discard, attempt, judge, back),
        trial ? h("div", {}, h("p", { class: "soft" }, comparison(trial.report, current?.report ?? null)), effectOf(trial.effect)) : null);
    this.changed(training);
  }
}

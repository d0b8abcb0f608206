// The run, and what a person changes of it: budget, strategy, rules, hosts, retries, schedule.

import { get, post } from "./api";
import { shareBar } from "./charts";
import { explainLink, fill, h, percent, plural, table, utc, whole } from "./dom";
import type { Child } from "./dom";
import { stateText } from "./jobs";
import type { Job } from "./jobs";
import { outcome } from "./outcome";
import { seedsCard } from "./seeds";
import { action, attempt, card, empty, field, heading, sayError, undoLine, valid } from "./view";
import type { Place, View } from "./view";

interface Settings {
  rules: { line: number; accept: boolean; text: string; plugin: boolean }[]; slow: { host: string; seconds: number }[]; delay: number;
  strategy: string; options: Record<string, string>; known: string[]; failed: { reason: string; urls: number }[];
  budget: { pages: number; pages_per_site: number; fetched: number }; refresh: number | null;
  schedule: { unit: string; enabled: boolean; fits: boolean; systemd: string; crontab: string; cron_d: string }; undoable: string[];
}
interface Trial { urls: number; queued: number; fetched: number; relevant: number; let_in: number; queued_examples: string[]; relevant_examples: string[]; let_in_examples: string[] }

const kWorks: [string, string][] = [
  ["update", "Update: crawl, and bring the search page up to date"], ["gather", "Gather: crawl, and nothing else"], ["refresh", "Refresh: fetch old pages again, no new ones"],
  ["train", "Train: learn from the examples"], ["judge", "Judge: rate the stored pages again"], ["distill", "Distill: hubs and authorities"], ["index", "Index: update the search"], ["accept-loss", "Accept the loss: take out what Index and Update kept in the search"],
];

export function controlView(place: Place): View {
  const { collection, mayChange } = place;
  const state = h("p", { class: "run-state", role: "status" });
  const output = h("pre", { class: "output", tabindex: 0, "aria-label": "The end of its output" });
  const work = h("select", { id: "work", change: () => follow() }, ...kWorks.map(([value, text]) => h("option", { value }, text)));
  const more = h("input", { id: "more", type: "number", min: 1, max: 10000000, placeholder: "as specified" });
  const minutes = h("input", { id: "minutes", type: "number", min: 1, max: 43200, placeholder: "no limit" });
  const age = h("input", { id: "age", value: "7d", pattern: "[0-9.]+[smhd]" });
  const ageField = field("Age of pages (12h, 7d)", age), moreField = field("New pages", more), minutesField = field("Minutes", minutes);
  const follow = (): void => {
    const crawls = /gather|update|refresh/.test(work.value);
    ageField.hidden = work.value !== "refresh";
    moreField.hidden = minutesField.hidden = !crawls;
  };
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
  const start = action("Start", async () => valid(more, minutes, age) ? run({ action: "start", work: work.value === "refresh" ? "gather" : work.value, more: Number(more.value) || 0, minutes: Number(minutes.value) || 0, ...(work.value === "refresh" ? { refresh: age.value.trim() } : {}) }) : undefined);
  const pause = action("Pause", () => run({ action: "pause" }), { class: "second" });
  const resume = action("Resume", () => run({ action: "resume" }), { class: "second" });
  follow();

  const undo = h("div"), budget = h("div"), strategy = h("div"), rules = h("div"), hosts = h("div"), retry = h("div"), schedule = h("div");
  const change = (body: object, done: string): Promise<void> => attempt(place, async () => show(await post<Settings>("settings", { collection, ...body })), done);
  const off = <T extends HTMLButtonElement>(button: T): T => {
    button.disabled = !mayChange;
    return button;
  };

  const showBudget = (found: Settings): void => {
    const { pages, pages_per_site, fetched } = found.budget;
    const all = h("input", { id: "pages", type: "number", min: 0, max: 2000000000, value: pages }), site = h("input", { id: "pages-per-site", type: "number", min: 0, max: 2000000000, value: pages_per_site });
    fill(budget, h("p", {}, plural(fetched, "page") + (pages > 0 ? " of " + whole(pages) + " (" + percent(fetched / pages) + ")" : ", without a limit")), pages > 0 ? shareBar(fetched / pages) : null,
        h("div", { class: "form" }, field("Pages in all, 0 for no limit", all), field("Pages of a site", site),
            h("p", {}, off(action("Set", async () => valid(all, site) ? change({ change: "budget", pages: Number(all.value), pages_per_site: Number(site.value) }, "The budget was set; a crawl that runs follows.") : undefined, { class: "second small" })))));
  };
  const showStrategy = (found: Settings): void => {
    const name = h("select", { id: "strategy" }, ...found.known.map((one) => h("option", { value: one, selected: one === found.strategy }, one)));
    if (!found.known.includes(found.strategy)) name.append(h("option", { value: found.strategy, selected: true }, found.strategy));
    const options = h("input", { id: "options", value: Object.entries(found.options).map(([key, value]) => key + "=" + value).join(" "), placeholder: "alpha=0.3 delta=0.5" });
    const words = (): string[] => {
      const given = options.value.split(/\s+/).filter((word) => word);
      const kept = new Set(given.map((word) => word.split("=")[0]));
      return [...Object.keys(found.options).filter((key) => name.value === found.strategy && !kept.has(key)).map((key) => key + "="), ...given];
    };
    fill(strategy, h("p", {}, "What is fetched first is decided by ", h("strong", {}, found.strategy), "."),
        h("div", { class: "form" }, field("Strategy", name), field("Its options", options, "", true),
            h("p", {}, off(action("Set", () => change({ change: "strategy", name: name.value, options: words() }, "The strategy was set; a crawl that runs follows."), { class: "second small" })))));
  };

  const trialOf = (trial: Trial): HTMLElement => {
    const examples = (title: string, urls: string[]): Child => urls.length === 0 ? null : h("details", {}, h("summary", {}, title), h("ul", { class: "plain" }, ...urls.map((url) => h("li", {}, explainLink(url)))));
    return h("div", { class: "note" }, h("p", {}, "Of " + plural(trial.urls, "URL") + ", it would drop ", h("strong", {}, plural(trial.queued, "waiting one")), " and let in ", h("strong", {}, whole(trial.let_in)),
        ". It would have kept out ", h("strong", {}, plural(trial.fetched, "fetched page")), ", ", h("strong", {}, whole(trial.relevant) + " relevant"), " (they stay)."),
        examples("Relevant pages", trial.relevant_examples), examples("Waiting URLs", trial.queued_examples), examples("Let in", trial.let_in_examples));
  };
  const showRules = (found: Settings): void => {
    const verdict = h("select", { id: "verdict" }, h("option", { value: "reject" }, "keep out"), h("option", { value: "accept" }, "let in"));
    const kind = h("select", { id: "kind" }, h("option", { value: "host" }, "host (*.example.org)"), h("option", { value: "path" }, "path and query (RE2)"), h("option", { value: "prefix" }, "beginning of the URL"), h("option", { value: "scheme" }, "scheme"));
    const value = h("input", { id: "rule", placeholder: "*.example.org" });
    const out = h("div", { "aria-live": "polite" });
    const body = (): object => ({ change: "rule", accept: verdict.value === "accept", rule: kind.value + "=" + value.value.trim() });
    const dry = off(action("What would it have dropped?", () => attempt(place, async () => fill(out, trialOf(await post<Trial>("rule-trial", { collection, ...body() })))), { class: "second small" }));
    const add = off(action("Add the rule", () => change(body(), "The rule was added; a crawl that runs follows."), { class: "second small" }));
    fill(rules, found.rules.length === 0 ? empty("No rule: only the topic limits the crawl.") : table("Read from top to bottom; the last rule that matches decides", [{ title: "rule" }, { title: "line", number: true }, { title: "" }],
        found.rules.map((rule): Child[] => [h("span", {}, h("span", { class: rule.accept ? "badge good" : "badge warn" }, rule.accept ? "let in" : "keep out"), " ", h("code", {}, rule.text.replace(/^(accept|reject) ?/, "") || "everything")), whole(rule.line),
          mayChange && !rule.plugin ? action("Remove", () => change({ change: "remove-rule", line: rule.line }, "The rule was removed."), { class: "second small", "aria-label": "Remove the rule of line " + rule.line }) : null])),
        h("div", { class: "form" }, field("New rule", verdict), field("Condition", kind), field("Value", value, "", true)), h("p", { class: "buttons" }, dry, add), out);
  };
  const showHosts = (found: Settings): void => {
    const host = h("input", { id: "host", required: true, placeholder: "www.example.org", value: place.parameters.get("host") ?? "" }), seconds = h("input", { id: "seconds", type: "number", min: 0, max: 86400, value: 30 });
    const slow = (name: string, value: number): Promise<void> => change({ change: "slow", host: name, seconds: value }, value > 0 ? "Slowed down: " + name + "." : "Back to the ordinary delay: " + name + ".");
    fill(hosts, h("p", {}, "Hosts are asked " + found.delay + " s apart, or as robots.txt says."),
        found.slow.length > 0 ? table("Hosts that are asked less often, with those below them", [{ title: "host" }, { title: "seconds", number: true }, { title: "" }],
            found.slow.map((one): Child[] => [one.host, String(one.seconds), mayChange ? action("Take back", () => slow(one.host, 0), { class: "second small", "aria-label": "Take back the delay of " + one.host }) : null])) : null,
        h("div", { class: "form" }, field("Host", host, "", true), field("Seconds between requests", seconds)),
        h("p", { class: "buttons" }, off(action("Slow it down", async () => valid(host, seconds) ? slow(host.value.trim(), Number(seconds.value)) : undefined, { class: "second small" })),
            off(action("Stop it", async () => valid(host) ? change({ change: "rule", accept: false, rule: "host=" + host.value.trim() }, "Nothing of " + host.value.trim() + " is fetched any more.") : undefined, { class: "second small" }))));
  };
  const showRetry = (found: Settings): void => {
    if (found.failed.length === 0) return fill(retry, empty("No fetch has failed for good."));
    const boxes = found.failed.map((one, i) => h("input", { type: "checkbox", id: "reason-" + i, value: one.reason }));
    fill(retry, h("ul", { class: "checks" }, ...found.failed.map((one, i) => h("li", {}, boxes[i]!, h("label", { for: "reason-" + i }, one.reason), h("span", { class: "soft" }, plural(one.urls, "URL"))))),
        h("p", { class: "buttons" }, off(action("Ask again for these", () => run({ action: "start", work: "gather", retry: boxes.filter((box) => box.checked).map((box) => box.value) }), { class: "second small" }))));
  };
  const showSchedule = (found: Settings): void => {
    const { unit, enabled, fits, systemd, crontab, cron_d } = found.schedule;
    fill(schedule, h("p", {}, h("span", { class: enabled ? "badge good" : "badge" }, enabled ? "on" : "off"), " The timer ", h("code", {}, unit), enabled ? " runs the daily round." : " is not enabled on this machine."),
        h("p", { class: "soft" }, found.refresh === null ? "Pages are never fetched again by the daily round (<refresh> of the specification)." : "The daily round fetches pages again that are older than " + plural(Math.round(found.refresh / 24), "day") + "."),
        fits ? h("p", {}, "The administrator of this machine sets it:") : null, fits ? h("pre", { class: "command", tabindex: 0 }, systemd) : null,
        h("p", {}, fits ? "Or by cron, a line of " : "By cron, a line of ", h("code", {}, "crontab -e"), ":"), h("pre", { class: "command", tabindex: 0 }, crontab),
        h("p", {}, "or of a file in ", h("code", {}, "/etc/cron.d"), ", which names the user, too:"), h("pre", { class: "command", tabindex: 0 }, cron_d),
        fits ? null : h("p", { class: "soft" }, "The timer is for collections in /var/lib/porthole."));
  };
  const show = (found: Settings): void => {
    fill(undo, undoLine(place, found.undoable, load));
    showBudget(found);
    showStrategy(found);
    showRules(found);
    showHosts(found);
    showRetry(found);
    showSchedule(found);
  };
  const load = async (): Promise<void> => show(await get<Settings>("settings", { collection }));
  void load().catch((error: unknown) => sayError(place, error));
  const stop = place.jobs.listen(showJob);

  const element = h("div", {}, heading("Control", "A crawl that runs follows a change within seconds; every change can be taken back."), undo,
      card("Run", state, outcome(place), h("div", { class: "form" }, field("Work", work, "", true), moreField, minutesField, ageField), h("p", { class: "buttons" }, start, pause, resume),
          h("p", { class: "soft" }, "A pause finishes the requests under way and saves; the crawl goes on from there. The console ends what it started when it ends itself."), output),
      card("Seeds", seedsCard(place, load)), h("div", { class: "cards-2" }, card("Budget", budget), card("Strategy", strategy)), card("Rules of the scope", rules),
      h("div", { class: "cards-2" }, card("Hosts", hosts), card("Failed fetches", retry)), card("Schedule", schedule));
  return { element, end: stop };
}

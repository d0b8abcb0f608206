// The page of the console: login, navigation, and the view that the address names.

import "uplot/dist/uPlot.min.css";
import "../../../search/web/style.css";
import "./console.css";
import { ApiError, get, post, useToken, whenAnswered } from "./api";
import type { Session } from "./api";
import { askView } from "./ask";
import { controlView } from "./control";
import { fill, h } from "./dom";
import { explainView } from "./explain";
import { feedbackView } from "./feedback";
import { Jobs, stateText } from "./jobs";
import type { Job } from "./jobs";
import { searchLink } from "./outcome";
import { startView } from "./start";
import { topicsView } from "./topics";
import { sayError } from "./view";
import type { MakeView, Place, View } from "./view";
import { watchView } from "./watch";

const kViews: [name: string, title: string, make: MakeView][] = [
  ["watch", "Watch", watchView],
  ["feedback", "Feedback", feedbackView],
  ["topics", "Topics", topicsView],
  ["control", "Control", controlView],
  ["ask", "Ask", askView],
  ["explain", "Explain", explainView],
  ["start", "Start", startView],
];
const kChosen = "porthole-console-collection";
const kSaid = 8000;  // milliseconds

const page = document.getElementById("page")!;
const status = h("p", { class: "status", role: "status" });
let view: View | null = null;
let session: Session | null = null;
let jobs: Jobs | null = null;
let said = 0;

// A message stays for a while, an error until the next one.
function say(text: string, isError = false): void {
  clearTimeout(said);
  status.textContent = text;
  status.classList.toggle("error", isError);
  if (text && !isError) said = window.setTimeout(() => { status.textContent = ""; }, kSaid);
}

// The console has ended, say: what is shown is of then, and does not pretend to be of now.
const lost = h("p", { class: "lost-line", role: "alert", hidden: true });
whenAnswered((isLost, last) => {
  document.body.classList.toggle("lost", isLost);
  if (lost.hidden === !isLost) return;
  lost.hidden = !isLost;
  lost.textContent = isLost ? "No answer from the console since " + last.toTimeString().slice(0, 8) + " · trying again" : "";
});

// The way from here to the search page, once there is one.
function searchLine(place: Place): HTMLElement {
  const line = h("span", { hidden: true });
  place.jobs.listen((job) => {
    if (line.hidden === !job.search) return;
    line.hidden = !job.search;
    fill(line, job.search ? searchLink(job, "Search page") : null);
  });
  return line;
}

// What runs, with the button that a person wants then; in the head of every view.
function runPill(place: Place): HTMLElement {
  const text = h("a", { class: "run-text", href: "#/control" });
  const button = h("button", { type: "button", class: "second small" });
  const pill = h("div", { class: "run" }, h("span", { class: "run-dot", "aria-hidden": "true" }), text, button);
  let wanted = "";
  button.addEventListener("click", () => void place.jobs.change({ action: wanted }).catch((error: unknown) => sayError(place, error)));
  place.jobs.listen((job: Job) => {
    const short = job.state !== "idle" ? job.work + (job.state === "stopping" ? " is stopping" : " runs") : job.beside ? "a crawl runs beside" : job.was_stopped ? "paused" : job.exit_code ? "failed" : "idle";
    text.textContent = short;
    text.title = stateText(job);
    pill.dataset["state"] = job.state !== "idle" || job.beside ? "running" : job.exit_code ? "failed" : "idle";
    wanted = job.state === "running" ? "pause" : job.state === "idle" && job.was_stopped && !job.beside ? "resume" : "";
    button.textContent = wanted === "resume" ? "Resume" : wanted ? "Pause" : "";
    button.hidden = !wanted || !place.mayChange;
  });
  return pill;
}

function header(session: Session | null, chosen: string, place?: Place): HTMLElement {
  const brand = h("a", { class: "brand", href: "#/watch" }, h("img", { src: "/logo.svg", alt: "", width: 34, height: 34 }), h("span", {}, "Console"));
  if (!session || !place) return h("header", {}, brand);
  const current = here().name;
  const hasAll = session.collections.find((one) => one.key === chosen)?.is_there ?? false;
  const views = kViews.filter(([name]) => hasAll ? name !== "start" || current === name : name === "start");
  const nav = h("nav", { "aria-label": "Views" }, h("ul", {}, ...views.map(([name, title]) =>
      h("li", {}, h("a", { href: "#/" + name, "aria-current": name === current ? "page" : undefined }, title)))));
  const choice = h("select", { "aria-label": "Collection", change: () => {
    sessionStorage.setItem(kChosen, choice.value);
    void show(session);
  } }, ...session.collections.map((one) => h("option", { value: one.key, selected: one.key === chosen }, one.title || one.key)));
  const leave = h("button", { type: "button", class: "second small", click: () => {
    void post("logout", {}).catch(() => undefined).then(() => location.reload());
  } }, "Log out");
  const only = session.collections[0];
  return h("header", {}, brand, nav, h("div", { class: "who" }, hasAll ? searchLine(place) : null, hasAll ? runPill(place) : null, session.collections.length > 1 ? choice : h("span", { class: "collection-name" }, only?.title || only?.key || ""),
      h("span", { class: "role", title: "the rights of this login" }, session.role), leave));
}

function here(): { name: string; parameters: URLSearchParams } {
  const [path = "", parameters = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { name: kViews.some(([name]) => name === path) ? path : kViews[0]![0], parameters: new URLSearchParams(parameters) };
}

function frame(session: Session | null, chosen: string, content: HTMLElement, place?: Place): void {
  fill(page, header(session, chosen, place), lost, h("main", { id: "main", tabindex: -1 }, content), status,
      h("footer", {}, h("p", {}, "Porthole" + (session ? " " + session.version : "") + " · everything here, the command line does, too")));
}

async function show(session: Session): Promise<void> {
  view?.end?.();
  jobs?.end();
  const kept = sessionStorage.getItem(kChosen);
  const chosen = session.collections.find((one) => one.key === kept) ?? session.collections[0];
  // A folder without a collection begins with the start page.
  if (chosen && !chosen.is_there && here().name !== "start") {
    location.replace("#/start");
    return;
  }
  const { name, parameters } = here();
  const [, title, make] = kViews.find((one) => one[0] === name)!;
  say("");
  jobs = new Jobs(chosen?.key ?? "");
  const place: Place = { session, collection: chosen?.key ?? "", jobs, parameters, mayChange: session.role === "operate", say };
  view = make(place);
  document.title = title + " · " + (chosen?.title || chosen?.key || "") + " · Console";
  frame(session, chosen?.key ?? "", view.element, place);
}

function loginForm(message: string): void {
  const input = h("input", { id: "secret", type: "password", autocomplete: "off", required: true, spellcheck: false });
  const form = h("form", { class: "login card", submit: (event) => {
    event.preventDefault();
    void login(input.value.replace(/^.*#secret=/, "").trim());
  } }, h("h1", {}, "Log in"), h("p", {}, message),
      h("p", {}, h("label", { for: "secret" }, "Link or secret"), input), h("p", {}, h("button", {}, "Log in")));
  frame(null, "", form);
}

async function login(secret: string): Promise<void> {
  try {
    useToken("login");
    await post("login", { secret });
    await begin();
  } catch (error) {
    loginForm(error instanceof ApiError ? error.message + ". " + error.hint + "." : String(error));
  }
}

async function begin(): Promise<void> {
  try {
    session = await get<Session>("session");
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 401;
    loginForm(isOut ? "Open the link that porthole console printed. A link works once; porthole console DIR --link prints a new one." : String(error));
    return;
  }
  useToken(session.token);
  await show(session);
}

// Logs in by the secret of a link, if the address has one. The secret is used up by that; the address
// forgets it all the same.
function loginByLink(): boolean {
  const secret = /^#secret=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (!secret) return false;
  history.replaceState(null, "", "/");
  void login(secret);
  return true;
}

// A link that is opened where the page is open already changes its fragment alone.
window.addEventListener("hashchange", () => {
  if (loginByLink() || !session) return;
  void show(session).then(() => document.getElementById("main")?.focus({ preventScroll: true })).then(() => scrollTo(0, 0));
});
if (!loginByLink()) void begin();

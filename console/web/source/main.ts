// The page of the console: login, navigation, and the view that the address names.

import "uplot/dist/uPlot.min.css";
import "../../../search/web/style.css";
import "./console.css";
import { ApiError, get, post, useToken } from "./api";
import type { Session } from "./api";
import { askView } from "./ask";
import { controlView } from "./control";
import { fill, h } from "./dom";
import { explainView } from "./explain";
import { feedbackView } from "./feedback";
import { startView } from "./start";
import { topicsView } from "./topics";
import type { MakeView, View } from "./view";
import { watchView } from "./watch";

const kViews: [name: string, title: string, make: MakeView][] = [
  ["watch", "Watch", watchView],
  ["explain", "Explain", explainView],
  ["ask", "Ask", askView],
  ["feedback", "Feedback", feedbackView],
  ["topics", "Topics", topicsView],
  ["control", "Control", controlView],
  ["start", "Start", startView],
];
const kChosen = "porthole-console-collection";

const page = document.getElementById("page")!;
const status = h("p", { class: "status", role: "status" });
let view: View | null = null;
let session: Session | null = null;

function say(text: string, isError = false): void {
  status.textContent = text;
  status.classList.toggle("error", isError);
}

function header(session: Session | null, chosen: string): HTMLElement {
  const brand = h("a", { class: "brand", href: "#/watch" }, h("img", { src: "/logo.svg", alt: "", width: 34, height: 34 }), h("span", {}, "Console"));
  if (!session) return h("header", {}, brand);
  const current = place().name;
  const nav = h("nav", { "aria-label": "Views" }, h("ul", {}, ...kViews.map(([name, title]) =>
      h("li", {}, h("a", { href: "#/" + name, "aria-current": name === current ? "page" : undefined }, title)))));
  const choice = h("select", { "aria-label": "Collection", change: () => {
    sessionStorage.setItem(kChosen, choice.value);
    void show(session);
  } }, ...session.collections.map((one) => h("option", { value: one.key, selected: one.key === chosen }, one.title || one.key)));
  const leave = h("button", { type: "button", class: "second", click: () => {
    void post("logout", {}).catch(() => undefined).then(() => location.reload());
  } }, "Log out");
  return h("header", {}, brand, nav, h("div", { class: "who" }, session.collections.length > 1 ? choice : h("span", {}, session.collections[0]?.title || session.collections[0]?.key || ""),
      h("span", { class: "role" }, session.role), leave));
}

function place(): { name: string; parameters: URLSearchParams } {
  const [path = "", parameters = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { name: kViews.some(([name]) => name === path) ? path : kViews[0]![0], parameters: new URLSearchParams(parameters) };
}

function frame(session: Session | null, chosen: string, content: HTMLElement): void {
  fill(page, header(session, chosen), h("main", { id: "main", tabindex: -1 }, status, content),
      h("footer", {}, h("p", {}, "Porthole" + (session ? " " + session.version : "") + " · everything here, the command line does, too")));
}

async function show(session: Session): Promise<void> {
  view?.end?.();
  const kept = sessionStorage.getItem(kChosen);
  const chosen = session.collections.find((one) => one.key === kept) ?? session.collections[0];
  // A folder without a collection begins with the start page.
  if (chosen && !chosen.is_there && place().name === "watch") location.replace("#/start");
  const { name, parameters } = place();
  const [, title, make] = kViews.find((one) => one[0] === name)!;
  say("");
  view = make({ session, collection: chosen?.key ?? "", parameters, say });
  document.title = title + " · " + (chosen?.title || chosen?.key || "") + " · Console";
  frame(session, chosen?.key ?? "", view.element);
}

function loginForm(message: string): void {
  const input = h("input", { id: "secret", type: "password", autocomplete: "off", required: true, spellcheck: false });
  const form = h("form", { class: "login", submit: (event) => {
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
  void show(session).then(() => document.getElementById("main")?.focus());
});
if (!loginByLink()) void begin();

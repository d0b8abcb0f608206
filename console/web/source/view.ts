// A view of the console: a part of the page that is made when its address is opened.

import type { Session } from "./api";
import { ApiError, NoAnswer, post } from "./api";
import { h, plural } from "./dom";
import type { Child } from "./dom";
import type { Jobs } from "./jobs";

export interface Place {
  session: Session;
  collection: string;  // its key
  jobs: Jobs;
  parameters: URLSearchParams;
  mayChange: boolean;
  say: (text: string, isError?: boolean) => void;  // in the status line, which screen readers read out
}

export interface View {
  element: HTMLElement;
  end?: () => void;  // stops timers and streams
}

export type MakeView = (place: Place) => View;

export function sayError(place: Place, error: unknown): void {
  if (error instanceof NoAnswer) return;  // The line at the head of the page says it.
  if (error instanceof ApiError) place.say(error.message + (error.hint ? " – " + error.hint : ""), true);
  else place.say(error instanceof Error ? error.message : String(error), true);
}

// Runs `work`; says its error, or `done`.
export async function attempt(place: Place, work: () => Promise<void>, done = ""): Promise<void> {
  try {
    await work();
    if (done) place.say(done);
  } catch (error) { sayError(place, error); }
}

// The heading of a view, and a sentence about it.
export function heading(title: string, about: Child, ...rest: Child[]): HTMLElement {
  return h("div", { class: "view-head" }, h("div", {}, h("h1", {}, title), h("p", { class: "lead-line" }, about)), ...rest);
}

// A section with a heading.
export function card(title: string, ...children: Child[]): HTMLElement {
  const id = "card-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

export const empty = (text: Child, ...more: Child[]): HTMLElement => h("p", { class: "empty" }, text, ...more);

export const field = (label: string, input: HTMLElement, note = "", wide = false): HTMLElement =>
    h("p", { class: wide ? "field grow" : "field" }, h("label", { for: input.id }, label), input, note ? h("span", { class: "soft" }, note) : null);

// Whether all are filled in rightly; else the browser says what is wrong at the first that is not.
export const valid = (...inputs: HTMLInputElement[]): boolean => inputs.every((input) => input.reportValidity());

// A button that cannot be pressed twice while its work is done.
export function action(text: string, work: () => Promise<void>, attributes: Record<string, string> = {}): HTMLButtonElement {
  const button = h("button", { type: "button", ...attributes }, text);
  button.addEventListener("click", () => {
    if (button.disabled) return;
    button.disabled = true;
    work().finally(() => { button.disabled = false; });
  });
  return button;
}

// What can be taken back, the last change first; `after` shows what there is then.
export function undoLine(place: Place, undoable: string[], after: () => Promise<void>): HTMLElement | null {
  if (!place.mayChange || undoable.length === 0) return null;
  const button = action("Undo", () => attempt(place, async () => {
    const done = await post<{ undone: string }>("undo", { collection: place.collection });
    await after();
    place.say("Taken back: " + done.undone);
  }), { class: "second small" });
  return h("div", { class: "undo-line" }, button, h("span", { class: "soft" }, undoable[0]!),
      undoable.length > 1 ? h("details", {}, h("summary", {}, plural(undoable.length - 1, "more change")), h("ol", { class: "plain" }, ...undoable.slice(1).map((one) => h("li", {}, one)))) : null);
}

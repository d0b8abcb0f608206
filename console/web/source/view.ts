// A view of the console: a part of the page that is made when its address is opened.

import type { Session } from "./api";
import { ApiError } from "./api";
import { h } from "./dom";

export interface Place {
  session: Session;
  collection: string;  // its key
  parameters: URLSearchParams;
  say: (text: string, isError?: boolean) => void;  // in the status line, which screen readers read out
}

export interface View {
  element: HTMLElement;
  end?: () => void;  // stops timers and streams
}

export type MakeView = (place: Place) => View;

export function sayError(place: Place, error: unknown): void {
  if (error instanceof ApiError) place.say(error.message + (error.hint ? " – " + error.hint : ""), true);
  else place.say(error instanceof Error ? error.message : String(error), true);
}

// A section with a heading.
export function card(title: string, ...children: Node[]): HTMLElement {
  const id = "card-" + title.toLowerCase().replace(/[^a-z]+/g, "-");
  return h("section", { class: "card", "aria-labelledby": id }, h("h2", { id }, title), ...children);
}

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

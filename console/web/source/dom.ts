// Makes elements. Texts become text nodes, so nothing that the web says is ever read as markup.

export type Child = Node | string | number | null | undefined | false;
type Listener = (event: Event) => void;
type Value = string | number | boolean | undefined | Listener;

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K, attributes: Record<string, Value> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

export function put(element: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

// An element of SVG. Sizes are attributes, since the policy of the page allows no inline style.
export function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function fill(element: HTMLElement, ...children: Child[]): void {
  element.replaceChildren();
  put(element, ...children);
}

const kWhole = new Intl.NumberFormat("en");
export const whole = (value: number): string => kWhole.format(value);
export const percent = (share: number): string =>
    Number.isFinite(share) ? (100 * share).toFixed(1) + " %" : "–";
export const fixed = (value: number, digits = 3): string => Number.isFinite(value) ? value.toFixed(digits) : "–";
export const plural = (count: number, one: string, many = one + "s"): string => whole(count) + " " + (count === 1 ? one : many);
// "3 min ago", for times that a person compares with now.
export function ago(iso: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(iso)) / 1000);
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 90) return Math.round(seconds) + " s ago";
  if (seconds < 5400) return Math.round(seconds / 60) + " min ago";
  if (seconds < 129600) return Math.round(seconds / 3600) + " h ago";
  return Math.round(seconds / 86400) + " days ago";
}
export const utc = (iso: string): string => iso.replace("T", " ").replace("Z", " UTC");
export const dateTime = (seconds: number): string =>
    new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");

// A link to a page of the web, if it is one that a browser may open; else its text.
export function webLink(url: string, text = url): HTMLElement {
  if (!/^https?:\/\//i.test(url)) return h("span", { class: "url" }, text);
  return h("a", { href: url, rel: "noreferrer noopener nofollow", target: "_blank", class: "url" }, text);
}

export const explainLink = (url: string, text = url): HTMLElement =>
    h("a", { href: "#/explain?url=" + encodeURIComponent(url), class: "url" }, text);

export interface Column {
  title: string;
  number?: boolean;
}

export function table(caption: string, columns: Column[], rows: Child[][]): HTMLElement {
  const head = h("tr", {}, ...columns.map((c) => c.title ? h("th", { scope: "col", class: c.number ? "number-cell" : undefined }, c.title) : h("td")));
  const body = rows.map((row) => h("tr", {}, ...row.map((cell, i) =>
      h("td", { class: columns[i]?.number ? "number-cell" : undefined }, cell))));
  return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
      h("table", {}, h("caption", {}, caption), h("thead", {}, head), h("tbody", {}, ...body)));
}

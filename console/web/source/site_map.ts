// A map of sites: who links to whom, sized by authority, coloured by topic; and the same as a table.

import { get } from "./api";
import { fill, h, percent, svg, table, whole } from "./dom";
import type { Child } from "./dom";
import { sayError } from "./view";
import type { Place } from "./view";

type Site = [name: string, topic: string, pages: number, relevant: number, authority: number];
interface SiteMap { sites: Site[]; links: [from: number, to: number, links: number][] }

const kWidth = 720, kHeight = 520, kRadius = 190, kColours = 7, kNamed = 20;

// Topics in the order of their sites; those after the first few share a colour.
function coloursOf(sites: Site[]): Map<string, number> {
  const colours = new Map<string, number>();
  for (const [, topic] of sites) if (!colours.has(topic)) colours.set(topic, Math.min(colours.size, kColours - 1));
  return colours;
}

function draw({ sites, links }: SiteMap, colours: Map<string, number>): SVGElement {
  // Sites of one topic stand side by side on the circle.
  const order = sites.map((_, i) => i).sort((a, b) => colours.get(sites[a]![1])! - colours.get(sites[b]![1])! || a - b);
  const angle = new Map(order.map((site, i) => [site, (2 * Math.PI * i) / order.length - Math.PI / 2]));
  const at = (site: number, radius: number): [number, number] =>
      [kWidth / 2 + radius * Math.cos(angle.get(site)!), kHeight / 2 + radius * Math.sin(angle.get(site)!)];
  const most = Math.max(...sites.map((site) => site[4]), 0);
  const mostPages = Math.max(...sites.map((site) => site[3]), 1);
  const share = (site: Site): number => Math.sqrt(most > 0 ? site[4] / most : site[3] / mostPages);
  const picture = svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, class: "site-map", role: "img", "aria-label": `Map of ${sites.length} sites and ${links.length} links between them; the table below has the same` });
  for (const [from, to, count] of links) {
    const [x1, y1] = at(from, kRadius), [x2, y2] = at(to, kRadius);
    picture.append(svg("path", { d: `M${x1} ${y1}Q${kWidth / 2} ${kHeight / 2} ${x2} ${y2}`, class: "site-link", "stroke-width": Math.min(5, 0.6 + Math.log10(count)) }));
  }
  sites.forEach((site, i) => {
    const [x, y] = at(i, kRadius), [nameX, nameY] = at(i, kRadius + 22);
    const title = svg("title", {});
    title.textContent = site[0] + ": " + (site[1] || "no topic");
    picture.append(svg("circle", { cx: x, cy: y, r: 3 + 13 * share(site), class: "site-" + colours.get(site[1]) }, title));
    if (i >= kNamed) return;
    const name = svg("text", { x: nameX, y: nameY + 4, class: "site-name", "text-anchor": nameX < kWidth / 2 ? "end" : "start" });
    name.textContent = site[0].length > 26 ? site[0].slice(0, 25) + "…" : site[0];
    picture.append(name);
  });
  return picture;
}

function listed({ sites, links }: SiteMap): HTMLElement {
  const inLinks = sites.map((_, i) => links.filter(([, to]) => to === i).length);
  return table("Sites with most authority, or most relevant pages before distill", [{ title: "site" }, { title: "topic" }, { title: "pages", number: true },
    { title: "relevant", number: true }, { title: "authority", number: true }, { title: "linked from", number: true }],
  sites.map(([name, topic, pages, relevant, authority], i): Child[] => [name, topic || "–", whole(pages), whole(relevant), authority > 0 ? percent(authority) : "–", whole(inLinks[i]!) + (inLinks[i] === 1 ? " site" : " sites")]));
}

export function siteMap(place: Place): HTMLElement {
  const box = h("div", {}, h("p", { class: "soft" }, "…"));
  void get<SiteMap>("sites", { collection: place.collection }).then((map) => {
    if (map.sites.length === 0) return fill(box, h("p", { class: "soft" }, "No page was fetched yet."));
    const colours = coloursOf(map.sites);
    const legend = [...colours].slice(0, kColours).map(([topic, colour]) => h("li", {}, h("span", { class: "swatch site-back-" + colour, "aria-hidden": "true" }),
        colour === kColours - 1 && colours.size > kColours ? "other topics" : topic || "no topic"));
    fill(box, draw(map, colours), h("ul", { class: "legend" }, ...legend), h("details", {}, h("summary", {}, "The same as a table"), listed(map)));
  }).catch((error: unknown) => sayError(place, error));
  return box;
}

// Questions to the repository: ready ones, and own ones in SQL; answers as table and plot.

import uPlot from "uplot";
import { get, post, query } from "./api";
import type { Child } from "./dom";
import { explainLink, fill, h, table, whole } from "./dom";
import { action, card, sayError } from "./view";
import type { Place, View } from "./view";

interface Parameter { name: string; default: string | null; meaning: string }
interface Question { name: string; title: string; sql: string; parameters: Parameter[] }
interface Questions { ready: Question[]; tables: Record<string, string[]> }
type Cell = string | number | null;
interface Answer { columns: string[]; rows: Cell[][]; more: boolean }

const kFewRows = 2;
const kMostBars = 40;

const isNumberColumn = (answer: Answer, i: number): boolean =>
    answer.rows.some((row) => typeof row[i] === "number") && answer.rows.every((row) => row[i] === null || typeof row[i] === "number");

function cellOf(cell: Cell): Child {
  if (cell === null) return "–";
  if (typeof cell === "number") return Number.isInteger(cell) ? whole(cell) : String(Number(cell.toPrecision(6)));
  return /^https?:\/\//.test(cell) ? explainLink(cell) : cell;
}

function asTable(answer: Answer, caption: string): HTMLElement {
  return table(caption, answer.columns.map((title, i) => ({ title, number: isNumberColumn(answer, i) })), answer.rows.map((row) => row.map(cellOf)));
}

// Lines over a first column of rising numbers or dates.
function lines(answer: Answer, box: HTMLElement): boolean {
  const xs = answer.rows.map((row) => typeof row[0] === "number" ? row[0] : NaN);
  if (answer.rows.length <= kFewRows || xs.some((x, i) => Number.isNaN(x) || (i > 0 && x <= xs[i - 1]!))) return false;
  const columns = answer.columns.map((_, i) => i).filter((i) => i > 0 && isNumberColumn(answer, i)).slice(0, 4);
  if (columns.length === 0) return false;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const colours = [colour("--link"), colour("--brass"), colour("--visited"), colour("--soft")];
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") } };
  // Columns of other sizes than the first one's have an axis of their own, or they would lie on the ground.
  const most = (i: number): number => Math.max(...answer.rows.map((row) => Math.abs(Number(row[i] ?? 0))));
  const first = most(columns[0]!);
  const scaleOf = (i: number): string => most(i) > 5 * first || most(i) < first / 5 ? "other" : "y";
  const hasOther = columns.some((i) => scaleOf(i) === "other");
  new uPlot({ width: Math.max(280, box.clientWidth), height: 280, scales: { x: { time: false } },
    axes: [{ ...axis, label: answer.columns[0]!, labelSize: 22 }, axis, ...(hasOther ? [{ ...axis, scale: "other", side: 1 as const, grid: { show: false } }] : [])],
    series: [{ label: answer.columns[0]! }, ...columns.map((i, n) => ({ label: answer.columns[i]!, stroke: colours[n]!, width: 2, scale: scaleOf(i) }))] },
      [xs, ...columns.map((i) => answer.rows.map((row) => row[i] as number | null))], box);
  return true;
}

// Bars of the first column of numbers, named by the first column of texts.
function bars(answer: Answer, box: HTMLElement): void {
  const name = answer.columns.findIndex((_, i) => answer.rows.some((row) => typeof row[i] === "string"));
  const value = answer.columns.findIndex((_, i) => isNumberColumn(answer, i));
  if (name < 0 || value < 0 || answer.rows.length < kFewRows) return;
  const rows = answer.rows.slice(0, kMostBars);
  const most = Math.max(1e-12, ...rows.map((row) => Number(row[value] ?? 0)));
  fill(box, h("p", { class: "soft" }, answer.columns[value]! + " by " + answer.columns[name]!),
      h("ul", { class: "bars" }, ...rows.map((row) => h("li", {}, h("span", { class: "bar-name" }, row[name] === null || row[name] === "" ? "–" : String(row[name])),
          h("meter", { min: 0, max: most, value: Math.max(0, Number(row[value] ?? 0)), "aria-hidden": "true" }), h("span", { class: "bar-value" }, cellOf(row[value] ?? null))))));
}

export function askView(place: Place): View {
  const { collection } = place;
  const out = h("div");
  const show = (answer: Answer, caption: string): void => {
    const plot = h("div", { class: "plot" });
    fill(out, card("Answer", h("p", { class: "soft", role: "status" }, whole(answer.rows.length) + (answer.rows.length === 1 ? " row" : " rows") + (answer.more ? ", and there are more" : "")), plot, asTable(answer, caption)));
    if (!lines(answer, plot)) bars(answer, plot);
  };

  const choice = h("select", { id: "question" });
  const parameters = h("div", { class: "form" });
  const title = h("p", { class: "paper" });
  const ready = h("div");
  let questions: Questions = { ready: [], tables: {} };
  const chosen = (): Question | undefined => questions.ready.find((one) => one.name === choice.value);
  const showQuestion = (): void => {
    const one = chosen();
    // The comment before the statement has the paper's place and sentence.
    const comment = (one?.sql ?? "").split("\n").filter((line) => line.startsWith("-- ") && !line.startsWith("-- :")).map((line) => line.slice(3)).join(" ");
    title.textContent = comment;
    fill(parameters, ...(one?.parameters ?? []).map((p) => h("p", {}, h("label", { for: "set-" + p.name }, p.name + " – " + p.meaning),
        h("input", { id: "set-" + p.name, "data-name": p.name, placeholder: p.default ?? "", required: p.default === null }))));
    sql.value = (one?.sql ?? "").replace(/^-- .*\n/gm, "");
  };
  choice.addEventListener("change", showQuestion);
  const answer = action("Ask", async () => {
    const set: Record<string, string> = { collection, name: choice.value };
    for (const input of parameters.querySelectorAll("input")) if (input.value) set[input.dataset["name"]!] = input.value;
    try {
      place.say("Asking…");
      show(await get<Answer>("answer", set), chosen()?.title ?? "");
      place.say("");
    } catch (error) { sayError(place, error); }
  });
  fill(ready, h("div", { class: "form" }, h("p", { class: "grow" }, h("label", { for: "question" }, "Question"), choice), h("p", {}, answer)), parameters, title);

  const sql = h("textarea", { id: "sql", spellcheck: false, autocapitalize: "off" });
  const own = action("Run", async () => {
    try {
      place.say("Asking…");
      show(await post<Answer>("sql", { collection, sql: sql.value }), "Rows of the statement");
      place.say("");
    } catch (error) { sayError(place, error); }
  });
  sql.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.ctrlKey) own.click(); });
  const tables = h("details", {}, h("summary", {}, "Tables and columns"));
  void get<Questions>("questions", { collection }).then((found) => {
    questions = found;
    fill(choice, ...found.ready.map((one) => h("option", { value: one.name }, one.title)));
    const wanted = place.parameters.get("question");
    if (wanted) choice.value = wanted;
    showQuestion();
    tables.append(h("dl", { class: "facts" }, ...Object.entries(found.tables).flatMap(([name, columns]) => [h("dt", {}, name), h("dd", {}, columns.join(", "))])));
    if (wanted) answer.click();
  }).catch((error: unknown) => sayError(place, error));

  const mayAsk = place.session.role === "operate";
  const parts = [card("Ready questions", ready)];
  if (mayAsk) parts.push(card("Own question", h("p", { class: "tool-line" }, h("label", { for: "sql" }, "One statement in SQL that only reads (Ctrl+Enter runs it)")), sql,
      h("p", { class: "buttons" }, own), tables));
  return { element: h("div", {}, h("h1", {}, "Ask"), ...parts, out,
      h("p", { class: "soft" }, "The answers as JSON: ", h("code", {}, query("answer", { name: "harvest" })))) };
}

// Questions to the repository: ready ones, and own ones in SQL; answers as table and plot.

import uPlot from "uplot";
import { get, post } from "./api";
import type { Child } from "./dom";
import { explainLink, fill, h, plural, table, whole } from "./dom";
import { StandingList } from "./standing";
import { action, attempt, card, empty, field, heading, sayError } from "./view";
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
  if (typeof cell === "number") return Number.isInteger(cell) ? whole(cell) : String(Number(cell.toPrecision(4)));
  return /^https?:\/\//.test(cell) ? explainLink(cell) : cell;
}

function asTable(answer: Answer, caption: string): HTMLElement {
  return table(caption, answer.columns.map((title, i) => ({ title, number: isNumberColumn(answer, i) })), answer.rows.map((row) => row.map(cellOf)));
}

// Lines over a first column of rising numbers or dates.
function lines(answer: Answer, box: HTMLElement): boolean {
  const xs = answer.rows.map((row) => typeof row[0] === "number" ? row[0] : NaN);
  if (answer.rows.length <= kFewRows || xs.some((x, i) => Number.isNaN(x) || (i > 0 && x <= xs[i - 1]!))) return false;
  const numbers = answer.columns.map((_, i) => i).filter((i) => i > 0 && isNumberColumn(answer, i));
  // Shares are what such a question is about: counts beside them would take the axis.
  const shares = numbers.filter((i) => answer.rows.every((row) => row[i] === null || (Number(row[i]) >= 0 && Number(row[i]) <= 1)));
  const columns = (shares.length > 0 ? shares : numbers).slice(0, 4);
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
  new uPlot({ width: Math.max(280, box.clientWidth), height: 280, legend: { live: false }, scales: { x: { time: false } },
    axes: [{ ...axis, label: answer.columns[0]!, labelSize: 22 }, axis, ...(hasOther ? [{ ...axis, scale: "other", side: 1 as const, grid: { show: false } }] : [])],
    series: [{ label: answer.columns[0]! }, ...columns.map((i, n) => ({ label: answer.columns[i]!, stroke: colours[n]!, width: 2, scale: scaleOf(i) }))] },
      [xs, ...columns.map((i) => answer.rows.map((row) => row[i] as number | null))], box);
  return true;
}

// The columns of texts that tell the rows apart: the first one, and others where several rows have the same.
function namesOf(answer: Answer, rows: Cell[][]): { title: string; names: string[] } {
  const texts = answer.columns.map((_, i) => i).filter((i) => answer.rows.some((row) => typeof row[i] === "string"));
  for (let taken = 1; taken <= texts.length; ++taken) {
    const columns = texts.slice(0, taken);
    const names = rows.map((row) => columns.map((i) => row[i] === null || row[i] === "" ? "–" : String(row[i])).join(", "));
    if (taken === texts.length || new Set(names).size === names.length) return { title: columns.map((i) => answer.columns[i]!).join(", "), names };
  }
  return { title: "", names: [] };
}

// Bars of the estimate, which is the column before its interval, or else of the first column of numbers.
function bars(answer: Answer, box: HTMLElement): void {
  const low = answer.columns.indexOf("low");
  const value = low > 0 && isNumberColumn(answer, low - 1) ? low - 1 : answer.columns.findIndex((_, i) => isNumberColumn(answer, i));
  const rows = answer.rows.slice(0, kMostBars);
  const { title, names } = namesOf(answer, rows);
  if (title === "" || value < 0 || answer.rows.length < kFewRows) return;
  const size = (row: Cell[]): number => Math.abs(Number(row[value] ?? 0));
  const most = Math.max(1e-12, ...rows.map(size));
  fill(box, h("p", { class: "soft" }, answer.columns[value]! + " by " + title),
      h("ul", { class: "bars" }, ...rows.map((row, at) => h("li", {}, h("span", { class: "bar-name" }, names[at]!),
          h("meter", { min: 0, max: most, value: size(row), "aria-hidden": "true" }), h("span", { class: "bar-value" }, cellOf(row[value] ?? null))))));
}

const kPaper = /^(?:Chakrabarti|Sundaresan|Pant|Bar-Yossef|Cho)[^]*?(?=[.:](?:\s|$))/;

// The comment before the statement: what it asks in one line, where a paper asks it, and what the columns mean.
function commentOf(question: Question): { paper: string; rest: string } {
  const lines = question.sql.split("\n").filter((line) => line.startsWith("-- ") && !line.startsWith("-- :")).map((line) => line.slice(3));
  const text = lines.slice(1).join(" ");
  const paper = kPaper.exec(text)?.[0] ?? "";
  return { paper, rest: text.slice(paper.length).replace(/^[.:,]?\s*/, "") };
}

export function askView(place: Place): View {
  const { collection, mayChange } = place;
  const out = h("div", { class: "answer" });
  let asked: object | null = null;  // what the answer shown was asked by, for a standing question
  const standing = new StandingList(place);

  const keepLine = (): HTMLElement | null => {
    if (!mayChange || !asked) return null;
    const body = asked;
    const name = h("input", { id: "standing-name", placeholder: "new-hubs", pattern: "[a-z0-9-]{1,64}" });
    return h("div", { class: "form" }, field("Keep as a standing question, by a name", name, "", true),
        h("p", {}, action("Keep", () => standing.change({ change: "add", name: name.value.trim(), ...body }, "Kept: each update answers it anew."), { class: "second small" })));
  };
  const show = (answer: Answer, caption: string): void => {
    const plot = h("div", { class: "plot" });
    fill(out, card("Answer", h("p", { class: "soft", role: "status" }, plural(answer.rows.length, "row") + (answer.more ? ", and there are more" : "")),
        answer.rows.length === 0 ? empty("No row: the collection has nothing to answer this with yet.") : plot, answer.rows.length > 0 ? asTable(answer, caption) : null, keepLine()));
    if (answer.rows.length > 0 && !lines(answer, plot)) bars(answer, plot);
  };

  const list = h("ul", { class: "questions" });
  const parameters = h("div", { class: "form" });
  const about = h("div");
  let questions: Questions = { ready: [], tables: {} };
  let current = "";
  const chosen = (): Question | undefined => questions.ready.find((one) => one.name === current);
  const showList = (): void => fill(list, ...questions.ready.map((one) => h("li", {}, h("button", { type: "button", class: "question", "aria-current": one.name === current ? "true" : undefined, click: () => {
    current = one.name;
    showQuestion();
    if (one.parameters.every((p) => p.default !== null)) answer.click();
  } }, h("span", {}, one.title.replace(/[.:]$/, "")), commentOf(one).paper ? h("span", { class: "badge" }, "paper") : null))));
  const showQuestion = (): void => {
    for (const button of list.querySelectorAll("button")) button.removeAttribute("aria-current");
    list.children[questions.ready.findIndex((one) => one.name === current)]?.querySelector("button")?.setAttribute("aria-current", "true");
    const one = chosen();
    if (!one) return;
    const { paper, rest } = commentOf(one);
    fill(about, h("h3", { class: "question-title" }, one.title), paper ? h("p", { class: "paper" }, "The question of ", h("cite", {}, paper), rest ? ": " : ".", rest) : rest ? h("p", { class: "paper" }, rest) : null);
    fill(parameters, ...one.parameters.map((p) => field(p.name, h("input", { id: "set-" + p.name, "data-name": p.name, placeholder: p.default ?? "needed", required: p.default === null }), p.meaning, true)));
    sql.value = one.sql.replace(/^-- .*\n/gm, "");
  };
  const answer = action("Ask", () => attempt(place, async () => {
    const set: Record<string, string> = {};
    for (const input of parameters.querySelectorAll("input")) if (input.value) set[input.dataset["name"]!] = input.value;
    asked = { question: current, set };
    fill(out, empty("Asking…"));
    try { show(await get<Answer>("answer", { collection, name: current, ...set }), chosen()?.title ?? ""); } catch (error) {
      fill(out);
      throw error;
    }
  }));

  const sql = h("textarea", { id: "sql", spellcheck: false, autocapitalize: "off" });
  const own = action("Run", () => attempt(place, async () => {
    asked = { sql: sql.value };
    fill(out, empty("Asking…"));
    try { show(await post<Answer>("sql", { collection, sql: sql.value }), "Rows of the statement"); } catch (error) {
      fill(out);
      throw error;
    }
  }), { class: "second" });
  sql.addEventListener("keydown", (event) => { if (event.key === "Enter" && event.ctrlKey) own.click(); });
  const tables = h("details", {}, h("summary", {}, "Tables and columns"));
  void get<Questions>("questions", { collection }).then((found) => {
    // Practical questions first, those of the papers below.
    const isOfPaper = (one: Question): boolean => commentOf(one).paper !== "";
    found.ready.sort((a, b) => Number(isOfPaper(a)) - Number(isOfPaper(b)));
    questions = found;
    const wanted = place.parameters.get("question");
    current = found.ready.some((one) => one.name === wanted) ? wanted! : found.ready[0]?.name ?? "";
    showList();
    showQuestion();
    tables.append(h("dl", { class: "plain-facts" }, ...Object.entries(found.tables).flatMap(([name, columns]) => [h("dt", {}, name), h("dd", {}, columns.join(", "))])));
    if (wanted) answer.click();
  }).catch((error: unknown) => sayError(place, error));
  void standing.look();

  const write = h("details", { class: "card" }, h("summary", {}, h("h2", {}, "Own question in SQL")), h("p", { class: "tool-line" }, h("label", { for: "sql" }, "One statement that only reads (Ctrl+Enter runs it)")), sql, h("p", { class: "buttons" }, own), tables);
  return { element: h("div", {}, heading("Ask", "Questions to the collection: practical ones, those of the papers, and your own. A row leads to its page."),
      h("div", { class: "side-by-side ask" }, card("Questions", list), h("div", {}, h("section", { class: "card", "aria-label": "Question" }, about, parameters, h("p", { class: "buttons" }, answer)), out, mayChange ? write : null, card("Standing questions", standing.element)))) };
}

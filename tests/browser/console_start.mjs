// A person starts a focused crawl in the console, and marks pages: as actions, and as the machine's time.
//
//   node console_start.mjs LINK BOOKMARKS FOLDER OUT MODULES CHROMIUM
//
// LINK logs in. FOLDER is the wanted folder of the bookmarks. MODULES has playwright-core, CHROMIUM is the browser.
//
// Prints {"actions": {"start", "all"}, "seconds": {"start", "all"}, "browser": [errors]} as JSON. OUT gets a
// recording for the viewer of Playwright (trace.zip) and a picture of each view.
import { createRequire } from "node:module";
import path from "node:path";

const [link, bookmarks, folder, out, modules, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(path.join(modules, "package.json"))("playwright-core");

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
await context.tracing.start({ screenshots: true, snapshots: true });
const page = await context.newPage();
page.setDefaultTimeout(120_000);
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));

let actions = 0;
const begin = Date.now();
const seconds = () => (Date.now() - begin) / 1000;
const act = async (done) => {
  ++actions;
  await done;
};
const press = (name) => act(page.locator("#main").getByRole("button", { name, exact: true }).click());
const look = async (name, heading) => {
  await act(page.goto(new URL(`#/${name}`, link).href));
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
};
const sees = (text) => page.getByText(text).first().waitFor();
const keep = (name) => page.screenshot({ path: path.join(out, `${name}.png`) });

await page.goto(link);
await sees("A new collection");
await act(page.fill("#title", "Astronomy"));
await act(page.setInputFiles("#file", bookmarks));
await sees("examples in 2 folders.");
await act(page.selectOption("#good", folder));
await keep("start");
await act(page.fill("#more", "60"));
await press("Start the crawl");
await page.getByText(/^update runs$/).waitFor();
const start = { actions, seconds: seconds() };
await keep("crawl");
await sees("search it here");
await keep("search");

await look("feedback", "Feedback");
await act(page.selectOption("#list", "threshold"));
await page.locator(".candidates[aria-busy=false]").waitFor();
for (const key of ["u", "n", "u"]) {
  const item = page.locator(".candidates li:has(.mark):not(:has([aria-pressed=true]))").first();
  await item.locator("button").first().focus();
  const before = await page.locator(".candidates [aria-pressed=true]").count();
  await act(page.keyboard.press(key));
  await page.waitForFunction((count) => document.querySelectorAll(".candidates [aria-pressed=true]").length > count, before);
}
await keep("feedback");
await press("Train on trial");
await sees("A classifier is on trial");
await keep("trial");
await press("Keep it");
await sees("was trained on all topics and examples");

await look("control", "Control");
await act(page.selectOption("#work", "gather"));
await act(page.fill("#more", "400"));
await press("Start");
await sees("porthole gather is running");
await press("Pause");
await sees("porthole gather was paused.");
await press("Resume");
await sees("porthole gather is running");
await look("watch", "Watch");
await page.waitForFunction(() => Number(document.querySelector(".tile dd")?.textContent.replace(/[^0-9]/g, "")) >= 200);
await keep("watch");

await context.tracing.stop({ path: path.join(out, "trace.zip") });
await browser.close();
console.log(JSON.stringify({ actions: { start: start.actions, all: actions }, seconds: { start: start.seconds, all: seconds() }, browser: errors }));

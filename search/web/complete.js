// Offers words, phrases, titles, fields and values while a query is typed, in an editable combobox with a list, as the ARIA
// Authoring Practices describe it, and shows the results of what is typed. Without this script, /suggest lists the same,
// and the form leads to the results.
"use strict";
(() => {
  const input = document.getElementById("q");
  const list = document.getElementById("completions");
  if (!input || !list) return;
  const kPause = 150;  // milliseconds without a key before the server is asked
  let timer = 0;
  let asking = new AbortController();  // of the only request under way
  let seen = input.value;  // the query whose results are shown
  let address = location.pathname + location.search;  // of what is shown
  let typed = input.value;
  let found = [];
  let chosen = -1;  // place in `found`, -1: what was typed

  const choose = (place) => {
    chosen = place;
    [...list.children].forEach((option, i) => option.setAttribute("aria-selected", String(i === place)));
    if (place < 0) {
      input.removeAttribute("aria-activedescendant");
      input.value = typed;
    } else {
      input.setAttribute("aria-activedescendant", list.children[place].id);
      list.children[place].scrollIntoView({block: "nearest"});
      input.value = found[place].query;
    }
  };

  const show = (completions, query = "") => {
    list.dataset.query = query;  // completions of which text are shown
    found = completions;
    chosen = -1;
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    input.removeAttribute("aria-activedescendant");
  };

  const optionOf = (completion, place) => {
    const option = document.createElement("li");
    option.id = `completion-${place}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    const text = document.createElement("bdi");
    text.textContent = completion.query;
    const about = document.createElement("span");
    about.textContent = completion.pages === null ? completion.meaning : `${completion.pages.toLocaleString("en")} ${completion.pages === 1 ? "page" : "pages"}`;
    option.append(text, " ", about);
    return option;
  };

  const get = async (path, query, signal) => {
    const parameters = new URLSearchParams(new FormData(input.form));
    parameters.set("q", query);
    const answer = await fetch(`${path}?${parameters}`, {signal});
    if (!answer.ok) throw new Error(answer.statusText);
    return answer;
  };

  // The results take the place of all but the box. The first ones are an entry of the history.
  const showResults = async (query, signal) => {
    const answer = await get("/search", query, signal);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const count = page.querySelector(".found .count [role=status]");
    if (!count) return false;
    count.removeAttribute("role");
    document.getElementById("status").textContent = count.textContent;
    document.querySelectorAll("#main > :not(.hero), .hero > .chips").forEach((one) => one.remove());
    document.getElementById("main").append(...page.getElementById("main").children);
    document.title = page.title;
    const target = new URL(answer.url);
    history[location.pathname === target.pathname ? "replaceState" : "pushState"](null, "", answer.url);
    address = target.pathname + target.search;
    return true;
  };

  const ask = async () => {
    if (chosen >= 0) return;
    const {signal} = asking = new AbortController();
    const query = typed = input.value;
    const {completions} = await (await get("/api/v1/complete", query, signal)).json();
    if (chosen < 0 && document.activeElement === input) show(completions, query);
    if (query === seen || /^[!-~]?$/.test(query.trim())) return;
    const meant = completions.find((one) => one.kind === "word" || one.kind === "phrase");
    if (await showResults(query, signal) || (meant && await showResults(meant.query, signal))) seen = query;
  };
  const stop = () => {
    clearTimeout(timer);
    asking.abort();
  };
  const askSoon = () => {
    stop();
    timer = setTimeout(() => ask().catch(() => {}), kPause);
  };

  // A field waits for its value; all else is searched for.
  const take = (place) => {
    stop();
    const completion = found[place];
    input.value = typed = completion.query;
    show([]);
    if (completion.kind === "field") return askSoon();
    input.form.requestSubmit();
  };

  const keys = {
    ArrowDown: () => list.hidden ? askSoon() : choose(chosen + 1 < found.length ? chosen + 1 : -1),
    ArrowUp: () => !list.hidden && choose(chosen < 0 ? found.length - 1 : chosen - 1),
    Escape: () => !list.hidden && (stop(), choose(-1), show([]), true),
    Enter: () => chosen >= 0 && (take(chosen), true),
  };
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    if (keys[event.key]() !== false) event.preventDefault();
  });
  input.addEventListener("input", () => {
    typed = input.value;
    stop();
    if (typed === "") show([]);
    else askSoon();
  });
  input.form.addEventListener("submit", stop);
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== address) location.reload();
  });
  input.addEventListener("blur", () => show([]));
  list.addEventListener("mousedown", (event) => event.preventDefault());  // the focus stays
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (option) take([...list.children].indexOf(option));
  });

  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
})();

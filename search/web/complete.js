// Offers fields, values, topics, words and titles while a query is typed: an editable combobox with a list, as the ARIA
// Authoring Practices describe it. Without this script, /suggest lists the same.
"use strict";
(() => {
  const input = document.getElementById("q");
  const list = document.getElementById("completions");
  if (!input || !list) return;
  const kPause = 120;  // milliseconds without a key before the server is asked
  let timer = 0;
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

  const ask = async () => {
    if (chosen >= 0) return;
    const query = typed = input.value;
    const collection = input.form.elements.namedItem("collection");
    const answer = await fetch("/api/v1/complete?" + new URLSearchParams({q: query, collection: collection ? collection.value : ""}));
    if (answer.ok && typed === query && chosen < 0 && document.activeElement === input) show((await answer.json()).completions, query);
  };
  const askSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}), kPause);
  };

  // A field waits for its value; all else is searched for.
  const take = (place) => {
    const completion = found[place];
    input.value = typed = completion.query;
    show([]);
    if (completion.kind === "field") return askSoon();
    input.form.requestSubmit();
  };

  const keys = {
    ArrowDown: () => list.hidden ? askSoon() : choose(chosen + 1 < found.length ? chosen + 1 : -1),
    ArrowUp: () => !list.hidden && choose(chosen < 0 ? found.length - 1 : chosen - 1),
    Escape: () => !list.hidden && (clearTimeout(timer), choose(-1), show([]), true),
    Enter: () => chosen >= 0 && (take(chosen), true),
  };
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    if (keys[event.key]() !== false) event.preventDefault();
  });
  input.addEventListener("input", () => {
    typed = input.value;
    if (typed === "") show([]);
    else askSoon();
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

// Offers fields, values, topics, words and titles while a query is typed. Without it, /suggest lists them.
"use strict";
(() => {
  const input = document.getElementById("q");
  const list = document.getElementById("completions");
  if (!input || !list) return;
  const kPause = 120;  // milliseconds without a key before the server is asked
  let timer = 0;
  let asked = null;

  const option = (completion) => {
    const made = document.createElement("option");
    made.value = completion.query;
    made.label = completion.pages === null ? `${completion.end} ${completion.meaning}`
        : `${completion.end} (${completion.pages})`;
    return made;
  };

  const ask = async () => {
    const query = input.value;
    if (query === asked) return;
    asked = query;
    const collection = input.form.elements.namedItem("collection");
    const answer = await fetch("/api/v1/complete?" + new URLSearchParams({q: query, collection: collection ? collection.value : ""}));
    if (!answer.ok || input.value !== query) return;
    const found = await answer.json();
    list.replaceChildren(...found.completions.map(option));
  };

  input.setAttribute("autocomplete", "on");  // else some browsers do not show the list
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask().catch(() => {}), kPause);
  });
})();

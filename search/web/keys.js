// Keys of the page: "/" goes to the search box, "?" opens the help, Escape closes a menu or the
// filters. The help page has a switch that turns the first two off (WCAG 2.1, success criterion
// 2.1.4). Without this script the page works with Tab and Enter.
"use strict";
(() => {
  const kSetting = "keys";
  const isOn = () => {
    try {
      return localStorage.getItem(kSetting) !== "off";
    } catch {  // storage is forbidden
      return true;
    }
  };
  const isTyping = (element) => element.closest("input, select, textarea, [contenteditable]") !== null;
  const closeMenus = (except) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  };

  const closeOpen = () => {
    const menu = document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (location.hash === "#facets") {
      location.hash = "#main";
    }
  };

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && !isTyping(event.target)) closeOpen();
    if (!isOn() || isTyping(event.target)) return;
    const input = document.getElementById("q");
    if (event.key === "/" && input) {
      input.focus();
      input.select();
      event.preventDefault();
    }
    if (event.key === "?") location.assign("/help");
  });
  document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));

  const check = document.getElementById("keys-on");
  if (!check) return;
  check.closest("[hidden]").hidden = false;
  check.checked = isOn();
  check.addEventListener("change", () => {
    try {
      localStorage.setItem(kSetting, check.checked ? "on" : "off");
    } catch {
      check.checked = true;
    }
  });
})();

"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const items = [...document.querySelectorAll(".item")];
  const entries = items.map((item) => ({
    item,
    text: item.textContent.toLowerCase(),
    levels: item.dataset.levels.split("|"),
    family: item.dataset.family,
    refuted: "refuted" in item.dataset,
  }));
  const form = $("filters");
  form.hidden = false;

  // An item is shown when every control that is set takes it.
  const filter = () => {
    const words = $("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const level = $("level").value;
    const family = $("family").value;
    const refuted = $("refuted-only").checked;
    let shown = 0;
    for (const e of entries) {
      const takes =
        words.every((word) => e.text.includes(word)) &&
        (!level || e.levels.includes(level)) &&
        (!family || e.family === family) &&
        (!refuted || e.refuted);
      e.item.hidden = !takes;
      shown += takes;
    }
    $("shown").textContent = `${shown} of ${entries.length} shown`;
  };
  let pending = 0;
  form.addEventListener("input", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(filter);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  const toggle = (open) => () => {
    for (const e of entries) if (!e.item.hidden) e.item.open = open;
  };
  $("open").addEventListener("click", toggle(true));
  $("close").addEventListener("click", toggle(false));
  filter();

  // A link opens what it leads to, even where the filter left it out.
  const follow = () => {
    const target = location.hash && $(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.classList.contains("item")) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    target.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();

  // What the filter shows is printed whole, and closed again afterwards.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = entries.filter((e) => !e.item.hidden && !e.item.open).map((e) => e.item);
    for (const item of opened) item.open = true;
  });
  addEventListener("afterprint", () => {
    for (const item of opened) item.open = false;
  });

  // The number behind the cell under the pointer.
  const maps = JSON.parse($("maps").textContent);
  const read = (event) => {
    const svg = event.target.closest && event.target.closest(".map");
    if (!svg) return;
    const map = maps[svg.dataset.map];
    const names = svg.dataset.names.split(",");
    const box = svg.getBoundingClientRect();
    const rows = map.cases.length / map.columns;
    const at = (offset, size, n) => Math.min(n - 1, Math.max(0, Math.floor((offset / size) * n)));
    const x = at(event.clientX - box.left, box.width, map.columns);
    const y = at(event.clientY - box.top, box.height, rows);
    const places = rows > 1 ? [y, x] : [x];
    const size = (label) => (/\d/.test(label) ? `${label} bits` : label);
    const sizes = places.map((cell, k) => `${names[k]}: ${size(map.axes[k][cell])}`);
    const cases = map.cases[y * map.columns + x].toLocaleString("en");
    svg.parentElement.querySelector(".reading").textContent = `${sizes.join(", ")}: ${cases} cases`;
  };
  document.addEventListener("pointermove", read);
  document.addEventListener("pointerdown", read);
})();

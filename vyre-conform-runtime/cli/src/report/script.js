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
  const rows = new Map();
  for (const row of document.querySelectorAll(".matrix tbody tr:not(.family)")) {
    rows.set(row.querySelector("a").hash.slice(1), row);
  }
  const groups = [...document.querySelectorAll(".matrix tbody")];
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
      const row = rows.get(e.item.id);
      if (row) row.hidden = !takes;
      shown += takes;
    }
    for (const group of groups) group.hidden = !group.querySelector("tr:not(.family):not([hidden])");
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
    if (!target) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    for (let e = target; e; e = e.parentElement) if (e.localName === "details") e.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();

  // What is refuted is printed open, and closed again afterwards; the style leaves out the rest.
  let opened = [];
  addEventListener("beforeprint", () => {
    const closed = "[data-refuted]:not([open]), #refuted details:not([open])";
    opened = [...document.querySelectorAll(closed)];
    for (const e of opened) e.open = true;
  });
  addEventListener("afterprint", () => {
    for (const e of opened) e.open = false;
  });

  // The number of a cell, under the pointer or reached by the arrow keys: it is in the table of the map.
  const sides = (svg) => {
    const table = $(`numbers${svg.dataset.map}`).querySelector("table");
    return { table, rows: table.rows.length - 1, columns: table.rows[0].cells.length - 1 };
  };
  const cursors = new WeakMap();
  const read = (svg, x, y) => {
    const { table, rows } = sides(svg);
    const names = svg.dataset.names.split(",");
    const line = table.rows[y + 1].cells;
    const across = table.rows[0].cells[x + 1].textContent;
    const places = rows > 1 ? [line[0].textContent, across] : [across];
    const size = (label) => (/^\u2212?\d+$/.test(label) ? `${label} bits` : label);
    const sizes = places.map((label, k) => `${names[k]}: ${size(label)}`);
    const cases = Number(line[x + 1].textContent).toLocaleString("en");
    const told = `${sizes.join(", ")}: ${cases} cases`;
    svg.closest(".heat").querySelector(".reading").textContent = told;
  };
  const point = (event) => {
    const svg = event.target.closest && event.target.closest(".map");
    if (!svg) return;
    const { rows, columns } = sides(svg);
    const box = svg.getBoundingClientRect();
    const at = (offset, size, n) => Math.min(n - 1, Math.max(0, Math.floor((offset / size) * n)));
    read(svg, at(event.clientX - box.left, box.width, columns), at(event.clientY - box.top, box.height, rows));
  };
  document.addEventListener("pointermove", point);
  document.addEventListener("pointerdown", point);
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const move = (svg, [dx, dy]) => {
    const { rows, columns } = sides(svg);
    let cursor = cursors.get(svg);
    if (!cursor) {
      const mark = document.createElementNS(svg.namespaceURI, "rect");
      mark.setAttribute("class", "cursor");
      mark.setAttribute("width", 1);
      mark.setAttribute("height", rows > 1 ? 1 : svg.viewBox.baseVal.height);
      svg.append(mark);
      cursors.set(svg, (cursor = { x: 0, y: 0, mark }));
    }
    cursor.x = Math.min(columns - 1, Math.max(0, cursor.x + dx));
    cursor.y = Math.min(rows - 1, Math.max(0, cursor.y + dy));
    cursor.mark.setAttribute("x", cursor.x);
    cursor.mark.setAttribute("y", cursor.y);
    read(svg, cursor.x, cursor.y);
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(".map:focus-visible")) move(event.target, [0, 0]);
  });
  document.addEventListener("keydown", (event) => {
    if (!event.target.matches(".map") || !steps[event.key]) return;
    event.preventDefault();
    move(event.target, steps[event.key]);
  });
})();

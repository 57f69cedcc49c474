(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("figure-data").textContent);
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const asked = new URLSearchParams(window.location.search).get("theme");
  const NARROW = 640;

  const theme = () => root.dataset.theme || (system.matches ? "dark" : "light");
  const swap = (text) => text.replace(/#[0-9a-f]{6}\b/g, (hex) => data.dark_of[hex] || hex);

  function coloured(value) {
    if (typeof value === "string") return swap(value);
    if (Array.isArray(value)) return value.map(coloured);
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, coloured(one)]));
    }
    return value;
  }

  function narrowed(layout) {
    layout.font.size = 12;
    layout.xaxis.nticks = 5;
    for (const note of layout.annotations || []) {
      note.text = note.text.replace(/ · \d+ nodes?[^<]*<\/span>/, "</span>");
    }
  }

  function draw() {
    const dark = theme() === "dark";
    root.dataset.theme = dark ? "dark" : "light";
    for (const [id, figure] of Object.entries(data.figures)) {
      const copy = dark ? coloured(figure) : structuredClone(figure);
      if (window.innerWidth < NARROW) narrowed(copy.layout);
      window.Plotly.react(id, copy.data, copy.layout, { responsive: true, displayModeBar: false });
    }
    for (const swatch of document.querySelectorAll("[data-colour]")) {
      const hex = swatch.dataset.colour;
      swatch.style.background = dark ? data.dark_of[hex] || hex : hex;
    }
  }

  if (asked === "dark" || asked === "light") root.dataset.theme = asked;
  let chosen = Boolean(asked);
  document.getElementById("theme").addEventListener("click", () => {
    chosen = true;
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    draw();
  });
  system.addEventListener("change", () => {
    if (chosen) return;
    delete root.dataset.theme;
    draw();
  });
  let wide = window.innerWidth >= NARROW;
  window.addEventListener("resize", () => {
    if (wide === window.innerWidth >= NARROW) return;
    wide = !wide;
    draw();
  });
  draw();
})();

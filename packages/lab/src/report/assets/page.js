// What the page can do beyond being read: choose its look, switch strategies, read curves, and ask for labels.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const { strategies, datasets } = JSON.parse(document.getElementById("curves-data").textContent);
  const hidden = new Set();

  // The look: the system's until the reader says otherwise; remembered where the browser lets us.
  const look = document.getElementById("look");
  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.look ?? (systemDark.matches ? "dark" : "light")) === "dark";
  const nameLook = () => {
    look.textContent = isDark() ? "Light" : "Dark";
  };
  const remembered = remember("xpal-look");
  if (remembered) root.dataset.look = remembered;
  look.addEventListener("click", () => {
    root.dataset.look = isDark() ? "light" : "dark";
    remember("xpal-look", root.dataset.look);
    nameLook();
  });
  systemDark.addEventListener("change", nameLook);
  nameLook();

  function remember(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  for (const box of document.querySelectorAll("[data-switch]")) {
    box.addEventListener("change", () => {
      const key = box.dataset.switch;
      if (box.checked) hidden.delete(key);
      else hidden.add(key);
      for (const line of document.querySelectorAll("[data-strategy]")) {
        if (line.dataset.strategy === key) line.style.display = box.checked ? "" : "none";
      }
    });
  }
  document.querySelector("[data-bands]")?.addEventListener("change", ({ target }) => {
    root.classList.toggle("banded", target.checked);
  });

  // Reading a chart: a line at the number of labels, and the errors there, lowest first.
  const reading = document.createElement("div");
  reading.className = "reading";
  reading.setAttribute("role", "status");
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
  cursor.setAttribute("stroke", "var(--text)");
  cursor.setAttribute("stroke-opacity", ".6");
  cursor.setAttribute("pointer-events", "none");

  for (const chart of document.querySelectorAll(".chart")) {
    const [left, right, top, bottom, labels] = chart.dataset.geometry.split(" ").map(Number);
    const svg = chart.querySelector("svg");
    const { curves } = datasets[Number(chart.dataset.dataset)];
    let at = Math.round(labels / 4);
    const show = () => {
      const x = left + ((right - left) * at) / labels;
      for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top, y2: bottom }))
        cursor.setAttribute(name, value);
      svg.append(cursor);
      fill(curves, at);
      chart.append(reading);
      const width = svg.clientWidth;
      const place = (x / svg.viewBox.baseVal.width) * width;
      const beside = place > width / 2 ? place - reading.offsetWidth - 10 : place + 10;
      reading.style.left = `${Math.max(0, Math.min(width - reading.offsetWidth, beside))}px`;
      reading.style.top = `${Math.max(0, (svg.clientHeight - reading.offsetHeight) / 2)}px`;
    };
    const hide = () => {
      cursor.remove();
      reading.remove();
    };
    const follow = (event) => {
      const box = svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
      at = Math.max(0, Math.min(labels, Math.round(((x - left) / (right - left)) * labels)));
      show();
    };
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("pointerdown", follow);
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("focus", () => svg.matches(":focus-visible") && show());
    svg.addEventListener("blur", hide);
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10, Home: -labels, End: labels }[event.key];
      if (event.key === "Escape") hide();
      if (step === undefined) return;
      event.preventDefault();
      at = Math.max(0, Math.min(labels, at + step));
      show();
    });
  }

  function fill(curves, at) {
    const rows = strategies
      .map((strategy, s) => ({ ...strategy, curve: curves[s] }))
      .filter(({ key, curve }) => curve && at < curve.mean.length && !hidden.has(key))
      .sort((a, b) => a.curve.mean[at] - b.curve.mean[at]);
    const table = document.createElement("table");
    for (const { key, title, curve } of rows) {
      const row = table.insertRow();
      const sample = document.querySelector(`[data-switch="${CSS.escape(key)}"]`)?.parentElement.querySelector("svg");
      if (sample) row.insertCell().append(sample.cloneNode(true));
      row.insertCell().textContent = named(title, curve);
      row.insertCell().textContent = error(curve.mean[at]);
      row.insertCell().textContent = `${error(curve.lower[at])} to ${error(curve.upper[at])}`;
    }
    const head = document.createElement("b");
    head.textContent = `${at} ${at === 1 ? "label" : "labels"}`;
    reading.replaceChildren(head, table);
  }

  // Whose mean is over fewer runs than those beside it.
  function named(title, curve) {
    return curve?.fewer ? `${title} (${curve.fewer})` : title;
  }

  function error(millionths) {
    return (millionths / 1e6).toFixed(3).replace(/^(-?)0(?=\.)/, "$1");
  }

  // How many labels a chosen error costs on a chosen dataset.
  const asker = document.getElementById("asker");
  const chosen = () => datasets[Number(asker.querySelector("select").value)];
  const answer = () => {
    const { curves } = chosen();
    const target = Math.round(Number(asker.elements.target.value) * 1e6); // .57 * 1e6 is not 570000
    const found = strategies
      .map(({ title }, s) => ({
        title: named(title, curves[s]),
        labels: curves[s] ? curves[s].mean.findIndex((mean) => mean <= target) : null,
      }))
      .filter(({ labels }) => labels !== null)
      .sort((a, b) => (a.labels < 0 ? Infinity : a.labels) - (b.labels < 0 ? Infinity : b.labels));
    const texts = found.map(({ title, labels }) => `${title} ${labels < 0 ? "not reached" : labels}`);
    asker.querySelector("output").textContent = `Labels needed: ${texts.join(", ")}.`;
  };
  const choose = () => {
    const ends = chosen()
      .curves.filter(Boolean)
      .map(({ mean }) => mean[mean.length - 1]);
    asker.elements.target.value = ((Math.ceil(Math.max(...ends) / 5000) * 5000) / 1e6).toFixed(3);
    answer();
  };
  asker.querySelector("select").addEventListener("change", choose);
  asker.elements.target.addEventListener("input", answer);
  asker.addEventListener("submit", (event) => event.preventDefault());
  choose();

  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
})();

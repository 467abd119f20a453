// <xpal-race>: the strategies label the same dataset, and their learning curves grow as they go.
import { strategyCatalogue } from "xpal";
import { control, element } from "./elements.ts";
import type { RaceData, RaceStep } from "./race.ts";
import { askRace } from "./requests.ts";

const STRATEGIES = ["learning", "xpal", "us", "random"];
const COLOURS: Record<string, string> = { learning: "#7a4fd0", xpal: "#2a8f5c", us: "#d9730d", random: "#7a7a84" };
const DASHES: Record<string, string> = { learning: "", xpal: "7 3", us: "2 3", random: "9 3 2 3" };
const BUDGET = 40;
const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 48;
const BOTTOM = 36;
const SVG = "http://www.w3.org/2000/svg";

class RaceFigure extends HTMLElement {
  #datasets: Record<string, RaceData> = {};
  #curves = new Map<string, number[]>();
  #run = 0;

  async connectedCallback(): Promise<void> {
    if (this.childElementCount > 0) return;
    const choice = element("select", {});
    const told = element("p", { className: "xpal-told" }, "Loading the data…");
    told.setAttribute("aria-live", "polite");
    const chart = document.createElementNS(SVG, "svg");
    chart.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    chart.setAttribute("role", "img");
    const start = control("Start the race", () => void this.#race(choice.value, chart, told));
    const label = element("label", {}, "dataset ", choice);
    this.append(element("div", { className: "xpal-controls" }, label, start), chart, told);
    this.#draw(chart);
    try {
      this.#datasets = (await import("./race-data.json")).default as Record<string, RaceData>;
    } catch {
      told.textContent = "The data of the race could not be loaded; reload the page.";
      return;
    }
    for (const [key, { title }] of Object.entries(this.#datasets))
      choice.append(element("option", { value: key }, title));
    told.textContent = "Each strategy asks for one label after the other; lower is better.";
  }

  async #race(key: string, chart: SVGSVGElement, told: HTMLElement): Promise<void> {
    const data = this.#datasets[key];
    if (data === undefined) return;
    const run = ++this.#run;
    this.#curves = new Map(STRATEGIES.map((name) => [name, []]));
    const race = { data, strategies: STRATEGIES, budget: BUDGET, seed: run };
    await askRace(race, ({ strategy, labels, error }: RaceStep) => {
      if (run !== this.#run) return;
      this.#curves.get(strategy)?.push(error);
      if (strategy === STRATEGIES.at(-1)) this.#draw(chart, labels);
    });
    if (run !== this.#run) return;
    const last = STRATEGIES.map((name) => `${titleOf(name)} ${percent(this.#curves.get(name)?.at(-1) ?? 1)}`);
    told.textContent = `Wrong predictions after ${BUDGET} labels: ${last.join(", ")}. One run with one order of chance; run it again to see others.`;
    this.dataset.ready = String(run);
  }

  #draw(chart: SVGSVGElement, labels = 0): void {
    const x = (at: number) => LEFT + (at / BUDGET) * (WIDTH - LEFT - 150);
    const y = (error: number) => 12 + (1 - error) * (HEIGHT - BOTTOM - 12);
    const parts = [0, 0.25, 0.5, 0.75, 1].map(
      (tick) =>
        `<line x1="${LEFT}" x2="${x(BUDGET)}" y1="${y(tick)}" y2="${y(tick)}" class="xpal-rule"/>` +
        `<text x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${percent(tick)}</text>`,
    );
    for (const tick of [0, 10, 20, 30, 40]) {
      parts.push(`<text x="${x(tick)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="middle">${tick}</text>`);
    }
    parts.push(`<text x="${x(BUDGET / 2)}" y="${HEIGHT - 4}" text-anchor="middle">labels</text>`);
    STRATEGIES.forEach((name, i) => {
      const curve = this.#curves.get(name) ?? [];
      const points = curve.map((error, at) => `${x(at).toFixed(1)},${y(error).toFixed(1)}`).join(" ");
      const look = `stroke="${COLOURS[name]}" stroke-dasharray="${DASHES[name]}" stroke-width="2.5" fill="none"`;
      parts.push(`<polyline points="${points}" ${look}/>`);
      const top = 24 + 22 * i;
      parts.push(`<line x1="${x(BUDGET) + 12}" x2="${x(BUDGET) + 36}" y1="${top}" y2="${top}" ${look}/>`);
      parts.push(`<text x="${x(BUDGET) + 42}" y="${top + 4}">${titleOf(name)}</text>`);
    });
    chart.innerHTML = parts.join("");
    chart.setAttribute("aria-label", `Learning curves of ${STRATEGIES.map(titleOf).join(", ")} after ${labels} labels`);
  }
}

function titleOf(name: string): string {
  if (name === "learning") return "xPAL, learning";
  return strategyCatalogue.find((entry) => entry.name === name)?.symbol ?? name;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Makes the element known to the page. */
export function defineRaceFigure(): void {
  customElements.define("xpal-race", RaceFigure);
}

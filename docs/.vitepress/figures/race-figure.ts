// <xpal-race>: the strategies label the same dataset, and their learning curves grow as they go.
import { percent, RACE, raceChart, raceHeight, runnerTitle } from "./draw-race.ts";
import { control, element } from "./elements.ts";
import type { RaceData, RaceStep } from "./race.ts";
import { askRace } from "./requests.ts";

const SVG = "http://www.w3.org/2000/svg";

class RaceFigure extends HTMLElement {
  #datasets: Record<string, RaceData> = {};
  #curves = new Map<string, number[]>();
  #run = 0;

  async connectedCallback(): Promise<void> {
    if (this.querySelector(".xpal-controls") !== null) return; // beside it stands the still image
    const choice = element("select", {});
    const told = element("p", { className: "xpal-told" }, "Loading the data…");
    told.setAttribute("aria-live", "polite");
    const chart = document.createElementNS(SVG, "svg");
    chart.setAttribute("role", "img");
    const start = control("Start the race", () => void this.#race(choice.value, chart, told));
    const label = element("label", {}, "dataset ", choice);
    this.append(element("div", { className: "xpal-controls" }, label, start), chart, told);
    this.#draw(chart);
    addEventListener("resize", () => this.#draw(chart, this.#curves.get(RACE.strategies[0])?.length));
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
    this.#curves = new Map(RACE.strategies.map((name) => [name, []]));
    const race = { data, strategies: RACE.strategies, budget: RACE.budget, seed: run };
    await askRace(race, ({ strategy, labels, error }: RaceStep) => {
      if (run !== this.#run) return;
      this.#curves.get(strategy)?.push(error);
      if (strategy === RACE.strategies.at(-1)) this.#draw(chart, labels);
    });
    if (run !== this.#run) return;
    const last = RACE.strategies.map((name) => `${runnerTitle(name)} ${percent(this.#curves.get(name)?.at(-1) ?? 1)}`);
    told.textContent = `Wrong predictions after ${RACE.budget} labels: ${last.join(", ")}. One run with one order of chance; run it again to see others.`;
    this.dataset.ready = String(run);
  }

  #draw(chart: SVGSVGElement, labels = 0): void {
    const width = Math.min(RACE.width, this.clientWidth || RACE.width); // text keeps its size on a phone
    chart.setAttribute("viewBox", `0 0 ${width} ${raceHeight(width)}`);
    chart.innerHTML = raceChart(this.#curves, width);
    const runners = RACE.strategies.map(runnerTitle).join(", ");
    chart.setAttribute("aria-label", `Learning curves of ${runners} after ${labels} labels`);
  }
}

/** Makes the element known to the page. */
export function defineRaceFigure(): void {
  customElements.define("xpal-race", RaceFigure);
}

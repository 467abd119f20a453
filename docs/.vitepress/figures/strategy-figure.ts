// <xpal-figure>: one panel per strategy on the same points. Each strategy asks, is answered, and draws where a label would be most
// useful. Attributes: `preset` (stuck, prior, metric) or `strategy` (one panel of that name).
import { drawPanel } from "./draw-panel.ts";
import { choice, control, element, slider } from "./elements.ts";
import type { PanelAnswer } from "./panel-answer.ts";
import { askPanel } from "./requests.ts";
import { type Answer, type KernelChoice, type Point, presetNamed, type Settings } from "./scene.ts";

interface Panel {
  readonly strategy: string;
  readonly canvas: HTMLCanvasElement;
  readonly told: HTMLElement;
  answers: readonly Answer[];
  answer?: PanelAnswer;
}

/** How near a pointer must be to a point, in pixels: a finger is less exact than a mouse. */
const REACH = { mouse: 10, touch: 22 };
/** Two taps within so many milliseconds are one double tap. */
const DOUBLE_TAP_MS = 400;
const KERNELS: Readonly<Record<KernelChoice, string>> = {
  rbf: "Gaussian",
  exponential: "exponential",
  learning: "one that learns",
};

type Place = Pick<Point, "x" | "y">;

/** The strategies' symbols by name, which the build writes here: the page itself then loads nothing of the library but chance. */
declare const STRATEGY_SYMBOLS: Readonly<Record<string, string>>;

/** What the keys that move a point do. */
const STEPS: Readonly<Record<string, Place>> = {
  w: { x: 0, y: -0.02 },
  a: { x: -0.02, y: 0 },
  s: { x: 0, y: 0.02 },
  d: { x: 0.02, y: 0 },
};

class StrategyFigure extends HTMLElement {
  #points: readonly Point[] = [];
  #settings: Settings = { prior: 0.001, bandwidth: 0.12, kernel: "rbf" };
  #panels: Panel[] = [];
  #wrong = false;
  #focus: number | undefined;
  #dragged: number | undefined;
  #lastTap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  #busy: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    if (this.querySelector(".xpal-controls") !== null) return; // beside it stands the still image
    const preset = presetNamed(this.getAttribute("preset"), this.getAttribute("strategy"));
    this.#points = preset.points;
    this.#settings = preset.settings;
    this.append(this.#controls(), this.#panelsOf(preset.strategies), this.#help());
    addEventListener("resize", () => this.#draw());
    new MutationObserver(() => this.#draw()).observe(document.documentElement, { attributeFilter: ["class"] });
    void this.#refresh();
  }

  #controls(): HTMLElement {
    const wrong = element("input", { type: "checkbox" });
    wrong.onchange = () => {
      this.#wrong = wrong.checked;
    };
    const label = element("label", {}, wrong, " answer wrongly");
    const { prior, bandwidth } = this.#settings;
    const controls = element("div", { className: "xpal-controls" });
    controls.append(
      control("Answer one", () => this.#step(1)),
      control("Answer ten", () => this.#step(10)),
      control("Begin again", () => this.#begin()),
      label,
      slider(
        "prior",
        [-4, 1],
        Math.log10(prior),
        (at) => this.#set({ prior: 10 ** at }),
        (at) => (10 ** at).toPrecision(1),
      ),
      slider(
        "bandwidth",
        [0.04, 0.4],
        bandwidth,
        (at) => this.#set({ bandwidth: at }),
        (at) => at.toFixed(2),
      ),
      choice("kernel", KERNELS, this.#settings.kernel, (kernel) => this.#set({ kernel })),
    );
    return controls;
  }

  #panelsOf(strategies: readonly string[]): HTMLElement {
    const grid = element("div", { className: "xpal-panels" });
    this.#panels = strategies.map((strategy) => {
      const canvas = element("canvas", { tabIndex: 0 });
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", "The figure is being computed.");
      const told = element("p", { className: "xpal-told" });
      told.setAttribute("aria-live", "polite");
      const panel: Panel = { strategy, canvas, told, answers: [] };
      this.#listen(canvas, panel);
      const symbol = element("figcaption", {}, STRATEGY_SYMBOLS[strategy] ?? strategy);
      grid.append(element("figure", {}, symbol, canvas, told));
      return panel;
    });
    return grid;
  }

  #help(): HTMLElement {
    const text =
      "Green: where a label would be most useful; where that cannot be drawn, the shades are those of the predicted classes. The line is " +
      "the border between the classes, the solid ring the next question. Drag a point to move it; double-click or double-tap a free place to add a " +
      "point, a point to remove it. Keys on a panel: arrows go from point to point, Enter answers the question, 0 and 1 answer the point " +
      "in focus, W, A, S and D move it, N adds one beside it, Delete removes it.";
    return element(
      "details",
      { className: "xpal-help" },
      element("summary", {}, "What it shows, and how to change it"),
      text,
    );
  }

  #listen(canvas: HTMLCanvasElement, panel: Panel): void {
    const at = (event: { offsetX: number; offsetY: number }) => ({
      x: event.offsetX / canvas.clientWidth,
      y: event.offsetY / canvas.clientWidth,
    });
    const touched = (event: PointerEvent) => this.#pointAt(at(event), canvas, event.pointerType);
    let start = { x: 0, y: 0 };
    let hasMoved = false;
    canvas.onpointerdown = (event) => {
      start = at(event);
      hasMoved = false;
      this.#dragged = touched(event);
      if (this.#dragged !== undefined) canvas.setPointerCapture(event.pointerId);
    };
    // A finger that begins on a point moves the point, one that begins beside it scrolls the page.
    canvas.addEventListener("touchstart", (event) => this.#dragged !== undefined && event.preventDefault(), {
      passive: false,
    });
    canvas.onpointermove = (event) => {
      const dragged = this.#dragged;
      if (dragged === undefined || event.buttons === 0) return;
      const { x, y } = at(event);
      if (!hasMoved && Math.hypot(x - start.x, y - start.y) * canvas.clientWidth < 3) return;
      hasMoved = true;
      this.#move(dragged, x, y);
    };
    canvas.onpointerup = (event) => {
      if (this.#dragged !== undefined && hasMoved) void this.#refresh();
      this.#dragged = undefined;
      if (!hasMoved) this.#tap(at(event), touched(event), event.timeStamp);
    };
    canvas.onpointercancel = () => {
      this.#dragged = undefined;
    };
    canvas.onkeydown = (event) => {
      if (this.#key(event.key, panel)) event.preventDefault();
    };
  }

  #key(key: string, panel: Panel): boolean {
    const focus = this.#focus ?? panel.answer?.best ?? 0;
    const point = this.#points[focus];
    if (key.startsWith("Arrow")) this.#focus = this.#neighbour(focus, key);
    else if (key === "Enter") this.#step(1);
    else if (key === "0" || key === "1") this.#say(panel, focus, Number(key));
    else if (key.toLowerCase() === "n" && point) this.#add({ x: Math.min(1, point.x + 0.05), y: point.y });
    else if (key.toLowerCase() in STEPS && point) this.#nudge(focus, STEPS[key.toLowerCase()] as Place);
    else if (key === "Delete") this.#remove(focus);
    else return false;
    this.#draw();
    return true;
  }

  /** The nearest point in a direction. */
  #neighbour(from: number, key: string): number {
    const here = this.#points[from];
    if (here === undefined) return 0;
    const along = ({ x, y }: Point) =>
      ({ ArrowLeft: here.x - x, ArrowRight: x - here.x, ArrowUp: here.y - y, ArrowDown: y - here.y })[key] ?? 0;
    const far = ({ x, y }: Point) => Math.hypot(x - here.x, y - here.y);
    const ahead = this.#points.map((point, i) => ({ i, point })).filter(({ point }) => along(point) > 0.5 * far(point));
    return ahead.sort((a, b) => far(a.point) - far(b.point))[0]?.i ?? from;
  }

  #pointAt({ x, y }: Place, { clientWidth }: HTMLCanvasElement, pointer: string): number | undefined {
    const distances = this.#points.map((point) => Math.hypot(point.x - x, point.y - y) * clientWidth);
    const nearest = distances.indexOf(Math.min(...distances));
    return (distances[nearest] ?? Infinity) < (pointer === "mouse" ? REACH.mouse : REACH.touch) ? nearest : undefined;
  }

  /** A tap focuses the point under the finger. A double tap removes that point; on an empty place it adds one. */
  #tap({ x, y }: Place, point: number | undefined, now: number): void {
    const { at, ...last } = this.#lastTap;
    const isDouble = now - at < DOUBLE_TAP_MS && Math.hypot(last.x - x, last.y - y) < 0.1;
    this.#lastTap = { at: isDouble ? Number.NEGATIVE_INFINITY : now, x, y };
    if (!isDouble) {
      this.#focus = point;
      this.#draw();
    } else if (point === undefined) this.#add({ x, y });
    else this.#remove(point);
  }

  #move(index: number, x: number, y: number): void {
    if (x < 0 || x > 1 || y < 0 || y > 1) return;
    this.#points = this.#points.map((point, i) => (i === index ? { ...point, x, y } : point));
    this.#draw();
  }

  #nudge(index: number, step: Place): void {
    const { x, y } = this.#points[index] as Point;
    this.#focus = index;
    this.#move(index, x + step.x, y + step.y);
    void this.#refresh();
  }

  #add({ x, y }: Place): void {
    const near = this.#points.map((point) => Math.hypot(point.x - x, point.y - y));
    const truth = this.#points[near.indexOf(Math.min(...near))]?.truth ?? 0;
    this.#points = [...this.#points, { x, y, truth }];
    void this.#refresh();
  }

  #remove(index: number): void {
    if (this.#points.length <= 3) return;
    this.#points = this.#points.filter((_, i) => i !== index);
    for (const panel of this.#panels) {
      panel.answers = panel.answers
        .filter(({ point }) => point !== index)
        .map(({ point, said }) => ({ point: point > index ? point - 1 : point, said }));
    }
    this.#focus = undefined;
    void this.#refresh();
  }

  #say(panel: Panel, point: number, said: number): void {
    panel.answers = [...panel.answers.filter((answer) => answer.point !== point), { point, said }];
    void this.#refresh();
  }

  #set(settings: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...settings };
    void this.#refresh();
  }

  #begin(): void {
    for (const panel of this.#panels) panel.answers = [];
    this.#focus = undefined;
    void this.#refresh();
  }

  /** Every strategy asks, and is answered. */
  #step(times: number): void {
    this.#busy = this.#busy.then(async () => {
      for (let i = 0; i < times; i++) {
        for (const panel of this.#panels) {
          const best = panel.answer?.best;
          const truth = best === undefined ? undefined : this.#points[best]?.truth;
          if (best === undefined || truth === undefined) continue;
          panel.answers = [...panel.answers, { point: best, said: this.#wrong ? 1 - truth : truth }];
        }
        await this.#compute();
      }
    });
  }

  #refresh(): Promise<void> {
    this.#busy = this.#busy.then(() => this.#compute());
    return this.#busy;
  }

  /** Each panel is drawn as soon as its answer is there; the still image stands in their place until the first one is. */
  async #compute(): Promise<void> {
    await Promise.all(
      this.#panels.map(async (panel) => {
        try {
          panel.answer = await askPanel(this.#sceneOf(panel));
          this.dataset.drawn = "";
          this.#drawPanel(panel);
        } catch (error) {
          this.dataset.drawn = "";
          panel.told.textContent = error instanceof Error ? error.message : String(error);
        }
      }),
    );
    this.dataset.ready = String(Number(this.dataset.ready ?? 0) + 1);
  }

  #draw(): void {
    for (const panel of this.#panels) this.#drawPanel(panel);
  }

  #drawPanel(panel: Panel): void {
    if (panel.answer === undefined) return;
    drawPanel(panel.canvas, this.#sceneOf(panel), panel.answer, this.#focus);
    const text = this.#describe(panel.answers.length, panel.answer);
    panel.told.textContent = text;
    panel.canvas.setAttribute("aria-label", `${this.#points.length} points of two classes. ${text}`);
  }

  #describe(count: number, { best, error }: PanelAnswer): string {
    const labels = `${count} ${count === 1 ? "answer" : "answers"}, ${Math.round(error * 100)} % wrong`;
    const point = best === undefined ? undefined : this.#points[best];
    if (point === undefined) return `${labels}.`;
    const side = `${point.y < 0.5 ? "top" : "bottom"} ${point.x < 0.5 ? "left" : "right"}`;
    return `${labels}. Asks next at the ${side}.`;
  }

  #sceneOf({ strategy, answers }: Panel) {
    return { points: this.#points, answers, strategy, ...this.#settings };
  }
}

/** Makes the element known to the page. */
export function defineStrategyFigure(): void {
  customElements.define("xpal-figure", StrategyFigure);
}

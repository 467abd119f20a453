// A strategy of a plan becomes one that runs: the paper's, the library's, or the default export of somebody's module.
import { pathToFileURL } from "node:url";
import { type Strategy, strategyNamed, type View } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { paperStrategy } from "../paper/strategies/paper-strategies.ts";
import type { StrategyMaker } from "../replay/run-strategy.ts";
import type { Task } from "../replay/task.ts";
import type { StrategySource } from "./plan.ts";

/** What a module may export instead of a strategy that scores: one that names the item to ask for. */
export interface Chooser {
  readonly name?: string;
  /** The item of the pool to ask for, one of `view.candidates`. */
  choose(view: View): number;
}

/** What a module's default export may be: a strategy, a chooser, or a function that makes one from the plan's options. */
export type StrategyModule = Strategy | Chooser | ((options: Record<string, unknown>) => Strategy | Chooser);

/**
 * The strategy for a task.
 * @throws XpalError if an option is out of range, or a module cannot be loaded or exports no strategy.
 */
export async function strategyFor(source: StrategySource, task: Task): Promise<Strategy | StrategyMaker> {
  if (source.kind === "paper") return paperStrategy(source.key, task);
  if (source.kind === "module") return moduleStrategy(source.path, source.options);
  const { name, options } = source;
  if (strategyNamed(name).needs === "truth") return paperStrategy("greedyAll", task);
  if (source.perCost !== true) return strategyNamed(name).make(options);
  if (task.labelCosts === null) {
    reject("study", "perCost", "must go with a dataset that has a labelCost", task.dataset.name);
  }
  return strategyNamed(name).make({ ...options, labelCosts: task.labelCosts });
}

async function moduleStrategy(path: string, options: Readonly<Record<string, unknown>>): Promise<Strategy> {
  let exported: StrategyModule | undefined;
  try {
    exported = (await import(pathToFileURL(path).href)).default;
  } catch (error) {
    reject("study", `the module ${path}`, "must be an ES module that can be loaded", firstLine(error));
  }
  const made = typeof exported === "function" ? exported({ ...options }) : exported;
  const name = made?.name ?? "own";
  if (typeof (made as Strategy | undefined)?.scores === "function") return guarded(made as Strategy, name);
  if (typeof (made as Chooser | undefined)?.choose === "function") return scoring(made as Chooser, name);
  return reject(
    "study",
    `the default export of ${path}`,
    "must be a strategy with scores(view) or choose(view), or a function that returns one",
    made,
  );
}

/** Whatever a module throws becomes one sentence. */
function guarded(strategy: Strategy, name: string): Strategy {
  return {
    name: `own:${name}`, // never the name of a strategy of the library, which an engine would take for its own
    check: (pool) => checking(name, () => strategy.check?.(pool)),
    scores: (view) => calling(name, "scores", () => strategy.scores(view)),
    toJSON: () => ({ name }),
  };
}

function scoring(chooser: Chooser, name: string): Strategy {
  return {
    name: `own:${name}`,
    scores: (view) => {
      const chosen = calling(name, "choose", () => chooser.choose(view));
      const place = view.candidates.indexOf(chosen);
      if (place < 0) {
        const what = view.labels.has(chosen) ? "must not be labelled already" : "must be an item of view.candidates";
        reject(`strategy ${name}`, "the chosen item", what, chosen);
      }
      const scores = new Float64Array(view.candidates.length);
      scores[place] = 1;
      return scores;
    },
    toJSON: () => ({ name }),
  };
}

function calling<T>(name: string, method: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    return reject(`strategy ${name}`, `${method}(view)`, "must not throw", firstLine(error));
  }
}

/** A strategy rejects a pool by throwing, so that is no mistake of its own. */
function checking(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    reject(`strategy ${name}`, "the dataset", "must be one that the strategy can score", firstLine(error));
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split("\n")[0];
}

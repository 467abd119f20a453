// The learner with every part of the library: threads, kernels that learn, fast twins of all strategies, costs, bounds and files, each
// loaded when it is first used.
import { checkOptions } from "../check.ts";
import { chooseEngine, type EngineChoice } from "../engine/choose-engine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { LearnerJSON, LearnerParts } from "./learner-json.ts";
import { type LearnerOptions, openLearner, partsOf } from "./learner-options.ts";
import { PlainLearner } from "./plain-learner.ts";

/**
 * An active learner: suggests, learns from answers, predicts, and says what an answer is worth.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * await learner.label(0, "no");
 * await learner.label(2, "yes");
 * await learner.predict() // ["no", "no", "yes"]
 */
export class Learner extends PlainLearner {
  /**
   * A learner, without any label unless some are given.
   * @throws XpalError if an option is out of range or unknown.
   * @example (await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })).labels.count // 0
   */
  static override async create(options: LearnerOptions): Promise<Learner> {
    const parts = partsOf("Learner.create", options);
    return Learner.#open("Learner.create", parts, options.engine);
  }

  /**
   * The learner that `toJSON` wrote; it continues bit for bit. Only what its labels were earlier is forgotten where the kernel
   * does not learn, which a forecast looks at (`forecastState`).
   * @param own A kernel or strategy that is not this library's, and the engine, which are not part of the file.
   */
  static async fromJSON(
    json: LearnerJSON,
    own: { readonly kernel?: Kernel; readonly strategy?: Strategy; readonly engine?: EngineChoice } = {},
  ): Promise<Learner> {
    checkOptions("Learner.fromJSON", own, ["kernel", "strategy", "engine"], "own");
    const { learnerFromJSON } = await import("./learner-from-json.ts");
    return Learner.#open("Learner.fromJSON", learnerFromJSON(json, own), own.engine);
  }

  static async #open(who: string, parts: LearnerParts, engine: EngineChoice | undefined): Promise<Learner> {
    return new Learner(await openLearner(who, parts, chooseEngine(who, engine)));
  }
}

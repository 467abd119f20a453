// A strategy from its JSON form.
import { refuse } from "../check.ts";
import { type Matrix, matrix, numbersFromJSON } from "../matrix.ts";
import { type AlceOptions, alce } from "./alce.ts";
import { type EerOptions, eer } from "./eer.ts";
import { greedyAll } from "./greedy-all.ts";
import { type PalOptions, pal } from "./pal.ts";
import { type QbcOptions, qbc } from "./qbc.ts";
import { random } from "./random.ts";
import type { Strategy, StrategyJSON } from "./strategy.ts";
import { us } from "./us.ts";
import { type XpalOptions, xpal } from "./xpal.ts";

/**
 * The strategy that `strategy.toJSON()` described.
 * @throws XpalError if the name is unknown or an option is out of range.
 * @example strategyFromJSON({ name: "us", measure: "margin" }).name // "us"
 */
export function strategyFromJSON(json: StrategyJSON): Strategy {
  if (json === null || typeof json !== "object") refuse("strategyFromJSON", "json", "must be an object", json);
  const { name, ...options } = json;
  switch (name) {
    case "xpal":
      return xpal(options as XpalOptions);
    case "pal":
      return pal(options as PalOptions);
    case "us":
      return us(options);
    case "eer":
      return eer(options as EerOptions);
    case "qbc":
      return qbc(options as QbcOptions);
    case "alce":
      return alce(alceOptions(options));
    case "random":
      return random();
    case "greedyAll":
      return greedyAll(options as { truth: [] });
    default:
      return refuse(
        "strategyFromJSON",
        "json.name",
        "must name a strategy of this library",
        name,
        "pass your own strategy as an option",
      );
  }
}

/** Matrices come back from JSON with plain lists of numbers. */
function alceOptions({ cost, classPoints, predictionPoints, ...rest }: Record<string, unknown>): AlceOptions {
  return {
    ...rest,
    ...(cost === undefined ? {} : { cost: read("cost", cost) }),
    ...(classPoints === undefined
      ? {}
      : {
          embedding: {
            classPoints: read("classPoints", classPoints),
            predictionPoints: read("predictionPoints", predictionPoints),
          },
        }),
  };
}

function read(argument: string, json: unknown): Matrix {
  const { rows, cols, data } = (json ?? {}) as { rows: number; cols: number; data: number[] };
  return matrix(rows, cols, numbersFromJSON("strategyFromJSON", `json.${argument}.data`, data));
}

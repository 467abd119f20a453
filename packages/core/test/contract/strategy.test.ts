import { alce, eer, greedyAll, matrixFrom, pal, qbc, random, us, xpal } from "../../src/index.ts";
import { strategyContract, trialTruth } from "./strategy.ts";

strategyContract("xpal", () => xpal());
strategyContract("xpal with priors per class", () => xpal({ evaluationPrior: [0.1, 1, 2], candidatePrior: [3, 2, 1] }));
strategyContract("xpal with the candidate's own risk", () => xpal({ ownRisk: 1 }));
strategyContract("pal", () => pal());
strategyContract("pal with its options", () =>
  pal({ labelCount: 4, prior: [1, 2, 3], density: Array.from({ length: 11 }, (_, i) => (i === 10 ? 1 : i + 1)) }),
);
strategyContract("us by least confidence", () => us());
strategyContract("us by margin", () => us({ measure: "margin" }));
strategyContract("us by entropy", () => us({ measure: "entropy" }));
strategyContract("eer by zero-one loss", () => eer());
strategyContract("eer by log loss", () => eer({ loss: "log", epsilon: [0.1, 0.2, 0.3] }));
strategyContract("qbc", () => qbc({ memberCount: 5 }));
strategyContract("alce", () => alce());
strategyContract("alce with its options", () =>
  alce({
    cost: matrixFrom([
      [0, 1, 2],
      [1, 0, 1],
      [4, 1, 0],
    ]),
    bandwidth: 0.5,
    ridge: 0.1,
    seed: 3,
  }),
);
strategyContract("alce with a given embedding", () =>
  alce({
    embedding: {
      classPoints: matrixFrom([[0], [1], [2]]),
      predictionPoints: matrixFrom([[0.1], [1.1], [2.1]]),
    },
  }),
);
strategyContract("random", () => random());
strategyContract("greedyAll", () => greedyAll({ truth: [...trialTruth] }));

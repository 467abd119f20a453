// Several people who answer.
export { type Accuracies, type Accuracy, accuracies } from "../annotators/accuracies.ts";
export type { Answer } from "../annotators/answer.ts";
export { type AskWhomProblem, askWhom, type Question } from "../annotators/ask-whom.ts";
export {
  type Reliability,
  type ReliabilityPriors,
  type ReliabilityProblem,
  reliability,
} from "../annotators/reliability.ts";

// Texts of the card for a program that answers.
import { whole } from "../format.ts";

export const program = {
  title: "A program that answers",
  about:
    "Any OpenAI-compatible server, such as Ollama or vLLM on this machine, answers questions alongside people, under its own name. It can be wrong: it is also asked about items that people have answered, and this card shows how often it was right. Items that it is unsure about are left to people.",
  endpoint: "Address of the server",
  model: "Model",
  key: "Key, if the server needs one",
  sent: "Price of a million tokens sent",
  received: "Price of a million tokens received",
  count: "Items to ask it about",
  seconds: "Seconds that an answer may take",
  hour: "What an hour is worth, in the same currency",
  choose: "Ask it only where its answer is worth more than a person's: expected gain per cost, price and time together",
  agree: (host: string) => `Yes, send these items to ${host}`,
  begin: "Let it answer",
  goOn: "Let it go on all the same",
  stop: "Stop it",
  states: {
    working: "It is answering.",
    done: "It is done.",
    stopped: "It was stopped.",
    failed: "It failed.",
    poor: "It stopped and asks whether to go on: it is often wrong.",
  },
  did: ({ answered, asked, count }: { answered: number; asked: number; count: number }) =>
    `Asked about ${whole.format(asked)} of ${whole.format(count)} items: ${whole.format(answered)} answered, ${whole.format(asked - answered)} without an answer.`,
  cost: (amount: string) => `Cost so far, in the currency of its prices: ${amount}.`,
  saved: (seconds: number) =>
    `At the usual pace, people would have taken ${seconds < 120 ? `${whole.format(seconds)} s` : `${whole.format(Math.round(seconds / 60))} min`} for its answers.`,
  savedCost: (saved: number, amount: string) =>
    saved < 0
      ? `Its answers cost ${amount} more than people's would have, price and time together, in that currency.`
      : `Compared with people's answers it saved ${amount}, price and time together, in that currency.`,
  answerCost: (program: string, person: string) =>
    `One answer costs about ${program} from it and ${person} from a person, price and time together.`,
  left: (count: number) =>
    `It was not asked about ${whole.format(count)} more ${count === 1 ? "item" : "items"} that it could have answered: a person's answer is worth more there.`,
  ended: "It ended because none of the items compared last were for it.",
  unaudited: "How often it is right is not known yet: it has answered no item that a person has answered too.",
  of: "On items that people answered",
  right: "Right (90 % range), answers",
  all: "All classes",
};

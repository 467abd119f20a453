// Texts of the card for a program that answers.
import { whole } from "../format.ts";

export const program = {
  title: "A program that answers",
  about:
    "Any OpenAI-compatible server, such as Ollama or vLLM on this machine, answers beside people, under a name of its own. It may be wrong: it is asked about items that people have answered too, and how often it was right is told here. Items that it is unsure about are left to people.",
  endpoint: "Address of the server",
  model: "Model",
  key: "Key, if it takes one",
  sent: "Price of a million tokens sent",
  received: "and received",
  count: "Items to answer",
  agree: (host: string) => `Yes, send these items to ${host}`,
  begin: "Let it answer",
  stop: "Stop it",
  states: { working: "It is answering.", done: "It is done.", stopped: "It was stopped.", failed: "It failed." },
  did: ({ answered, count, declined }: { answered: number; count: number; declined: number }) =>
    `${whole.format(answered)} of ${whole.format(count)} answered, ${whole.format(declined)} left to people.`,
  cost: (amount: string) => `Cost so far: ${amount}.`,
  saved: (seconds: number) =>
    `At the usual pace, people would have taken ${seconds < 120 ? `${whole.format(seconds)} s` : `${whole.format(Math.round(seconds / 60))} min`} for its answers.`,
  unaudited: "How often it is right is not known before people have answered some items.",
  of: "On items of people",
  right: "Right (90 % range), answers",
  all: "All classes",
};

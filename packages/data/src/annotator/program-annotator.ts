// A program that answers questions as an annotator does, with an unknown error, a price and a speed, all of which are counted.
import { checkInteger, checkParts, reject } from "@xpal/core/check";
import { annotationPrompt } from "./annotation-prompt.ts";
import { type ChatOptions, chat } from "./chat-client.ts";
import { type AskingOffer, chatEndpoint, rejectAsking } from "./chat-endpoint.ts";
import { parseAnswer } from "./parse-answer.ts";
import type { AnnotationAnswer, AnnotationQuestion } from "./question.ts";

/** What tokens cost, in any currency, for a million of them. */
export interface TokenPrice {
  readonly sent: number;
  readonly received: number;
}

/** Which program is asked, and how. */
export interface ProgramOptions extends Omit<ChatOptions, "url"> {
  /** The address of an OpenAI-compatible server, such as http://localhost:11434/v1. */
  readonly endpoint: string;
  readonly price?: TokenPrice;
  /** How many questions are under way at a time; 4 by default. */
  readonly concurrency?: number;
  /** How many questions there will be in all, for the offer that is agreed to; those of the first call by default. */
  readonly planned?: number;
  /** Whether items may be sent to another machine; asked before the first one is. */
  readonly agree?: (offer: AskingOffer) => boolean;
  /** Hears how many questions are answered. */
  readonly onAnswer?: (done: number, total: number) => void;
}

/** What was asked so far. */
export interface ProgramAccount {
  readonly questions: number;
  readonly sentTokens: number;
  readonly receivedTokens: number;
  /** Null without a price. */
  readonly cost: number | null;
  /** Milliseconds of waiting for answers, those of questions at the same time added up. */
  readonly ms: number;
  /** Attempts beyond the first of each question. */
  readonly retries: number;
}

/** A program that can be asked. */
export interface ProgramAnnotator {
  /** Answers in the order of the questions. A question that cannot be answered ends it; `onEach` has heard the others. */
  ask(
    questions: readonly AnnotationQuestion[],
    onEach?: (at: number, answer: AnnotationAnswer) => void,
  ): Promise<AnnotationAnswer[]>;
  account(): ProgramAccount;
}

/** Text has about so many letters per token. */
const LETTERS_PER_TOKEN = 4;

/**
 * A program behind an OpenAI-compatible server; nothing is asked yet.
 * @throws XpalError if an option is out of range.
 * @example programAnnotator({ endpoint: "http://localhost:11434/v1", model: "llama3.2" }).account().questions // 0
 */
export function programAnnotator(options: ProgramOptions): ProgramAnnotator {
  checkParts("programAnnotator", "options", options, "an object", []);
  const { endpoint, price, concurrency = 4, planned, agree = () => false, onAnswer = () => {}, ...rest } = options;
  const { url, host, isLocal } = chatEndpoint(endpoint);
  if (rest.model === "") reject("annotate", "model", "must be the name of a model", rest.model);
  checkInteger("annotate", "concurrency", concurrency, 1, 64);
  for (const [name, value] of Object.entries(price ?? {})) {
    if (!(value >= 0 && Number.isFinite(value)))
      reject("annotate", `price.${name}`, "must be a number of at least 0", value);
  }
  let agreed = isLocal;
  const total = { questions: 0, sentTokens: 0, receivedTokens: 0, ms: 0, retries: 0 };

  async function answer(question: AnnotationQuestion): Promise<AnnotationAnswer> {
    const reply = await chat(annotationPrompt(question), { ...rest, url });
    total.questions++;
    total.sentTokens += reply.sentTokens;
    total.receivedTokens += reply.receivedTokens;
    total.ms += reply.ms;
    total.retries += reply.attempts - 1;
    if (reply.ended === "declined") return { label: null, because: "rejected" };
    if (reply.ended === "cut") return { label: null, because: "unreadable" };
    return parseAnswer(
      reply.text,
      question.classes.map(({ name }) => name),
    );
  }

  return {
    async ask(questions, onEach = () => {}) {
      if (!agreed) {
        const offer = offerOf(host, questions, planned ?? questions.length, price);
        if (!agree(offer)) rejectAsking(offer);
        agreed = true;
      }
      const answers: AnnotationAnswer[] = new Array(questions.length);
      let next = 0;
      let done = 0;
      let failed = false;
      const work = async () => {
        while (next < questions.length && !failed) {
          const at = next++;
          try {
            answers[at] = await answer(questions[at]);
          } catch (error) {
            failed = true; // the others end their question and begin no other
            throw error;
          }
          onEach(at, answers[at]);
          onAnswer(++done, questions.length);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: Math.min(concurrency, questions.length) }, work));
      for (const one of ended) if (one.status === "rejected") throw one.reason;
      return answers;
    },
    account: () => ({ ...total, cost: price === undefined ? null : costOf(total, price) }),
  };
}

function costOf(
  { sentTokens, receivedTokens }: { sentTokens: number; receivedTokens: number },
  price: TokenPrice,
): number {
  return (sentTokens * price.sent + receivedTokens * price.received) / 1e6;
}

/** What the questions would take, counted from their letters. */
function offerOf(
  host: string,
  questions: readonly AnnotationQuestion[],
  planned: number,
  price: TokenPrice | undefined,
): AskingOffer {
  const letters = questions
    .flatMap((question) => annotationPrompt(question))
    .reduce((sum, { content }) => sum + content.length, 0);
  const tokens = Math.ceil((letters / LETTERS_PER_TOKEN / questions.length) * planned);
  const cost = price === undefined ? null : costOf({ sentTokens: tokens, receivedTokens: 2 * planned }, price);
  return { host, questions: planned, tokens, cost };
}

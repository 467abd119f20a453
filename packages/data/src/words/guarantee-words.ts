// What checks guarantee, in sentences.
import { atMost, target } from "./percent.ts";

/** A bound above this says nothing. */
const MAX_TOLD = 0.9;

/** What checks have shown, as `guarantee` of the library gives it. */
export interface Guaranteed {
  readonly target: number;
  readonly reached: boolean;
  readonly bound: number | null;
  readonly checks: number;
  readonly wrong: number;
  readonly toGo: number;
  readonly open: number;
  readonly isLikely: boolean;
}

/** What the sentences are about. */
interface About {
  /** A share of wrong items, or where errors have costs what an item costs on average. */
  readonly of: "error" | "cost";
  /** What is labelled: "item" or "row". */
  readonly noun: string;
  /** How long an answer takes, where that is known. */
  readonly seconds?: number | null;
}

/** What is to be said of a guarantee. */
export interface GuaranteeWords {
  /** What is reached or missing. */
  readonly state: string;
  /** Whether checks are likely to succeed now; empty where none are needed. */
  readonly advice: string;
  /** What the checks so far guarantee. */
  readonly bound: string;
}

/**
 * A guarantee in words.
 * @example guaranteeWords({ target: 0.05, reached: false, bound: null, checks: 0, wrong: 0, toGo: 79, open: 500, isLikely: false }, { of: "error", noun: "row" }).bound // "No check has measured the error so far."
 */
export function guaranteeWords(found: Guaranteed, about: About): GuaranteeWords {
  const { reached, isLikely } = found;
  return {
    state: stateWords(found, about),
    advice: reached ? "" : isLikely ? "Likely to succeed now." : "Probably too early: label some more first.",
    bound: boundWords(found, about),
  };
}

function stateWords({ target: named, reached, toGo, open }: Guaranteed, about: About): string {
  const { of, noun, seconds = null } = about;
  if (open === 0) return `No ${noun} is open any more.`;
  const goal = of === "error" ? target(named) : digits.format(named);
  if (reached) return `You can stop: ${claim(about, goal)} (95 % confidence).`;
  const goalWords = of === "error" ? `${goal} error` : `a mean cost of ${goal}`;
  const duration = seconds === null ? "" : `, ${durationWords(toGo * seconds)}`;
  const missing = `about ${counted(toGo, "more check")}${duration}, if all are predicted rightly`;
  if (toGo <= open) return `To guarantee ${goalWords}: ${missing}.`;
  const are = `${counted(open, noun)} ${open === 1 ? "is" : "are"} open`;
  return `${goalWords[0].toUpperCase()}${goalWords.slice(1)} cannot be guaranteed here: it takes ${missing}, and ${are}.`;
}

function boundWords({ bound, checks, wrong }: Guaranteed, about: About): string {
  if (bound === null) return `No check has measured the ${about.of} so far.`;
  const results = `${counted(checks, "check")}, ${wrong} predicted wrongly`;
  if (about.of === "error" && bound > MAX_TOLD) return `${results}: they guarantee nothing yet.`;
  const most = about.of === "error" ? atMost(bound) : upTo(bound);
  return `${results}: ${claim(about, most)} (95 % confidence).`;
}

function claim({ of, noun }: About, most: string): string {
  return of === "error"
    ? `at most ${most} of the open ${noun}s are wrong`
    : `the open ${noun}s cost at most ${most} each on average`;
}

/** How long something takes, roughly. */
function durationWords(seconds: number): string {
  if (seconds < 20) return "a few seconds";
  if (seconds < 45) return "half a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes <= 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 6) / 10;
  return hours === 1 ? "an hour" : `${hours} hours`;
}

const digits = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** A cost that is not exceeded: three digits, wherever they begin, and up where there are more. */
function upTo(cost: number): string {
  const unit = 10 ** (Math.floor(Math.log10(cost)) - 2);
  return digits.format(Math.ceil(Number((cost / unit).toPrecision(12))) * unit);
}

function counted(count: number, one: string): string {
  return `${new Intl.NumberFormat("en").format(count)} ${one}${count === 1 ? "" : "s"}`;
}

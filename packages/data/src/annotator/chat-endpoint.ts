// Where a program answers. Items leave this machine only after a yes that was told the host and the cost, only encrypted,
// and never to another address than the one that was named.
import { checkNumber, reject, rejectState } from "@xpal/core/check";

/** What asking would do, to be agreed to. */
export interface AskingOffer {
  readonly host: string;
  readonly questions: number;
  /** About how many tokens would be sent. */
  readonly tokens: number;
  /** What they cost at least, in the currency of the prices; null where no price is known. */
  readonly cost: number | null;
}

/**
 * The address of an OpenAI-compatible server: what comes before `/chat/completions`.
 * @throws XpalError if it is no address, or leads over the network without encryption.
 * @example chatEndpoint("http://localhost:11434/v1/").isLocal // true
 */
export function chatEndpoint(text: string): { readonly url: string; readonly host: string; readonly isLocal: boolean } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const rule = "must be an address such as http://localhost:11434/v1";
  if (url === undefined || !/^https?:$/.test(url.protocol)) reject("annotate", "the endpoint", rule, text);
  if (url.username !== "" || url.password !== "") {
    reject("annotate", "the endpoint", `${rule}, without a name or password`); // which are not repeated here
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!isLocal && url.protocol !== "https:") {
    reject("annotate", "the endpoint", "must begin with https:// when it is not on this machine", text);
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, "")}/chat/completions`, host: url.host, isLocal };
}

/** Rejects to send items to another machine without a yes. */
export function rejectAsking({ host, questions, tokens, cost }: AskingOffer): never {
  const price =
    cost === null ? "at a price that is not known (--price tells it)" : `which costs ${money(cost)} or more`;
  const rule = `must be agreed to before items leave this machine: ${questions} questions of about ${tokens} tokens in all would go to ${host}, ${price}`;
  rejectState("annotate", "asking", rule, "agree with --yes");
}

/**
 * An amount with as many digits as it needs.
 * @example money(0.01234) // "0.012"
 */
export function money(amount: number): string {
  checkNumber("money", "amount", amount, 0);
  return amount >= 1 || amount === 0 ? amount.toFixed(2) : String(Number(amount.toPrecision(2)));
}

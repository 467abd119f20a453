// The address that the program prints carries a token that works once; whoever brings it begins a session of the owner.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const MAX_FAILURES = 10;
const MINUTE = 60_000;

/** The token of one server. */
export class StartLink {
  readonly #clock: () => Date;
  #token = newToken();
  #failures: number[] = [];

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** The token that logs in next. */
  get token(): string {
    return this.#token;
  }

  /**
   * Uses the token up. The right one is taken whatever was tried before: it cannot be guessed, and anybody can try.
   */
  use(token: string): "right" | "wrong" | "too many" {
    if (same(token, this.#token)) {
      this.#token = newToken();
      return "right";
    }
    const now = this.#clock().getTime();
    this.#failures = this.#failures.filter((at) => now - at < MINUTE);
    if (this.#failures.length >= MAX_FAILURES) return "too many";
    this.#failures.push(now);
    return "wrong";
  }
}

function newToken(): string {
  return randomBytes(24).toString("base64url");
}

/** Compares without telling by the time it takes where two texts differ. */
function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHmac("sha256", "compare").update(text).digest());
  return timingSafeEqual(left, right);
}

// Who may come in. The address that the program prints carries a token that works once; it is exchanged for a cookie
// that the page's scripts cannot read. The cookie is signed with a secret that is kept, so open pages survive a restart of
// the server.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const DAYS = 30;
const MOST_FAILURES = 10;
const MINUTE = 60_000;

/** Tokens and cookies of one server. */
export class Sessions {
  /**
   * The name of the cookie: browsers send cookies to every port of a machine, so two studios need two names. It belongs
   * to the secret, not to the port, so that open pages survive a restart on another one.
   */
  readonly cookieName: string;
  readonly #secret: Buffer;
  readonly #clock: () => Date;
  #token = randomBytes(24).toString("base64url");
  #failures: number[] = [];

  constructor(secret: Buffer, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
    this.cookieName = `xpal-studio-${createHmac("sha256", this.#secret).update("cookie name").digest("hex").slice(0, 12)}`;
  }

  /** The token that logs in next. */
  get token(): string {
    return this.#token;
  }

  /**
   * A cookie for the right token, which is then used up; "wrong" or "too many" otherwise. The right one is taken whatever was
   * tried before: it cannot be guessed, and anybody can try.
   */
  logIn(token: string): { cookie: string } | "wrong" | "too many" {
    const now = this.#clock().getTime();
    if (!same(token, this.#token)) {
      this.#failures = this.#failures.filter((at) => now - at < MINUTE);
      if (this.#failures.length >= MOST_FAILURES) return "too many";
      this.#failures.push(now);
      return "wrong";
    }
    this.#token = randomBytes(24).toString("base64url");
    return { cookie: this.#sign(now + DAYS * 24 * 60 * MINUTE) };
  }

  /** Whether a cookie was made here and has not expired. */
  admits(cookie: string | undefined): boolean {
    const until = Number(/^v1\.(\d{1,16})\./.exec(cookie ?? "")?.[1]);
    return until > this.#clock().getTime() && same(cookie ?? "", this.#sign(until));
  }

  #sign(until: number): string {
    const mark = createHmac("sha256", this.#secret).update(`v1.${until}`).digest("base64url");
    return `v1.${until}.${mark}`;
  }
}

/** Compares without telling by the time it takes where two texts differ. */
function same(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHmac("sha256", "compare").update(text).digest());
  return timingSafeEqual(left, right);
}

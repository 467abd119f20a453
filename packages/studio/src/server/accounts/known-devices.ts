// Cookies by which a browser shows that somebody has logged in with it before. They let nobody in: their own limit of wrong
// passwords counts for them, so that strangers who use up that of a name lock nobody out who was there before.
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { StudioSecret } from "../studio-secret.ts";
import { nameKey } from "./account.ts";

export const DEVICE_DAYS = 180;

/** The devices of a studio. Nothing is stored: their cookies carry a mark under the studio's secret. */
export class KnownDevices {
  readonly #secret: StudioSecret;
  readonly #clock: () => Date;

  constructor(secret: StudioSecret, clock: () => Date) {
    this.#secret = secret;
    this.#clock = clock;
  }

  /** A cookie for the device of somebody who has just logged in. */
  cookieFor(name: string): string {
    const id = randomBytes(12).toString("base64url");
    const until = this.#clock().getTime() + DEVICE_DAYS * 24 * 3600_000;
    return `${id}.${until}.${this.#mark(name, id, until)}`;
  }

  /** The id of the device, if its cookie was made for this name; else undefined. */
  idOf(cookie: string | undefined, name: string): string | undefined {
    const [, id, time, mark] = /^([\w-]{16})\.(\d{1,16})\.([0-9a-f]{64})$/.exec(cookie ?? "") ?? [];
    const until = Number(time);
    if (id === undefined || until <= this.#clock().getTime()) return undefined;
    return timingSafeEqual(Buffer.from(mark), Buffer.from(this.#mark(name, id, until))) ? id : undefined;
  }

  #mark(name: string, id: string, until: number): string {
    return this.#secret.mark("devices", JSON.stringify([nameKey(name), id, until]));
  }
}

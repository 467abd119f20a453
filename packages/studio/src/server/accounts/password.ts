// Passwords are kept as scrypt hashes with their parameters, so that these can grow without a break: 2^17, 8 and 1 are the
// least that OWASP's Password Storage Cheat Sheet recommends (2025). Hashing takes a good part of a second and 128 MB by design:
// only two run at once, and whoever comes when too many wait is told to come later.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { StudioError } from "../studio-error.ts";

/** 2 ** LOG_N blocks of 128 * R bytes. */
const [LOG_N, R, P] = [17, 8, 1];
const BYTES = 32;
const MAX_AT_ONCE = 2;
const MAX_WAITING = 40;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** A password as it is kept. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, LOG_N, R, P);
  return ["scrypt", LOG_N, R, P, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether a password is the one that was kept; with none to compare it takes as long and is false. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, logN, r, p, salt, hash] = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/.exec(kept ?? "") ?? [];
  if (hash === undefined) {
    await derive(password, Buffer.alloc(16), LOG_N, R, P);
    return false;
  }
  const found = await derive(password, Buffer.from(salt, "base64url"), Number(logN), Number(r), Number(p));
  const wanted = Buffer.from(hash, "base64url");
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}

async function derive(password: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new StudioError("too-many", "too many people are logging in; try again in a moment");
    await new Promise<void>((go) => waiting.push(go)); // whoever ends hands its turn over
  } else running++;
  try {
    return await new Promise((done, failed) => {
      const options = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r };
      // The same text typed on two keyboards is the same password.
      scrypt(password.normalize("NFKC"), salt, BYTES, options, (error, hash) => (error ? failed(error) : done(hash)));
    });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

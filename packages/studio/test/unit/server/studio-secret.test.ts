import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@xpal/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkSecret, StudioSecret, secretNotice, studioSecret } from "../../../src/server/studio-secret.ts";

const [ONE, OTHER] = ["a secret of more than 32 characters", "another one of more than 32 characters"];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("what is sealed", () => {
  const secret = new StudioSecret(ONE);
  const sealed = secret.seal("webhook", "a", "words");
  test("is read again for the same record and with the same secret only", () => {
    expect(secret.unseal("webhook", "a", sealed)).toBe("words");
    expect(new StudioSecret(ONE).unseal("webhook", "a", sealed)).toBe("words");
    expect(secret.unseal("webhook", "b", sealed)).toBeNull();
    expect(secret.unseal("program", "a", sealed)).toBeNull();
    expect(new StudioSecret(OTHER).unseal("webhook", "a", sealed)).toBeNull();
  });
  test("does not show the text, and is another one each time", () => {
    expect(Buffer.from(sealed.slice(3), "base64url").includes("words")).toBe(false);
    expect(secret.seal("webhook", "a", "words")).not.toBe(sealed);
  });
  test("is rejected once a byte of it was changed, or it was cut", () => {
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i] ^= 1;
      expect(secret.unseal("webhook", "a", `v1.${changed.toString("base64url")}`)).toBeNull();
      expect(secret.unseal("webhook", "a", `v1.${bytes.subarray(0, i).toString("base64url")}`)).toBeNull();
    }
    for (const text of ["", "words", "v1.", "v1.%"]) expect(secret.unseal("webhook", "a", text)).toBeNull();
  });
});

describe("the secret of a server", () => {
  const file = () => join(folder, "secret");
  test("is made at first use in a file for its owner alone, and found there afterwards", () => {
    const made = studioSecret(undefined, folder);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(studioSecret(undefined, folder).mark("x", "y")).toBe(made.mark("x", "y"));
    expect(studioSecret(readFileSync(file(), "utf8"), folder).mark("x", "y")).toBe(made.mark("x", "y")); // given elsewhere
  });
  test("that is given makes no file", () => {
    studioSecret(ONE, folder);
    expect(() => statSync(file())).toThrow(/ENOENT/);
  });
  test.each(["", "   ", "x".repeat(31), ` ${"x".repeat(31)} `])("is rejected when it is too short: %j", (given) => {
    expect(() => studioSecret(given, folder)).toThrow(/secret must have at least 32 characters; .*openssl rand/);
  });
  test("was replaced without a word when its file was damaged: it is rejected and left alone", () => {
    writeFileSync(file(), "cut");
    expect(() => studioSecret(undefined, folder)).toThrow(/secret: must have at least 32 characters; restore it/);
    expect(readFileSync(file(), "utf8")).toBe("cut");
  });
});

test("a server with another secret than the one before it is told so once, and databases are told apart", async () => {
  const store = await openStore(`sqlite:${join(folder, "studio.sqlite")}`);
  const [one, other] = [new StudioSecret(ONE), new StudioSecret(OTHER)];
  const checked = await Promise.all([one, one, one].map((secret) => checkSecret(store, secret)));
  expect(new Set(checked.map(({ id }) => id)).size).toBe(1);
  expect(checked.map(({ isOther }) => isOther)).toEqual([false, false, false]);
  const [{ id }] = checked;
  expect(await checkSecret(store, other)).toEqual({ id, isOther: true });
  expect(await checkSecret(store, other)).toEqual({ id, isOther: false });
  expect(JSON.stringify(await store.records.list("secret"))).not.toContain(OTHER);
  await store.close();
});

test.each([
  [false, 0, 0, null],
  [true, 0, 0, /^the database .* another secret, so people log in anew: set XPAL_SECRET [^.]*\.$/],
  [
    true,
    2,
    1,
    /anew, and 2 secrets of webhooks and 1 key of an LLM assistant cannot be decrypted: .* or enter these anew\.$/,
  ],
  [false, 0, 2, /^2 keys of LLM assistants cannot be decrypted: set XPAL_SECRET [^.]*\.$/],
])("what is told at the start says what was lost and what to do (%s, %i, %i)", (isOther, webhooks, keys, told) => {
  const notice = secretNotice(isOther, webhooks, keys);
  if (told === null) expect(notice).toBeNull();
  else expect(notice).toMatch(told);
});

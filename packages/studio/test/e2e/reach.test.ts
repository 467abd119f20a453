// Beyond this machine: TLS of its own, a proxy before it, and the rejection of anything else.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStudio } from "@xpal/studio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf } from "../../../store/test/folder-store.mjs";

const folder = mkdtempSync(join(tmpdir(), "xpal-tls-"));
const [tlsCert, tlsKey] = ["cert.pem", "key.pem"].map((name) => join(folder, name));
const hasOpenssl = makeCertificate();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A certificate that signs itself, for this machine; false where there is no openssl to make it. */
function makeCertificate(): boolean {
  const names = "subjectAltName=DNS:label.example.org,DNS:localhost,IP:127.0.0.1";
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext ${names}`;
  try {
    execFileSync("openssl", [...words.split(" "), "-keyout", tlsKey, "-out", tlsCert], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("a studio for other machines is rejected", () => {
  const rejectionOf = (options: object) =>
    startStudio({ dataDir: join(folder, "none"), port: 0, ...options }).then(
      (studio) => studio.close().then(() => "started"),
      (error: Error) => error.message,
    );
  test.each(["0.0.0.0", "::", "192.168.1.7", "label.example.org"])("without TLS on %s", async (host) => {
    expect(await rejectionOf({ host })).toBe(
      `startStudio: host must be 127.0.0.1 unless TLS protects passwords and answers on their way, got "${host}"; give --tls-cert and --tls-key, or --behind-proxy with the https address that people open`,
    );
  });
  test("with a proxy that people reach without TLS, or that is no address", async () => {
    for (const behindProxy of [
      "http://label.example.org",
      "label.example.org",
      "https://a.org/path",
      "https://u@a.org",
    ])
      expect(await rejectionOf({ host: "0.0.0.0", behindProxy })).toContain(
        "behindProxy must be the address that people",
      );
  });
  test("with half of a certificate, or files that are none", async () => {
    const text = join(folder, "text");
    writeFileSync(text, "nothing");
    expect(await rejectionOf({ host: "0.0.0.0", tlsCert: text })).toBe("startStudio: tlsKey must be given too");
    expect(await rejectionOf({ host: "0.0.0.0", tlsCert: text, tlsKey: text })).toContain(
      "tlsCert must be a file in PEM",
    );
    expect(await rejectionOf({ tlsCert: `${text}x`, tlsKey: text })).toContain(
      "tlsCert must be a file that can be read",
    );
  });
  test.skipIf(!hasOpenssl)("with a key of another certificate", async () => {
    const key = join(folder, "other.pem");
    execFileSync("openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key], { stdio: "ignore" });
    expect(await rejectionOf({ host: "0.0.0.0", tlsCert, tlsKey: key })).toContain("tlsKey must be the key of the");
  });
});

describe.skipIf(!hasOpenssl)("a studio with TLS", () => {
  let studio: Awaited<ReturnType<typeof startStudio>>;
  const dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-"));
  beforeAll(async () => {
    studio = await startStudio({ ...(await placeOf(dataDir)), port: 0, host: "127.0.0.1", tlsCert, tlsKey });
  });
  afterAll(async () => {
    await studio?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  function ask(path: string, host: string): Promise<{ status: number; headers: Record<string, unknown> }> {
    return new Promise((done, failed) => {
      const options = { host: "127.0.0.1", port: studio.port, path, headers: { host }, rejectUnauthorized: false };
      request(options, (response) => {
        response.resume();
        done({ status: response.statusCode ?? 0, headers: response.headers });
      })
        .on("error", failed)
        .end();
    });
  }

  test("prints and serves the names of its certificate, and no others", async () => {
    expect(studio.url).toMatch(/^https:\/\/label\.example\.org:\d+\/login\?token=/);
    expect((await ask("/health", `label.example.org:${studio.port}`)).status).toBe(200);
    expect((await ask("/health", `localhost:${studio.port}`)).status).toBe(200);
    expect((await ask("/health", `evil.example:${studio.port}`)).status).toBe(403);
  });
  test("sets cookies for TLS alone", async () => {
    const { pathname, search } = new URL(studio.url);
    const entered = await ask(pathname + search, `label.example.org:${studio.port}`);
    expect(entered.status).toBe(302);
    expect(String(entered.headers["set-cookie"])).toMatch(/; Secure/);
    expect(entered.headers["strict-transport-security"]).toBe("max-age=31536000");
  });
});

describe("a studio behind a proxy", () => {
  let studio: Awaited<ReturnType<typeof startStudio>>;
  const dataDir = mkdtempSync(join(tmpdir(), "xpal-studio-"));
  beforeAll(async () => {
    studio = await startStudio({ ...(await placeOf(dataDir)), port: 0, behindProxy: "http://localhost:8443" });
  });
  afterAll(async () => {
    await studio?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test("takes writes of the proxy's page", async () => {
    expect(studio.url).toMatch(/^http:\/\/localhost:8443\/login/);
    const base = `http://127.0.0.1:${studio.port}`;
    const entered = await fetch(studio.url.replace("http://localhost:8443", base), { redirect: "manual" });
    const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
    const write = (origin: string) =>
      fetch(`${base}/api/demos`, {
        method: "POST",
        headers: { origin, cookie, "content-type": "application/json" },
        body: JSON.stringify({ name: "iris" }),
      });
    expect((await write("http://localhost:8443")).status).toBe(200);
    expect((await write("http://evil.example")).status).toBe(403);
  });
  test("counts guesses by the address that the proxy tells", async () => {
    const base = `http://127.0.0.1:${studio.port}`;
    const guess = async (address: string) => {
      const headers = { origin: base, "content-type": "application/json", "x-forwarded-for": `6.6.6.6, ${address}` };
      const body = JSON.stringify({ name: "nobody here", password: "wrong" });
      return (await fetch(`${base}/api/session`, { method: "POST", headers, body })).status;
    };
    const tries = [];
    for (let i = 0; i < 11; i++) tries.push(await guess("10.0.0.1"));
    expect(tries).toEqual([...new Array(10).fill(401), 429]);
    expect(await guess("10.0.0.2")).toBe(401);
  });
});

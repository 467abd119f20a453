// `xpal studio --host` through the command: with TLS of its own, and behind a proxy. It listens on this machine only.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request as plainRequest } from "node:http";
import { request as tlsRequest } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "../../../../test/free-port.mjs";
import { placeWords } from "../../../store/test/folder-store.mjs";
import { MAIN, xpal } from "./run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-reach-"));
const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(folder, name));
const hasOpenssl = makeCertificate();
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) {
    const gone = new Promise((done) => void child.once("close", done));
    child.kill("SIGTERM");
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A certificate that signs itself; false where there is no openssl to make it. */
function makeCertificate(): boolean {
  const names = "subjectAltName=DNS:label.example.org,IP:127.0.0.1";
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test -addext ${names}`;
  try {
    execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts the command; resolves to the address that it prints, and the port that it listens on. */
async function start(name: string, ...words: string[]): Promise<URL> {
  const place = await placeWords(join(folder, name));
  const child = spawn(process.execPath, [MAIN, "studio", ...place, "--no-open", ...words]);
  children.push(child);
  let said = "";
  return new Promise((done, failed) => {
    child.stderr.on("data", (chunk) => failed(new Error(String(chunk))));
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const url = /https?:\S+/.exec(said)?.[0];
      if (url !== undefined) done(new URL(url));
    });
  });
}

interface Answer {
  readonly status: number;
  readonly cookie: string;
  readonly body: string;
}

function ask(port: string, path: string, host: string, isTls: boolean, cookie = ""): Promise<Answer> {
  const options = { host: "127.0.0.1", port, path, headers: { host, cookie }, rejectUnauthorized: false };
  return new Promise((done, failed) => {
    const sent = (isTls ? tlsRequest : plainRequest)(options, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => {
        const [set = ""] = response.headers["set-cookie"] ?? [];
        done({ status: response.statusCode ?? 0, cookie: set, body });
      });
    });
    sent.once("error", failed);
    sent.end();
  });
}

describe("xpal studio --host", () => {
  test.skipIf(!hasOpenssl)("with TLS serves the names of its certificate, with a cookie for https only", async () => {
    const url = await start("tls", "--host", "127.0.0.1", "--port", "0", "--tls-cert", cert, "--tls-key", key);
    expect(url.protocol).toBe("https:");
    const login = await ask(url.port, url.pathname + url.search, url.host, true);
    expect(login.status).toBe(302);
    expect(login.cookie).toContain("Secure");
    const named = `label.example.org:${url.port}`;
    const cookie = login.cookie.split(";")[0];
    expect((await ask(url.port, "/api/projects", named, true, cookie)).status).toBe(200);
    expect((await ask(url.port, "/api/projects", "evil.example.org", true, cookie)).status).toBe(403);
    await expect(ask(url.port, "/api/projects", named, false, cookie)).rejects.toThrow(); // no answer without TLS
  });

  test("behind a proxy serves the proxy's name, with a cookie for https only", async () => {
    const port = String(await freePort()); // the address that is printed is the proxy's
    const words = ["--host", "127.0.0.1", "--port", port, "--behind-proxy", "https://label.example.org"];
    const url = await start("proxy", ...words);
    expect(url.origin).toBe("https://label.example.org");
    const login = await ask(port, url.pathname + url.search, "label.example.org", false);
    expect(login.status).toBe(302);
    expect(login.cookie).toContain("Secure");
    const cookie = login.cookie.split(";")[0];
    expect((await ask(port, "/api/projects", "label.example.org", false, cookie)).status).toBe(200);
    expect((await ask(port, "/api/projects", "evil.example.org", false, cookie)).status).toBe(403);
  });

  test("beyond this machine is rejected without either, in one sentence", () => {
    const { code, out, err } = xpal(["studio", "--no-open", "--host", "0.0.0.0", "--data-dir", join(folder, "none")]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--behind-proxy");
    expect(err.trim().split("\n")).toHaveLength(1);
  });
});

// From where the server can be reached: this machine alone, or others over TLS, its own or that of a proxy before it.
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { StudioError } from "../studio-error.ts";

/** How to be reached from other machines. */
export interface ReachOptions {
  /** The address to listen on; 127.0.0.1 by default. Others need `tls` or `behindProxy`. */
  readonly host?: string;
  /** Files in PEM with the certificate chain and its key. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** The address that people open, such as "https://label.example.org", of a proxy that speaks TLS with them. */
  readonly behindProxy?: string;
}

/** Where a server listens and under which names. */
export interface Reach {
  readonly listenOn: string;
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Whether people come by https. */
  readonly secure: boolean;
  /** Whether a proxy says where requests come from. */
  readonly proxied: boolean;
  /** The addresses under which its pages may be opened, the best to print first. */
  origins(port: number): readonly string[];
}

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/**
 * Checks and reads how to be reached.
 * @throws StudioError if others could listen in, or a file or an address is wrong.
 */
export function reachOf({ host = "127.0.0.1", tlsCert, tlsKey, behindProxy }: ReachOptions): Reach {
  const local = LOOPBACK.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
  if (!/^[\w.:-]{1,255}$/.test(host)) throw rejection("host", "must be a name or an address of this machine", host);
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    const missing = tlsCert === undefined ? "tlsCert" : "tlsKey";
    throw new StudioError("bad-argument", `startStudio: ${missing} must be given too`);
  }
  if (!local && tlsCert === undefined && behindProxy === undefined) {
    const out = "give --tls-cert and --tls-key, or --behind-proxy with the https address that people open";
    throw rejection("host", "must be 127.0.0.1 unless TLS protects passwords and answers on their way", host, out);
  }
  const proxy = behindProxy === undefined ? null : publicOrigin(behindProxy);
  const tls = tlsCert === undefined ? null : readTls(tlsCert, tlsKey as string);
  const scheme = tls === null ? "http" : "https";
  const named = tls === null ? [] : namesIn(tls.cert);
  const isAny = ["0.0.0.0", "::"].includes(host);
  const own = [...(isAny || local ? [] : [host]), ...named];
  const names = [...new Set(local && named.length === 0 ? LOOPBACK : [...own, ...LOOPBACK])];
  return {
    listenOn: host,
    tls,
    secure: tls !== null || proxy?.startsWith("https:") === true,
    proxied: proxy !== null,
    origins: (port) => [
      ...(proxy === null ? [] : [proxy]),
      ...names.map((name) => new URL(`${scheme}://${isIP(name) === 6 ? `[${name}]` : name}:${port}`).origin),
    ],
  };
}

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.includes(url.hostname));
  if (bare && safe) return url.origin;
  throw rejection("behindProxy", 'must be the address that people open, such as "https://label.example.org"', text);
}

function readTls(certFile: string, keyFile: string): { cert: string; key: string } {
  const cert = readPem("tlsCert", certFile);
  const key = readPem("tlsKey", keyFile);
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    throw rejection("tlsCert", "must be a certificate in PEM", certFile);
  }
  if (Date.parse(certificate.validTo) < Date.now())
    throw rejection("tlsCert", `must not have expired, as it did on ${certificate.validTo}`, certFile);
  return { cert, key };
}

function readPem(argument: string, file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    if (text.includes("-----BEGIN ")) return text;
  } catch {
    throw rejection(argument, "must be a file that can be read", file);
  }
  throw rejection(argument, "must be a file in PEM", file);
}

/** The names that a certificate is for; those with a star cannot be compared and are left out. */
function namesIn(cert: string): string[] {
  const names = new X509Certificate(cert).subjectAltName ?? "";
  return [...names.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name]) => name).filter((n) => !n.includes("*"));
}

function rejection(argument: string, rule: string, value: string, wayOut?: string): StudioError {
  const out = wayOut === undefined ? "" : `; ${wayOut}`;
  return new StudioError("bad-argument", `startStudio: ${argument} ${rule}, got ${JSON.stringify(value)}${out}`);
}

// A server on a port: the one that was asked for, or the next free one; over TLS where that is set up.
import { createServer } from "node:https";
import { serve } from "@hono/node-server";
import { StudioError } from "../studio-error.ts";
import type { Reach } from "./reach.ts";

type Fetch = Parameters<typeof serve>[0]["fetch"];
/** A server that listens. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens on the port that is wanted, or on the first free one from the usual one upwards.
 * @param who The exported function that rejects.
 * @throws StudioError if the port is taken, or address or key do not fit.
 */
export async function listen(
  who: string,
  fetch: Fetch,
  reach: Reach,
  { first, wanted }: { first: number; wanted: number | undefined },
): Promise<Listening> {
  for (let port = wanted ?? first; ; port++) {
    try {
      return await listenOn(fetch, reach, port);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const taken = code === "EADDRINUSE";
      if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
        throw new StudioError(
          "bad-argument",
          `${who}: host must be an address of this machine, got ${JSON.stringify(reach.listenOn)}`,
        );
      if (/PEM|SSL|key values mismatch/i.test(message))
        throw new StudioError(
          "bad-argument",
          `${who}: tlsKey must be the key of the certificate, in PEM without a password`,
        );
      if (taken && wanted === undefined && port < first + 50) continue;
      throw new StudioError("bad-argument", `${who}: port must be free, got ${port}; choose another one`);
    }
  }
}

function listenOn(fetch: Fetch, { listenOn: hostname, tls }: Reach, port: number): Promise<Listening> {
  return new Promise((done, failed) => {
    const options = { fetch, port, hostname, ...(tls === null ? {} : { createServer, serverOptions: tls }) };
    const server = serve(options, (info) =>
      done({
        port: info.port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            // Live streams never end by themselves.
            if ("closeAllConnections" in server) setTimeout(() => server.closeAllConnections(), 200);
          }),
      }),
    );
    server.on("error", failed); // later ones change nothing: it goes on listening
  });
}

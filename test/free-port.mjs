// Ports for servers that must know theirs before they listen, or listen on it again after they were away.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the ports that systems give out by themselves (from 32768 on Linux, from 49152 elsewhere): a server or a connection of
// another test that takes any port cannot take this one meanwhile.
const [FIRST, LAST] = [12_000, 32_000];

/** A port of this machine that nobody listens on. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const isFree = await new Promise((resolve) => {
      const probe = createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

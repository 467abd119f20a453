// Where another labelling program is. Its items come from there and predictions go back, with a token that can do more than
// that; so another machine is spoken to only after a yes that names it.

import { StudioError } from "@xpal/studio/internal";
/**
 * The address of a server without what follows its path.
 * @throws StudioError if it is no address, carries a password, or leads to another machine without a yes.
 */
export function remoteAddress(text: string, yes: boolean): { readonly base: string; readonly host: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const rule = "must be an address such as http://localhost:8080";
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new StudioError("bad-argument", `bridge: --url ${rule}, got ${JSON.stringify(text)}`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new StudioError("bad-argument", `bridge: --url ${rule}, without a name or password`); // which is not repeated
  }
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!isLocal && !yes) {
    const how = url.protocol === "https:" ? "" : ", unencrypted";
    throw new StudioError(
      "bad-argument",
      `bridge: --url must be on this machine unless you agree: your token and predictions would go to ${url.host}${how}; agree with --yes`,
    );
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, "")}`, host: url.host };
}

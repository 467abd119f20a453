// Who is logged in at this page, and what that person may do.
import type { Me, SessionInfo } from "../../protocol/people.ts";
import { isAtLeast, type Role } from "../../protocol/roles.ts";
import { useAccountName } from "./annotator.svelte.ts";
import { type ApiError, get, isPassing } from "./api.ts";
import { BackOff } from "./back-off.ts";

/** Whoever came by the printed address, and whoever has a page without a server. */
const OWNER: Me = { name: null, role: "admin", via: "start" };

/** Where the windows of a browser, which share one cookie, note who is logged in: an account's name, or nothing for none. */
const KEY = "xpal-account";

interface Session {
  known: boolean;
  trouble: string;
  server: boolean;
  me: Me | null;
  accounts: boolean;
}

export const session = $state<Session>({
  known: false,
  /** Why the server did not say who this is; it is asked again. */
  trouble: "",
  /** Whether there is a server that knows people. */
  server: false,
  me: OWNER,
  accounts: false,
});

const backOff = new BackOff();
let again: ReturnType<typeof setTimeout> | undefined;

/** Asks the server who this is, until it answers: what waits in this browser is sent in the name of that person alone. */
export async function findMe(): Promise<void> {
  clearTimeout(again);
  try {
    const { me, accounts } = await get<SessionInfo>("/api/session");
    setMe(me);
    session.accounts = accounts;
    session.server = true;
    session.trouble = "";
    backOff.reset();
  } catch (error) {
    if (isPassing(error as ApiError)) {
      session.trouble = (error as ApiError).message;
      again = setTimeout(findMe, backOff.next());
      return;
    }
    localStorage.removeItem(KEY); // of an earlier answer; a page without a server knows no accounts
  }
  session.known = true;
}

export function setMe(me: Me | null): void {
  session.me = me;
  try {
    localStorage.setItem(KEY, me?.name ?? "");
  } catch {
    localStorage.removeItem(KEY); // full: no name is better than a former one
  }
  if (me !== null && me.name !== null) useAccountName(me.name);
}

/** Whether this account, or none where it is null, is logged in as far as this window and the others know. */
export function isLoggedIn(account: string | null): boolean {
  const noted = localStorage.getItem(KEY) ?? account ?? "";
  return (session.me?.name ?? null) === account && noted === (account ?? "");
}

/** Whether the person at this page has at least the rights of a role. */
export function mayAs(least: Role): boolean {
  return session.me !== null && isAtLeast(session.me, least);
}

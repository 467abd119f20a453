// Who is logged in at this page, and what that person may do.
import type { Me, SessionInfo } from "../../protocol/people.ts";
import { isAtLeast, type Role } from "../../protocol/roles.ts";
import { useAccountName } from "./annotator.svelte.ts";
import { type ApiError, get, isPassing } from "./api.ts";
import { BackOff } from "./back-off.ts";
import { setPageAccount } from "./page-account.ts";

/** Whoever came by the printed address, and whoever has a page without a server. */
const OWNER: Me = { name: null, role: "admin", via: "start" };

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
    // A page without a server knows no accounts.
  }
  session.known = true;
}

export function setMe(me: Me | null): void {
  session.me = me;
  setPageAccount(me);
  if (me !== null && me.name !== null) useAccountName(me.name);
}

/** Whether this window belongs to an account, or to none where it is null; the server rejects it if the browser does not. */
export function isLoggedIn(account: string | null): boolean {
  return (session.me?.name ?? null) === account;
}

/** Whether the person at this page has at least the rights of a role. */
export function mayAs(least: Role): boolean {
  return session.me !== null && isAtLeast(session.me, least);
}

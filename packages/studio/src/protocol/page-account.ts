// Requests of a page say whose page it is. (The page imports this file.)

/** The header. */
export const PAGE_ACCOUNT = "x-xpal-account";

/** The same in the query of an address that a browser loads by itself, without headers: downloads, images, live streams. */
export const PAGE_ACCOUNT_QUERY = "account";

/** The code of a rejection because somebody else is logged in by now. */
export const OTHER_ACCOUNT = "other-account";

/**
 * The header of a page that belongs to an account; null is whoever came by the printed address, who has none.
 * @example accountHeader("Zo\u00eb") // { "x-xpal-account": "Zo%C3%AB" }
 */
export function accountHeader(name: string | null): Record<string, string> {
  return { [PAGE_ACCOUNT]: encodeURIComponent(name ?? "") }; // headers take no other letters
}

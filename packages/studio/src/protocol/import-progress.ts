// What is done with a file that was brought, for the page that waits.

/** How far an import is: which work, and which share of it is done where that is known. */
export interface ImportProgress {
  readonly stage:
    | "receiving"
    | "unpacking"
    | "reading"
    | "downloading"
    | "describing"
    | "looking"
    | "preparing"
    | "ended";
  readonly share: number | null;
}

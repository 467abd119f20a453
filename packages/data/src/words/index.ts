// Words for what is known of an error, for the CLI and for the pages of the studio: an estimate is never called sure, and a guarantee
// says what it rests on; and the names of roles. It needs neither Node nor a browser.
export { chanceWords } from "./chance-words.ts";
export { COLUMN_ROLES } from "./column-roles.ts";
export { type Guaranteed, type GuaranteeWords, guaranteeWords } from "./guarantee-words.ts";
export { percent, target } from "./percent.ts";

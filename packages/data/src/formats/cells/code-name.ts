// Whether a column is named like codes, which may consist of digits but measure nothing: "zip" and "PLZ", "phone", "version".
import { nameWords } from "./name-words.ts";

const CODES: ReadonlySet<string> = new Set(
  (
    "zip zipcode postcode postalcode postal plz cep pincode cap phone telephone tel telefon mobile handy fax cell version ver release " +
    "isbn issn ean upc gtin iban bic ssn sku barcode ip ipaddress vin imei mac hash checksum commit plate kennzeichen " +
    "iccid naics sic cas doi orcid uri url matrikelnummer steuernummer kontonummer bankleitzahl blz telefonnummer postleitzahl"
  ).split(" "),
);

/** Words that keep a name from being one of codes: "phone_calls" counts calls. */
const LAST_ONLY: ReadonlySet<string> = new Set(["cell", "release", "cap", "mobile", "hash", "mac", "postal"]);

/**
 * Whether a name says that its column holds codes.
 * @example [namesCode("ZIP code"), namesCode("phone_calls"), namesCode("price")] // [true, false, false]
 */
export function namesCode(name: string): boolean {
  const words = nameWords(name).filter((word) => !/^\d+$/.test(word));
  if (words.length === 0) return false;
  const last = words[words.length - 1];
  if (words.length === 1) return CODES.has(last) && !LAST_ONLY.has(last);
  if (CODES.has(last) && !LAST_ONLY.has(last)) return true;
  return /^(?:code|number|nummer|no|nr|address|adresse)$/.test(last) && CODES.has(words[words.length - 2]);
}

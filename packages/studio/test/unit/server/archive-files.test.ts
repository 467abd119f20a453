import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { archiveFiles } from "../../../src/server/exchange/archive-files.ts";

test("images of a zip that Finder wrote had other names than in the table beside them", () => {
  const name = Buffer.from("Müller.png"); // in UTF-8, without the flag that says so
  const archive = Buffer.from(zipSync({ "nnnnnnn.png": new Uint8Array([1]), "names.csv": new Uint8Array([2]) }));
  for (let at = archive.indexOf("nnnnnnn.png"); at >= 0; at = archive.indexOf("nnnnnnn.png")) archive.set(name, at);
  expect([...archiveFiles(new Uint8Array(archive), 1000).files.keys()]).toEqual(["Müller.png", "names.csv"]);
});

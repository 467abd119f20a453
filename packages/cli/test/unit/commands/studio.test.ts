import { tmpdir } from "node:os";
import type { RebuiltProject } from "@xpal/studio";
import { expect, test, vi } from "vitest";
import { runHere } from "../run-here.ts";

const counts = { events: 6, labelled: 3, setAside: 0, overtaken: 0, repaired: [] };
const found: RebuiltProject[] = [];
vi.mock("@xpal/studio", () => ({ rebuildStudio: async () => found }));

test("a rebuild that could not read an event ended as if all was well", async () => {
  found.push({ id: "a", title: "Odd", ...counts, faults: ["event 4 of the log cannot be read"] });
  const { code, out, err } = await runHere(tmpdir(), ["studio", "rebuild"]);
  expect(out).toContain("Odd: not repaired: event 4 of the log cannot be read.");
  expect(err).toBe("xpal studio rebuild: the store has 1 project that could not be repaired completely\n");
  expect(code).toBe(2);
  found[0] = { ...found[0], faults: [] };
  expect(await runHere(tmpdir(), ["studio", "rebuild", "--json"])).toMatchObject({ code: 0, err: "" });
});

import { expect, test } from "vitest";
import { WASM_FUNCTIONS, type WasmExports, wasmCall } from "../../../../src/engine/memory/wasm-calls.ts";
import { wasmMemory, wasmModule, wasmOn } from "../../../../src/engine/memory/wasm-module.ts";

/** Functions that note what they are called with. */
const noted: number[][] = [];
const notes = Object.fromEntries(WASM_FUNCTIONS.map((name) => [name, (...numbers: number[]) => noted.push(numbers)]));
const call = wasmCall(notes as unknown as WasmExports);

test("the generated parameters are those of the compiled functions", async () => {
  const compiled = wasmOn(await wasmModule(), wasmMemory(1), () => {});
  for (const name of WASM_FUNCTIONS) call(name, {} as never);
  const generated = WASM_FUNCTIONS.map((name, i) => [name, noted[i].length]);
  expect(Object.entries(compiled).map(([name, of]) => [name, of.length])).toEqual(expect.arrayContaining(generated));
  expect(generated).toHaveLength(Object.keys(compiled).length);
});

test("arguments by name go to the places of their parameters, whatever their order", () => {
  call("addColumn", { length: 4, count: 3, column: 2, plane: 1 });
  expect(noted.at(-1)).toEqual([1, 2, 3, 4]);
});

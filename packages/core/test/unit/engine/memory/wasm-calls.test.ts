import { expect, test } from "vitest";
import { positional, WASM_FUNCTIONS, type WasmFunction } from "../../../../src/engine/memory/wasm-calls.ts";
import { wasmMemory, wasmModule, wasmOn } from "../../../../src/engine/memory/wasm-module.ts";

test("the generated parameters are those of the compiled functions", async () => {
  for (const kind of ["own", "shared"] as const) {
    const wasm = wasmOn(await wasmModule(kind), wasmMemory(kind, 1), () => {});
    const lengths = Object.entries(wasm).map(([name, compiled]) => [name, compiled.length]);
    const generated = WASM_FUNCTIONS.map((name) => [name, parameterCount(name)]);
    expect(lengths.sort()).toEqual(generated.sort());
  }
});

test("arguments by name go to the places of their parameters, whatever their order", () => {
  expect(positional("addColumn", { length: 4, count: 3, column: 2, plane: 1 })).toEqual([1, 2, 3, 4]);
});

function parameterCount(name: WasmFunction): number {
  return positional(name, {} as Parameters<typeof positional<typeof name>>[1]).length;
}

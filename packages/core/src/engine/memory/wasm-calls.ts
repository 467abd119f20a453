// Calls of the WASM functions by the names of their parameters, which the compiler checks: up to twenty numbers in a row
// cannot be told apart by a reader, or by a type.
import { IN_ORDER } from "./wasm-order.ts";
import type { ReturningFunction, WasmParameters } from "./wasm-parameters.ts";

/** The name of an exported function. */
export type WasmFunction = keyof WasmParameters;

/** Its arguments by name: addresses and numbers. */
export type WasmArguments<F extends WasmFunction> = {
  readonly [parameter in WasmParameters[F][number]]: number;
};

/** What it returns. */
export type WasmResult<F extends WasmFunction> = F extends ReturningFunction ? number : undefined;

/** The functions as WebAssembly exports them; call them through `callWasm`. */
export type WasmExports = Readonly<Record<WasmFunction, (...numbers: number[]) => number>>;

/** All functions in a fixed order, in which they have the same numbers in every thread. */
export const WASM_FUNCTIONS = Object.keys(IN_ORDER) as readonly WasmFunction[];

/** Calls a function. */
export function callWasm<F extends WasmFunction>(wasm: WasmExports, name: F, given: WasmArguments<F>): WasmResult<F> {
  return IN_ORDER[name](wasm, given) as WasmResult<F>;
}

/** Functions that return what they are called with. */
const ARGUMENTS = Object.fromEntries(WASM_FUNCTIONS.map((name) => [name, (...numbers: number[]) => numbers]));

/** The arguments of a call in the order of the parameters. */
export function positional<F extends WasmFunction>(name: F, given: WasmArguments<F>): number[] {
  return IN_ORDER[name](ARGUMENTS as Record<F, (...numbers: number[]) => number[]>, given);
}

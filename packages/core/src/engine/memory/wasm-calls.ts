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
type WasmResult<F extends WasmFunction> = F extends ReturningFunction ? number : undefined;

/** The functions as WebAssembly exports them; call them through `wasmCall`. */
export type WasmExports = Readonly<Record<WasmFunction, (...numbers: number[]) => number>>;

/** All functions. */
export const WASM_FUNCTIONS = Object.keys(IN_ORDER) as readonly WasmFunction[];

/** Calls a function with its arguments by name. */
export type WasmCall = <F extends WasmFunction>(name: F, given: WasmArguments<F>) => WasmResult<F>;

/** Calls of the functions of one instance. */
export function wasmCall(wasm: WasmExports): WasmCall {
  return <F extends WasmFunction>(name: F, given: WasmArguments<F>) => IN_ORDER[name](wasm, given) as WasmResult<F>;
}

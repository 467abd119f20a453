// The functions that xPAL needs on a pool with a plain kernel and equal costs: a fifth of the whole. A program begins with
// these; the whole kernel, which has them too, replaces them when something else is asked for (engine/fast/wasm-state.ts).
export { fillRows, scoreDense } from "./dense";
export { gainExactly, gainOfRow } from "./exactly";
export { addColumn, clear, gather, sumColumns } from "./frequencies";
export { finishFirst, finishGain, scoreLists, scoreTiles } from "./gain";
export { buildLists, sumFirst } from "./lists";
export { fillDistances, fillRow } from "./rows";

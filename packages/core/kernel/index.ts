// The WASM kernel of the exact engine: numbers in a memory that the host lays out, no allocation, no state. Every
// function takes addresses and counts; src/engine calls them. Nothing here uses fused or relaxed arithmetic, so all
// runtimes give the same bits.
export { fillRows, scoreDense } from "./dense";
export { gainExactly } from "./exactly";
export { addColumn, clear, gather } from "./frequencies";
export { finishFirst, finishGain, scoreLists, scoreTiles } from "./gain";
export { buildLists, sumFirst } from "./lists";
export { fillRow } from "./rows";

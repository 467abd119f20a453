// The WASM kernel of the exact engine: numbers in a memory that the host lays out, no allocation, no state. Every
// function takes addresses and counts; src/engine calls them. Nothing here uses fused or relaxed arithmetic, so all
// runtimes give the same bits.
export { factorise, solveFactorised } from "../kernel/cholesky";
export { fillColumns } from "../kernel/committee";
export { sumDiffering } from "../kernel/committee-counts";
export { scoreCommittee } from "../kernel/committee-scores";
export { fillRows, scoreDense } from "../kernel/dense";
export { lossExactly, sumConfidence } from "../kernel/eer";
export { gainExactly, gainOfRow } from "../kernel/exactly";
export { addColumn, clear, gather, sumColumns } from "../kernel/frequencies";
export { finishFirst, finishGain, scoreLists, scoreTiles } from "../kernel/gain";
export { greedyLists, greedyTiles } from "../kernel/greedy";
export { buildLists, sumFirst } from "../kernel/lists";
export { scorePal, sumRows } from "../kernel/pal";
export { memberColumns, mixRow, neighbourDistances } from "../kernel/mixture";
export { fillCuts } from "../kernel/mixture-cuts";
export { listMixture, listMixtureRow, scoreMixture, scoreMixtureLeft, scoreMixtureRow } from "../kernel/mixture-lists";
export { fillDistances, fillRow } from "../kernel/rows";

// The WASM kernel of the exact engine: numbers in a memory that the host lays out, no allocation, no state. Every
// function takes addresses and counts; src/engine calls them. Nothing here uses fused or relaxed arithmetic, so all
// runtimes give the same bits.
export { factorise, solveFactorised } from "./cholesky";
export { fillColumns } from "./committee";
export { costGainExactly, costGainOfRow } from "./cost-exactly";
export { scoreListsByCost, scoreTilesByCost } from "./cost-gain";
export { fillRows, lossExactly, sumConfidence } from "./eer";
export { gainExactly, gainOfRow } from "./exactly";
export { addColumn, clear, gather, sumColumns } from "./frequencies";
export { finishFirst, finishGain, scoreLists, scoreTiles } from "./gain";
export { canFlip, scoreGroupRow, scoreGroups } from "./group-gain";
export { canChangeByCost, scoreGroupRowByCost, scoreGroupsByCost } from "./group-cost";
export { addGroup, keepDistances, narrowRow } from "./group-rows";
export { fitMetric } from "./fit-metric";
export { greedyLists, greedyTiles } from "./greedy";
export { buildLists, sumFirst } from "./lists";
export { scorePal, sumRows } from "./pal";
export { memberColumns, mixRow } from "./mixture";
export { fillDistances, fillRow } from "./rows";

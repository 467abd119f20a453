// The entry point for browsers: everything that needs no file system. The Node entry point (index.ts) offers the same and more.

export { nearestName } from "@xpal/core/check";
export { type Accuracy, type AuditedAnswer, annotatorAccuracy } from "./annotator/annotator-accuracy.ts";
export { type AskingOffer, chatEndpoint, money } from "./annotator/chat-endpoint.ts";
export {
  type ProgramAccount,
  type ProgramAnnotator,
  type ProgramOptions,
  programAnnotator,
  type TokenPrice,
} from "./annotator/program-annotator.ts";
export type { AnnotatedClass, AnnotationAnswer, AnnotationQuestion } from "./annotator/question.ts";
export { bundled } from "./catalogue/bundled/bundled-in-browser.ts";
export { type BundledSet, bundledSets } from "./catalogue/bundled/bundled-set.ts";
export { balanceScale } from "./catalogue/generate/balance-scale.ts";
export { type CheckerboardOptions, checkerboard } from "./catalogue/generate/checkerboard.ts";
export { type ClustersOptions, clusters } from "./catalogue/generate/clusters.ts";
export { type ExampleBlobsOptions, exampleBlobs } from "./catalogue/generate/example-blobs.ts";
export type { LabelledPoints } from "./catalogue/generate/labelled-points.ts";
export { monks } from "./catalogue/generate/monks.ts";
export { type MoonsOptions, moons } from "./catalogue/generate/moons.ts";
export { ticTacToe } from "./catalogue/generate/tic-tac-toe.ts";
export { type CostTable, costWarnings, lossMatrixOf } from "./costs/cost-table.ts";
export { labelCostColumn, labelCostsOf } from "./costs/label-costs.ts";
export { readCostTable } from "./costs/read-cost-table.ts";
export type { EmbeddedBy } from "./embed/embedded-by.ts";
export type { Embedder } from "./embed/embedder.ts";
export type { ModelFiles } from "./embed/model-files.ts";
export type { OnnxRuntime, OnnxSession, OnnxTensor, TokenizerLibrary } from "./embed/onnx.ts";
export { openTextEmbedder } from "./embed/text-embedder.ts";
export type { CellForm } from "./formats/cells/cell-form.ts";
export type { CsvOptions } from "./formats/csv/csv-options.ts";
export { csvCells } from "./formats/csv/plain-cells.ts";
export { readCsv } from "./formats/csv/read-csv.ts";
export { relabelCsv } from "./formats/csv/relabel-csv.ts";
export { untypedText } from "./formats/csv/untyped-text.ts";
export {
  type CsvCell,
  type WriteCsvOptions,
  withoutApostrophe,
  writeCsv,
  writeRecords,
} from "./formats/csv/write-csv.ts";
export { withWrittenCells } from "./formats/csv/written-cells.ts";
export { parseFolder } from "./formats/folder/parse-folder.ts";
export { type Format, formatOf, type ParseOptions, parseTable } from "./formats/parse-table.ts";
export { checkReading, formatScope, type ReadingOption, type ReadingScope } from "./formats/reading-options.ts";
export { ENCODINGS, SEPARATORS, type SourceSettings, sourceSettings } from "./formats/source-settings.ts";
export { zipPaths } from "./formats/zip/zip-list.ts";
export { addImageVectors, type ImageVectorOptions } from "./images/add-image-vectors.ts";
export { fromBase64, toBase64 } from "./linear/base64.ts";
export { learnedOf, type Model, type ModelJSON, modelFromJSON, modelToJSON } from "./model/model-file.ts";
export {
  learnedModel,
  learnerOptions,
  type ModelKernel,
  type ModelSettings,
  modelFor,
  type TableModel,
} from "./model/model-for.ts";
export { needsAllRows, trainModel } from "./model/train-model.ts";
export { applyRecipe, encoderWidth, type PoolData } from "./recipe/apply-recipe.ts";
export { classesInTurn } from "./recipe/classes-in-turn.ts";
export { comparedColumns, featureColumns, withoutColumns } from "./recipe/column-choices.ts";
export { describeKernels, describeRecipe } from "./recipe/describe-recipe.ts";
export { fileWarnings, type LabelledFile } from "./recipe/file-warnings.ts";
export { type FittedRecipe, fitRecipe } from "./recipe/fit-recipe.ts";
export { guessLabel, labelClasses, labelCount } from "./recipe/guess-label.ts";
export { UNLABELLED } from "./recipe/label-encoder.ts";
export { labelText } from "./recipe/label-text.ts";
export {
  type LearnedColumn,
  type LearnedColumns,
  type LearnedColumnsState,
  learnedColumns,
  type UnusedColumn,
} from "./recipe/learned-columns.ts";
export { type LearningStart, learningFor } from "./recipe/learning-for.ts";
export {
  type ColumnRole,
  type Encoder,
  type FeatureGroup,
  type LabelRecipe,
  type LsaEncoder,
  type NumericEncoder,
  type OneHotEncoder,
  type Recipe,
  recipeFromJSON,
  type TfIdfEncoder,
  type VectorEncoder,
} from "./recipe/recipe.ts";
export type { RecipeOptions } from "./recipe/recipe-options.ts";
export type { Role } from "./recipe/role.ts";
export { sortNames } from "./recipe/sort-names.ts";
export type { TextOptions } from "./recipe/text-encoder.ts";
export { joinVectors, MATCHED_IN_ORDER } from "./table/join-vectors.ts";
export type { Notice } from "./table/notice.ts";
export { parseDate } from "./table/parse-date.ts";
export { repeatedRows } from "./table/repeated-rows.ts";
export { rowPlace } from "./table/row-place.ts";
export { type ColumnSummary, summariseTable, type TableSummary } from "./table/summarise-table.ts";
export {
  type Column,
  cellText,
  columnOf,
  type DateColumn,
  makeTable,
  type NumberColumn,
  type Table,
  type TextColumn,
  type VectorColumn,
  writtenText,
} from "./table/table.ts";
export { takeRows } from "./table/take-rows.ts";
export { type WordEvidence, type WordReader, wordEvidence, wordReader } from "./text/word-evidence.ts";

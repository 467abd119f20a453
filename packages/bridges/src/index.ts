// The package "@xpal/bridges": the order of labelling in Label Studio and Argilla.
export { type ArgillaBridgeOptions, startArgillaBridge } from "./argilla/start-argilla-bridge.ts";
export type { Bridge, BridgeEvents, BridgeReport } from "./bridge-report.ts";
export {
  type LabelStudioBridgeOptions,
  startLabelStudioBridge,
} from "./label-studio/start-label-studio-bridge.ts";

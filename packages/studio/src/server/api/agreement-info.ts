// How far the people of a project agree, from its log.
import type { AgreementInfo } from "../../protocol/agreement.ts";
import { agreementOf, confusionOf, isUnsettled } from "../../protocol/agreement-of.ts";
import { fleissKappa, krippendorffAlpha } from "../../protocol/all-agree.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { reliabilityOf } from "../projects/reliability-of.ts";

/** All measures of agreement. */
export function agreementInfo({ state }: OpenProject): AgreementInfo {
  return {
    ...krippendorffAlpha(state.opinions),
    fleiss: fleissKappa(state.opinions),
    pairs: agreementOf(state.opinions).map(({ names, ...rest }) => ({ ...rest, names: [names[0], names[1]] })),
    confusion: confusionOf(state),
    reliability: reliabilityOf(state),
    disputed: [...state.opinions.keys()].filter((item) => isUnsettled(state, item)).length,
  };
}

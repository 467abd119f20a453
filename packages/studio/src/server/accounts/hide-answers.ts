// The log, a look and the model as somebody gets them who must not know what others have answered: that an item is
// answered stays, since it is not asked again, and how is left out.
import type { ImportedAnswer, LoggedEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import { HIDDEN } from "../../protocol/hidden.ts";
import type { Look, Model } from "../../protocol/messages.ts";

/** An event without the answers of others. */
export function hideAnswers(event: LoggedEvent, name: string): LoggedEvent {
  const { kind, body } = event;
  if (kind === "import") {
    const answers = body.answers.map(([item, to, details]): ImportedAnswer => {
      if (details?.by === name) return [item, to, details];
      const by = details?.by === undefined ? {} : { by: details.by };
      return [item, hidden(to), { ...(details?.at === undefined ? {} : { at: details.at }), ...by }];
    });
    return { ...event, body: { ...body, answers } } as LoggedEvent;
  }
  if ((kind !== "answer" && kind !== "change") || body.by === name) return event;
  const { by } = body;
  const told = kind === "answer" ? { item: body.item, was: body.was } : { items: body.items };
  return { ...event, body: { ...told, to: hidden(body.to), ...(by === undefined ? {} : { by }) } } as LoggedEvent;
}

/** Whether somebody else has answered an item and this person has not. */
export function isHidden({ facts, opinions }: Readonly<Folded>, item: number, name: string): boolean {
  return facts.has(item) && opinions.get(item)?.has(name) !== true;
}

/** Whether somebody else has answered an item, whatever this person has said of it. */
function isAnsweredByOthers({ facts, opinions }: Readonly<Folded>, item: number, name: string): boolean {
  const fact = facts.get(item);
  return (fact !== undefined && fact.by !== name) || [...(opinions.get(item)?.keys() ?? [])].some((by) => by !== name);
}

/**
 * What the answers to an item would do, without what the model has learned from somebody else's answer to it: also after
 * this person's own, which they could still change.
 */
export function hideInLook(look: Look, state: Readonly<Folded>, name: string): Look {
  const near = look.near.filter(({ item }) => state.facts.get(item)?.by === name);
  if (!isAnsweredByOthers(state, look.item, name)) return { ...look, near, answers: withoutExamples(look.answers) };
  return { ...look, gain: 0, items: 0, predicted: 0, probability: 0, answers: null, near, learned: null, words: [] };
}

/** How good the model is, without the answers on checks. */
export function hideInModel(model: Model): Model {
  return { ...model, confusion: {}, curve: model.curve.map((point) => ({ ...point, real: null })), trueError: null };
}

function withoutExamples(answers: Look["answers"]): Look["answers"] {
  const without = Object.entries(answers ?? {}).map(([id, answer]) => [id, { ...answer, examples: [] }]);
  return answers === null ? null : Object.fromEntries(without);
}

function hidden(to: ImportedAnswer[1]): ImportedAnswer[1] {
  return to === null ? null : HIDDEN;
}

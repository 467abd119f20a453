// What a labelling configuration asks, and what it shows: the classes of one <Choices>, and the names under which tasks hold
// what people see.
import { StudioError } from "@xpal/studio/internal";
import { isWithin, type XmlTag, xmlTags } from "./xml-tags.ts";

/** What of a task people see. */
interface ShownValue {
  /** The key in the task's data. */
  readonly key: string;
  readonly kind: "text" | "html" | "table" | "media";
}

/** One question with a single answer. */
export interface LabellingConfig {
  readonly fromName: string;
  readonly toName: string;
  readonly classes: readonly string[];
  readonly shown: readonly ShownValue[];
}

const KINDS: Readonly<Record<string, ShownValue["kind"]>> = {
  ...{ Image: "media", Audio: "media", AudioPlus: "media", Video: "media", TimeSeries: "media", Pdf: "media" },
  ...{ HyperText: "html", Table: "table" },
};

/**
 * Reads a labelling configuration.
 * @param wanted The name of the <Choices> to answer; the first by default.
 * @throws StudioError if it has no question with a single answer.
 */
export function labellingConfig(xml: string, wanted?: string): LabellingConfig {
  const tags = xmlTags(xml);
  const all = tags.filter(({ name }) => name === "Choices");
  const choices = wanted === undefined ? all[0] : all.find(({ attributes }) => attributes.name === wanted);
  if (choices === undefined) throw noChoices(all, wanted);
  const { name, toName = "", choice = "single" } = choices.attributes;
  if (choice === "multiple")
    throw rejection(
      `<Choices name="${name}"> must take one answer per task, but it has choice="multiple"`,
      'change it to choice="single" under Settings, Labeling Interface',
    );
  const classes = tags
    .filter((tag) => tag.name === "Choice" && isWithin(tag, choices))
    .map(({ attributes }) => attributes.alias ?? attributes.value ?? "");
  if (name === undefined || new Set(classes).size < 2 || classes.includes(""))
    throw rejection(
      `<Choices> must have a name and at least two <Choice value="...">, but it has ${classes.length}`,
      "list the classes in the configuration; those that each task brings along cannot be learned",
    );
  return { fromName: name, toName: toName.split(",")[0].trim(), classes: [...new Set(classes)], shown: shownIn(tags) };
}

function shownIn(tags: readonly XmlTag[]): ShownValue[] {
  const shown = new Map<string, ShownValue>();
  for (const { name, attributes, parent } of tags) {
    if (name === "Choices" || name === "Choice" || parent?.name === "Choices") continue;
    const value = attributes.value ?? attributes.valueList ?? "";
    for (const [whole, key] of value.matchAll(/\$undefined\$|\$([\w.-]+)/g)) {
      const found = key ?? whole;
      if (!shown.has(found)) shown.set(found, { key: found, kind: KINDS[name] ?? "text" });
    }
  }
  return [...shown.values()];
}

function noChoices(all: readonly XmlTag[], wanted: string | undefined): StudioError {
  if (wanted !== undefined && all.length > 0) {
    const names = all.map(({ attributes }) => attributes.name).join(", ");
    return rejection(
      `--choices must name a <Choices> of the labelling configuration, got "${wanted}"`,
      `it has ${names}`,
    );
  }
  return rejection(
    "the labelling configuration must have a <Choices> tag, since the bridge learns one class per task",
    'add <Choices name="label" toName="..." choice="single"> under Settings, Labeling Interface',
  );
}

function rejection(rule: string, wayOut: string): StudioError {
  return new StudioError("bad-argument", `bridge: ${rule}; ${wayOut}`);
}

// The options that say how a file is read and what it is compared by: the same words in every command. What was said
// when the file was labelled is remembered (project/settings.ts) and filled in before a command begins.
import { existsSync } from "node:fs";
import { nearestName, reject } from "@xpal/core/check";
import type { Role } from "@xpal/data";
import { COLUMN_ROLES } from "@xpal/data/words";
import { type Command, Option } from "commander";
import { integer, list, positive } from "../options.ts";
import { KERNELS, type KernelName } from "../project/project-options.ts";
import { withMachineOptions } from "./machine-options.ts";
import { withReadingOptions } from "./reading-options.ts";

/** Adds the options to a command; commands that learn from people's labels take the learned kernel by default. */
export function withProjectOptions(command: Command, kernel: KernelName): Command {
  return withMachineOptions(withReadingOptions(withRecipeOptions(command, kernel)))
    .option("--no-remembered", "ignore the options that FILE.xpal.json remembers from labelling the file")
    .hook("preAction", async (_, action) => {
      await fillIn(action);
      await checkReading(action);
    });
}

function withRecipeOptions(command: Command, kernel: KernelName): Command {
  return command
    .option("-l, --label <column>", "the column that holds the labels; an empty cell is unlabelled")
    .option("--new-label", "the label column does not exist yet; its name may follow here instead of behind --label")
    .option("--classes <names>", "all classes, separated by commas, also those without a label yet", list("--classes"))
    .addOption(
      new Option(
        "--kernel <name>",
        "what makes rows similar: learned weighs columns and scales by the labels (for texts or images alone, the labels teach how to predict instead); auto is chosen by the columns and does not change, as in the paper",
      )
        .choices(KERNELS)
        .default(kernel),
    )
    .option(
      "--bandwidth <number>",
      "bandwidth of the RBF or Hamming kernel, or of the kernel that learning starts from; by default the mean rule's",
      positive("--bandwidth"),
    )
    .option(
      "--role <column=role>",
      `set the role of a column: ${COLUMN_ROLES.slice(0, -1).join(", ")} or ${COLUMN_ROLES.at(-1)}; may be repeated`,
      addRole,
    )
    .option(
      "--phrase <class=phrase>",
      "what a class means, such as 'billing=bills and payments'; predicts before the first answer where texts are in English, and saves about 30 answers; may be repeated",
      addPhrase,
    )
    .option("--phrases <file>", "the same for all classes: a table with the columns class and phrase")
    .option("--ignore <column>", "leave a column out of every comparison; may be repeated", addColumn)
    .option("--no-ignore", "leave no column out, although FILE.xpal.json remembers some")
    .option(
      "--pin <column>",
      "a column that always counts: the labels may give it more weight, never less; may be repeated",
      addColumn,
    )
    .option("--no-pin", "pin no column, although FILE.xpal.json remembers some")
    .addOption(
      new Option("--recipe <file>", "use a recipe that xpal inspect --write-recipe wrote").conflicts([
        "classes",
        "bandwidth",
        "role",
      ]),
    )
    .option(
      "--costs <file>",
      "what errors cost: a CSV table with one row per true class and one column per predicted class; rows are then chosen and predicted by expected cost",
    )
    .addOption(
      new Option(
        "--measure <name>",
        "mean: the error or cost is averaged over all rows; balanced: over the classes, so that rare classes count as much as frequent ones",
      ).choices(["mean", "balanced"]),
    )
    .option(
      "--label-cost <rule>",
      "what the label of a row costs, in minutes or money: a column, or a formula such as '2 + 1.5 * words(body) / 100'; rows are then chosen by gain per cost; a column given here on its own is not used as a feature unless --role says so",
    )
    .option(
      "--exact",
      "compare every open row over all rows; by default, samples of both are compared in tables of more than 4,000 rows",
    )
    .option("--seed <number>", "seed of all random choices", integer("--seed", 0), 0);
}

/** Fills in what the settings of the file remember, where the command line does not say otherwise. */
async function fillIn(command: Command): Promise<void> {
  const [file] = command.processedArgs as unknown[];
  if (typeof file !== "string" || !existsSync(file)) return;
  const { applySettings, readSettings, SETTING_KEYS } = await import("../project/settings.ts");
  const given = Object.fromEntries(
    SETTING_KEYS.filter((key) => command.getOptionValueSource(key) === "cli").map((key) => [
      key,
      command.getOptionValue(key),
    ]),
  );
  const remembered = command.getOptionValue("remembered") === false ? {} : readSettings(file);
  const applied = applySettings(file, given, remembered);
  // That the label column is new is only remembered: by now it may be there.
  for (const key of applied.used) if (key !== "newLabel") command.setOptionValue(key, remembered[key]);
  if (given.role !== undefined) command.setOptionValue("role", { ...remembered.role, ...given.role });
  command.setOptionValue("settings", applied);
}

/** The options that say how a table is read and concern some formats only. */
const READING = [
  ...(["separator", "decimal", "dateOrder", "missing", "encoding", "header", "ragged", "sheet", "array"] as const),
];

/** Rejects options that do not concern the files; the library is loaded only where there are such options. */
async function checkReading(command: Command): Promise<void> {
  const given = READING.filter((key) => command.getOptionValueSource(key) === "cli");
  const isPath = (value: unknown): value is string => typeof value === "string";
  if (given.length === 0) return;
  const { checkReadingOptions } = await import("../project/check-reading-options.ts");
  await checkReadingOptions(
    Object.fromEntries(given.map((key) => [key, command.getOptionValue(key)])),
    (command.processedArgs as unknown[]).filter(isPath),
    ["embeddings", "newEmbeddings"].map((key) => command.getOptionValue(key)).filter(isPath),
  );
}

const OTHER_WORDS: ReadonlyMap<string, Role> = new Map(
  Object.entries({
    ...{ number: "numeric", float: "numeric", integer: "numeric", int: "numeric", double: "numeric" },
    ...{ category: "categorical", factor: "categorical", nominal: "categorical", enum: "categorical" },
    ...{ string: "text", str: "text", picture: "image", photo: "image", file: "image", embedding: "vector" },
    ...{ index: "id", key: "id", ignore: "ignored", skip: "ignored", drop: "ignored", none: "ignored" },
  }),
);

function addColumn(name: string, before: readonly string[] | false = []): string[] {
  return [...new Set([...(before || []), name])];
}

function addPhrase(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  const phrase = text.slice(at + 1).trim();
  if (at < 1 || phrase === "") {
    reject(
      "xpal",
      "--phrase",
      "must be a class, an equals sign and a phrase, such as 'billing=bills and payments'",
      text,
    );
  }
  return { ...before, [text.slice(0, at)]: phrase };
}

function addRole(text: string, before: Record<string, Role> = {}): Record<string, Role> {
  const at = text.lastIndexOf("=");
  const role = text.slice(at + 1);
  if (at < 1) rejectRole("must be a column name, an equals sign and a role, such as age=numeric", text);
  if (!COLUMN_ROLES.some((one) => one === role)) {
    const near = OTHER_WORDS.get(role.toLowerCase()) ?? nearestName(role, COLUMN_ROLES);
    const wayOut = role === "label" ? "name the label column by --label" : `did you mean ${JSON.stringify(near)}?`;
    const rule = `must be one of ${COLUMN_ROLES.join(", ")} after the equals sign`;
    rejectRole(rule, role, near === undefined && role !== "label" ? undefined : wayOut);
  }
  return { ...before, [text.slice(0, at)]: role as Role };
}

function rejectRole(rule: string, value: string, wayOut?: string): never {
  reject("xpal", "--role", rule, value, wayOut);
}

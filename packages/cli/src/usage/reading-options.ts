// The options that say how a file is read.
import { type Command, Option } from "commander";
import { oneCharacter } from "../options.ts";

/** Adds the options to a command. */
export function withReadingOptions(command: Command): Command {
  return command
    .option(
      "--separator <character>",
      "the separator of a delimited text file; detected by default",
      oneCharacter("--separator"),
    )
    .addOption(new Option("--decimal <mark>", "the decimal mark; detected by default").choices([".", ","]))
    .addOption(
      new Option(
        "--date-order <first>",
        "which comes first in dates such as 01/02/2024; inferred from the column by default",
      ).choices(["day", "month"]),
    )
    .option(
      "--missing <word>",
      'a word for a missing value among numbers and dates, beside "NA", "unknown" and the like; may be repeated',
      addWord,
    )
    .option("--encoding <name>", "the encoding of a text file, such as windows-1252; detected by default")
    .option("--header", "the first line of a delimited text file has the column names; detected by default")
    .option("--no-header", "the first line of a delimited text file is data")
    .addOption(
      new Option("--ragged <how>", "what to do with lines that have more or fewer cells than the others").choices([
        "reject",
        "skip",
      ]),
    )
    .option("--sheet <name>", "which sheet of an XLSX file")
    .option("--array <name>", "which array of an NPZ file")
    .option("--embeddings <file>", "vectors for the rows: NPY, NPZ, or a table with a column of vectors")
    .option(
      "--embed <model>",
      "encode texts or images with an ONNX model: its folder, or a name such as Xenova/all-MiniLM-L6-v2 (texts) or onnx-community/dinov2-small (images, 24 MB); or sentences, the default for English texts, or none",
    )
    .option("--stream", "work on a sample of the file; always done for files larger than memory")
    .option("--yes-download", "agree to download the model of --embed if it is not on this machine");
}

function addWord(word: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, word])];
}

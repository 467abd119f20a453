// `xpal studio move`: all projects and accounts from one place to another.
import { amount } from "../terminal/amount.ts";
import { painter } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

/** What the options hold. */
export interface MoveFlags {
  readonly from: string;
  readonly to: string;
  readonly json?: true;
}

/** Copies all projects and accounts, and says what was copied. */
export async function move({ from, to, json }: MoveFlags, terminal: Terminal): Promise<void> {
  const { moveStudio } = await import("@xpal/studio");
  const report = await terminal.untilInterrupted((signal) => moveStudio(from, to, { signal }));
  if (json) {
    terminal.out.write(`${JSON.stringify(report)}\n`);
    return;
  }
  const { columns, colour } = terminal.out;
  const rows = report.projects.map(({ title, events, files, sha256, wasThere }) => [
    title,
    `${events}`,
    `${files}`,
    sha256.slice(0, 12),
    wasThere ? "was there" : "copied",
  ]);
  const head = ["project", "events", "files", "SHA-256", ""];
  if (rows.length > 0) {
    const lines = textTable(head, rows, { right: [1, 2], columns, paint: painter(colour) });
    terminal.out.write(`${lines.join("\n")}\n`);
  }
  if (report.keptRecords > 0) {
    terminal.out.write(
      `Accounts or settings that differ in the other place and were left as they are there: ${report.keptRecords}.\n`,
    );
  }
  for (const title of report.withFolder) {
    terminal.out.write(`${title}: its images are in a folder of this machine and stay there.\n`);
  }
  const copied = report.projects.filter(({ wasThere }) => !wasThere).length;
  terminal.out.write(
    `Done: ${amount(copied, "project")} and ${amount(report.records, "record")} copied, all of them read back and compared. The first place is left as it was.\n`,
  );
}

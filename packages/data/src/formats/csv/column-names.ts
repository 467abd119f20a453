// Names for columns: those of the file, made different from each other; "column3" for a third column without a name.
import type { Notice } from "../../table/notice.ts";

/** Names that are not empty and differ, and what was changed. */
export function columnNames(given: readonly string[], line = 1): { names: string[]; notices: Notice[] } {
  const taken = new Set(given.filter((name) => name.trim() !== ""));
  const used = new Set<string>();
  const notices: Notice[] = [];
  const names = given.map((raw, c) => {
    const name = raw.trim();
    if (name !== "" && !used.has(name)) {
      used.add(name);
      return name;
    }
    const base = name === "" ? `column${c + 1}` : name;
    let fresh = name === "" ? base : `${base}_2`;
    for (let n = 2; used.has(fresh) || taken.has(fresh); n++) fresh = `${base}_${n}`;
    used.add(fresh);
    const message =
      name === ""
        ? `line ${line}: column ${c + 1} has no name and is called ${JSON.stringify(fresh)}`
        : `line ${line}: the name ${JSON.stringify(name)} occurs again at column ${c + 1}, which is called ${JSON.stringify(fresh)}`;
    const code = name === "" ? "empty-name" : "duplicate-name";
    notices.push({ code, message, column: fresh, lines: [line] });
    return fresh;
  });
  return { names, notices };
}

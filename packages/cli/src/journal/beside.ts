// Where what belongs to a file lies: beside it, under its name and an ending. A file may be named by symbolic links, and
// answers to one file must not be in two places (docs/decisions/0467 and 0511).
import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { targetOf } from "../write-whole.ts";

/** The path beside a file as it is named, and the one beside the file itself where the name is a link. */
export function placesBeside(file: string, ending: string): string[] {
  const own = `${nameOf(file)}${ending}`;
  const real = `${targetOf(file)}${ending}`;
  const isThere = join(targetOf(dirname(own)), basename(own)) === real; // also where a folder above is a link
  return isThere || targetOf(own) === targetOf(real) ? [own] : [own, real];
}

/**
 * The one that is there, under one of these names or, as earlier versions began it, under that of another link to the file. If
 * none is, the path beside the file itself, or beside the link where nothing should be put beside the file.
 */
export function beside(file: string, ending: string): string {
  const [own, real = own] = placesBeside(file, ending);
  const found = [own, real].find((path) => existsSync(path));
  if (found !== undefined) return found;
  const others = besideLinks(file, ending);
  if (others.length === 1) return others[0];
  return takesNeighbours(file) ? real : own;
}

/**
 * What lies beside other links to a file; links are looked for where they are likely, in the file's own folder and in the
 * current one.
 */
export function besideLinks(file: string, ending: string): string[] {
  const real = targetOf(file);
  const own = targetOf(`${nameOf(file)}${ending}`);
  const found = new Map<string, string>();
  for (const folder of [".", dirname(real)]) {
    for (const name of namesIn(folder)) {
      const path = folder === "." ? name : join(folder, name);
      const link = path.slice(0, -ending.length);
      if (!name.endsWith(ending) || !isLink(link) || targetOf(link) !== real || targetOf(path) === own) continue;
      if (!found.has(targetOf(path))) found.set(targetOf(path), path);
    }
  }
  return [...found.values()];
}

/** The names that stores give their files: a hash of the content (DVC, Hugging Face), or a key with one (git-annex). */
const STORED = /^(?:[0-9a-f]{30,}|[A-Z0-9_]+-s\d+(?:-\w+)*--)/;

/**
 * Whether answers may lie beside a file: not where nobody may write, nor in a store, which removes what it does not know and
 * whose names nobody uses.
 */
export function takesNeighbours(file: string): boolean {
  const real = targetOf(file);
  if (STORED.test(basename(real))) return false;
  try {
    accessSync(dirname(real), constants.W_OK);
    return (statSync(real).mode & 0o222) !== 0; // a file that nobody may write, though its folder may be
  } catch {
    return false;
  }
}

/** The name without a separator at its end, which a folder may have. */
function nameOf(file: string): string {
  return file.replace(/[\\/]+$/, "");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // somebody else's folder, which may be used but not listed
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

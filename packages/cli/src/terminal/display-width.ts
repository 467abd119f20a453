// How wide text is in a terminal: wide characters and emoji take two columns, combining marks take no column.

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
let segmenter: Intl.Segmenter | undefined; // made when a text needs it: that takes tens of milliseconds

/**
 * The number of columns that a text takes.
 * @example displayWidth("日本") // 4
 */
export function displayWidth(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: printable ASCII needs no segmenter
  if (/^[\u0000-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const segment of graphemes(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** The segmenter takes time by the square of the length, so that a longer text is segmented part by part. */
const MAX_SEGMENTED = 1024;

function* graphemes(text: string): Iterable<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  for (let at = 0; at < text.length; ) {
    const part = text.slice(at, at + MAX_SEGMENTED);
    const goesOn = at + part.length < text.length;
    for (const { segment, index } of segmenter.segment(part)) {
      if (goesOn && index > 0 && index + segment.length === part.length) break; // what follows may belong to it
      yield segment;
      at += segment.length;
    }
  }
}

/** The text filled up with spaces to a width. */
export function padTo(text: string, width: number, side: "left" | "right" = "right"): string {
  const spaces = " ".repeat(Math.max(0, width - displayWidth(text)));
  return side === "right" ? text + spaces : spaces + text;
}

/** The text on one line of at most `width` columns, with control characters made visible. */
export function clip(text: string, width: number): string {
  const line = plain(text).replace(/\s+/g, " ").trim();
  if (line.length <= width && displayWidth(line) <= width) return line; // mostly, and without a segmenter
  let result = "";
  let used = 0;
  for (const segment of graphemes(line)) {
    used += displayWidth(segment);
    if (used > width) return `${result}…`;
    if (used < width) result += segment;
  }
  return line;
}

/** The text broken into lines of at most `width` columns, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of plain(text).split("\n")) {
    let line = "";
    for (const word of paragraph.split(/[ \t]+/)) {
      const joined = line === "" ? word : `${line} ${word}`;
      if (displayWidth(joined) <= width) {
        line = joined;
        continue;
      }
      if (line !== "") lines.push(line);
      line = "";
      for (const part of partsOf(word, width)) {
        if (line !== "") lines.push(line);
        line = part;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Text from a file must not move the cursor or change colours: control characters become their images. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  return text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 32 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });
}

/** A word in parts of at most `width` columns, each with at least one character. */
function* partsOf(word: string, width: number): Iterable<string> {
  let part = "";
  let used = 0;
  for (const segment of graphemes(word)) {
    const wide = displayWidth(segment);
    if (used + wide > width && part !== "") {
      yield part;
      part = "";
      used = 0;
    }
    part += segment;
    used += wide;
  }
  yield part;
}

// The little Markdown that guidelines need: headings, lists, code, bold, italics, links. It yields data, never HTML,
// so there is nothing to sanitise: what is not understood is shown as it was typed.

export interface InlinePart {
  readonly kind: "text" | "strong" | "em" | "code" | "link";
  readonly text: string;
  readonly href?: string;
}

export type MarkdownBlock =
  | { readonly kind: "heading" | "paragraph"; readonly parts: readonly InlinePart[] }
  | { readonly kind: "list"; readonly items: readonly (readonly InlinePart[])[] }
  | { readonly kind: "code"; readonly text: string };

/** The blocks of a text. */
export function markdownBlocks(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const pieces = text.replaceAll("\r\n", "\n").split(/(^```[^\n]*\n[\s\S]*?^```$)/m);
  for (const piece of pieces) {
    if (piece.startsWith("```")) {
      blocks.push({ kind: "code", text: piece.replace(/^```[^\n]*\n|\n?```$/g, "") });
      continue;
    }
    for (const block of piece.split(/\n\s*\n/)) {
      const lines = block.split("\n").filter((line) => line.trim() !== "");
      let plain: string[] = [];
      let items: InlinePart[][] = [];
      const end = () => {
        if (plain.length > 0) blocks.push({ kind: "paragraph", parts: inline(plain.join(" ")) });
        if (items.length > 0) blocks.push({ kind: "list", items });
        plain = [];
        items = [];
      };
      for (const line of lines) {
        const heading = /^#{1,6}\s+(.*)$/.exec(line);
        const item = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
        if (heading) {
          end();
          blocks.push({ kind: "heading", parts: inline(heading[1]) });
        } else if (item) {
          if (plain.length > 0) end();
          items.push(inline(item[1]));
        } else {
          if (items.length > 0) end();
          plain.push(line.trim());
        }
      }
      end();
    }
  }
  return blocks;
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g;

function inline(text: string): InlinePart[] {
  const parts: InlinePart[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) parts.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, code, strong, em, link, href] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    else parts.push({ kind: "link", text: link, href });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}

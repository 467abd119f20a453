// The little XML that spreadsheets need: elements in document order, their attributes and text. No entity but the five
// predefined ones and numbers, no document type.

/** The start or end of an element, or text between. */
export interface XmlEvent {
  readonly kind: "open" | "close" | "text";
  /** The element's name without its prefix, or the text. */
  readonly value: string;
  /** The attributes as written, for `attribute`. */
  readonly attributes: string;
}

/** The events of a document; an empty element gives both open and close. */
export function* xmlEvents(xml: string): Generator<XmlEvent> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf("<", at);
    const textEnd = open < 0 ? xml.length : open;
    if (textEnd > at) yield { kind: "text", value: unescapeXml(xml.slice(at, textEnd)), attributes: "" };
    if (open < 0) return;
    if (xml.startsWith("<![CDATA[", open)) {
      const end = endOf(xml, "]]>", open);
      yield { kind: "text", value: xml.slice(open + 9, end), attributes: "" };
      at = end + 3;
    } else if (xml.startsWith("<!--", open)) at = endOf(xml, "-->", open) + 3;
    else {
      const end = endOf(xml, ">", open);
      const tag = xml.slice(open + 1, end);
      at = end + 1;
      if (tag.startsWith("?") || tag.startsWith("!")) continue;
      if (tag.startsWith("/")) yield { kind: "close", value: localName(tag.slice(1)), attributes: "" };
      else {
        const name = /^[^\s/]+/.exec(tag)?.[0] ?? "";
        yield { kind: "open", value: localName(name), attributes: tag.slice(name.length) };
        if (tag.endsWith("/")) yield { kind: "close", value: localName(name), attributes: "" };
      }
    }
  }
}

/** A pattern for each attribute that was asked for: making one takes longer than finding the attribute. */
const patterns = new Map<string, RegExp>();

/** The value of an attribute, its prefix not counted. */
export function attribute({ attributes }: XmlEvent, name: string): string | undefined {
  if (!attributes.includes(name)) return undefined;
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const match = pattern.exec(attributes);
  return match === null ? undefined : unescapeXml(match[1] ?? match[2]);
}

function localName(name: string): string {
  return name.trim().slice(name.trim().indexOf(":") + 1);
}

function endOf(xml: string, mark: string, from: number): number {
  const end = xml.indexOf(mark, from);
  return end < 0 ? xml.length : end;
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : undefined;
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    return NAMED[name] ?? whole;
  });
}

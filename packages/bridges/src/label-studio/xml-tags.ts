// The tags of a labelling configuration, which is a small XML document without namespaces or declarations.

/** A tag with its attributes and what it stands in. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: XmlTag | null;
}

const MARKUP = /<!--[\s\S]*?-->|<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** All tags in the order of the document. */
export function xmlTags(text: string): XmlTag[] {
  const tags: XmlTag[] = [];
  const open: XmlTag[] = [];
  for (const [, closed, opened, attributes, single] of text.matchAll(MARKUP)) {
    const last = open.map(({ name }) => name).lastIndexOf(closed ?? "");
    if (closed !== undefined && last >= 0) open.length = last;
    if (opened === undefined) continue;
    const tag: XmlTag = { name: opened, attributes: attributesIn(attributes), parent: open.at(-1) ?? null };
    tags.push(tag);
    if (single !== "/") open.push(tag);
  }
  return tags;
}

/** Whether a tag stands inside of another one. */
export function isWithin(tag: XmlTag, outer: XmlTag): boolean {
  for (let at = tag.parent; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, double, single]) => [name, decoded(double ?? single)]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

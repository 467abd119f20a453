/** The still images of the figures by name, as SVG. */
export function stills(): Promise<Record<string, string>>;

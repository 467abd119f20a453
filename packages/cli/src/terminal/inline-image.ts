// Images inside a terminal, for the two protocols that are widely understood.

/** A way to draw an image: iTerm2's (also WezTerm, mintty) or Kitty's (also Ghostty), which takes PNG only. */
export type ImageProtocol = "iterm" | "kitty";

/** What the environment says the terminal can draw. */
export function imageProtocolOf(env: Readonly<Record<string, string | undefined>>): ImageProtocol | null {
  if (env.KITTY_WINDOW_ID !== undefined || env.TERM === "xterm-kitty" || env.TERM_PROGRAM === "ghostty") return "kitty";
  if (["iTerm.app", "WezTerm", "mintty"].includes(env.TERM_PROGRAM ?? "")) return "iterm";
  return null;
}

const KITTY_CHUNK = 4096;

/** The characters that draw an image file, or null when the protocol cannot show it. */
export function inlineImage(bytes: Uint8Array, protocol: ImageProtocol): string | null {
  const base64 = Buffer.from(bytes).toString("base64");
  if (protocol === "iterm") {
    return `\u001b]1337;File=inline=1;height=12;preserveAspectRatio=1:${base64}\u0007\n`;
  }
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
  if (!isPng) return null;
  let drawn = "";
  for (let at = 0; at < base64.length; at += KITTY_CHUNK) {
    const first = at === 0 ? "a=T,f=100,r=12," : "";
    const more = at + KITTY_CHUNK < base64.length ? 1 : 0;
    drawn += `\u001b_G${first}m=${more};${base64.slice(at, at + KITTY_CHUNK)}\u001b\\`;
  }
  return `${drawn}\n`;
}

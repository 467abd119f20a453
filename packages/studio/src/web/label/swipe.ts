// Swipes of one finger on the item: up and to the left. The card follows the finger, so that a movement can be seen before it
// counts, and taken back by going back.

export interface Swipes {
  readonly up: () => void;
  readonly left: () => void;
}

/** A movement this far counts when the finger leaves. */
const FAR = 80;
/** The card begins to follow behind this distance, so that a tap does not move it. */
const NEAR = 8;

/** A Svelte action that calls back on swipes; the mouse is not taken for a finger, and what scrolls is scrolled. */
export function swipe(node: HTMLElement, swipes: Swipes) {
  let start: { id: number; x: number; y: number; scrolls: boolean } | null = null;
  let fingers = 0;
  let current = swipes;
  const moved = (event: PointerEvent) => {
    if (start === null) return { dx: 0, dy: 0 };
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(dx) > Math.abs(dy)) return { dx: Math.min(0, dx), dy: 0 };
    return { dx: 0, dy: start.scrolls ? 0 : Math.min(0, dy) };
  };
  const put = (dx: number, dy: number) => {
    node.style.transform = dx === 0 && dy === 0 ? "" : `translate(${dx}px, ${dy}px)`;
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType !== "touch" || (event.target as Element).closest("button, a, input") !== null) return;
    fingers++;
    const inner = node.querySelector("article");
    const scrolls = inner !== null && inner.scrollHeight > inner.clientHeight + 1;
    start = fingers === 1 ? { id: event.pointerId, x: event.clientX, y: event.clientY, scrolls } : null;
    if (start === null) put(0, 0); // two fingers zoom
  };
  const move = (event: PointerEvent) => {
    if (start === null || event.pointerId !== start.id) return;
    const { dx, dy } = moved(event);
    if (Math.hypot(dx, dy) > NEAR) put(dx * 0.8, dy * 0.8);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerType !== "touch") return;
    fingers = Math.max(0, fingers - 1);
    if (start === null || event.pointerId !== start.id) return;
    const { dx, dy } = moved(event);
    start = null;
    put(0, 0);
    if (event.type !== "pointerup") return;
    if (dx < -FAR) current.left();
    else if (dy < -FAR) current.up();
  };
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up };
  const entries = Object.entries(listeners) as [keyof typeof listeners, (event: PointerEvent) => void][];
  for (const [name, listener] of entries) node.addEventListener(name, listener);
  return {
    update(next: Swipes) {
      current = next;
    },
    destroy() {
      for (const [name, listener] of entries) node.removeEventListener(name, listener);
    },
  };
}

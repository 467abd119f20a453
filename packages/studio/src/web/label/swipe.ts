// Swipes on a touch screen: a quick, mostly sideways movement.

export interface Swipes {
  readonly left: () => void;
  readonly right: () => void;
}

const FAR = 80;
const QUICK_MS = 500;

/** A Svelte action that calls back on swipes; the mouse is not taken for a finger. */
export function swipe(node: HTMLElement, swipes: Swipes) {
  let start: { x: number; y: number; at: number } | null = null;
  let current = swipes;
  const down = (event: PointerEvent) => {
    start = event.pointerType === "touch" ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
  };
  const up = (event: PointerEvent) => {
    if (start === null || event.timeStamp - start.at > QUICK_MS) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(dx) < FAR || Math.abs(dy) > Math.abs(dx) / 2) return;
    if (dx < 0) current.left();
    else current.right();
  };
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointerup", up);
  return {
    update(next: Swipes) {
      current = next;
    },
    destroy() {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointerup", up);
    },
  };
}

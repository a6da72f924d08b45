/** When a person last did anything on this page; what the page asks for by itself is nobody. */

let lastInputMs = Date.now();

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

if (typeof window !== 'undefined') {
  const note = () => {
    lastInputMs = Date.now();
  };
  // In the capture phase: a map or an editor may keep an event to itself.
  for (const input of inputs) window.addEventListener(input, note, { capture: true, passive: true });
}

export function idleSeconds(): number {
  return Math.max(0, Math.floor((Date.now() - lastInputMs) / 1000));
}

/** Someone said that they are here. */
export function noteInput(): void {
  lastInputMs = Date.now();
}

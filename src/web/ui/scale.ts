/** Designed for 1920×1080, scaled below 1680 px, the phone's layout below 992 px (specification §9). */
const scaledBelowPx = 1680;
export const mobileBelowPx = 992;
/** Smaller than this, letters would no longer be read. */
const leastScale = 0.86;

/** How large letters and controls are drawn in a window of this width, 1 being their designed size. */
export function scaleFor(widthPx: number): number {
  if (widthPx < mobileBelowPx || widthPx >= scaledBelowPx) return 1;
  return Math.max(leastScale, widthPx / scaledBelowPx);
}

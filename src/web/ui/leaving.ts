let leaving = false;

/** The router's word on each change of its state. */
export function noteLeaving(isLeaving: boolean): void {
  leaving = isLeaving;
}

/**
 * Whether another page is on its way. A page that writes its state into the address by itself (a view that came to
 * rest, words that are no longer typed) does not do so then: its write would take the place of that navigation, and
 * the user would stay where they were.
 */
export function isLeaving(): boolean {
  return leaving;
}

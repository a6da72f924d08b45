/** Where whoever has a duty is led; it is no page of the frame, whose every part would be refused to him. */
export const dutyPath = '/account/duty';

/** The way there from a page that he wanted, and back. */
export function dutyAddress(wanted: string): string {
  return `${dutyPath}?redirect=${encodeURIComponent(wanted)}`;
}

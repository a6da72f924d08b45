import { signInRequirementPath } from '#domain/identity/landing.ts';

/** The way to the page of a duty from a page that was wanted, and back. It is no page of the frame, whose every part would be refused. */
export function signInRequirementAddress(wanted: string): string {
  return `${signInRequirementPath}?redirect=${encodeURIComponent(wanted)}`;
}

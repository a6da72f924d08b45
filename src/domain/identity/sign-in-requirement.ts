/** What a signed-in user must do before they may do anything else. */
export type SignInRequirement = 'changePassword' | 'enrolSecondFactor';

/** What of a user decides whether they have a duty. */
export interface Standing {
  mustChangePassword: boolean;
  /** The user has a second factor. */
  secondFactor: boolean;
  /** One of their roles asks for a second factor. */
  secondFactorRequired: boolean;
}

/** The password comes first: until it is changed, whoever set it could enrol in their place. */
export function signInRequirementOf({
  mustChangePassword,
  secondFactor,
  secondFactorRequired,
}: Standing): SignInRequirement | null {
  if (mustChangePassword) return 'changePassword';
  return secondFactorRequired && !secondFactor ? 'enrolSecondFactor' : null;
}

/** Says with a refusal which duty stands in the way. */
export const signInRequirementHeader = 'x-clearway-duty';

/**
 * Sent by our own screens with each request: seconds since a person last did anything there. Polling is
 * nobody.
 */
export const idleHeader = 'x-clearway-idle';

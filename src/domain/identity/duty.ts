/** What a signed-in user must do before he may do anything else. */
export type Duty = 'changePassword' | 'enrolSecondFactor';

/** What of a user decides whether he has a duty. */
export interface Standing {
  mustChangePassword: boolean;
  /** He has a second factor. */
  secondFactor: boolean;
  /** One of his roles asks for a second factor. */
  secondFactorRequired: boolean;
}

/** The password comes first: until it is changed, whoever set it could enrol in his place. */
export function dutyOf({ mustChangePassword, secondFactor, secondFactorRequired }: Standing): Duty | null {
  if (mustChangePassword) return 'changePassword';
  return secondFactorRequired && !secondFactor ? 'enrolSecondFactor' : null;
}

/** Says with a refusal which duty stands in the way. */
export const dutyHeader = 'x-clearway-duty';

/** Sent by our own screens with each request: seconds since a person last did anything there. Polling is nobody. */
export const idleHeader = 'x-clearway-idle';

import type { Text } from '#domain/text/errors.ts';
import type { SessionPolicy } from './session-policy.ts';

/** Longest password that may be set. */
export const longestPassword = 128;

export type PasswordPolicy = Pick<
  SessionPolicy,
  'passwordMinLength' | 'passwordClasses' | 'passwordNotUserName'
>;

const classes = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u];

/** A name of one or two letters is in many a good password. */
const shortestNameLookedFor = 3;

/** Every rule that a new password breaks. Whether it was used before is known only by hashes, on the server. */
export function passwordErrors(password: string, userName: string, policy: PasswordPolicy): Text[] {
  const errors: Text[] = [];
  if ([...password].length < policy.passwordMinLength) {
    errors.push({ key: 'session.passwordTooShort', values: { length: policy.passwordMinLength } });
  }
  if (classes.filter((kind) => kind.test(password)).length < policy.passwordClasses) {
    errors.push({ key: 'session.passwordTooPlain', values: { count: policy.passwordClasses } });
  }
  if (policy.passwordNotUserName && holdsName(password.toLowerCase(), userName.toLowerCase())) {
    errors.push({ key: 'session.passwordIsUserName' });
  }
  return errors;
}

function holdsName(password: string, name: string): boolean {
  if (name === '') return false;
  return name.length < shortestNameLookedFor ? password === name : password.includes(name);
}

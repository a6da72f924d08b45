import { passwordErrors } from '#domain/identity/password-rules.ts';
import { defaultSessionPolicy } from '#domain/identity/session-policy.ts';
import { AppError } from '#domain/text/errors.ts';

/** Refuses a password that breaks a rule, at its field. Of an account that has none yet: nothing was used before. */
export function assertPassword(
  password: string,
  field: string,
  userName = '',
  policy = defaultSessionPolicy,
): void {
  const errors = passwordErrors(password, userName, policy);
  if (errors.length === 0) return;
  throw new AppError(
    'validation',
    { key: 'common.validation' },
    { fields: errors.map((text) => ({ field, text })) },
  );
}

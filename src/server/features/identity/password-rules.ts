import { passwordFaults } from '#domain/identity/password-rules.ts';
import { defaultSessionPolicy } from '#domain/identity/session-policy.ts';
import { AppError } from '#domain/text/errors.ts';

/** Refuses a password that breaks a rule, at its field. Of an account that has none yet: nothing was used before. */
export function assertPassword(
  password: string,
  field: string,
  userName = '',
  policy = defaultSessionPolicy,
): void {
  const faults = passwordFaults(password, userName, policy);
  if (faults.length === 0) return;
  throw new AppError(
    'validation',
    { key: 'common.validation' },
    { fields: faults.map((text) => ({ field, text })) },
  );
}

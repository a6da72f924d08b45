import { AppError, type Text } from '../../domain/errors.ts';

/** Shortest password that may be set. */
export const minimumPasswordLength = 8;

/** Refuses a password that is too short or of one kind of character only. */
export function assertPassword(password: string, field: string): void {
  const text = passwordProblem(password);
  if (text) throw new AppError('validation', { key: 'common.validation' }, { fields: [{ field, text }] });
}

export function passwordProblem(password: string): Text | null {
  if (password.length < minimumPasswordLength) {
    return { key: 'session.passwordTooShort', values: { length: minimumPasswordLength } };
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  return kinds < 2 ? { key: 'session.passwordTooPlain' } : null;
}

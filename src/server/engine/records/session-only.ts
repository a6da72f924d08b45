import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Record types that only a session writes, never an API token. */
export const sessionOnly = ['user', 'role'];

export function refuseToken(resource: string, { token }: Caller): void {
  if (token && sessionOnly.includes(resource)) throw new AppError('forbidden', { key: 'tokens.sessionOnly' });
}

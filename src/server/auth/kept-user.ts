import { adminPermission } from '../../domain/access.ts';
import { AppError } from '../../domain/errors.ts';
import type { Caller } from '../caller.ts';
import type { Records } from '../records/records.ts';
import type { Accounts } from './accounts.ts';

/**
 * A user whose sign-in the caller may look after: among his rows (404 otherwise), and no administrator unless he is
 * one himself (403): who could set an administrator's password would be one.
 */
export type KeptUser = (caller: Caller, userId: number) => Promise<{ id: number; userName: string }>;

export function createKeptUser(deps: { records: Records; accounts: Accounts }): KeptUser {
  const { records, accounts } = deps;
  return async (caller, userId) => {
    const user = await records.get(caller, 'user', userId);
    const actor = await accounts.actor(userId);
    if (actor?.permissions.includes(adminPermission) && !caller.actor.permissions.includes(adminPermission)) {
      throw new AppError('forbidden', { key: 'session.outranked' });
    }
    return { id: userId, userName: String(user.userName) };
  };
}

import type { Records } from '#server/engine/records/records.ts';
import { asCaller } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/**
 * A user whose sign-in the caller may look after: among their rows (404 otherwise), and one who holds no more
 * than they do (403): who could set the password of another would hold what the other holds.
 */
export type ManageableUser = (caller: Caller, userId: number) => Promise<{ id: number; userName: string }>;

export function createManageableUser({ records }: { records: Records }): ManageableUser {
  return async (caller, userId) => {
    const user = await records.transaction((transaction) =>
      records.lockForChange(caller, 'user', userId, asCaller(transaction)),
    );
    return { id: userId, userName: user.userName };
  };
}

/**
 * What `lockoutEndAt` of a user holds while an administrator has locked them: no time that comes by itself.
 */
export const lockedForGood = '9999-12-31T00:00:00.000Z';

/** From here on an end of a lock-out is not a time but an administrator's word. UTC. */
const never = '9000-01-01T00:00:00.000Z';

/** Locked by an administrator, until one unlocks them. */
export function isLockedForGood(lockoutEndAt: unknown): boolean {
  return typeof lockoutEndAt === 'string' && lockoutEndAt >= never;
}

/** Locked now, by an administrator or after wrong passwords. `now`: UTC ISO 8601. */
export function isLockedAt(lockoutEndAt: unknown, now: string): boolean {
  return typeof lockoutEndAt === 'string' && lockoutEndAt > now;
}

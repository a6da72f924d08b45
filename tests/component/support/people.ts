import type { Actor } from '#domain/identity/access.ts';
import { roles } from '#server/seed/data/roles.ts';
import { admin } from './mount.tsx';

/** A user of one of the roles that the product begins with. */
export function person(role: string, values: Partial<Actor> = {}): Actor {
  const permissions = roles.find(({ name }) => name === role)?.permissions;
  if (!permissions) throw new Error(`${role} is not a role`);
  return { ...admin, userId: 2, userName: 'somebody', name: '某人', roles: [role], permissions, ...values };
}

import { type Actor, boundToCompanies } from '#domain/identity/access.ts';

interface Connected {
  userId: number;
  name: string;
  /** Companies whose rows the user sees; none: of a body. Absent: not known, and shown to bodies alone. */
  companyIds?: readonly number[] | undefined;
}

/**
 * Of those who are connected, whom an actor may know of: a body everybody, a company its own users and bodies, as with
 * the contacts of its rooms.
 */
export function onlineFor(actor: Actor, users: readonly Connected[]): { userId: number; name: string }[] {
  const isKnown = ({ companyIds }: Connected) =>
    companyIds !== undefined &&
    (companyIds.length === 0 || companyIds.some((id) => actor.companyIds.includes(id)));
  const known = boundToCompanies(actor) ? users.filter(isKnown) : users;
  return known.map(({ userId, name }) => ({ userId, name }));
}

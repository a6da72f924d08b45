/** What the token of an invitation begins with. */
export const invitationMark = 'cwi_';

/** In the part of an address that is sent to no server: the sign-in page takes it from there. */
const fragment = '#invitation=';

/** The address by which an invited user sets their first password. */
export function invitationPath(token: string): string {
  return `/login${fragment}${token}`;
}

/** The token in the fragment of an address; null: there is none. */
export function invitationIn(hash: string): string | null {
  return hash.startsWith(fragment) ? hash.slice(fragment.length) : null;
}

/** Whoever has signed in keeps their password; who is not active could not use it. */
export function mayBeInvited(user: Readonly<Record<string, unknown>>): boolean {
  return user.isActive === true && typeof user.lastLoginAt !== 'string';
}

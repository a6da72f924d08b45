import type { SignInRequirement } from './sign-in-requirement.ts';

/** Where a signed-in user who must first change the password or enrol a second factor is led. */
export const signInRequirementPath = '/account/duty';

/** The first page after signing in at the root, by role (specification §2); others go on to the requested path. */
export function landingPath(roles: readonly string[], wanted: string): string {
  if (wanted !== '/') return wanted;
  if (roles.some((role) => role === 'OM' || role === 'ATMB' || role === 'AGENT')) return '/situation/dynamic';
  if (roles.includes('AIW')) return '/situation/situationmap';
  return '/home';
}

/**
 * `redirect` of the login result (specification §3): a path of this site, to which a client goes that was not on its
 * way to another page.
 */
export function signInRedirect(
  roles: readonly string[],
  signInRequirement: SignInRequirement | null,
): string {
  return signInRequirement ? signInRequirementPath : landingPath(roles, '/');
}

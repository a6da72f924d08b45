/** The navigation guard of specification §2, as values: no router in it, so that a table can test it. */

/** Paths that need no token. Below `/redirect/` the target is guarded itself. */
export const publicPaths = [
  '/login',
  '/auth-redirect',
  '/reg',
  '/auth',
  '/pilot',
  '/aircraft',
  '/permission/bindCode',
  '/permission/mapApp',
  '/permission/mapAPPno1',
  '/permission/mapshow',
  '/baseManage/addaircraft',
  '/baseManage/aircraftDetail',
  '/pilotManage/addPilot',
  '/pilotManage/pilotDetail',
  '/preview',
  '/verify',
  '/404',
  '/401',
] as const;

export function isPublic(pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return publicPaths.some((known) => known.toLowerCase() === path.toLowerCase());
}

/** Only paths of this very site: a link may not send someone who signs in to another host. */
export function safePath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || path.startsWith('//') || path.includes('\\')) return null;
  for (const character of path) if (character < ' ') return null;
  return path;
}

/** Where a visit must go instead; null: it may go on. */
export function guarded(pathname: string, search: string, hasToken: boolean): string | null {
  if (hasToken) return pathname === '/login' ? '/' : null;
  if (isPublic(pathname)) return null;
  return `/login?redirect=${encodeURIComponent(pathname + search)}`;
}

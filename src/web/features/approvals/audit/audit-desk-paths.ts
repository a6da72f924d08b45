import { holdsPermission } from '#web/client/access.ts';
import { desks } from './audit-desks.ts';

/** The desk of a type, for whom it is open. */
export function deskPathOf(resource: string): string | undefined {
  const desk = desks[resource];
  return desk && holdsPermission(desk.permission) ? desk.path : undefined;
}

/** Somebody who decides on anything. */
export function auditsAnything(): boolean {
  return Object.values(desks).some(({ permission }) => holdsPermission(permission));
}

import { kindsOf } from '#domain/record/files.ts';
import type { Resource } from '#domain/record/resource.ts';
import { type Actor, holds } from './access.ts';

/** The kinds whose files are not there for them, although they may read the record. */
export function closedKinds(actor: Pick<Actor, 'permissions'>, resource: Resource): string[] {
  return kindsOf(resource).flatMap(({ name, read }) => (read && !holds(actor, read) ? [name] : []));
}

import type { InformationItem } from '#domain/briefing/item.ts';
import { mayEver, mayReadField } from '#domain/identity/access.ts';
import type { BriefingRecord } from '#domain/record/records.gen.ts';
import type { Resource } from '#domain/record/resource.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { CollectDeps } from './items/collecting.ts';

/**
 * What a stored briefing showed, without what this caller may not read: whoever made it may have seen more. A record that
 * is gone for good is shown where everybody reads its kind, and to whoever made the briefing.
 */
export async function shownItems(
  deps: Pick<CollectDeps, 'records' | 'sql'>,
  caller: Caller,
  { id, madeBy }: Pick<BriefingRecord, 'id' | 'madeBy'>,
): Promise<InformationItem[]> {
  const row = await deps.sql
    .selectFrom('briefing')
    .select('content')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stored = JSON.parse(row.content) as InformationItem[];
  const isMaker = madeBy === caller.actor.userId;
  const shown = new Map<string, (id: number) => boolean>();
  for (const name of new Set(stored.map(({ resource }) => resource))) {
    const ids = [...new Set(stored.flatMap((item) => (item.resource === name ? [item.id] : [])))];
    shown.set(name, await readableOf(deps, caller, name, ids, isMaker));
  }
  return stored.filter((item) => shown.get(item.resource)?.(item.id) === true);
}

async function readableOf(
  { records }: Pick<CollectDeps, 'records'>,
  caller: Caller,
  name: string,
  ids: readonly number[],
  isMaker: boolean,
): Promise<(id: number) => boolean> {
  const resource = records.untyped.resource(name);
  // Of a record with fields that the caller may not see nobody can tell which of them an item's words hold.
  if (!mayEver(caller.ability, 'read', name) || (!isMaker && !seesWhole(caller, resource)))
    return () => false;
  const of = async (whose: Caller) => {
    const items = await records.untyped.rows(whose, name, {
      most: ids.length,
      filter: { field: 'id', operator: 'in', value: [...ids] },
      trash: 'with',
    });
    return new Set(items.map((item) => item.id));
  };
  const [seen, present] = await Promise.all([of(caller), of(asService(caller))]);
  const isEverybodys = resource.scope === undefined || resource.scope.public === true;
  return (id) => seen.has(id) || (!present.has(id) && (isEverybodys || isMaker));
}

const seesWhole = ({ ability }: Caller, { name, schema }: Resource): boolean =>
  Object.entries(schema.properties).every(
    ([field, own]) => own['x-secret'] === true || mayReadField(ability, name, field),
  );

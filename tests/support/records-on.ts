import { resources } from '#resources';
import type { Database } from '#server/db/database.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Records } from '#server/engine/records/records.ts';
import { createRecords } from '#server/engine/records/store.ts';
import { type ChangeFeed, createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from './database.ts';
import { productRules } from './rules.ts';

/** The product's records on a database, as its features get them. */
export function recordsOn(
  database: Database,
  {
    clock = () => new Date(),
    changes = createChangeFeed(silentLog),
    rules = productRules(database),
  }: { clock?: () => Date; changes?: ChangeFeed; rules?: RecordRule[] } = {},
): Records {
  return createRecords({
    database,
    catalogue: createCatalogue(resources),
    changes,
    clock,
    log: silentLog,
    rules,
  });
}

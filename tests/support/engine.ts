import { createHash } from 'node:crypto';
import { type Actor, abilityOf, rulesFor } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { migrateTables } from '#server/db/tables.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import type { ListQuery, Records, UntypedRecords } from '#server/engine/records/records.ts';
import { createRecords } from '#server/engine/records/store.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { createChangeFeed, type RecordChange } from '#server/kernel/changes.ts';
import { createTestDatabase, silentLog, type TestDatabase } from './database.ts';
import type { TestServer } from './global-database.ts';
import { rulesOfOneRecord } from './rules.ts';

export interface Engine {
  /** Of types that the test makes up. */
  records: UntypedRecords & Records;
  changes: RecordChange[];
  test: TestDatabase;
}

/** A store of these resources on a fresh database; their tables are made once in a run. */
export async function startEngine(resources: Resource[], server?: TestServer): Promise<Engine> {
  const log = silentLog;
  const test = await createTestDatabase(server, {
    template: {
      name: `tables_${createHash('sha256').update(JSON.stringify(resources)).digest('hex').slice(0, 16)}`,
      build: ({ kysely }) => migrateTables({ sql: kysely, resources, migrations, log }),
    },
  });
  const feed = createChangeFeed(log);
  const changes: RecordChange[] = [];
  feed.subscribe((change) => changes.push(change));
  const records = createRecords({
    database: test.database,
    catalogue: createCatalogue(resources),
    changes: feed,
    clock: () => new Date(),
    log,
    rules: rulesOfOneRecord(test.database),
  });
  return { records: Object.assign(records.untyped, records), changes, test };
}

/** A signed-in user with these permissions and rows. */
export function callerWith(
  resources: Resource[],
  actor: Partial<Actor>,
  locale: Caller['locale'] = 'en',
): Caller {
  const whole: Actor = {
    userId: 7,
    userName: 'seven',
    name: 'Seven',
    companyId: null,
    companyIds: [],
    coverageIds: [],
    roles: [],
    permissions: [],
    organizationUnitIds: [],
    ...actor,
  };
  return {
    actor: whole,
    ability: abilityOf(rulesFor(whole, resources)),
    locale,
    source: 'api',
    sessionId: 'test',
    requestId: 'test',
  };
}

export const listOf = (query: Partial<ListQuery> = {}): ListQuery => ({
  start: 0,
  end: 100,
  sort: [],
  filter: undefined,
  search: undefined,
  trash: 'without',
  ...query,
});

/** The AppError that this ends in. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** The fields that a refusal names. */
export async function fieldsRefused(work: Promise<unknown>): Promise<string[]> {
  return (await refusalOf(work)).extra.fields?.map(({ field }) => field) ?? [];
}

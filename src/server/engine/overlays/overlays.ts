import { sql } from 'kysely';
import { type OverlayChange, overlayChanges } from '#domain/overlays/changes.ts';
import { relatingTo } from '#domain/overlays/field-errors.ts';
import { fieldSchemaOf } from '#domain/overlays/field-schema.ts';
import { knownAfter, type OverlayDefinition, withPublished } from '#domain/overlays/overlay.ts';
import { overlayErrors } from '#domain/overlays/overlay-errors.ts';
import { isLinkList, type Resource } from '#domain/record/resource.ts';
import { AppError, type FieldError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { listText } from '#domain/text/list-text.ts';
import type { Database } from '#server/db/database.ts';
import { inspectTables } from '#server/db/inspect.ts';
import type { Refusal, Retained } from '#server/db/migration-rules.ts';
import type { Migration } from '#server/db/migrations/migration.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Sql } from '#server/db/sql.ts';
import { tableName } from '#server/db/table-model.ts';
import { lockMigration, MigrationRefused, migrateWithin, refusalsOf } from '#server/db/tables.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { narrowedValues } from './narrowed-values.ts';
import {
  catalogueOf,
  countRows,
  type OverlayRow,
  overlayResource,
  readOverlays,
  revisionOf,
  type StoredOverlays,
  type UnusableOverlay,
  usableOverlays,
} from './rows.ts';

/** All servers of one database hear on it that the catalogue has changed. */
const channel = 'clearway_catalogue';
/** A notice that was lost is made up for within this time. */
const compareMs = 5_000;
/** Nobody's work waits longer for a table than this; then publishing gives way. */
const lockTimeout = '5s';

export interface OverlaysDeps {
  database: Database;
  records: Records;
  catalogue: Catalogue;
  shipped: Resource[];
  migrations: Migration[];
  clock: () => Date;
  log: Logger;
}

/** A change in words needs how many records it concerns. */
export interface CountedChange extends OverlayChange {
  rows: number;
}

/** A definition that is checked, with everything else that is stored. */
interface Draft {
  row: OverlayRow;
  definition: OverlayDefinition;
  others: OverlayRow[];
  stored: StoredOverlays;
}

/** A definition that a service publishes in its own transaction. */
export interface NewDefinition extends Pick<OverlayRow, 'resource' | 'kind' | 'definition'> {}

export interface Preview {
  errors: FieldError[];
  changes: CountedChange[];
  /** What the records that are there forbid. */
  refusals: FieldError[];
}

/**
 * At start: the shipped types with what is published, and the tables brought up to them, under one lock. What is stored and
 * cannot be used is left out and answered, and nothing of the database is touched for its sake.
 */
export async function openCatalogue(deps: {
  sql: Sql;
  shipped: Resource[];
  migrations: Migration[];
  log: Logger;
}): Promise<{ resources: Resource[]; revision: number; unusable: UnusableOverlay[] }> {
  const { shipped, migrations, log } = deps;
  return deps.sql.transaction().execute(async (transaction) => {
    await lockMigration(transaction);
    const stored = usableOverlays(shipped, await readOverlays(transaction));
    const { resources, retained, revision } = catalogueOf(shipped, stored.overlays);
    await migrateWithin(transaction, {
      resources,
      retained: await retainedWith(transaction, retained, stored),
      migrations,
      log,
    });
    return { resources, revision, unusable: stored.unusable };
  });
}

/** Where an overlay cannot be used, all that the database holds stays: which columns are its own is not known. */
async function retainedWith(db: Sql, retained: Retained, { unusable }: StoredOverlays): Promise<Retained> {
  if (unusable.length === 0) return retained;
  const tables = await inspectTables(db);
  return {
    columns: new Map([...tables].map(([name, { columns }]) => [name, new Set(columns.keys())])),
    tables: new Set(tables.keys()),
  };
}

/** Fields and record types of run time: drafted, published, withdrawn, and followed on every server. */
export function createOverlays(deps: OverlaysDeps) {
  const { database, records, catalogue, shipped, migrations, clock, log } = deps;
  let following: Promise<void> = Promise.resolve();

  /** Takes what is published now, if it is newer than what this server has. */
  function compare(): Promise<void> {
    following = following
      .then(async () => {
        const { overlays } = usableOverlays(shipped, await readOverlays(database.kysely));
        if (revisionOf(overlays) > catalogue.revision)
          catalogue.replace(catalogueOf(shipped, overlays).resources, revisionOf(overlays));
      })
      .catch((error: unknown) => log.error({ error }, 'the catalogue could not be compared'));
    return following;
  }

  async function dictionariesIn(db: Sql): Promise<Set<string>> {
    const found = await db.selectFrom('dictionary').select('code').where('deletedAt', 'is', null).execute();
    return new Set(found.map(({ code }) => code));
  }

  /** What is wrong with a definition, seen from everything else that is published. */
  async function errorsOf(
    db: Sql,
    row: OverlayRow,
    others: OverlayRow[],
    definition: OverlayDefinition,
    planned: readonly string[] = [],
  ) {
    const { resources } = catalogueOf(shipped, others);
    const dictionaries = new Set([...(await dictionariesIn(db)), ...planned]);
    return overlayErrors(row, definition, { resources, dictionaries });
  }

  /** What the stored records forbid, at the fields of the definition. */
  async function refusalsAgainst(
    db: Sql,
    { row, definition, others, stored }: Draft,
    narrowed: FieldError[],
  ): Promise<FieldError[]> {
    const wanted = catalogueOf(shipped, [...others, { ...row, ...withPublished(row, definition) }]);
    const retained = await retainedWith(db, wanted.retained, stored);
    const refusals = await refusalsOf(db, wanted.resources, retained);
    return [...refusals.map((refusal) => sayRefusal(row, definition, refusal)), ...narrowed];
  }

  /** Those that no constraint of the database would find. */
  async function narrowedBy(db: Sql, { row, definition, others }: Draft): Promise<FieldError[]> {
    const typeIn = (rows: OverlayRow[]) =>
      catalogueOf(shipped, rows).resources.find(({ name }) => name === row.resource);
    const wanted = typeIn([...others, { ...row, ...withPublished(row, definition) }]);
    return wanted ? narrowedValues(db, row, definition, { wanted, base: typeIn(others) }) : [];
  }

  /** `extended`: the type whose fields these are is there. */
  async function countChange(
    db: Sql,
    row: OverlayRow,
    change: OverlayChange,
    extended: boolean,
  ): Promise<CountedChange> {
    const { known, resource } = row;
    if (change.kind === 'newType') return { ...change, rows: 0 };
    const stored = known.find(({ name }) => name === change.field);
    const isThere = (row.kind === 'fields' && extended) || known.length > 0;
    if (!isThere) return { ...change, rows: 0 };
    const field =
      stored && ['hide', 'bringBack', 'kind'].includes(change.kind)
        ? { name: stored.name, links: isLinkList(fieldSchemaOf(stored)) }
        : undefined;
    return { ...change, rows: await countRows(db, resource, field) };
  }

  /**
   * One change of what is in effect, in a transaction with its tables and its record, and then felt
   * everywhere.
   */
  async function settle(
    work: (
      transaction: Transaction,
      stored: StoredOverlays,
    ) => Promise<{ next: OverlayRow[]; errorOf(refusals: Refusal[]): AppError }>,
    write: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    const next = await records.transaction(async (transaction) => {
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(transaction.sql);
      await lockMigration(transaction.sql);
      const stored = usableOverlays(shipped, await readOverlays(transaction.sql));
      const { next: rows, errorOf } = await work(transaction, stored);
      const wanted = catalogueOf(shipped, rows);
      try {
        await migrateWithin(transaction.sql, {
          resources: wanted.resources,
          retained: await retainedWith(transaction.sql, wanted.retained, stored),
          migrations,
          log,
        });
      } catch (error) {
        throw error instanceof MigrationRefused ? errorOf(error.refusals) : error;
      }
      await write(transaction);
      await sql`select pg_notify(${channel}, '')`.execute(transaction.sql);
      return wanted;
    });
    // Who published sees it with their next request, whichever notice comes first.
    if (next.revision > catalogue.revision) catalogue.replace(next.resources, next.revision);
  }

  return {
    list: async () => (await readOverlays(database.kysely)).overlays,

    /** `planned`: codes of dictionaries that are created before it is published. */
    async preview(
      row: OverlayRow,
      definition: OverlayDefinition,
      planned: readonly string[] = [],
    ): Promise<Preview> {
      const db = database.kysely;
      const stored = usableOverlays(shipped, await readOverlays(db));
      const others = stored.overlays.filter(({ id }) => id !== row.id);
      const errors = await errorsOf(db, row, others, definition, planned);
      const extended = catalogueOf(shipped, others).resources.some(({ name }) => name === row.resource);
      const changes = await Promise.all(
        overlayChanges(row, definition).map((change) => countChange(db, row, change, extended)),
      );
      if (errors.length > 0) return { errors, changes, refusals: [] };
      const draft = { row, definition, others, stored };
      const refusals = await refusalsAgainst(db, draft, await narrowedBy(db, draft));
      return { errors, changes, refusals };
    },

    async publish(caller: Caller, id: number, version: number): Promise<void> {
      let values: Record<string, unknown> = {};
      await settle(
        async ({ sql: db }, stored) => {
          const row = found(stored.overlays, id);
          const { definition } = row;
          const others = stored.overlays.filter((other) => other.id !== id);
          const errors = await errorsOf(db, row, others, definition);
          if (errors.length > 0) throw invalid(errors);
          const draft = { row, definition, others, stored };
          const narrowed = await narrowedBy(db, draft);
          if (narrowed.length > 0) throw invalid(await refusalsAgainst(db, draft, narrowed));
          values = publishedValues(row, caller, clock());
          return {
            next: [...others, { ...row, ...withPublished(row, definition), number: row.number + 1 }],
            errorOf: (refusals) => invalid(refusals.map((refusal) => sayRefusal(row, definition, refusal))),
          };
        },
        async (transaction) =>
          void (await records.update(caller, overlayResource, id, version, values, transaction)),
      );
    },

    /**
     * Publishes several definitions in the transaction of a service; every server takes them once it is committed. Where one is
     * refused the transaction is to end.
     */
    async publishWithin(
      transaction: Transaction,
      caller: Caller,
      wanted: readonly NewDefinition[],
    ): Promise<void> {
      if (wanted.length === 0) return;
      const { sql: db } = transaction;
      await sql`select set_config('lock_timeout', ${lockTimeout}, true)`.execute(db);
      await lockMigration(db);
      for (const { resource, kind, definition } of wanted) {
        const row = (await readOverlays(db)).overlays.find((one) => one.resource === resource);
        const values = { resource, kind, state: 'draft' as const, number: 0, definition };
        await (row
          ? records.update(caller, overlayResource, row.id, row.version, { definition }, transaction)
          : records.create(caller, overlayResource, values, transaction));
      }
      const stored = usableOverlays(shipped, await readOverlays(db));
      let rows = stored.overlays;
      const drafts: OverlayRow[] = [];
      for (const { resource } of wanted) {
        const row = rows.find((one) => one.resource === resource);
        if (!row) throw new AppError('notFound', { key: 'schema.notFound' });
        const others = rows.filter(({ id }) => id !== row.id);
        const { definition } = row;
        const errors = await errorsOf(db, row, others, definition);
        if (errors.length > 0) throw invalid(errors);
        const narrowed = await narrowedBy(db, { row, definition, others, stored });
        if (narrowed.length > 0) throw invalid(narrowed);
        drafts.push(row);
        rows = [...others, { ...row, ...withPublished(row, definition), number: row.number + 1 }];
      }
      const next = catalogueOf(shipped, rows);
      try {
        const retained = await retainedWith(db, next.retained, stored);
        await migrateWithin(db, { resources: next.resources, retained, migrations, log });
      } catch (error) {
        if (!(error instanceof MigrationRefused)) throw error;
        const { refusals } = error;
        throw invalid(
          refusals.map((refusal) => {
            const row = drafts.find((one) => tableName(one.resource) === refusal.table) ?? drafts[0];
            return row
              ? sayRefusal(row, row.definition, refusal)
              : {
                  field: 'fields',
                  text: { key: 'schema.refused.other', values: { sentence: refusal.sentence } },
                };
          }),
        );
      }
      for (const row of drafts) {
        await records.update(
          caller,
          overlayResource,
          row.id,
          row.version,
          publishedValues(row, caller, clock()),
          transaction,
        );
      }
      await sql`select pg_notify(${channel}, '')`.execute(db);
      transaction.afterCommit(() => {
        if (next.revision > catalogue.revision) catalogue.replace(next.resources, next.revision);
      });
    },

    /** What becomes hidden, and how many records hold a value of it. */
    async consequences(row: OverlayRow): Promise<CountedChange[]> {
      if (row.state !== 'published' || !row.published) return [];
      const whole: OverlayChange[] = row.published.type
        ? [{ kind: 'hide', field: null, label: row.published.type.label }]
        : row.published.fields.map((field) => ({ kind: 'hide', field: field.name, label: field.label }));
      return Promise.all(whole.map((change) => countChange(database.kysely, row, change, true)));
    },

    async withdraw(caller: Caller, id: number, version: number): Promise<void> {
      let values: Record<string, unknown> = {};
      await settle(
        async (_, { overlays: rows }) => {
          const row = found(rows, id);
          if (row.state !== 'published') throw new AppError('conflict', { key: 'schema.notPublished' });
          const others = rows.filter((other) => other.id !== id);
          if (row.kind === 'type') refuseIfRelated(row, others, caller);
          values = { state: 'withdrawn', number: row.number + 1 };
          return {
            next: [...others, { ...row, state: 'withdrawn', number: row.number + 1 }],
            errorOf: (refusals) =>
              invalid(refusals.map((refusal) => sayRefusal(row, row.definition, refusal))),
          };
        },
        async (transaction) =>
          void (await records.update(caller, overlayResource, id, version, values, transaction)),
      );
    },

    /** Hears of what other servers publish until the answer is called. */
    follow(): () => Promise<void> {
      const stop = database.listen(channel, () => void compare());
      const timer = setInterval(() => void compare(), compareMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await stop();
        await following;
      };
    },
  };

  /** A type that others name records of cannot go while they do. */
  function refuseIfRelated(row: OverlayRow, others: OverlayRow[], { locale }: Caller): void {
    const users = relatingTo(row.resource, catalogueOf(shipped, [...others, row]).resources);
    if (users.length === 0) return;
    const names = users.map(({ schema }) => labelIn(schema['x-label'], locale));
    throw new AppError('conflict', {
      key: 'schema.related',
      values: { names: listText(names, locale) },
    });
  }
}

export type Overlays = ReturnType<typeof createOverlays>;

/** What the record of an overlay becomes when its definition is published. */
function publishedValues(row: OverlayRow, caller: Caller, now: Date) {
  return {
    state: 'published' as const,
    number: row.number + 1,
    published: row.definition,
    known: knownAfter(row, row.definition).map((field) => ({ ...field })),
    publishedAt: now.toISOString(),
    publishedBy: caller.actor.userId,
  };
}

function found(rows: OverlayRow[], id: number): OverlayRow {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new AppError('notFound', { key: 'schema.notFound' });
  return row;
}

function invalid(fields: FieldError[]): AppError {
  return new AppError('validation', { key: 'schema.invalid' }, { fields });
}

/** What the records that are there forbid, at the field that asks for it. */
function sayRefusal(row: OverlayRow, { fields }: OverlayDefinition, refusal: Refusal): FieldError {
  if (refusal.columns && refusal.table === tableName(row.resource)) {
    const { count, limit } = refusal.columns;
    return { field: 'fields', text: { key: 'schema.refused.columns', values: { columns: count, limit } } };
  }
  const index =
    refusal.table === tableName(row.resource)
      ? fields.findIndex(({ name }) => snakeCase(name) === refusal.column)
      : -1;
  const field = fields[index];
  if (!field)
    return { field: 'fields', text: { key: 'schema.refused.other', values: { sentence: refusal.sentence } } };
  return {
    field: `fields.${index}.${properties[refusal.reason] ?? 'name'}`,
    text: { key: `schema.refused.${refusal.reason}`, values: { rows: refusal.rows } },
  };
}

/** Which part of the field each refusal is about. */
const properties: Partial<Record<Refusal['reason'], string>> = {
  required: 'required',
  type: 'kind',
  check: 'kind',
  relation: 'relation',
  unique: 'unique',
};

import { createHash } from 'node:crypto';
import { AppError } from '#domain/text/errors.ts';
import { framesOf, framesText, groupKey } from '#domain/text/stack-trace.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { companyOf } from '#server/features/identity/company-of.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { resolveFrames } from './source-maps.ts';

/** An error that a page told of. */
export interface ClientError {
  name: string;
  message: string;
  stack: string;
  page: string;
  release: string;
  browserInfo: string;
  userId: number | null;
}

export interface ErrorCollector {
  /** Counts the error in its group; the first of a group is its record. */
  collect(error: ClientError): Promise<void>;
}

/** Groups that are kept: whoever sends nonsense fills no disk. */
const mostGroups = 2_000;
/** Traces whose group is known without looking into a map again. */
const mostRemembered = 1_000;

const resource = 'errorLog';

export function createErrorCollector(deps: {
  sql: Sql;
  records: Records;
  clock: () => Date;
  webFolder: string;
}): ErrorCollector {
  const { sql, records, clock, webFolder } = deps;
  const remembered = new Map<string, string>();

  /** True: the group was there. What was resolved and is seen again is open again. */
  async function count(fingerprint: string, error: ClientError): Promise<boolean> {
    const company = await companyOf(sql, error.userId);
    const row = await sql
      .updateTable(resource)
      .set((eb) => ({
        count: eb('count', '+', 1),
        lastSeenAt: clock().toISOString(),
        release: error.release,
        page: error.page,
        browserInfo: error.browserInfo,
        ...(error.userId === null ? {} : { user: error.userId, company }),
      }))
      .where('fingerprint', '=', fingerprint)
      .where('deletedAt', 'is', null)
      .returning(['id', 'state', 'version'])
      .executeTakeFirst();
    if (!row) return false;
    if (row.state === 'resolved') await reopen(row.id, row.version);
    return true;
  }

  async function reopen(id: number, version: number): Promise<void> {
    const open = { state: 'open' as const, resolvedAt: null, resolvedBy: null };
    try {
      await records.transaction((transaction) =>
        records.update(systemCaller(), resource, id, version, open, transaction),
      );
    } catch (error) {
      // Somebody else has changed it meanwhile: their word is the newer.
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    }
  }

  async function begin(fingerprint: string, error: ClientError, frames: string): Promise<void> {
    const { total } = await sql
      .selectFrom(resource)
      .select((eb) => eb.fn.countAll().as('total'))
      .where('deletedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(total) >= mostGroups) return;
    const now = clock().toISOString();
    const company = await companyOf(sql, error.userId);
    await records.transaction((transaction) =>
      records.create(
        systemCaller(),
        resource,
        {
          fingerprint,
          name: error.name,
          message: error.message,
          page: error.page,
          release: error.release,
          browserInfo: error.browserInfo,
          user: error.userId,
          company,
          frames: frames === '' ? null : frames.slice(0, 20_000),
          count: 1,
          firstSeenAt: now,
          lastSeenAt: now,
        },
        transaction,
      ),
    );
  }

  return {
    async collect(error) {
      const trace = hashOf(JSON.stringify([error.name, error.message, error.stack, error.page]));
      const known = remembered.get(trace);
      if (known !== undefined && (await count(known, error))) return;
      const frames = await resolveFrames(framesOf(error.stack), webFolder);
      const fingerprint = hashOf(groupKey({ ...error, frames }));
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(trace, fingerprint);
      if (await count(fingerprint, error)) return;
      try {
        await begin(fingerprint, error, framesText(frames));
      } catch (failure) {
        // Another page told of the same one at the same moment, and was first.
        if (!(failure instanceof AppError) || failure.code !== 'conflict') throw failure;
        await count(fingerprint, error);
      }
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

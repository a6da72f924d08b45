import type { InformationSourceState } from '#contract/information.ts';
import type { InformationSource } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { formatWall, zoneName } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import { type Clock, createClock } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { sourceStates } from './source-states.ts';

const type = 'informationSource.silent';
const resource = 'informationSource';

/**
 * A source that is silent for longer than its record allows is told once to whoever maintains sources, and waits among
 * their reminders until it is heard again, or switched off.
 */
export function createSilenceClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  clock: () => Date;
  timeZone: () => Promise<string>;
  log: Logger;
}): Clock<number[]> {
  const { database, records, clock, timeZone, log } = deps;

  /** Reminders of this silence, also those that somebody has put away. */
  async function isTold({ sourceId, lastAt }: InformationSourceState): Promise<boolean> {
    const row = await remindersOf(database.kysely, sourceId)
      .where('createdAt', '>', new Date(lastAt ?? 0).toISOString())
      .executeTakeFirst();
    return row !== undefined;
  }

  async function tell(state: InformationSourceState, now: Date): Promise<void> {
    const zone = await timeZone();
    const { sourceId: id, lastAt } = state;
    const content = (source: InformationSource) => (locale: Locale) => {
      const name = nameIn(source, locale);
      return textIn(
        lastAt === null
          ? { key: 'information.silent.never', values: { name } }
          : {
              key: 'information.silent.since',
              values: {
                name,
                at: `${formatWall(lastAt, zone).slice(5, 16).replace('T', ' ')} ${zoneName(lastAt, zone)}`,
              },
            },
        locale,
      );
    };
    await records.transaction(async (transaction) => {
      const record = await records.get(systemCaller(), resource, id, transaction.sql);
      transaction.announce({
        resource,
        id,
        action: 'update',
        record,
        message: {
          type,
          ...titleInBoth('information.silent.title'),
          ...inBoth(content(record)),
          message: '',
          unit: null,
          actualNum: null,
          state: null,
        },
        by: null,
        at: now.toISOString(),
      });
    });
  }

  return createClock({
    database,
    name: 'informationSilence',
    pattern: '40 * * * * *',
    clock,
    async round(now) {
      const states = await sourceStates(database.kysely, {
        at: now.getTime(),
        locale: 'zh-Hans',
        faults: new Map(),
      });
      const told: number[] = [];
      for (const state of states) {
        // Whoever types reports in knows that nothing came.
        const isSilent = state.isSilent && state.transport !== 'manual';
        if (isSilent && !(await isTold(state))) {
          await tell(state, now);
          told.push(state.sourceId);
        } else if (!isSilent) {
          const waiting = await remindersOf(database.kysely, state.sourceId)
            .where('deletedAt', 'is', null)
            .executeTakeFirst();
          if (waiting)
            await records.transaction((transaction) =>
              endReminders(records, transaction, { type, resource, id: state.sourceId }),
            );
        }
      }
      return told;
    },
    none: [],
    report(told) {
      if (told.length > 0) log.warn({ sources: told }, 'sources of information are silent');
    },
    log,
  });
}

const remindersOf = (sql: Sql, id: number) =>
  sql
    .selectFrom('reminder')
    .select('id')
    .where('asks', '=', type)
    .where('documentResource', '=', resource)
    .where('documentId', '=', id);

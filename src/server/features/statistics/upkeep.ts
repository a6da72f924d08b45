import { sql as raw } from 'kysely';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { schedule, withAdvisoryLock } from '#server/jobs/schedule.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { foldMarks, lock, recountDay, recountMonth } from './fold.ts';
import type { Basis } from './plan-facts.ts';
import { countFlights, dropOldFlights, recountFlights } from './track-flights.ts';
import { countTracks, recountTracks, rezoneTracks } from './track-heat.ts';

export interface Difference {
  day: string;
  company: number;
  /** Sums that differed. */
  rows: number;
}

export interface Check {
  /** UTC. */
  at: string;
  days: number;
  differences: Difference[];
}

/** Differences that are kept to be shown. */
const mostShown = 100;

/** Keeps the sums current between questions, and compares them with a full count every night. */
export interface Upkeep {
  /** Days (both included) counted again; what was wrong is right afterwards. */
  recount(from: string, to: string): Promise<Pick<Check, 'days' | 'differences'>>;
  /** The last full count; null: there was none yet. */
  lastCheck(): Promise<Check | null>;
  /** Counts what was recorded since, up to a few minutes ago. */
  tracks(): Promise<void>;
  /** One night's round over every day that has plans; null: another server is at it. */
  check(): Promise<Check | null>;
  start(): { close(): Promise<void> };
}

export function createUpkeep(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  readBasis: () => Promise<Basis>;
  clock: () => Date;
  log: Logger;
}): Upkeep {
  const { database, readBasis, clock, log } = deps;
  const sql = database.kysely;

  async function recount(from: string, to: string) {
    const basis = await readBasis();
    while ((await foldMarks(database, basis)) > 0);
    const differences: Difference[] = [];
    let days = 0;
    // A day at a time: what counts meanwhile waits for one day only.
    for (let day = from; day <= to; day = dayAfter(day, 1)) {
      days += 1;
      const found = await sql.transaction().execute(async (transaction) => {
        await lock(transaction);
        const ofDay = await recountDay(transaction, day, basis);
        // Months and years are made of their days: they are added up once those are right.
        const isLast = day === to || dayAfter(day, 1).endsWith('-01');
        return isLast ? [...ofDay, ...(await recountMonth(transaction, day))] : ofDay;
      });
      for (const one of found)
        log.error({ ...one }, 'sums of statistics were wrong and have been counted again');
      differences.push(...found);
    }
    return { days, differences: differences.slice(0, mostShown) };
  }

  async function check(): Promise<Check | null> {
    return withAdvisoryLock(database, 'clearway statistics check', async () => {
      const { timeZone } = await readBasis();
      const span = await knownDays(sql, timeZone);
      const counted = span ? await recount(span.from, span.to) : { days: 0, differences: [] };
      const yesterday = dayAfter(dayOf(clock().getTime(), timeZone), -1);
      if (await recountTracks(database, yesterday, timeZone)) {
        log.error({ day: yesterday }, 'sums of recorded tracks were wrong and have been counted again');
      }
      if (await recountFlights(database, yesterday, timeZone)) {
        log.error({ day: yesterday }, 'flights of recorded tracks were wrong and have been read again');
      }
      await dropOldFlights(sql, clock());
      const result = { at: clock().toISOString(), ...counted };
      await raw`
        insert into statistics_state (name, value) values ('check', ${JSON.stringify(result)}::jsonb)
        on conflict (name) do update set value = excluded.value, at = clock_timestamp()`.execute(sql);
      return result;
    });
  }

  async function tracks(): Promise<void> {
    const { timeZone } = await readBasis();
    await rezoneTracks(database, timeZone);
    while (await countTracks(database, clock(), timeZone));
    while (await countFlights(database, clock()));
  }

  return {
    recount,
    check,
    tracks,
    async lastCheck() {
      const { rows } = await raw<{ value: Check }>`
        select value from statistics_state where name = 'check'`.execute(sql);
      return rows[0]?.value ?? null;
    },
    start() {
      const rounds = [
        schedule(
          'statisticsPlans',
          '*/5 * * * * *',
          async () => foldMarks(database, await readBasis()),
          (error) => log.warn({ error }, 'changes could not be counted into the statistics'),
        ),
        schedule('statisticsTracks', '20 * * * * *', tracks, (error) =>
          log.warn({ error }, 'recorded tracks could not be counted'),
        ),
        schedule('statisticsCheck', '0 10 2 * * *', check, (error) =>
          log.error({ error }, 'the sums of statistics could not be checked'),
        ),
      ];
      return {
        async close() {
          await Promise.all(rounds.map((round) => round.close()));
        },
      };
    },
  };
}

/** From the first to the last day that has plans, decisions, or sums of them. */
async function knownDays(sql: Sql, timeZone: string): Promise<{ from: string; to: string } | null> {
  const { rows } = await raw<{ from: string | null; to: string | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as from, to_char(max(day), 'YYYY-MM-DD') as to from (
      select (unnest(array[min(start_time), max(start_time)])) at time zone ${timeZone} as day from plan
      union all select (unnest(array[min(decided_at), max(decided_at)])) at time zone ${timeZone} from approval
      union all select unnest(array[min(day), max(day)])::timestamp from plan_sum where by = 'total' and grain = 'd'
      union all select unnest(array[min(day), max(day)])::timestamp from work_sum) as known`.execute(sql);
  const { from, to } = rows[0] ?? { from: null, to: null };
  return from && to ? { from, to } : null;
}

import { sql as raw } from 'kysely';
import type { MonitorState, ServerView } from '#contract/monitor.ts';
import { figureOf, figures, installation } from '#domain/monitor/figures.ts';
import { formError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesOf } from '#server/engine/records/names.ts';
import { type Handlers, implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Monitor, ServerDetails } from './monitor.ts';

const minuteMs = 60_000;
const hour = 60;
/** Not heard of for longer, a server counts as silent: two samples are missing. */
const silentAfterMs = 150_000;
/** A server that was stopped is shown for a day. */
const stoppedShownMs = 86_400_000;
const mostPoints = 400;
const lowIsBad = figures.filter(({ bad }) => bad === 'below').map(({ key }) => key as string);

interface ServerRow {
  server: string;
  version: string;
  startedAt: string;
  lastAt: string;
  stoppedAt: string | null;
  details: ServerDetails;
}

export interface MonitorCalls {
  service: Service;
  /** The call of `Mobile` that tells the same. */
  mobile: Pick<Handlers<'Mobile'>, 'SoftwareStatistics'>;
}

const ms = (time: string) => new Date(time).getTime();

/** How the installation is, for those who look after it. */
export function createMonitorCalls(deps: {
  sql: Sql;
  monitor: () => Monitor;
  clock: () => Date;
}): MonitorCalls {
  const { sql, clock } = deps;

  async function servers(): Promise<ServerRow[]> {
    const { rows } = await raw<ServerRow>`
      select server, version, started_at, last_at, stopped_at, details from monitor_server order by server`.execute(
      sql,
    );
    return rows;
  }

  /** By server and figure the last hour, a value a minute. */
  async function lastHour(nowMs: number) {
    const newest = Math.floor(nowMs / minuteMs) * minuteMs;
    const from = newest - (hour - 1) * minuteMs;
    const { rows } = await raw<{ server: string; at: string; figures: Record<string, number> }>`
      select server, at, figures from monitor_sample
      where width_s = 60 and at >= ${new Date(from).toISOString()}::timestamptz order by at`.execute(sql);
    const recent = new Map<string, Record<string, (number | null)[]>>();
    const last = new Map<string, Record<string, number>>();
    for (const { server, at, figures: taken } of rows) {
      const ofServer = recent.get(server) ?? {};
      recent.set(server, ofServer);
      last.set(server, taken);
      const index = Math.round((ms(at) - from) / minuteMs);
      for (const [key, value] of Object.entries(taken)) {
        const values = ofServer[key] ?? Array.from({ length: hour }, () => null);
        ofServer[key] = values;
        if (index >= 0 && index < hour) values[index] = value;
      }
    }
    return {
      of: (server: string) => ({ figures: last.get(server) ?? {}, recent: recent.get(server) ?? {} }),
    };
  }

  function stateOf({ lastAt, stoppedAt }: ServerRow, nowMs: number): ServerView['state'] {
    if (stoppedAt !== null) return 'stopped';
    return nowMs - ms(lastAt) > silentAfterMs ? 'silent' : 'live';
  }

  async function stateFor(caller: Caller): Promise<MonitorState> {
    const nowMs = clock().getTime();
    const rows = await servers();
    const hours = await lastHour(nowMs);
    const open = await deps.monitor().alarms.open();
    const ids = open.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []);
    const users = await namesOf(sql, 'user', ids, caller.locale);
    const whole = rows.find(({ server }) => server === installation)?.details;
    const shown = rows.filter(
      ({ server, stoppedAt }) =>
        server !== installation && (stoppedAt === null || nowMs - ms(stoppedAt) < stoppedShownMs),
    );
    return {
      at: nowMs,
      servers: shown.map((row) => ({
        server: row.server,
        version: row.version,
        startedAt: ms(row.startedAt),
        lastAt: ms(row.lastAt),
        state: stateOf(row, nowMs),
        here: row.server === deps.monitor().server,
        ...hours.of(row.server),
      })),
      installation: hours.of(installation),
      jobs: shown.flatMap(({ server, details }) => (details.jobs ?? []).map((job) => ({ ...job, server }))),
      replicas: whole?.state?.replicas ?? [],
      statements: whole?.state?.statements ?? [],
      backups: whole?.state?.backups ?? { own: false, taken: [] },
      certificates: whole?.certificates ?? [],
      alarms: open.map((alarm) => ({
        id: alarm.id,
        figure: alarm.figure,
        server: alarm.server ?? installation,
        level: alarm.level ?? 'caution',
        state: alarm.state === 'acknowledged' ? 'acknowledged' : 'raised',
        text: caller.locale === 'en' ? alarm.textEn : alarm.text,
        raisedAt: ms(alarm.raisedAt),
        acknowledgedBy: users.get(alarm.acknowledgedBy ?? 0) ?? null,
        note: alarm.note,
      })),
    };
  }

  const service = implement('Monitor', {
    GetState: (_, caller) => stateFor(caller),

    async GetHistory({ figure, from, to }) {
      if (!figureOf(figure)) throw formError('figure', 'common.invalid.form', { field: 'figure' });
      const [begin, end] = [ms(from), ms(to)];
      if (end <= begin) throw formError('to', 'common.invalid.form', { field: 'to' });
      const stepS = Math.max(1, Math.ceil((end - begin) / 1_000 / mostPoints / 60)) * 60;
      const worst = raw.raw(lowIsBad.includes(figure) ? 'min' : 'max');
      const { rows } = await raw<{ server: string; at: number; mean: number; peak: number }>`
        select server, floor(extract(epoch from at) / ${stepS}::int)::float8 * ${stepS}::int * 1000 as at,
          avg((figures ->> ${figure})::float8) as mean,
          ${worst}(coalesce(peaks ->> ${figure}, figures ->> ${figure})::float8) as peak
        from monitor_sample
        where at >= ${from}::timestamptz and at <= ${to}::timestamptz and figures ? ${figure}
        group by 1, 2 order by 1, 2`.execute(sql);
      const names = [...new Set(rows.map(({ server }) => server))];
      return {
        stepS,
        series: names.map((server) => ({
          server,
          points: rows
            .filter((row) => row.server === server)
            .map(({ at, mean, peak }) => ({ at, mean: Math.round(mean * 1_000) / 1_000, peak })),
        })),
      };
    },

    async Acknowledge({ id, note }, caller) {
      await deps.monitor().alarms.acknowledge(caller, id, note ?? null);
      return null;
    },

    async ForgetServer({ server }) {
      const row = (await servers()).find((one) => one.server === server && server !== installation);
      if (!row) throw formError('server', 'monitor.noServer');
      if (stateOf(row, clock().getTime()) === 'live') throw refused('monitor.stillAlive');
      await raw`delete from monitor_server where server = ${server}`.execute(sql);
      return null;
    },
  });
  return { service, mobile: { SoftwareStatistics: (_, caller) => stateFor(caller) } };
}

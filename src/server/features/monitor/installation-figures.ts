import { sql as raw } from 'kysely';
import type { Sample } from '#domain/monitor/figures.ts';
import { backupsIn, timeOf } from '#server/backup/format.ts';
import type { Sql } from '#server/db/sql.ts';

const dayMs = 86_400_000;

export interface Replica {
  name: string;
  state: string;
  lagS: number;
}

export interface SlowStatement {
  seconds: number;
  /** Its beginning; values are not in it, for statements are prepared. */
  text: string;
}

export interface Backups {
  /** False: the database is backed up where it is. */
  own: boolean;
  /** UTC ISO 8601, the newest first. */
  taken: string[];
}

export interface InstallationState {
  figures: Sample;
  replicas: Replica[];
  statements: SlowStatement[];
  backups: Backups;
}

const megabyte = 1024 * 1024;

/** The database, the queues and the backups: what is the same whichever server asks. */
export async function installationFigures(deps: {
  sql: Sql;
  now: number;
  slowS: number;
  /** null: the database is no embedded one. */
  backupFolder: string | null;
  certificateDays: number | null;
}): Promise<InstallationState> {
  const { sql, now, slowS, backupFolder, certificateDays } = deps;
  const { rows: database } = await raw<{ connections: number; most: number; octets: number }>`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most, pg_database_size(current_database())::float8 as octets`.execute(
    sql,
  );
  const { rows: running } = await raw<{ seconds: number; text: string }>`
    select extract(epoch from clock_timestamp() - query_start)::float8 as seconds, left(query, 200) as text
    from pg_stat_activity
    where datname = current_database() and state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
    order by query_start limit 20`.execute(sql);
  const { rows: replicas } = await raw<{ name: string; state: string; lag: number | null }>`
    select coalesce(nullif(application_name, ''), client_addr::text, '?') as name, coalesce(state, '?') as state,
      extract(epoch from replay_lag)::float8 as lag
    from pg_stat_replication order by 1`.execute(sql);
  const { rows: queues } = await raw<
    Record<'webhooks' | 'messages' | 'failed' | 'imports' | 'journal' | 'quarantined', number> & {
      oldest: number | null;
    }
  >`
    select
      (select count(*)::int from webhook_delivery where status = 'pending' and deleted_at is null) as webhooks,
      (select count(*)::int from plan_message where state = 'pending' and deleted_at is null) as messages,
      (select count(*)::int from plan_message where state = 'failed' and deleted_at is null
        and updated_at > ${new Date(now - dayMs).toISOString()}::timestamptz) as failed,
      (select count(*)::int from import_job where state in ('checking', 'importing') and deleted_at is null) as imports,
      (select count(*)::int from track_journal) as journal,
      (select count(*)::int from quarantine
        where set_aside_at > ${new Date(now - dayMs).toISOString()}::timestamptz) as quarantined,
      (select extract(epoch from ${new Date(now).toISOString()}::timestamptz - min(at))::float8 from (
        select min(created_at) as at from webhook_delivery where status = 'pending' and deleted_at is null
        union all select min(created_at) from plan_message where state = 'pending' and deleted_at is null) as first
      ) as oldest`.execute(sql);
  const slow = running.filter(({ seconds }) => seconds > slowS);
  const names = backupFolder === null ? [] : await backupsIn(backupFolder);
  const taken = names.map((name) => timeOf(name).toISOString()).reverse();
  // Without one since the installation began: a backup that was never made is the oldest of all.
  const newest = taken[0] ?? (backupFolder === null ? null : await begunAt(sql));
  const [first] = database;
  const [queue] = queues;
  return {
    figures: {
      connections: first?.connections ?? 0,
      connectionsPercent: Math.round(((first?.connections ?? 0) / Math.max(1, first?.most ?? 1)) * 100),
      databaseMb: Math.round((first?.octets ?? 0) / megabyte),
      slowStatements: slow.length,
      longestStatementS: Math.round((running[0]?.seconds ?? 0) * 10) / 10,
      webhooksWaiting: queue?.webhooks ?? 0,
      messagesWaiting: queue?.messages ?? 0,
      messagesFailed: queue?.failed ?? 0,
      importsWaiting: queue?.imports ?? 0,
      journalRows: queue?.journal ?? 0,
      quarantined: queue?.quarantined ?? 0,
      oldestWaitingS: Math.round(queue?.oldest ?? 0),
      ...(replicas.length > 0 ? { replicationLagS: Math.max(...replicas.map(({ lag }) => lag ?? 0)) } : {}),
      ...(newest ? { backupAgeH: Math.round(((now - Date.parse(newest)) / 3_600_000) * 10) / 10 } : {}),
      ...(certificateDays === null ? {} : { certificateDays }),
    },
    replicas: replicas.map(({ name, state, lag }) => ({
      name,
      state,
      lagS: Math.round((lag ?? 0) * 10) / 10,
    })),
    statements: slow.map(({ seconds, text }) => ({ seconds: Math.round(seconds), text })),
    backups: { own: backupFolder !== null, taken: taken.slice(0, 10) },
  };
}

/** When this installation began: UTC, ISO 8601. */
async function begunAt(sql: Sql): Promise<string | null> {
  const { rows } = await raw<{ at: string | null }>`select min(created_at) as at from "user"`.execute(sql);
  return rows[0]?.at ?? null;
}

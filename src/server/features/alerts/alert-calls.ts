import { sql as raw } from 'kysely';
import { boundToCompanies } from '#domain/identity/access.ts';
import type { Encounter, EncounterRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import { type LogEntry, writeLog } from '#server/features/watch-log/write-log.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { storedFigures } from './alert-book.ts';
import type { Alerts } from './alerts.ts';

/** What is changed of an encounter, and how the log of the watch tells it. */
type Act = Omit<Values<Encounter>, 'kind'> & { kind: LogEntry['kind']; why?: string };

const longestMuteMs = 24 * 3_600_000;

/** What people make of the alerts of the safety nets: airspace watch and ATC, who see every company's. */
export function createAlertService(deps: {
  alerts: () => Pick<Alerts, 'list'>;
  records: Records;
  sql: Sql;
  clock: () => Date;
}): Service {
  const { records, sql, clock } = deps;

  async function decide(
    caller: Caller,
    id: number,
    values: (record: EncounterRecord, by: { at: string; user: number | null }) => Act,
  ): Promise<null> {
    // Outside their rows it is not there; inside, an operator may see it and no more.
    await records.get(caller, 'encounter', id);
    if (boundToCompanies(caller.actor)) throw new AppError('forbidden', { key: 'alert.refused.operator' });
    await records.transaction(async (transaction: Transaction) => {
      const service = asService(caller);
      const record = await records.lockForChange(service, 'encounter', id, transaction);
      const at = clock().toISOString();
      const { kind, why, ...changes } = values(record, { at, user: userIdOf(caller) });
      await records.update(service, 'encounter', id, record.version, changes, transaction);
      await writeLog(records, transaction, {
        at,
        kind,
        level: record.level,
        text: actText(kind, record, caller.actor.name, why),
        byName: caller.actor.name,
        aboutResource: 'encounter',
        aboutId: id,
      });
    });
    return null;
  }

  function refuseCleared({ state }: EncounterRecord): void {
    if (state === 'cleared') throw refused('alert.refused.cleared');
  }

  return implement('Alert', {
    GetList: (_, caller) => deps.alerts().list(caller),
    Acknowledge: ({ id, looked = false }, caller) =>
      decide(caller, id, (record, { at, user }) => {
        refuseCleared(record);
        return {
          kind: 'alertAcknowledged',
          ...(record.state === 'muted' ? {} : { state: 'acknowledged' }),
          acknowledgedAt: at,
          acknowledgedBy: user,
          acknowledgedLooked: looked,
        };
      }),
    Mute: ({ id, reason, until }, caller) =>
      decide(caller, id, (record, { at, user }) => {
        refuseCleared(record);
        const lastsMs = Date.parse(until) - Date.parse(at);
        if (!(lastsMs > 0) || lastsMs > longestMuteMs) throw fieldError('until', 'alert.refused.muteEnd');
        return {
          kind: 'alertMuted',
          why: reason.trim(),
          state: 'muted',
          mutedAt: at,
          mutedUntil: new Date(until).toISOString(),
          mutedBy: user,
          muteReason: reason.trim(),
        };
      }),
    JudgeFalse: ({ id, reason }, caller) =>
      decide(caller, id, (_record, { at, user }) => ({
        kind: 'alertFalse',
        why: reason.trim(),
        falseAt: at,
        falseBy: user,
        falseReason: reason.trim(),
      })),
    async GetStatistics({ hours = 24 }, caller) {
      const { companyId, companyIds } = caller.actor;
      const own = boundToCompanies(caller.actor)
        ? [...companyIds, ...(companyId === null ? [] : [companyId])]
        : null;
      const from = new Date(clock().getTime() - hours * 3_600_000).toISOString();
      const { rows } = await raw<Record<string, string | number>>`
        select kind, count(*)::int as raised, count(acknowledged_at)::int as acknowledged,
          (count(*) filter (where acknowledged_at is not null and acknowledged_looked is not true))::int as "acknowledgedUnseen",
          count(muted_at)::int as muted, count(false_at)::int as "judgedFalse"
        from encounter where deleted_at is null and raised_at >= ${from}::timestamptz
          and ${own === null ? raw`true` : raw`company = any(${own}::bigint[])`}
        group by kind order by count(*) desc, kind`.execute(sql);
      return rows.map((row) => ({
        kind: String(row.kind),
        raised: Number(row.raised),
        perHour: Math.round((Number(row.raised) / hours) * 100) / 100,
        acknowledged: Number(row.acknowledged),
        acknowledgedUnseen: Number(row.acknowledgedUnseen),
        muted: Number(row.muted),
        judgedFalse: Number(row.judgedFalse),
      }));
    },
  });
}

/** Who did what to an alert, worded for whoever reads the log. */
function actText(kind: LogEntry['kind'], record: EncounterRecord, name: string, why = ''): LogEntry['text'] {
  const reason = storedFigures(record)?.reason;
  return {
    key: `watch.log.${kind}`,
    values: { ...reason?.values, reason: reason?.key ?? record.reason, name, why },
  };
}

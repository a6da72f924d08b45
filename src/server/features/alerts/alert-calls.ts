import { sql as raw } from 'kysely';
import { boundToCompanies } from '#domain/identity/access.ts';
import type { Encounter, EncounterRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import { scopeOrForbidden } from '#server/engine/records/scope.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import type { WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { type LogEntry, writeLog } from '#server/features/watch-log/write-log.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { storedFigures } from './alert-views.ts';
import type { Alerts } from './alerts.ts';

/** What is changed of an encounter, and how the log of the watch tells it. */
type Act = Omit<Values<Encounter>, 'kind'> & { kind: LogEntry['kind']; why?: string };

/** Spans of a time line, about. */
const mostSpans = 60;
const longestMuteMs = 24 * 3_600_000;

/** What people make of the alerts of the safety nets: airspace watch and ATC, who see every company's. */
export function createAlertService(deps: {
  alerts: Pick<Alerts, 'list' | 'recorded'>;
  records: Records;
  catalogue: Pick<Catalogue, 'find'>;
  webhooks: Pick<WebhookOutbox, 'tell'>;
  sql: Sql;
  clock: () => Date;
}): Service {
  const { records, webhooks, sql, clock } = deps;
  /** The caller's alerts that are not in the trash, as `e`. */
  const own = (caller: Caller) =>
    raw`e.deleted_at is null and ${scopeOrForbidden(caller, deps.catalogue.find('encounter'), 'read', 'e')}`;

  async function decide(
    caller: Caller,
    id: number,
    values: (record: EncounterRecord, by: { at: string; user: number | null }) => Act,
  ): Promise<null> {
    await deps.alerts.recorded(id);
    // Outside their rows it is not there; inside, an operator may see it and no more.
    await records.get(caller, 'encounter', id);
    if (boundToCompanies(caller.actor)) throw new AppError('forbidden', { key: 'alert.refused.operator' });
    await records.transaction(async (transaction: Transaction) => {
      const service = asService(caller);
      const record = await records.lockForChange(service, 'encounter', id, transaction);
      const at = clock().toISOString();
      const { kind, why, ...changes } = values(record, { at, user: userIdOf(caller) });
      const changed = await records.update(service, 'encounter', id, record.version, changes, transaction);
      if (kind === 'alertAcknowledged') {
        const by = userIdOf(caller);
        await webhooks.tell(transaction, kind, { resource: 'encounter', id, record: changed, by });
      }
      await writeLog(records, transaction, {
        at,
        kind,
        level: record.level,
        text: actText(kind, record, caller.actor, why),
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
    GetList: (_, caller) => deps.alerts.list(caller),
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
      const from = new Date(clock().getTime() - hours * 3_600_000).toISOString();
      const { rows } = await raw<Record<string, string | number>>`
        select kind, count(*)::int as raised, count(acknowledged_at)::int as acknowledged,
          (count(*) filter (where acknowledged_at is not null and acknowledged_looked is not true))::int as "acknowledgedUnseen",
          count(muted_at)::int as muted, count(false_at)::int as "judgedFalse"
        from encounter as e where ${own(caller)} and raised_at >= ${from}::timestamptz
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
    async GetTimeline({ hours = 24 }, caller) {
      const spanS = Math.max(1, Math.ceil(hours / mostSpans)) * 3_600;
      const to = clock().getTime();
      const from = Math.floor((to - hours * 3_600_000) / (spanS * 1_000)) * spanS * 1_000;
      const span = raw`(floor(extract(epoch from raised_at) / ${spanS}) * ${spanS})::bigint`;
      const { rows } = await raw<{ began: string; kind: string; raised: number }>`
        select ${span} as began, kind, count(*)::int as raised from encounter as e
        where ${own(caller)} and raised_at >= ${new Date(from).toISOString()}::timestamptz
        group by 1, kind order by 1, kind`.execute(sql);
      // A span without any is there too: a gap would look like a shorter day.
      const spans = Array.from({ length: Math.floor((to - from) / (spanS * 1_000)) + 1 }, (_, index) => {
        const began = from / 1_000 + index * spanS;
        const at = new Date(began * 1_000).toISOString();
        const found = rows.filter((row) => Number(row.began) === began);
        return found.length > 0
          ? found.map(({ kind, raised }) => ({ at, kind, raised: Number(raised) }))
          : [{ at, kind: null, raised: 0 }];
      });
      return spans.flat();
    },
  });
}

/** Who did what to an alert, worded for whoever reads the log. */
function actText(
  kind: LogEntry['kind'],
  record: EncounterRecord,
  actor: Caller['actor'],
  why = '',
): LogEntry['text'] {
  const reason = storedFigures(record)?.reason;
  return {
    key: `watch.log.${kind}`,
    values: { ...reason?.values, reason: reason?.key ?? record.reason, ...nameValues('name', actor), why },
  };
}

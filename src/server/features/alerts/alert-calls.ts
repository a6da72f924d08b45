import { boundToCompanies } from '#domain/identity/access.ts';
import type { Encounter, EncounterRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import type { WebhookOutbox } from '#server/engine/webhooks/outbox.ts';
import { type LogEntry, writeLog } from '#server/features/watch-log/write-log.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { createAlertStatistics } from './alert-statistics.ts';
import { storedFigures } from './alert-views.ts';
import type { Alerts } from './alerts.ts';

/** What is changed of an encounter, and how the log of the watch tells it. */
type Act = Omit<Values<Encounter>, 'kind'> & { kind: LogEntry['kind']; why?: string };

const logKinds = { confirmed: 'alertConfirmed', nuisance: 'alertNuisance', false: 'alertFalse' } as const;
const longestMuteMs = 24 * 3_600_000;

/** What people make of the alerts of the safety nets: airspace watch and ATC, who see every company's. */
export function createAlertService(deps: {
  alerts: Pick<Alerts, 'list' | 'recorded'>;
  records: Records;
  catalogue: Pick<Catalogue, 'find'>;
  webhooks: Pick<WebhookOutbox, 'tell'>;
  parameters: Pick<Parameters, 'all'>;
  sql: Sql;
  clock: () => Date;
}): Service {
  const { records, webhooks, clock } = deps;
  const statistics = createAlertStatistics(deps);

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
    Classify: ({ id, classification, reason = '' }, caller) => {
      const why = reason.trim();
      if (classification !== 'confirmed' && why === '')
        throw fieldError('reason', 'alert.refused.classificationReason');
      return decide(caller, id, (_record, { at, user }) => ({
        kind: logKinds[classification],
        why,
        classification,
        classifiedAt: at,
        classifiedBy: user,
        classificationReason: why || null,
      }));
    },
    GetStatistics: (input, caller) => statistics.statistics(caller, input),
    GetTimeline: (input, caller) => statistics.timeline(caller, input),
    ExportStatistics: (input, caller) => statistics.file(caller, input, 'xlsx'),
    ExportStatisticsCsv: (input, caller) => statistics.file(caller, input, 'csv'),
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

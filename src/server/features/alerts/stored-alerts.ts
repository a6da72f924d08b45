import type { AlertList } from '#contract/alerts.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { mostListed, withUnlisted } from './alert-picture.ts';
import { mostUrgent, urgencyOf, viewOf } from './alert-views.ts';
import type { createPeopleNames } from './people-names.ts';

/** Open alerts from their records, used when no server reports the live ones. */
export function createStoredAlerts(deps: {
  records: Pick<Records, 'list'>;
  names: ReturnType<typeof createPeopleNames>;
  clock: () => Date;
}) {
  const { records, names, clock } = deps;

  /** The most urgent first, and how many there are. */
  async function open(caller: Caller, most: number): Promise<{ items: StoredRecord[]; total: number }> {
    return records.list(caller, 'encounter', {
      start: 0,
      end: most,
      // The names of the levels are in the order of their urgency by the alphabet too.
      sort: [
        { field: 'level', order: 'desc' },
        { field: 'raisedAt', order: 'desc' },
      ],
      filter: { field: 'state', operator: 'ne', value: 'cleared' },
      search: undefined,
      trash: 'without',
      count: 'some',
    });
  }

  return {
    open,
    async list(caller: Caller, lacks: Text[]): Promise<AlertList> {
      const { items, total } = await open(caller, mostListed);
      const nowMs = clock().getTime();
      await names.read(items);
      const alerts = items.flatMap((record) => viewOf(record, null, names.known) ?? []);
      return {
        at: nowMs,
        alerts: mostUrgent(alerts, (view) => urgencyOf(view, nowMs, false), mostListed),
        lacks: withUnlisted(lacks, total - items.length),
      };
    },
  };
}

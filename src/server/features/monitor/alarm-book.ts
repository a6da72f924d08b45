import { type Figure, installation } from '#domain/monitor/figures.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import type { MonitorAlarmRecord, MonitorThresholdRecord } from '#domain/record/records.gen.ts';
import { refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';

/**
 * Alarms of the monitor as records: what webhooks, messages and reminders tell of them follows from these changes, in
 * their transaction.
 */
export function createAlarmBook({ records, clock }: { records: Records; clock: () => Date }) {
  const watcher = systemCaller();

  function announce(transaction: Transaction, alarm: MonitorAlarmRecord, event: string, by: number | null) {
    transaction.announce({
      resource: 'monitorAlarm',
      id: alarm.id,
      action: 'update',
      record: { ...alarm },
      message: {
        type: `monitorAlarm.${event}`,
        title: textIn(
          { key: event === 'raised' ? 'monitor.alarm.title' : `monitor.alarm.${event}` },
          'zh-Hans',
        ),
        content: alarm.text,
        contentEn: alarm.textEn,
        message: '',
        unit: null,
        actualNum: null,
        state: null,
      },
      by,
      at: clock().toISOString(),
    });
  }

  const change = (
    id: number,
    event: string,
    by: number | null,
    values: (alarm: MonitorAlarmRecord) => Partial<MonitorAlarmRecord>,
  ) =>
    records.transaction(async (transaction) => {
      const before = await records.get(watcher, 'monitorAlarm', id, transaction.sql, { lock: true });
      const alarm = await records.update(
        watcher,
        'monitorAlarm',
        id,
        before.version,
        values(before),
        transaction,
      );
      announce(transaction, alarm, event, by);
    });

  return {
    /** Alarms that are not cleared, the oldest first. */
    async open(): Promise<MonitorAlarmRecord[]> {
      return records.rows(watcher, 'monitorAlarm', {
        most: 500,
        sort: [{ field: 'id', order: 'asc' }],
        filter: { field: 'state', operator: 'ne', value: 'cleared' },
      });
    },
    async raise(
      figure: Figure,
      server: string,
      threshold: MonitorThresholdRecord,
      value: number,
    ): Promise<void> {
      const said = (locale: Locale) =>
        textIn(
          {
            key: `monitor.alarm.${figure.bad}`,
            values: {
              place: server === installation ? textIn({ key: 'monitor.installation' }, locale) : server,
              figure: textIn({ key: `monitor.figure.${figure.key}` }, locale),
              value: unitText(value, figure.unit),
              limit: unitText(threshold.limit, figure.unit),
            },
          },
          locale,
        );
      await records.transaction(async (transaction) => {
        const alarm = await records.create(
          watcher,
          'monitorAlarm',
          {
            text: said('zh-Hans'),
            textEn: said('en'),
            figure: threshold.figure,
            threshold: threshold.id,
            server: server === installation ? null : server,
            level: threshold.level ?? 'caution',
            state: 'raised',
            value,
            limit: threshold.limit,
            raisedAt: clock().toISOString(),
          },
          transaction,
        );
        announce(transaction, alarm, 'raised', null);
      });
    },
    clear: (id: number) =>
      change(id, 'cleared', null, () => ({ state: 'cleared', clearedAt: clock().toISOString() })),
    acknowledge: (caller: Caller, id: number, note: string | null) =>
      change(id, 'acknowledged', caller.actor.userId, ({ state }) => {
        if (state !== 'raised') throw refused('monitor.acknowledgedAlready');
        return {
          state: 'acknowledged',
          acknowledgedBy: caller.actor.userId,
          acknowledgedAt: clock().toISOString(),
          note: note?.trim() || null,
        };
      }),
  };
}

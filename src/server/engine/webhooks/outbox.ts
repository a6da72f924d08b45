import { randomUUID } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { Sql } from '#server/db/sql.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { RecordChange } from '#server/kernel/changes.ts';

export type WebhookEvent = 'create' | 'update' | 'delete' | 'restore';
/** What a feature tells of a record beside its changes. */
export type FeatureEvent = 'alertRaised' | 'alertAcknowledged' | 'alertCleared';

/** Changes that nobody is told of: those that telling would make. */
const silent = new Set(['webhook', 'webhookDelivery']);
/** Rows of one statement. */
const mostRows = 500;

/**
 * What webhooks are to be told of a transaction is written in that very transaction: if the record changed, the
 * message is there too, and no crash can lose it.
 */
export interface WebhookOutbox {
  rule: RecordRule;
  /** Tells of something that is more than a change of each of these records, in that very transaction. */
  tell(
    transaction: Transaction,
    event: FeatureEvent,
    ...changes: Pick<RecordChange, 'resource' | 'id' | 'record' | 'by'>[]
  ): Promise<void>;
  /** Calls `wake` whenever there is something to send, until the answer is called. */
  onWritten(wake: () => void): () => void;
}

export function createWebhookOutbox({ clock }: { clock: () => Date }): WebhookOutbox {
  const listeners = new Set<() => void>();

  const close = ({ transaction, changes }: RecordsWritten) => write(transaction, eventsOf(changes));

  async function write(transaction: Transaction, events: readonly Event[]): Promise<void> {
    if (events.length === 0) return;
    const { rows: hooks } = await raw<{ id: number; resources: string[]; events: string[] }>`
      select id, resources, events from webhook where is_active and deleted_at is null`.execute(
      transaction.sql,
    );
    const rows = events.flatMap((event) =>
      hooks
        .filter((hook) => hook.resources.includes(event.resource) && hook.events.includes(event.action))
        .map((hook) => ({ webhook: hook.id, ...event })),
    );
    const at = clock().toISOString();
    for (let from = 0; from < rows.length; from += mostRows) {
      await insert(transaction.sql, rows.slice(from, from + mostRows), at);
    }
    if (rows.length === 0) return;
    transaction.afterCommit(() => {
      for (const wake of listeners) wake();
    });
  }

  return {
    tell: (transaction, action, ...changes) =>
      write(
        transaction,
        changes.map((change) => ({ ...change, action, at: clock().toISOString() })),
      ),
    rule: { phase: 'notify', name: 'deliveries of webhooks', close },
    onWritten(wake) {
      listeners.add(wake);
      return () => void listeners.delete(wake);
    },
  };
}

interface Event extends Omit<RecordChange, 'action'> {
  action: WebhookEvent | FeatureEvent;
}

/** One event for each record: what was made and then changed in one go was made. */
function eventsOf(announced: readonly RecordChange[]): Event[] {
  const events = new Map<string, Event>();
  for (const { action, ...change } of announced) {
    if (silent.has(change.resource)) continue;
    const key = `${change.resource} ${change.id}`;
    const earlier = events.get(key)?.action;
    if (action === 'purge') events.delete(key);
    else
      events.set(key, { ...change, action: earlier === 'create' && action === 'update' ? earlier : action });
  }
  return [...events.values()];
}

async function insert(db: Sql, rows: (Event & { webhook: number })[], now: string): Promise<void> {
  await db
    .insertInto('webhookDelivery')
    .values(
      rows.map(({ webhook, action, resource, id, record, by, at }) => ({
        key: randomUUID(),
        webhook,
        event: action,
        resource,
        recordId: id,
        occurredAt: at,
        actor: by,
        status: 'pending',
        attempts: 0,
        nextAt: now,
        payload: raw`${JSON.stringify(record)}::jsonb`,
      })),
    )
    .execute();
}

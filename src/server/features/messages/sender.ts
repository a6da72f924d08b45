import { sql as raw } from 'kysely';
import {
  envelopeErrors,
  type Priority,
  priorities,
  textErrors,
  writeEnvelope,
} from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import type { Text } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Database } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { drain } from '#server/kernel/drain.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { Outgoing, SendOutcome, SendThrough } from './gateways/gateway.ts';
import { type GatewayRow, type MessageRow, messageRow, reasonColumns } from './message-rows.ts';

export interface Sender {
  /**
   * Sends what is due, until nothing is; gives how many were tried. Safe on any number of servers at once.
   */
  tick(): Promise<number>;
}

const together = 10;
/** A try that was not settled within this time was cut short by the end of its process. */
const claimMs = 60_000;
const firstWaitMs = 5_000;
const longestWaitMs = 10 * 60_000;

interface Claimed {
  row: MessageRow;
  gateway: GatewayRow;
  /** The try before was cut short: nobody knows whether it went. */
  unsettled: boolean;
}

/**
 * Sends the messages of the outbox. Each try is committed before anything goes out, so that a server that
 * dies meanwhile leaves its trace: a folder and an HTTP receiver recognise a second try by its number, a line
 * that acknowledges does too, and on a line that does not the message is left to a person instead of being
 * sent twice.
 */
export function createSender(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  records: Records;
  changes: ChangeFeed;
  parameters: Pick<Parameters, 'all'>;
  through: Record<GatewayRow['kind'], SendThrough>;
  clock: () => Date;
  log: Logger;
}): Sender {
  const { database, records, changes, through, clock, log } = deps;
  const sql = database.kysely;

  async function mostAttempts(): Promise<number> {
    const value = Number((await deps.parameters.all()).get('message.attempts') || Number.NaN);
    return Number.isFinite(value) && value > 0 ? value : 8;
  }

  async function gateways(db: Sql): Promise<GatewayRow[]> {
    const rows = await db
      .selectFrom('messageGateway')
      .selectAll()
      .where('isEnabled', '=', true)
      .where('direction', 'in', ['out', 'both'])
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    return rows;
  }

  /**
   * Takes what is due for this server alone; of one flight the next message waits until the one before has
   * gone.
   */
  async function claim(): Promise<Claimed[]> {
    const now = clock();
    const at = now.toISOString();
    return database.transaction(async (db) => {
      const open = await gateways(db);
      if (open.length === 0) return [];
      const { rows } = await raw<{ id: number }>`
        select m.id from plan_message m
        where m.direction = 'out' and m.deleted_at is null and m.next_attempt_at <= ${at}::timestamptz
          and (m.state = 'pending' or (m.state = 'sent' and m.next_attempt_at is not null))
          and not exists (select 1 from plan_message e where e.job_task = m.job_task and e.id < m.id
            and e.direction = 'out' and e.state = 'pending' and e.deleted_at is null)
        order by m.id limit ${together} for update of m skip locked`.execute(db);
      const claimed: Claimed[] = [];
      for (const { id } of rows) {
        const row = messageRow(await records.get(systemCaller(), 'planMessage', id, db));
        const gateway = gatewayFor(open, row);
        if (!gateway) {
          // Nobody carries it now: it stays, and is asked of again.
          const later = new Date(now.getTime() + claimMs).toISOString();
          await db.updateTable('planMessage').set({ nextAttemptAt: later }).where('id', '=', id).execute();
          continue;
        }
        const reference =
          row.gateway === gateway.id && row.reference ? row.reference : await numberOn(db, gateway, row);
        const until = new Date(now.getTime() + claimMs).toISOString();
        const unsettled = row.state === 'pending' && (row.attempts ?? 0) > 0 && row.error === null;
        const values = {
          gateway: gateway.id,
          reference,
          attempts: (row.attempts ?? 0) + 1,
          firstTriedAt: row.firstTriedAt ?? at,
          nextAttemptAt: until,
          state: 'pending' as const,
          ...reasonColumns(null),
        };
        await db
          .updateTable('planMessage')
          .set((eb) => ({ ...values, updatedAt: at, version: eb('version', '+', 1) }))
          .where('id', '=', id)
          .execute();
        claimed.push({ row: { ...row, ...values }, gateway, unsettled });
      }
      return claimed;
    });
  }

  async function numberOn(db: Sql, gateway: GatewayRow, row: MessageRow): Promise<string> {
    const { lastNumber } = await db
      .updateTable('messageGateway')
      .set((eb) => ({ lastNumber: eb(eb.fn.coalesce('lastNumber', eb.val(0)), '+', 1) }))
      .where('id', '=', gateway.id)
      .returning('lastNumber')
      .executeTakeFirstOrThrow();
    const number = Number(lastNumber);
    if (gateway.kind === 'tcp' && gateway.acknowledges) {
      // Field 3: by this the other end's LAM names the message.
      const from = (gateway.originator ?? 'ZZZZ').slice(0, 4);
      const to = (gateway.addressees?.[0] ?? row.addressees?.[0] ?? 'ZZZZ').slice(0, 4);
      return `${from}/${to}${String(number % 1_000).padStart(3, '0')}`;
    }
    return `${gateway.lineName ?? ''}${String(number % 10_000).padStart(4, '0')}`;
  }

  function outgoing(row: MessageRow, gateway: GatewayRow): { message: Outgoing } | { error: Text } {
    const filedAt = new Date(row.filingTime ?? row.createdAt);
    const reference = row.reference ?? '';
    // Nobody is left out in silence: more than one message may name is an error of the envelope.
    const addressees = [...new Set([...(row.addressees ?? []), ...(gateway.addressees ?? [])])];
    const numbered = reference.includes('/') ? withNumber(row.text, reference) : row.text;
    const priority: Priority = priorities.find((one) => one === row.priority) ?? 'FF';
    const { originator } = gateway;
    let envelope = numbered;
    const [unfit] = textErrors(numbered);
    if (unfit) return { error: unfit };
    if (originator) {
      const channel =
        gateway.lineName && `${gateway.lineName}${/\d+$/.exec(reference)?.[0].padStart(4, '0')}`;
      const parts = { priority, addressees, originator, filingTime: filedAt, text: numbered };
      const [error] = envelopeErrors(parts);
      if (error) return { error };
      envelope = writeEnvelope({ ...parts, ...(channel ? { transmission: channel } : {}) });
    } else if (gateway.kind === 'tcp') {
      return { error: { key: 'message.envelope.originator', values: { address: '' } } };
    }
    return {
      message: {
        id: row.id,
        type: row.type,
        text: numbered,
        envelope,
        priority,
        addressees,
        reference,
        filingTime: filedAt.toISOString(),
      },
    };
  }

  async function settle(claimed: Claimed, values: Record<string, unknown>): Promise<void> {
    const at = clock().toISOString();
    const settled = await sql
      .updateTable('planMessage')
      .set((eb) => ({ ...values, updatedAt: at, version: eb('version', '+', 1) }))
      .where('id', '=', claimed.row.id)
      // Acknowledged meanwhile, or taken up by another server where this one was too slow.
      .where('state', '=', 'pending')
      .where('attempts', '=', claimed.row.attempts ?? 0)
      .returningAll()
      .executeTakeFirst();
    if (!settled) return;
    const { fingerprint: _, ...record } = settled;
    changes.publish({ resource: 'planMessage', id: claimed.row.id, action: 'update', record, by: null, at });
  }

  /** Given up: whoever keeps the flight is told. */
  async function fail({ row }: Claimed, error: Text): Promise<void> {
    await records.transaction(async (transaction) => {
      const at = clock().toISOString();
      const failed = await transaction.sql
        .updateTable('planMessage')
        .set((eb) => ({
          state: 'failed',
          ...reasonColumns(error),
          nextAttemptAt: null,
          updatedAt: at,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', row.id)
        .where('state', '=', 'pending')
        .where('attempts', '=', row.attempts ?? 0)
        .returningAll()
        .executeTakeFirst();
      if (!failed) return;
      const { fingerprint: _, ...record } = failed;
      const values = { ...error.values, type: row.type, callsign: row.callsign ?? '', cause: error.key };
      transaction.announce({
        resource: 'planMessage',
        id: row.id,
        action: 'update',
        record,
        message: {
          type: 'planMessage.failed',
          ...titleInBoth('message.failed.title'),
          ...inBoth((locale) => textIn({ key: 'message.failed.content', values }, locale)),
          message: '',
          unit: null,
          actualNum: null,
          state: null,
        },
        by: null,
        at,
      });
    });
  }

  async function deliver(claimed: Claimed): Promise<void> {
    const { row, gateway } = claimed;
    const limit = await mostAttempts();
    const attempts = row.attempts ?? 1;
    const silentLine = gateway.kind === 'tcp' && gateway.acknowledges !== true;
    if (claimed.unsettled && silentLine) {
      await fail(claimed, { key: 'message.maybeSent' });
      return;
    }
    if (attempts > limit) {
      await fail(claimed, { key: 'message.notAcknowledged', values: { attempts: limit } });
      return;
    }
    const prepared = outgoing(row, gateway);
    if ('error' in prepared) {
      await fail(claimed, prepared.error);
      return;
    }
    const outcome = await through[gateway.kind](gateway, prepared.message);
    await settleOutcome(claimed, outcome, prepared.message, limit);
  }

  async function settleOutcome(
    claimed: Claimed,
    outcome: SendOutcome,
    message: Outgoing,
    limit: number,
  ): Promise<void> {
    const { row, gateway } = claimed;
    const now = clock();
    const at = now.toISOString();
    const attempts = row.attempts ?? 1;
    if (outcome.ok) {
      const waitsMs = (gateway.acknowledgeWithinS ?? 180) * 1_000;
      const waits = !outcome.acknowledged && gateway.acknowledges === true;
      await settle(claimed, {
        state: outcome.acknowledged ? 'acknowledged' : 'sent',
        envelope: message.envelope,
        sentAt: row.sentAt ?? at,
        acknowledgedAt: outcome.acknowledged ? at : null,
        nextAttemptAt: waits ? new Date(now.getTime() + waitsMs).toISOString() : null,
        ...reasonColumns(null),
      });
      return;
    }
    const silentLine = gateway.kind === 'tcp' && gateway.acknowledges !== true;
    if (outcome.unknown && silentLine) await fail(claimed, { key: 'message.maybeSent' });
    else if (attempts >= limit) await fail(claimed, outcome.error);
    else {
      const wait = Math.min(firstWaitMs * 2 ** (attempts - 1), longestWaitMs);
      await settle(claimed, {
        nextAttemptAt: new Date(now.getTime() + wait).toISOString(),
        ...reasonColumns(outcome.error),
      });
    }
  }

  return {
    tick: () => drain(claim, deliver, (error) => log.error({ error }, 'a message was not settled')),
  };
}

/** The gateway it was begun on, or else the first that names its type, or else the first that takes all. */
function gatewayFor(open: GatewayRow[], row: MessageRow): GatewayRow | null {
  const begun = open.find(({ id }) => id === row.gateway);
  if (begun) return begun;
  const names = ({ types }: GatewayRow) => types?.some((type) => type === row.type) === true;
  return open.find(names) ?? open.find(({ types }) => (types?.length ?? 0) === 0) ?? null;
}

function withNumber(text: string, number: string): string {
  const { message } = parseMessage(text);
  if (!message) return text;
  return formatMessage({ ...message, title: { ...message.title, number } });
}

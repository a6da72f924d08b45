import { filingText } from '#domain/messages/envelope.ts';
import type { Message } from '#domain/messages/message-parts.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { reasonColumns } from './message-rows.ts';

/**
 * LAM, ACK and REJ name a message of ours by its number, the receipt of a distress message by its origin. True: it was
 * one of these, and ours now says so.
 */
export async function acknowledge(
  deps: { sql: Sql; records: Records; clock: () => Date },
  message: Message | null,
  origin: { filing: string; originator: string } | null,
): Promise<boolean> {
  const { sql, records, clock } = deps;
  const type = message?.title.type;
  const answers = type === 'LAM' || type === 'ACK' || type === 'REJ';
  const id = answers
    ? await ofReference(sql, message?.title.reference ?? message?.title.number ?? null)
    : origin && (await ofOrigin(sql, origin, clock()));
  if (!id) return false;
  await records.transaction(async (transaction) => {
    const caller = systemCaller('aftn');
    await transaction.sql.selectFrom('planMessage').select('id').where('id', '=', id).forUpdate().execute();
    const row = await records.get(caller, 'planMessage', id, transaction.sql);
    const at = clock().toISOString();
    const values =
      type === 'REJ'
        ? {
            state: 'failed' as const,
            ...reasonColumns({ key: 'message.rejected', values: { text: message?.free ?? '' } }),
          }
        : {
            state: 'acknowledged' as const,
            acknowledgedAt: at,
            sentAt: row.sentAt ?? at,
            ...reasonColumns(null),
          };
    await records.update(
      caller,
      'planMessage',
      id,
      row.version,
      { ...values, nextAttemptAt: null },
      transaction,
    );
  });
  return true;
}

async function ofReference(sql: Sql, reference: string | null): Promise<number | null> {
  if (reference === null) return null;
  const row = await sql
    .selectFrom('planMessage')
    .select('id')
    .where('direction', '=', 'out')
    .where('reference', '=', reference)
    .where('state', 'in', ['pending', 'sent', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Several may have been filed in one minute: the oldest that nobody has acknowledged. */
async function ofOrigin(
  sql: Sql,
  { filing, originator }: { filing: string; originator: string },
  now: Date,
): Promise<number | null> {
  const rows = await sql
    .selectFrom('planMessage')
    .innerJoin('messageGateway', 'messageGateway.id', 'planMessage.gateway')
    .select(['planMessage.id', 'planMessage.filingTime'])
    .where('planMessage.direction', '=', 'out')
    .where('planMessage.state', '=', 'sent')
    .where('messageGateway.originator', '=', originator)
    .where('planMessage.createdAt', '>=', new Date(now.getTime() - 2 * 86_400_000).toISOString())
    .orderBy('planMessage.id')
    .execute();
  const found = rows.find(({ filingTime }) => filingText(new Date(String(filingTime))) === filing);
  return found ? found.id : null;
}

import * as Y from 'yjs';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';

/** Updates of one meeting that are kept apart before they are joined. */
const mostApart = 100;

/** Characters of base64 that the minutes of one meeting may have, all that was ever deleted being a mark only. */
const longest = 4_000_000;

/**
 * The shared document of a meeting's minutes, as what was written into it. No server holds it: each write is a row, and
 * whoever asks has the rows joined. What is committed is there after any death of a server, and on every other one.
 */
export async function appendUpdate(sql: Sql, meeting: number, update: string): Promise<void> {
  if (!isUpdate(update)) throw new AppError('validation', { key: 'meeting.refused.update' });
  const stored = await sql
    .selectFrom('minutesUpdate')
    .select(({ fn }) => [
      fn.sum<number | null>(fn<number>('length', ['bytes'])).as('length'),
      fn.countAll<number>().as('rows'),
    ])
    .where('meetingId', '=', meeting)
    .executeTakeFirstOrThrow();
  if (Number(stored.length ?? 0) + update.length > longest) throw refused('meeting.refused.full');
  await sql.insertInto('minutesUpdate').values({ meetingId: meeting, bytes: update }).execute();
  if (Number(stored.rows) >= mostApart) await joinUpdates(sql, meeting);
}

/** What a client lacks that has this state, and the state that there is; both base64. */
export async function differenceFrom(
  sql: Sql,
  meeting: number,
  stateVector: string,
): Promise<{ update: string; stateVector: string }> {
  const doc = await documentOf(sql, meeting);
  try {
    return {
      update: encode(Y.encodeStateAsUpdate(doc, decode(stateVector))),
      stateVector: encode(Y.encodeStateVector(doc)),
    };
  } catch (cause) {
    throw new AppError('validation', { key: 'meeting.refused.update' }, { cause });
  }
}

/** The document as it stands. */
export async function documentOf(sql: Sql, meeting: number): Promise<Y.Doc> {
  const rows = await sql
    .selectFrom('minutesUpdate')
    .select('bytes')
    .where('meetingId', '=', meeting)
    .orderBy('id')
    .execute();
  return joined(rows.map(({ bytes }) => bytes));
}

/** One row for all of them, in the transaction: who reads meanwhile has the former rows, and a row that is new is left. */
async function joinUpdates(sql: Sql, meeting: number): Promise<void> {
  const rows = await sql
    .selectFrom('minutesUpdate')
    .select(['id', 'bytes'])
    .where('meetingId', '=', meeting)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length < 2) return;
  const bytes = encode(Y.encodeStateAsUpdate(joined(rows.map((row) => row.bytes))));
  await sql.insertInto('minutesUpdate').values({ meetingId: meeting, bytes }).execute();
  await sql
    .deleteFrom('minutesUpdate')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

function joined(updates: readonly string[]): Y.Doc {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, decode(update));
  });
  return doc;
}

/** Whether a document takes it: what no document takes would end every later reading. */
function isUpdate(update: string): boolean {
  try {
    Y.applyUpdate(new Y.Doc(), decode(update));
    return true;
  } catch {
    return false;
  }
}

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

export function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

import * as Y from 'yjs';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';

/** Updates of one meeting that are kept apart before they are joined. */
const mostApart = 100;

/** Characters of base64 that the minutes of one meeting may have; deleted text does not count. */
const longest = 4_000_000;

/**
 * The shared document of a meeting's minutes, as what was written into it. No server holds it: each write is a row, and
 * each reader has the rows joined. What is committed is there after any death of a server, and on every other one.
 */
export async function appendUpdate(sql: Sql, meeting: number, update: string): Promise<void> {
  const updates = await updatesOf(sql, meeting);
  const doc = joined(updates);
  // Clients have all that their text builds on from here, so that an update which does not fit is damaged.
  if (!isTaken(doc, update)) throw new AppError('validation', { key: 'meeting.refused.update' });
  const isLarge = updates.reduce((sum, { length }) => sum + length, update.length) > longest;
  if (isLarge && stateOf(doc).length > longest) throw refused('meeting.refused.full');
  await sql.insertInto('minutesUpdate').values({ meetingId: meeting, bytes: update }).execute();
  if (isLarge || updates.length >= mostApart) await joinUpdates(sql, meeting);
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

/** The document as it is now. */
export async function documentOf(sql: Sql, meeting: number): Promise<Y.Doc> {
  return joined(await updatesOf(sql, meeting));
}

async function updatesOf(sql: Sql, meeting: number): Promise<string[]> {
  const rows = await sql
    .selectFrom('minutesUpdate')
    .select('bytes')
    .where('meetingId', '=', meeting)
    .orderBy('id')
    .execute();
  return rows.map(({ bytes }) => bytes);
}

/** Replaces the rows by one, in the transaction: until it ends, readers have the former rows. Rows that are newer remain. */
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
  const doc = allApplied(rows.map((row) => row.bytes));
  // Another transaction holds rows that these build on, or one is damaged.
  if (!doc) return;
  const bytes = stateOf(doc);
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

/** The updates as one document. One that is damaged is left out: the rest of the minutes remains readable. */
function joined(updates: readonly string[]): Y.Doc {
  const all = allApplied(updates);
  if (all) return all;
  let doc = new Y.Doc();
  let left = updates;
  for (let before = -1; left.length !== before; ) {
    before = left.length;
    left = left.filter((update) => {
      const tried = allApplied([stateOf(doc), update]);
      doc = tried ?? doc;
      return tried === null;
    });
  }
  return doc;
}

/** Null: they do not fit together. */
function allApplied(updates: readonly string[]): Y.Doc | null {
  const doc = new Y.Doc();
  try {
    doc.transact(() => {
      for (const update of updates) Y.applyUpdate(doc, decode(update));
    });
  } catch {
    return null;
  }
  return isWhole(doc) ? doc : null;
}

/** Applies the update; false: it is damaged, or builds on what the document does not have. */
function isTaken(doc: Y.Doc, update: string): boolean {
  try {
    Y.applyUpdate(doc, decode(update));
    return isWhole(doc);
  } catch {
    return false;
  }
}

function isWhole({ store }: Y.Doc): boolean {
  return store.pendingStructs === null && store.pendingDs === null;
}

const stateOf = (doc: Y.Doc) => encode(Y.encodeStateAsUpdate(doc));

function decode(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

export function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

import type { Notam } from '#domain/notam/notam.ts';
import { officeOf } from '#domain/notam/office.ts';
import { readNotams } from '#domain/notam/read.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import type { Text } from '#domain/text/errors.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { ReportOrigin } from '#server/features/information/reader.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import { valuesOf } from './notam-values.ts';

export type NotamTaken =
  | { state: 'stored' | 'duplicate' | 'late'; recordId: number }
  | { state: 'unreadable'; reason: Text };

/** Hears, in the transaction that stores it, of a NOTAM that changes what holds. */
export type NotamTold = (
  transaction: Transaction,
  notam: NotamRecord,
  /** What it replaced or cancelled. */
  ended: readonly NotamRecord[],
) => Promise<void>;

type Known = Pick<NotamRecord, 'id' | 'version' | 'fir' | 'number' | 'refers' | 'type' | 'state' | 'raw'>;

const columns = ['id', 'version', 'fir', 'number', 'refers', 'type', 'state', 'raw'] as const;

/**
 * Keeps NOTAMs and what becomes of them, in one transaction each: an R replaces and a C cancels the one that it names,
 * also where that one comes later; the parts of one number become one; the same one again is a duplicate.
 */
export function createNotamStore(deps: { records: Records; told?: NotamTold }) {
  const { records } = deps;

  /** Those of the same office with this number, or that name it. */
  async function related(db: Sql, field: 'number' | 'refers', value: string, fir: string): Promise<Known[]> {
    const rows = await db
      .selectFrom('notam')
      .select(columns)
      .where(field, '=', value)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    return rows.filter((row) => officeOf(row.fir) === officeOf(fir)) as Known[];
  }

  async function write(
    transaction: Transaction,
    notam: Notam,
    origin: ReportOrigin,
    caller: Caller,
    isReceived: boolean,
  ): Promise<NotamTaken> {
    const values = valuesOf(notam);
    if (!values || (notam.kind === 'notam' && notam.number === null)) {
      const lacks = notam.number === null ? 'number' : notam.validFrom === null ? 'time' : 'place';
      return { state: 'unreadable', reason: { key: `notam.unreadable.${lacks}` } };
    }
    const { number, refers, type } = notam;
    const { fir } = values;
    const db = transaction.sql;
    const given = {
      ...values,
      source: origin.sourceId,
      receivedAt: new Date(origin.receivedAt).toISOString(),
      isDemo: origin.isDemo,
      isReceived,
    };
    const present = number === null ? await sameTable(db, values) : await related(db, 'number', number, fir);
    const [known] = present;
    if (known) {
      const more = partsOf(known, notam, origin.receivedAt);
      if (!more) return { state: 'duplicate', recordId: known.id };
      const joined = valuesOf(more);
      if (!joined) return { state: 'duplicate', recordId: known.id };
      const record = await records.update(caller, 'notam', known.id, known.version, joined, transaction);
      if (record.state === 'current') await deps.told?.(transaction, record, []);
      return { state: 'stored', recordId: known.id };
    }
    const begins = values.validFrom ?? '';
    const tables = notam.kind === 'snowtam' ? await currentSnowtams(db, fir) : [];
    const after =
      number === null
        ? tables.find(({ validFrom }) => validFrom > begins)
        : (await related(db, 'refers', number, fir))[0];
    const ownState = after ? endedBy(after) : type === 'C' ? 'cancelled' : 'current';
    const record = await records.create(
      caller,
      'notam',
      { ...given, state: ownState, replacedBy: after?.id ?? null },
      transaction,
    );
    const ended: NotamRecord[] = [];
    const replaced = { state: 'replaced' as const, replacedBy: record.id };
    for (const before of tables) {
      if (before.validFrom > begins) continue;
      await records.update(caller, 'notam', before.id, before.version, replaced, transaction);
    }
    if (refers && type !== 'N') {
      for (const before of await related(db, 'number', refers, fir)) {
        if (before.id === record.id || before.state !== 'current') continue;
        const change = type === 'R' ? replaced : { ...replaced, state: 'cancelled' as const };
        ended.push(await records.update(caller, 'notam', before.id, before.version, change, transaction));
      }
    }
    if (!after) await deps.told?.(transaction, record, ended);
    return { state: after ? 'late' : 'stored', recordId: record.id };
  }

  return {
    /** Stores one; `by`: in the transaction, and the name, of whoever made it by hand; absent: in one of its own. */
    async store(
      notam: Notam,
      origin: ReportOrigin,
      by?: { transaction: Transaction; caller: Caller },
    ): Promise<NotamTaken> {
      const work = async (within: Transaction) => {
        await lockOffice(within, notam.q?.fir ?? notam.locations[0] ?? '');
        // Those of the demo are its own.
        const isReceived = by === undefined && !origin.isDemo;
        return write(within, notam, origin, by ? asService(by.caller) : systemCaller(), isReceived);
      };
      return by ? work(by.transaction) : records.transaction(work);
    },
  };
}

/** Nobody else numbers, replaces or cancels NOTAMs of this office until the transaction ends. */
export async function lockOffice({ sql }: Transaction, fir: string): Promise<void> {
  await lockNames(sql, [`notam ${officeOf(fir)}`]);
}

export type NotamStore = ReturnType<typeof createNotamStore>;

/** A SNOWTAM or ASHTAM has no number of its own: the same table of the same place and time is the same. */
async function sameTable(db: Sql, values: { fir: string; text: string }): Promise<Known[]> {
  const rows = await db
    .selectFrom('notam')
    .select(columns)
    .where('number', 'is', null)
    .where('fir', '=', values.fir)
    .where('text', '=', values.text)
    .where('deletedAt', 'is', null)
    .execute();
  return rows as Known[];
}

/** The SNOWTAM that holds of an aerodrome: a newer one takes its place (PANS-AIM, 5.2.5.1.4). */
async function currentSnowtams(db: Sql, fir: string): Promise<(Known & { validFrom: string })[]> {
  const rows = await db
    .selectFrom('notam')
    .select([...columns, 'validFrom'])
    .where('kind', '=', 'snowtam')
    .where('fir', '=', fir)
    .where('state', '=', 'current')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows as (Known & { validFrom: string })[];
}

function endedBy({ type }: Known): 'replaced' | 'cancelled' {
  return type === 'C' ? 'cancelled' : 'replaced';
}

/** The message with what was missing of it, a part or, as from a PIB, the whole; null: nothing was. */
function partsOf(known: Known, notam: Notam, receivedAt: number): Notam | null {
  if (!known.raw) return null;
  const [before] = readNotams(known.raw, receivedAt);
  if (!before?.part) return null;
  // A whole text without its Q-line would take away what it is about.
  if (!notam.part) return notam.q ? notam : null;
  const [joined] = readNotams(`${known.raw}\n\n${notam.raw}`, receivedAt);
  return joined && joined.raw !== before.raw && joined.raw.length > before.raw.length ? joined : null;
}

import type { NotamView } from '#contract/notam.ts';
import { amslBounds } from '#domain/geo/altitude.ts';
import { noticeKindOf } from '#domain/notam/q-codes.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesAny } from './notams-along.ts';

export interface NotamFilter {
  phase?: NotamView['phase'] | undefined;
  fir?: string | null | undefined;
  aerodrome?: string | null | undefined;
  group?: string | null | undefined;
  qCode?: string | null | undefined;
  belowM?: number | null | undefined;
  search?: string | null | undefined;
  checklists?: boolean | null | undefined;
  /** Those that this user has not taken note of. */
  unreadBy?: number | undefined;
}

/** The numbers of those that match, those that begin last first. */
export async function findNotams(sql: Sql, filter: NotamFilter, now: Date): Promise<number[]> {
  const at = now.toISOString();
  let query = sql
    .selectFrom('notam')
    .select(['id', 'qCode', 'lower'])
    .where('deletedAt', 'is', null)
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc');
  if (filter.checklists !== true) query = query.where('isChecklist', '=', false);
  if (filter.phase === 'active') query = query.where('validFrom', '<=', at);
  if (filter.phase === 'coming') query = query.where('validFrom', '>', at);
  if (filter.phase === 'active' || filter.phase === 'coming') {
    query = query
      .where('state', '=', 'current')
      .where('type', '!=', 'C')
      .where((where) =>
        where.or([where('validTo', 'is', null), where('isEstimated', '=', true), where('validTo', '>', at)]),
      );
  }
  if (filter.phase === 'over') {
    query = query.where((where) =>
      where.or([
        where('state', '!=', 'current'),
        where('type', '=', 'C'),
        where.and([where('validTo', '<=', at), where('isEstimated', '=', false)]),
      ]),
    );
  }
  if (filter.fir) query = query.where('fir', '=', filter.fir.toUpperCase());
  if (filter.aerodrome) query = query.where(namesAny([filter.aerodrome.toUpperCase()]));
  if (filter.qCode)
    query = query.where('qCode', 'like', `${filter.qCode.toUpperCase().replace(/[%_\\]/g, '')}%`);
  if (filter.search) {
    const like = `%${filter.search.replace(/[%_\\]/g, '\\$&')}%`;
    query = query.where((where) =>
      where.or([
        where('number', 'ilike', like),
        where('text', 'ilike', like),
        where('textZh', 'ilike', like),
      ]),
    );
  }
  const { unreadBy } = filter;
  if (unreadBy !== undefined) {
    query = query.where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('noticeAcknowledgement')
            .select('noticeAcknowledgement.id')
            .whereRef('noticeAcknowledgement.notam', '=', 'notam.id')
            .where('noticeAcknowledgement.user', '=', unreadBy),
        ),
      ),
    );
  }
  const rows = await query.execute();
  const { belowM } = filter;
  return (
    rows
      .filter(({ qCode }) => !filter.group || noticeKindOf(qCode) === filter.group)
      // What cannot be known may be lower.
      .filter(({ lower }) => belowM == null || !lower || amslBounds(lower).lowestM < belowM)
      .map(({ id }) => id)
  );
}

/** Records in the order of their numbers as given. */
export async function notamsById(sql: Sql, ids: readonly number[]): Promise<NotamRecord[]> {
  if (ids.length === 0) return [];
  const rows = await sql
    .selectFrom('notam')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => recordOf(known.get(id)));
}

/** A row as the record it is: a figure comes as text. */
export function recordOf(row: object | undefined): NotamRecord[] {
  if (!row) return [];
  const record = row as NotamRecord;
  return [{ ...record, radiusNm: record.radiusNm === null ? null : Number(record.radiusNm) }];
}

/** When a user took note of which. */
export async function acknowledgedBy(
  sql: Sql,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql
    .selectFrom('noticeAcknowledgement')
    .select(['notam', 'acknowledgedAt'])
    .where('user', '=', userId)
    .where('notam', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(
    rows.flatMap(({ notam, acknowledgedAt }) => (notam === null ? [] : [[notam, acknowledgedAt]])),
  );
}

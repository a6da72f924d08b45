import { sql as raw } from 'kysely';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import { defaultBuffers, type Volume4d } from '#domain/conflicts/strategic.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import type { Locale } from '#domain/text/label.ts';
import { inOneLine } from '#domain/text/shortened.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';

/** So much of a report's text stands in what people are told. */
const longestText = 300;

/** A report's text as it stands in a message: one line, and not too long. */
export const reportText = (text: string): string => inOneLine(text, longestText);

/** What of the records a piece of information concerns, by number and name. */
export interface Concerned {
  plans: Map<number, string>;
  airspaces: Map<number, string>;
}

/** Plans that are filed or in the air, and airspaces, whose air this is from now (UTC ms) on. */
export function concernedBy(
  conflicts: Pick<Conflicts, 'find'>,
  air: readonly Volume4d[],
  now: number,
): Concerned {
  const met = conflicts.find(
    [...air],
    defaultBuffers,
    ({ source, to }) => (source === 'plan' || source === 'airspace') && (to === null || to > now),
  );
  const concerned: Concerned = { plans: new Map(), airspaces: new Map() };
  for (const { other } of met) {
    if (other.source === 'plan') concerned.plans.set(other.owner.id, other.owner.label);
    if (other.source === 'airspace') concerned.airspaces.set(other.owner.id, other.owner.label);
  }
  return concerned;
}

/** Tells the people of those of the airspaces that are open now; how many are. */
export async function tellOpenAirspaces(
  transaction: Transaction,
  ids: readonly number[],
  message: {
    type: 'airspace.notam' | 'airspace.weather';
    titleKey: string;
    /** UTC, ISO 8601. */
    at: string;
    content: (name: { name: string; nameEn?: string | null }) => (locale: Locale) => string;
  },
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await transaction.sql
    .selectFrom('airspace')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('openState', '=', 'open')
    .where('deletedAt', 'is', null)
    .execute();
  for (const record of rows) {
    const content = message.content(record);
    transaction.announce({
      resource: 'airspace',
      id: record.id,
      action: 'update',
      record,
      message: {
        type: message.type,
        ...titleInBoth(message.titleKey),
        ...inBoth(content),
        message: '',
        unit: null,
        actualNum: null,
        state: null,
      },
      by: null,
      at: message.at,
    });
  }
  return rows.length;
}

/**
 * Whoever has a watch position now, and whose coverage areas this air meets, has a reminder of the report. Who has no areas
 * watches everywhere; `air`: empty where nobody knows where it is.
 */
export async function remindWatch(
  records: Records,
  transaction: Transaction,
  report: { resource: 'notam' | 'weatherReport'; id: number },
  air: readonly Pick<Volume4d, 'footprint' | 'marginM'>[],
  content: (locale: Locale) => string,
): Promise<void> {
  const { rows } = await raw<{ user: number; areas: unknown[] }>`
    select d.user, coalesce(jsonb_agg(u.area) filter (where u.area is not null), '[]') as areas
    from watch_duty d left join user_coverage c on c.owner_id = d.user
      left join organization_unit u on u.id = c.target_id and u.deleted_at is null
    where d.until is null and d.deleted_at is null
    group by d.user order by d.user`.execute(transaction.sql);
  for (const { user, areas } of rows) {
    const watched = areas.flatMap((area) => storedGeometry(area) ?? []);
    const isThere = watched.some((area) =>
      air.some(({ footprint, marginM }) => overlapInPlanView(area, footprint, marginM)),
    );
    if (watched.length > 0 && air.length > 0 && !isThere) continue;
    const values = {
      user,
      ...inBoth(content),
      documentResource: report.resource,
      documentId: report.id,
      isWarning: true,
    };
    await records.create(systemCaller(), 'reminder', values, transaction);
  }
}

import type { Volume4d } from '#domain/conflicts/strategic.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { aerodromeEffect, airEffect } from '#domain/notam/effect.ts';
import { activeStates } from '#domain/plans/states.ts';
import type { WorkCalendar } from '#domain/plans/working-days.ts';
import type { NotamRecord } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameValues } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { tellPlan } from '#server/features/conflicts/air-notice.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { VolumeParameters } from '#server/features/conflicts/known-volume.ts';
import { calendarFor } from '#server/features/conflicts/notam-calendar.ts';
import { notamVolume, wholeRegions } from '#server/features/conflicts/notam-source.ts';
import {
  concernedBy,
  inOneLine,
  remindWatch,
  tellOpenAirspaces,
} from '#server/features/information/concerned.ts';

export interface ConcernedDeps {
  records: Records;
  conflicts: Pick<Conflicts, 'refresh' | 'find'>;
  readParameters: () => Promise<VolumeParameters>;
  clock: () => Date;
}

/**
 * Tells, in the transaction that stores a NOTAM, whom it or those that it ends concern: the people of plans that are filed
 * or in the air, of airspaces that are open, and who has a watch position. Each has a reminder, and hears of it at once.
 */
export function createTellConcerned({ records, conflicts, readParameters, clock }: ConcernedDeps) {
  return async (
    transaction: Transaction,
    notam: NotamRecord,
    ended: readonly NotamRecord[],
  ): Promise<void> => {
    if (notam.isChecklist || notam.kind !== 'notam') return;
    const now = clock().getTime();
    // One that is over by now concerns nobody any more.
    if (notam.type !== 'C' && notam.validTo && !notam.isEstimated && Date.parse(notam.validTo) <= now) return;
    const about = [notam, ...ended].filter(({ type }) => type !== 'C');
    const at = clock().toISOString();
    const words =
      (of: 'plan' | 'airspace' | 'watch', named: { name: string; nameEn?: string | null } = { name: '' }) =>
      (locale: Locale) =>
        textIn(
          {
            key: `notam.told.${of}.${notam.type}`,
            values: {
              number: notam.number ?? `#${notam.id}`,
              refers: notam.refers ?? '',
              ...nameValues('label', named),
              text: inOneLine(locale === 'en' ? notam.text : (notam.textZh ?? notam.text)),
            },
          },
          locale,
        );
    const parameters = await readParameters();
    const { sql } = transaction;
    await conflicts.refresh(sql, parameters);
    const calendar = await calendarFor(sql, about);
    const regions = await wholeRegions(sql, about);
    const air = about.flatMap((one) => volumeOf(one, calendar, now, regions));
    const { plans, airspaces } = concernedBy(conflicts, air, now);
    for (const { id, planNumber } of await plansUsing(transaction, about, now)) plans.set(id, planNumber);
    for (const [id, label] of plans) {
      await tellPlan(transaction, id, at, words('plan', { name: label }), 'notam.told.title', 'plan.notam');
    }
    await tellOpenAirspaces(transaction, [...airspaces.keys()], {
      type: 'airspace.notam',
      titleKey: 'notam.told.title',
      at,
      content: (name) => words('airspace', name),
    });
    if (about.some(({ qCode }) => airEffect(qCode) !== 'none' || aerodromeEffect(qCode) !== null)) {
      await remindWatch(records, transaction, { resource: 'notam', id: notam.id }, words('watch'));
    }
  };
}

/** The air of one that means something to who flies there, from now on. */
function volumeOf(
  notam: NotamRecord,
  calendar: WorkCalendar,
  now: number,
  regions: ReadonlyMap<string, Geometry>,
): Volume4d[] {
  if (airEffect(notam.qCode) === 'none') return [];
  const volume = notamVolume(notam, calendar, regions.get(notam.fir));
  if (!volume) return [];
  return [{ ...volume, from: Math.max(now, volume.from ?? now) }];
}

/** Plans that take off from or land at an aerodrome of A) while it holds. */
async function plansUsing(
  { sql }: Transaction,
  about: readonly NotamRecord[],
  now: number,
): Promise<{ id: number; planNumber: string }[]> {
  const found = new Map<number, string>();
  for (const notam of about) {
    const names = notam.locations ?? [];
    if (names.length === 0 || !notam.scope?.includes('A')) continue;
    const from = new Date(Math.max(now, Date.parse(notam.validFrom))).toISOString();
    const rows = await sql
      .selectFrom('jobTask')
      .innerJoin('plan', 'plan.id', 'jobTask.plan')
      .innerJoin('airport', (join) =>
        join.on((on) =>
          on.or([
            on('airport.id', '=', on.ref('jobTask.departure')),
            on('airport.id', '=', on.ref('jobTask.destination')),
          ]),
        ),
      )
      .select(['plan.id', 'plan.planNumber'])
      .where('airport.icao', 'in', names)
      .where('plan.state', 'in', [...activeStates])
      .where('plan.deletedAt', 'is', null)
      .where('jobTask.deletedAt', 'is', null)
      .where('jobTask.eta', '>', from)
      .$if(Boolean(notam.validTo) && !notam.isEstimated, (query) =>
        query.where('jobTask.etd', '<', notam.validTo ?? ''),
      )
      .execute();
    for (const { id, planNumber } of rows) found.set(id, String(planNumber));
  }
  return [...found].map(([id, planNumber]) => ({ id, planNumber }));
}

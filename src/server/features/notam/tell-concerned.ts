import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { type Geometry, storedGeometry } from '#domain/geo/geojson.ts';
import { aerodromeEffect, airEffect } from '#domain/notam/effect.ts';
import { activeStates, planState } from '#domain/plans/states.ts';
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
  remindWatch,
  reportText,
  tellOpenAirspaces,
} from '#server/features/information/concerned.ts';
import { besideMs, timesOf } from './notams-along.ts';

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
              text: reportText(locale === 'en' ? notam.text : (notam.textZh ?? notam.text)),
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
    for (const { id, planNumber } of await plansUsing(transaction, about, calendar, now))
      plans.set(id, planNumber);
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
      const places = await placesOf(transaction, about, calendar, regions);
      await remindWatch(records, transaction, { resource: 'notam', id: notam.id }, places, words('watch'));
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

/** Where they are, whatever they mean to the air: their areas, else the aerodromes that they name. */
async function placesOf(
  { sql }: Transaction,
  about: readonly NotamRecord[],
  calendar: WorkCalendar,
  regions: ReadonlyMap<string, Geometry>,
): Promise<Pick<Volume4d, 'footprint' | 'marginM'>[]> {
  const volumes = about.flatMap((one) => notamVolume(one, calendar, regions.get(one.fir)) ?? []);
  if (volumes.length > 0) return volumes;
  const codes = about.flatMap(({ locations }) => locations ?? []);
  if (codes.length === 0) return [];
  const rows = await sql
    .selectFrom('airport')
    .select('position')
    .where('icao', 'in', codes)
    .where('deletedAt', 'is', null)
    .execute();
  return rows.flatMap(({ position }) => {
    const footprint = storedGeometry(position);
    return footprint ? [{ footprint, marginM: 0 }] : [];
  });
}

/** Plans that take off from or land at an aerodrome of A), or have it as their alternate, while it holds. */
async function plansUsing(
  { sql }: Transaction,
  about: readonly NotamRecord[],
  calendar: WorkCalendar,
  now: number,
): Promise<{ id: number; planNumber: string }[]> {
  const found = new Map<number, string>();
  for (const notam of about) {
    const names = notam.locations ?? [];
    // Without a Q-line nobody has said that it is not about the aerodrome.
    if (names.length === 0 || (notam.scope && !notam.scope.includes('A'))) continue;
    const rows = await sql
      .selectFrom('jobTask')
      .innerJoin('plan', 'plan.id', 'jobTask.plan')
      .innerJoin('airport', (join) =>
        join.on((on) =>
          on.or([
            on('airport.id', '=', on.ref('jobTask.departure')),
            on('airport.id', '=', on.ref('jobTask.destination')),
            on('airport.id', '=', on.ref('jobTask.alternate')),
          ]),
        ),
      )
      .select(['plan.id', 'plan.planNumber', 'plan.state', 'airport.id as airport'])
      .select(['jobTask.departure', 'jobTask.etd', 'jobTask.eta'])
      .select(['jobTask.destination', 'jobTask.alternate'])
      .where('airport.icao', 'in', names)
      .where('plan.state', 'in', [...activeStates])
      .where('plan.deletedAt', 'is', null)
      .where('jobTask.deletedAt', 'is', null)
      .where((where) =>
        where.or([
          where('jobTask.eta', '>', new Date(now - besideMs).toISOString()),
          where('plan.state', '=', planState.inFlight),
        ]),
      )
      .execute();
    for (const { id, planNumber, state, airport, etd, eta, ...task } of rows) {
      const isUp = state === planState.inFlight;
      const takesOff = task.departure === airport && !isUp ? [Date.parse(etd)] : [];
      const comes = task.destination === airport || task.alternate === airport;
      // Who is up past the estimate is yet to land.
      const lands = comes ? [isUp ? Math.max(now, Date.parse(eta)) : Date.parse(eta)] : [];
      const isUsed = [...takesOff, ...lands].some((at) => {
        const use = { from: Math.max(now, at - besideMs), to: at + besideMs };
        return use.from < use.to && timesOf(notam, use, calendar).length > 0;
      });
      if (isUsed) found.set(id, String(planNumber));
    }
  }
  return [...found].map(([id, planNumber]) => ({ id, planNumber }));
}

import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { warnedAir } from '#domain/conflicts/warned-air.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { within } from '#domain/time/interval.ts';
import { correctsWhatMatters } from '#domain/weather/correction.ts';
import { regionOf } from '#domain/weather/region.ts';
import type { AreaWarning, DecodedWeather } from '#domain/weather/weather.ts';
import { warningPhenomenon } from '#domain/weather/words.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import { tellPlan } from '#server/features/conflicts/air-notice.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { firAreas } from '#server/features/conflicts/fir-areas.ts';
import type { VolumeParameters } from '#server/features/conflicts/known-volume.ts';
import {
  concernedBy,
  remindWatch,
  reportText,
  tellOpenAirspaces,
} from '#server/features/information/concerned.ts';

/** A special report that is older is history; a newer one concerns who flies within the next hours. */
const specialForMs = 2 * 3_600_000;
const amendmentForMs = 6 * 3_600_000;

export interface WeatherConcernedDeps {
  records: Records;
  conflicts: Pick<Conflicts, 'refresh' | 'find'>;
  readParameters: () => Promise<VolumeParameters & { weather: { routeWithinM: number } }>;
  clock: () => Date;
}

/** Tells whom a report concerns, in the transaction that stores it. `before`: what it took the place of; null: nothing. */
export type TellWeather = (
  transaction: Transaction,
  report: Pick<StoredRecord, 'id'> & { raw: string },
  decoded: DecodedWeather,
  before: DecodedWeather | null,
) => Promise<void>;

/**
 * What of reports people are told at once: special reports, amended forecasts, corrections of what matters, new warnings, and
 * that one is cancelled.
 */
type Told = { key: 'special' | 'amended' | 'corrected' | 'warning' | 'cancelled'; from: number; to: number };

function toldOf(decoded: DecodedWeather, before: DecodedWeather | null, now: number): Told | null {
  switch (decoded.kind) {
    case 'windsAloft':
      return null;
    case 'METAR': {
      const to = decoded.observedAt + specialForMs;
      const isTold = decoded.isCorrected && !decoded.isMissing && correctsWhatMatters(decoded, before);
      return to > now && isTold ? { key: 'corrected', from: now, to } : null;
    }
    case 'SPECI': {
      const to = decoded.observedAt + specialForMs;
      return to > now && !decoded.isMissing ? { key: 'special', from: now, to } : null;
    }
    case 'TAF': {
      const isAmended = decoded.amendment === 'AMD' || decoded.amendment === 'CNL';
      const isCorrected = decoded.amendment === 'COR' && correctsWhatMatters(decoded, before);
      const isNew = decoded.issuedAt + amendmentForMs > now && decoded.validTo > now;
      return (isAmended || isCorrected) && isNew
        ? {
            key: isAmended ? 'amended' : 'corrected',
            from: Math.max(now, decoded.validFrom),
            to: decoded.validTo,
          }
        : null;
    }
    default: {
      if (decoded.validTo <= now) return null;
      return {
        key: decoded.isCancellation ? 'cancelled' : 'warning',
        from: Math.max(now, decoded.validFrom),
        to: decoded.validTo,
      };
    }
  }
}

/**
 * Tells, in the transaction that stores a special or corrected report, an amended forecast or a warning, whom it concerns: the people of
 * plans that are filed or in the air and come near it in its time, of airspaces that are open there, and who has a watch
 * position. Each has a reminder once, and hears of it at once.
 */
export function createTellWeather({
  records,
  conflicts,
  readParameters,
  clock,
}: WeatherConcernedDeps): TellWeather {
  return async (transaction, report, decoded, before) => {
    const now = clock().getTime();
    const told = toldOf(decoded, before, now);
    if (!told) return;
    const parameters = await readParameters();
    const air = await airOf(transaction, report.id, decoded, told, parameters.weather.routeWithinM);
    const at = clock().toISOString();
    const words =
      (of: 'plan' | 'airspace' | 'watch', named: { name: string; nameEn?: string | null } = { name: '' }) =>
      (locale: Locale) =>
        textIn(
          {
            key: `weather.told.${told.key}.${of}`,
            values: {
              ...namesOf(decoded, locale),
              ...nameValues('label', named),
              text: reportText(report.raw),
            },
          },
          locale,
        );
    await conflicts.refresh(transaction.sql, parameters);
    const { plans, airspaces } = concernedBy(conflicts, air, now);
    for (const [id, label] of plans)
      await tellPlan(
        transaction,
        id,
        at,
        words('plan', { name: label }),
        'weather.told.title',
        'plan.weather',
      );
    const open = await tellOpenAirspaces(transaction, [...airspaces.keys()], {
      type: 'airspace.weather',
      titleKey: 'weather.told.title',
      at,
      content: (name) => words('airspace', name),
    });
    // Of an aerodrome the watch is told where somebody flies there; of a warning always.
    if (told.key === 'warning' || told.key === 'cancelled' || plans.size > 0 || open > 0)
      await remindWatch(
        records,
        transaction,
        { resource: 'weatherReport', id: report.id },
        air,
        words('watch'),
      );
  };
}

/** The air that a report speaks of: around an aerodrome as far as routes heed its weather, or the area of a warning. */
async function airOf(
  { sql }: Transaction,
  id: number,
  decoded: DecodedWeather,
  { from, to }: Told,
  withinM: number,
): Promise<Volume4d[]> {
  const owner = { resource: 'weatherReport', id, label: '' };
  if (!('station' in decoded)) {
    const warned = decoded.isCancellation ? await cancelledBy(sql, decoded) : decoded;
    if (!warned) return [];
    const { lower, upper } = warned;
    const region = regionOf(warned.text, warned.fir);
    const air = warnedAir(warned, (await firAreas(sql, [region])).get(region) ?? null);
    if (!air) return [];
    const moves = air.moves ?? [{ from, to, footprint: air.footprint }];
    return moves.flatMap(({ footprint, ...time }): Volume4d[] => {
      const left = within(time, { from, to });
      return left ? [{ owner, part: 0, footprint, marginM: 0, lower, upper, ...left }] : [];
    });
  }
  const airport = await sql
    .selectFrom('airport')
    .select('position')
    .where('icao', '=', decoded.station)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const place = positionIn(airport?.position);
  if (!place) return [];
  const footprint = {
    type: 'Point' as const,
    coordinates: [place.longitude, place.latitude] as [number, number],
  };
  return [{ owner, part: 0, footprint, marginM: withinM, lower: null, upper: null, from, to }];
}

/** The warning that a cancellation takes away, as it was; null: it never came. */
async function cancelledBy(
  sql: Transaction['sql'],
  { kind, fir, cancels }: AreaWarning,
): Promise<AreaWarning | null> {
  const row = await sql
    .selectFrom('weatherReport')
    .select('decoded')
    .where('station', '=', fir)
    .where('kind', '=', kind)
    .where('sequence', '=', cancels?.split(' ')[0] ?? '')
    .where('deletedAt', 'is', null)
    .orderBy('validFrom', 'desc')
    .executeTakeFirst();
  // What is stored there was written by our own reader.
  return row?.decoded ? (JSON.parse(row.decoded) as AreaWarning) : null;
}

/** What the texts call it. */
function namesOf(decoded: DecodedWeather, locale: Locale): Record<string, string> {
  if ('station' in decoded) return { station: decoded.station };
  const { kind, sequence, fir, phenomenon } = decoded;
  const name = textIn({ key: `weather.areaKind.${kind}` }, locale);
  return {
    name: [name, fir, sequence].filter(Boolean).join(' '),
    phenomenon: phenomenon ? warningPhenomenon(phenomenon, locale) : '',
  };
}

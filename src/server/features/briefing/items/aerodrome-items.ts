import { hoursOf, isOpenAt, zonedHoursText } from '#domain/aerodromes/hours.ts';
import type { InformationItem } from '#domain/briefing/item.ts';
import { formatAltitude, isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { sunTimes } from '#domain/geo/sun.ts';
import type { WorkCalendar } from '#domain/plans/working-days.ts';
import type { AirportRecord } from '#domain/record/records.gen.ts';
import { formatWall, onDay, zoneName } from '#domain/time/wall-clock.ts';
import { readCalendar } from '#server/db/stored-calendar.ts';
import { boundsAround, pointWithin } from '#server/features/briefing/near.ts';
import { readWeatherParameters } from '#server/features/weather/weather-parameters.ts';
import { type Collecting, isOnGroundNear, rowsOf } from './collecting.ts';
import { blank, both, lines, said, textOrNull, titled } from './item-text.ts';

/** Aerodromes around what is asked, wider than that: the weather of a field counts further than the field itself. */
export async function aerodromesAround(
  of: Pick<Collecting, 'deps' | 'caller' | 'asked'>,
): Promise<AirportRecord[]> {
  const { routeWithinM } = await readWeatherParameters(of.deps.parameters);
  const wide = boundsAround(of.asked.parts, Math.max(of.asked.withinM, routeWithinM));
  const near = wide ? await rowsOf(of, 'airport', { where: pointWithin('position', wide) }) : [];
  const known = new Set(near.map(({ id }) => id));
  const missing = of.asked.aerodromes.filter((id) => !known.has(id));
  const others =
    missing.length > 0
      ? await rowsOf(of, 'airport', { filter: { field: 'id', operator: 'in', value: missing } })
      : [];
  return [...near, ...others] as unknown as AirportRecord[];
}

/** Whether it is used, or near what is asked. */
export function isNear(asked: Collecting['asked'], { id, position }: AirportRecord): boolean {
  const geometry = storedGeometry(position);
  return asked.aerodromes.includes(id) || (geometry !== null && isOnGroundNear(asked, geometry));
}

/** Aerodromes, and temporary take-off and landing points. */
export async function aerodromeItems(of: Collecting): Promise<InformationItem[]> {
  const calendar = await readCalendar(of.deps.sql);
  return [...of.near.map((record) => aerodromeItem(of.asked, record, calendar)), ...(await fieldItems(of))];
}

function aerodromeItem(
  asked: Collecting['asked'],
  record: AirportRecord,
  calendar: WorkCalendar,
): InformationItem {
  const zone = record.timeZone ?? asked.parameters.deadlines.timeZone;
  const hours = hoursOf(record, calendar);
  const noon = onDay(asked.time.from, 0, '12:00', zone);
  const sun = hours.position && sunTimes(hours.position, noon);
  const clock = (at: number | null) => (at === null ? '—' : formatWall(at, zone).slice(11, 16));
  const closed = record.status === 'closed';
  const isOpen = isOpenAt(hours, asked.time.from, zone);
  const inWords = both((locale) => zonedHoursText(hours, asked.time.from, zone, locale));
  const radio = (record.frequencies ?? []).map(
    ({ kind, frequencyMhz }) => `${kind} ${frequencyMhz.toFixed(3)}`,
  );
  const runways = (record.runways ?? []).map(({ designator, lengthM }) =>
    lengthM ? `${designator} ${lengthM} m` : designator,
  );
  return {
    ...blank,
    key: `airport:${record.id}`,
    kind: 'aerodrome',
    resource: 'airport',
    id: record.id,
    ...titled(record, record.icao ?? record.localCode),
    ...lines(
      closed && said('closed'),
      inWords.zh !== '' && said('hours', { hours: inWords.zh, hoursEn: inWords.en }),
      !closed && isOpen === false && said('outOfHours'),
      record.elevation ? said('elevation', { elevation: formatAltitude(record.elevation) }) : null,
      runways.length > 0 && said('runways', { runways: runways.join(', ') }),
      radio.length > 0 && said('radio', { radio: radio.join(', ') }),
      sun &&
        said('sun', {
          dawn: clock(sun.dawn),
          sunrise: clock(sun.sunrise),
          sunset: clock(sun.sunset),
          dusk: clock(sun.dusk),
          zone: zoneName(asked.time.from, zone),
        }),
      record.phone ? said('phone', { phone: record.phone }) : null,
    ),
    geometry: storedGeometry(record.position),
    grave: closed || (asked.aerodromes.includes(record.id) && isOpen === false),
  };
}

/** Temporary take-off and landing points, among the rows of the caller. */
async function fieldItems(of: Collecting): Promise<InformationItem[]> {
  if (!of.bounds) return [];
  const found = await rowsOf(of, 'takeoffLandingPoint', { where: pointWithin('position', of.bounds) });
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.position);
    if (!geometry || !isOnGroundNear(of.asked, geometry)) return [];
    const day = formatWall(of.asked.time.from, of.asked.parameters.deadlines.timeZone).slice(0, 10);
    const [from, to] = [textOrNull(record.validFrom), textOrNull(record.validTo)];
    const isOver = (to !== null && to < day) || (from !== null && from > day);
    return [
      {
        ...blank,
        key: `takeoffLandingPoint:${record.id}`,
        kind: 'aerodrome',
        resource: 'takeoffLandingPoint',
        id: record.id,
        ...titled(record),
        ...lines(
          isOver && said('closed'),
          isAltitude(record.elevation) && said('elevation', { elevation: formatAltitude(record.elevation) }),
        ),
        geometry,
        grave: isOver,
      },
    ];
  });
}

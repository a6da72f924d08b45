import { XMLParser } from 'fast-xml-parser';
import type { Altitude } from '#domain/geo/altitude.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import type { Airport } from '#domain/record/records.gen.ts';
import { isObject } from '#domain/text/narrow.ts';
import { dayOf } from '#domain/time/wall-clock.ts';

type Node = Record<string, unknown>;

const metresOf: Record<string, number> = { M: 1, KM: 1000, FT: 0.3048, NM: 1852 };
/** Features of one file at most. */
const most = 20_000;

const listOf = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(isObject);

/** The text of an element, with or without attributes. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() || null;
  if (Array.isArray(value)) return textOf(value[0]);
  return isObject(value) ? textOf(value['#text']) : null;
}

function numberOf(value: unknown): number | null {
  const text = textOf(value);
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
}

/** A length with its unit, metres; null: none, or of a unit that is no length. */
function metres(value: unknown): number | null {
  const number = numberOf(value);
  const unit = isObject(value) ? String(value['@uom'] ?? 'M') : 'M';
  const factor = metresOf[unit.toUpperCase()];
  return number === null || factor === undefined ? null : Math.round(number * factor);
}

/** The slice that describes a feature as a whole, the latest of several; a delta has only what changes, some for a time. */
function baselineOf(slices: readonly Node[]): Node[] {
  const order = ({ sequenceNumber, correctionNumber }: Node) =>
    (numberOf(sequenceNumber) ?? 0) * 1_000 + (numberOf(correctionNumber) ?? 0);
  return slices
    .filter(({ interpretation }) => !/DELTA$/.test(textOf(interpretation) ?? ''))
    .sort((a, b) => order(b) - order(a))
    .slice(0, 1);
}

/** The features of one kind as they are described, each with its identifier. */
function slicesOf(members: readonly Node[], kind: string): { id: string; slice: Node }[] {
  return members.flatMap((member) =>
    listOf(member[kind]).flatMap((feature) =>
      baselineOf(listOf(feature.timeSlice).flatMap((holder) => listOf(holder[`${kind}TimeSlice`]))).map(
        (slice) => ({
          id: (textOf(feature.identifier) ?? String(feature['@id'] ?? '')).toLowerCase(),
          slice,
        }),
      ),
    ),
  );
}

/** What a link names: `urn:uuid:…`, `#gml-id`. */
function linked(value: unknown): string {
  const href = isObject(value) ? String(value['@href'] ?? '') : '';
  return href.replace(/^urn:uuid:|^#/, '').toLowerCase();
}

/** The position of a point: GML in EPSG:4326 says latitude first. */
function positionOf(place: unknown): [longitude: number, latitude: number] | null {
  const holder = listOf(place)[0];
  const point = holder && (listOf(holder.ElevatedPoint)[0] ?? listOf(holder.Point)[0]);
  const pair = (textOf(point?.pos) ?? '').split(/\s+/).map(Number);
  const isLongitudeFirst = /CRS84/i.test(String(point?.['@srsName'] ?? ''));
  const [latitude, longitude] = isLongitudeFirst ? pair.toReversed() : pair;
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : null;
}

const kinds: Record<string, Airport['kind']> = { HP: 'heliport', LS: 'heliport' };

/**
 * Aerodromes with their runways of an AIXM 5.1 message (AirportHeliport, Runway, RunwayDirection, RunwayCentrelinePoint),
 * as records to be looked at before they are imported. What has no name or no position is left out. Throws where it is no
 * XML.
 */
export function readAixm(xml: string): Airport[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    processEntities: false,
  });
  const document: unknown = parser.parse(xml);
  const message = isObject(document)
    ? Object.values(document).find((one) => isObject(one) && 'hasMember' in one)
    : null;
  const members = isObject(message) ? listOf(message.hasMember).slice(0, most) : [];
  const directions = slicesOf(members, 'RunwayDirection');
  const runways = slicesOf(members, 'Runway');
  const thresholds = slicesOf(members, 'RunwayCentrelinePoint').filter(
    ({ slice }) => textOf(slice.role) === 'THR',
  );
  return slicesOf(members, 'AirportHeliport').flatMap(({ id, slice }): Airport[] => {
    const position = positionOf(slice.ARP);
    const name = textOf(slice.name);
    if (!position || !name) return [];
    const icao = textOf(slice.locationIndicatorICAO);
    const designator = textOf(slice.designator);
    const elevation = numberOf(slice.fieldElevation);
    const unit = isObject(slice.fieldElevation) ? String(slice.fieldElevation['@uom'] ?? 'M') : 'M';
    const type = textOf(slice.type) ?? 'AD';
    const variation = numberOf(slice.magneticVariation);
    return [
      {
        ...(icao ? { icao } : designator ? { localCode: designator } : {}),
        name,
        kind: kinds[type] ?? (textOf(slice.controlType) === 'CIVIL' && icao ? 'civil' : 'ga'),
        position: { type: 'Point', coordinates: position },
        ...(elevation === null ? {} : { elevation: amsl(elevation, unit) }),
        ...(variation === null ? {} : { magneticVariation: variation }),
        runways: runways
          .filter((runway) => linked(runway.slice.associatedAirportHeliport) === id)
          .flatMap(({ id: runwayId, slice: runway }) => runwayOf(runwayId, runway, directions, thresholds)),
        source: 'AIXM 5.1',
        ...effectiveFrom(slice),
      },
    ];
  });
}

/** The day, in UTC, from which a time slice is valid; nothing, where it does not say or cannot be read. */
function effectiveFrom(slice: Node): Pick<Airport, 'effectiveDate'> {
  const time = listOf(slice.validTime)[0];
  const begin =
    textOf(listOf(time?.TimePeriod)[0]?.beginPosition) ?? textOf(listOf(time?.TimeInstant)[0]?.timePosition);
  const [, day, moment] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?/.exec(begin ?? '') ?? [];
  const at = Date.parse(`${day}${moment ?? 'T00:00:00Z'}`);
  return Number.isNaN(at) ? {} : { effectiveDate: dayOf(at, 'UTC') };
}

const amsl = (value: number, unit: string): Altitude => ({
  value,
  unit: unit.toUpperCase() === 'FT' ? 'ft' : 'm',
  reference: 'AMSL',
});

function runwayOf(
  id: string,
  runway: Node,
  directions: readonly { slice: Node }[],
  thresholds: readonly { slice: Node }[],
): NonNullable<Airport['runways']> {
  const designator = textOf(runway.designator);
  if (!designator || !/^[A-Z0-9]{1,4}(\/[A-Z0-9]{1,4})?$/.test(designator)) return [];
  const [first] = designator.split('/');
  const own = directions.filter(({ slice }) => linked(slice.usedRunway) === id);
  const along = own.find(({ slice }) => textOf(slice.designator) === first) ?? own[0];
  const [lengthM, widthM] = [metres(runway.nominalLength), metres(runway.nominalWidth)];
  const headingTrue = numberOf(along?.slice.trueBearing);
  return [
    {
      designator,
      ...(lengthM === null ? {} : { lengthM }),
      ...(widthM === null ? {} : { widthM }),
      ...(headingTrue === null ? {} : { headingTrue }),
      ...placed(
        thresholds.filter(({ slice }) => linked(slice.onRunway) === id).map(({ slice }) => slice.location),
        headingTrue,
      ),
    },
  ];
}

type Thresholds = Pick<
  NonNullable<Airport['runways']>[number],
  'firstLatitude' | 'firstLongitude' | 'secondLatitude' | 'secondLongitude'
>;

/** Both thresholds of a runway, first the one from which its bearing leads to the other; nothing where that is not known. */
function placed(locations: readonly unknown[], headingTrue: number | null): Thresholds {
  const [a, b] = locations.flatMap((location) => {
    const found = positionOf(location);
    return found ? [{ longitude: found[0], latitude: found[1] }] : [];
  });
  if (!a || !b || headingTrue === null) return {};
  const off = Math.abs(((inverse(a, b).initialBearingDeg - headingTrue + 540) % 360) - 180);
  const [first, second] = off < 90 ? [a, b] : [b, a];
  return {
    firstLatitude: first.latitude,
    firstLongitude: first.longitude,
    secondLatitude: second.latitude,
    secondLongitude: second.longitude,
  };
}

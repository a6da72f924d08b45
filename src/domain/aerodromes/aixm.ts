import { XMLParser } from 'fast-xml-parser';
import type { Altitude } from '#domain/geo/altitude.ts';
import { inverse } from '#domain/geo/geodesy.ts';
import type { Airport } from '#domain/record/records.gen.ts';
import { isObject } from '#domain/text/narrow.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { hoursOfSlice } from './aixm-hours.ts';
import {
  beginOf,
  type Feature,
  listOf,
  membersIn,
  metres,
  type Node,
  names,
  numberOf,
  slicesOf,
  textOf,
  unitOf,
} from './aixm-nodes.ts';

type Report = (code: AixmProblem['code'], detail: string) => void;

/** Features of one file at most. */
const most = 20_000;

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

/** A part of an aerodrome that could not be read. */
export interface AixmProblem {
  /** Its name, or its identifier where it has none. */
  aerodrome: string;
  code: 'left' | 'distance' | 'distances' | 'channel' | 'frequency' | 'hours' | 'limited';
  /** As the file has it. */
  detail: string;
}

interface Features {
  runways: Feature[];
  directions: Feature[];
  points: Feature[];
  services: Feature[];
  channels: Feature[];
}

const serviceKinds = ['AirTrafficControlService', 'GroundTrafficControlService', 'InformationService'];
const featureKinds = [
  'AirportHeliport',
  'Runway',
  'RunwayDirection',
  'RunwayCentrelinePoint',
  'RadioCommunicationChannel',
  ...serviceKinds,
];

/**
 * Aerodromes of an AIXM 5.1 message (AirportHeliport) with their runways, declared distances, frequencies and hours, as
 * records to be looked at before they are imported, and what of them could not be read. What has no name or no position is
 * left out. Of what is described for several times that of `now` (UTC ms) counts. Throws where it is no XML.
 */
export function readAixm(xml: string, now: number): { airports: Airport[]; problems: AixmProblem[] } {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    // `&amp;` is read in any case, by this also `&#233;`.
    htmlEntities: true,
  });
  const document: unknown = parser.parse(xml);
  const members = isObject(document) ? membersIn(document, featureKinds).slice(0, most) : [];
  const features: Features = {
    runways: slicesOf(members, 'Runway', now),
    directions: slicesOf(members, 'RunwayDirection', now),
    points: slicesOf(members, 'RunwayCentrelinePoint', now),
    services: serviceKinds.flatMap((kind) => slicesOf(members, kind, now)),
    channels: slicesOf(members, 'RadioCommunicationChannel', now),
  };
  const problems: AixmProblem[] = [];
  const airports = slicesOf(members, 'AirportHeliport', now).flatMap((airport): Airport[] => {
    const { ids, slice } = airport;
    const name = textOf(slice.name);
    const problem: Report = (code, detail) =>
      problems.push({ aerodrome: name ?? ids[0] ?? '', code, detail });
    const position = positionOf(slice.ARP);
    if (!position || !name) {
      problem('left', position ? 'name' : 'ARP');
      return [];
    }
    const icao = textOf(slice.locationIndicatorICAO);
    const designator = textOf(slice.designator);
    const elevation = numberOf(slice.fieldElevation);
    const type = textOf(slice.type) ?? 'AD';
    const variation = numberOf(slice.magneticVariation);
    const runways = features.runways.filter(({ slice: runway }) =>
      names(runway.associatedAirportHeliport, airport),
    );
    return [
      {
        ...(icao ? { icao } : designator ? { localCode: designator } : {}),
        name,
        kind: kinds[type] ?? (textOf(slice.controlType) === 'CIVIL' && icao ? 'civil' : 'ga'),
        position: { type: 'Point', coordinates: position },
        ...(elevation === null ? {} : { elevation: amsl(elevation, unitOf(slice.fieldElevation, 'M')) }),
        ...(variation === null ? {} : { magneticVariation: variation }),
        runways: runways.flatMap((runway) => runwayOf(runway, features)),
        ...distancesOf(runways, features, problem),
        ...frequenciesOf(airport, features, problem),
        ...hoursOfSlice(slice, problem),
        source: 'AIXM 5.1',
        ...effectiveFrom(slice),
      },
    ];
  });
  return { airports, problems };
}

/** The day, in UTC, from which a time slice is valid. */
function effectiveFrom(slice: Node): Pick<Airport, 'effectiveDate'> {
  const begin = beginOf(slice);
  return begin === null ? {} : { effectiveDate: dayOf(begin, 'UTC') };
}

const amsl = (value: number, unit: string): Altitude => ({
  value,
  unit: unit === 'FT' ? 'ft' : 'm',
  reference: 'AMSL',
});

const directionsOf = (runway: Feature, { directions }: Features): Feature[] =>
  directions.filter(({ slice }) => names(slice.usedRunway, runway));

function runwayOf(runway: Feature, features: Features): NonNullable<Airport['runways']> {
  const designator = textOf(runway.slice.designator);
  if (!designator || !/^[A-Z0-9]{1,4}(\/[A-Z0-9]{1,4})?$/.test(designator)) return [];
  const [first] = designator.split('/');
  const own = directionsOf(runway, features);
  const along = own.find(({ slice }) => textOf(slice.designator) === first) ?? own[0];
  const [lengthM, widthM] = [metres(runway.slice.nominalLength), metres(runway.slice.nominalWidth)];
  const headingTrue = numberOf(along?.slice.trueBearing);
  // A point is on a direction of the runway; some files name the runway itself.
  const thresholds = features.points.filter(
    ({ slice }) => textOf(slice.role) === 'THR' && [runway, ...own].some((one) => names(slice.onRunway, one)),
  );
  return [
    {
      designator,
      ...(lengthM === null ? {} : { lengthM }),
      ...(widthM === null ? {} : { widthM }),
      ...(headingTrue === null ? {} : { headingTrue }),
      ...placed(
        thresholds.map(({ slice }) => slice.location),
        headingTrue,
      ),
    },
  ];
}

const distanceFields = { TORA: 'toraM', TODA: 'todaM', ASDA: 'asdaM', LDA: 'ldaM' } as const;

/**
 * The declared distances of the directions of runways, metres (RunwayDeclaredDistance of their RunwayCentrelinePoints). Of
 * several values for one, as for take-offs from intersections, the greatest.
 */
function distancesOf(
  runways: readonly Feature[],
  features: Features,
  problem: Report,
): Pick<Airport, 'declaredDistances'> {
  const directions = runways.flatMap((runway) => directionsOf(runway, features));
  const found = directions.flatMap((one) => {
    const direction = textOf(one.slice.designator) ?? '';
    const declared = features.points
      .filter((point) => names(point.slice.onRunway, one))
      .flatMap((point) => listOf(point.slice.associatedDeclaredDistance))
      .flatMap((holder) => listOf(holder.RunwayDeclaredDistance));
    const values = Object.entries(distanceFields).flatMap(([type, field]) => {
      const lengths = declared
        .filter((one) => textOf(one.type) === type)
        .flatMap((one) => listOf(one.declaredValue))
        .flatMap((holder) => listOf(holder.RunwayDeclaredDistanceValue))
        .flatMap(({ distance }) => {
          const length = metres(distance);
          if (length === null) problem('distance', `${direction} ${type} ${measureText(distance)}`);
          return length ?? [];
        });
      if (new Set(lengths).size > 1) problem('distances', `${direction} ${type} ${lengths.join(', ')} m`);
      return lengths.length > 0 ? [[field, Math.max(...lengths)] as const] : [];
    });
    if (values.length === 0) return [];
    if (!/^[A-Z0-9]{1,4}$/.test(direction)) {
      problem('distance', direction || 'RunwayDirection');
      return [];
    }
    return [{ direction, ...Object.fromEntries(values) }];
  });
  return found.length > 0 ? { declaredDistances: found } : {};
}

const mhzOf: Record<string, number> = { HZ: 1e-6, KHZ: 1e-3, MHZ: 1, GHZ: 1e3 };

/**
 * The frequencies of the services of an aerodrome, MHz: of each channel that a service names, under the service's type
 * (`TWR`, `ATIS`) and callsign.
 */
function frequenciesOf(
  airport: Feature,
  { services, channels }: Features,
  problem: Report,
): Pick<Airport, 'frequencies'> {
  const found = new Map<string, NonNullable<Airport['frequencies']>[number]>();
  for (const { slice } of services) {
    if (!names(slice.clientAirport, airport)) continue;
    const kind = (textOf(slice.type) ?? 'ATS').replace(/^OTHER:\s*/, '').slice(0, 16);
    const detail = listOf(slice['call-sign']).flatMap(({ CallsignDetail }) => listOf(CallsignDetail))[0];
    const name = (textOf(detail?.callSign) ?? textOf(slice.name))?.slice(0, 64);
    const label = [kind, name].filter(Boolean).join(' ');
    for (const link of listOf(slice.radioCommunication)) {
      const channel = channels.find((one) => names(link, one));
      if (!channel) {
        problem('channel', label);
        continue;
      }
      const { frequencyTransmission, frequencyReception } = channel.slice;
      const either = [frequencyTransmission, frequencyReception];
      const measure = either.find((one) => numberOf(one) !== null) ?? frequencyTransmission;
      const [value, factor] = [numberOf(measure), mhzOf[unitOf(measure, 'MHZ')]];
      const frequencyMhz =
        value === null || factor === undefined ? null : Math.round(value * factor * 1e6) / 1e6;
      if (frequencyMhz === null || frequencyMhz < 0.1 || frequencyMhz > 1300) {
        problem('frequency', `${label} ${measureText(measure)}`);
        continue;
      }
      found.set(`${label} ${frequencyMhz}`, { kind, ...(name ? { name } : {}), frequencyMhz });
    }
  }
  return found.size > 0 ? { frequencies: [...found.values()] } : {};
}

/** A measure as the file has it, `3200 FT`. */
const measureText = (value: unknown): string =>
  [textOf(value) ?? '—', unitOf(value, '')].filter(Boolean).join(' ');

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

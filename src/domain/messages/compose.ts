import type { Altitude } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { marksIn } from './envelope.ts';
import { equipmentCodes } from './field-equipment.ts';
import type { AircraftField, Emergency, Rules } from './field-identity.ts';
import { dofText, inOrder, type Other, type OtherItem } from './field-other.ts';
import type { Destination } from './field-places.ts';
import { supplementary } from './field-supplementary.ts';
import { type Level, levelOf } from './levels.ts';
import { fieldText, messageOf } from './message.ts';
import type { Message } from './message-parts.ts';
import { parseWay, positionText, type RouteElement, type RouteField } from './route.ts';
import type { FieldValues } from './tables.ts';

/** An end of a flight: an aerodrome with its indicator, or any place, which the messages call ZZZZ. */
export interface FlightPlace {
  indicator: string | null;
  /** In Latin letters, or null. */
  name: string | null;
  position: Position;
}

/** All that the messages say of one flight. Times are UTC ms. */
export interface FlightFacts {
  callsign: string;
  ssrCode: string | null;
  rules: Rules['rules'];
  etd: number;
  eta: number;
  /** As field 15c, or null. */
  route: string | null;
  geometry: Geometry | null;
  upper: Altitude | null;
  aircraft: {
    registration: string;
    /** Of ICAO Doc 8643; null: none was given. */
    designator: string | null;
    model: string;
    wake: AircraftField['wake'];
    /** Codes of 10a and 10b, as the record has them. */
    radio: string | null;
    surveillance: string | null;
    cruiseKmh: number | null;
    enduranceMinutes: number | null;
    /** 24-bit address. */
    address: string | null;
    colour: string | null;
  };
  departure: FlightPlace;
  destination: FlightPlace;
  alternates: FlightPlace[];
  /** In Latin letters, or null. */
  operator: string | null;
  pilot: string | null;
  persons: number | null;
  /** Reasons for special handling: MEDEVAC, SAR, HUM … */
  handling: string[];
  remark: string | null;
}

/** What the addressees know of the flight from the last message: every further one names it so. */
export interface Notified {
  callsign: string;
  departure: string;
  destination: string;
  /** What field 18 said of an end that is ZZZZ; null: it has an indicator, or it was told before this was kept. */
  departurePlace: string | null;
  destinationPlace: string | null;
  /** Estimated off-block time, UTC ms. */
  offBlockAt: number;
  /** Whether a date of flight was given. */
  dated: boolean;
}

/** Taken where the aircraft's record says nothing: a VHF radio, and a transponder with altitude. */
const defaultRadio = ['V'];
const defaultSurveillance = ['C'];
/** km/h, where the type has no cruising speed. */
const defaultCruiseKmh = 200;
/** Points of a drawn line at most: a longer route does not fit into a message that people read. */
const mostPoints = 30;

/** What the filed plan tells of a flight. */
export function firstNotified(facts: FlightFacts): Notified {
  const { departure, destination } = facts;
  return {
    callsign: facts.callsign,
    departure: departure.indicator ?? 'ZZZZ',
    destination: destination.indicator ?? 'ZZZZ',
    departurePlace: departure.indicator === null ? placeText(departure) : null,
    destinationPlace: destination.indicator === null ? placeText(destination) : null,
    offBlockAt: facts.etd,
    dated: true,
  };
}

export const clockText = (at: number) => new Date(at).toISOString().slice(11, 16).replace(':', '');
export const dateText = (at: number) => dofText(new Date(at).toISOString().slice(0, 10));

/** The filed flight plan. */
export function composeFlightPlan(facts: FlightFacts): Message {
  return messageOf('FPL', planFields(facts));
}

function planFields(facts: FlightFacts): Partial<FieldValues> {
  const { aircraft, departure } = facts;
  return {
    '7': { callsign: facts.callsign, ssrCode: facts.ssrCode },
    '8': { rules: facts.rules, flightType: 'G' },
    '9': { count: 1, type: aircraft.designator ?? 'ZZZZ', wake: aircraft.wake },
    '10': {
      radio: statedAlone(codesOr(aircraft.radio, 'radio', defaultRadio)),
      surveillance: codesOr(aircraft.surveillance, 'surveillance', defaultSurveillance),
    },
    '13': { aerodrome: departure.indicator ?? 'ZZZZ', time: clockText(facts.etd) },
    '15': routeField(facts),
    '16': destinationField(facts),
    '18': otherField(facts),
  };
}

function destinationField({ destination, alternates, etd, eta }: FlightFacts): Destination {
  return {
    aerodrome: destination.indicator ?? 'ZZZZ',
    elapsed: elapsedText(eta - etd),
    alternates: alternates.slice(0, 2).map(({ indicator }) => indicator ?? 'ZZZZ'),
  };
}

function codesOr(text: string | null, of: 'radio' | 'surveillance', otherwise: string[]): string[] {
  const codes = text === null ? [] : equipmentCodes(text, of);
  return codes.length > 0 ? codes : otherwise;
}

/** R and Z ask for PBN/ and COM/, NAV/ or DAT/ in field 18, of which the records say nothing: then nothing is claimed. */
function statedAlone(codes: string[]): string[] {
  const left = codes.filter((code) => code !== 'R' && code !== 'Z');
  return left.length > 0 ? left : defaultRadio;
}

function otherField(facts: FlightFacts, offBlockAt = facts.etd): Other {
  const { aircraft, departure, destination, alternates } = facts;
  const items: (OtherItem | null)[] = [
    item('STS', facts.handling.join(' ')),
    departure.indicator === null ? item('DEP', placeText(departure)) : null,
    destination.indicator === null ? item('DEST', placeText(destination)) : null,
    item('DOF', dateText(offBlockAt)),
    item('REG', aircraft.registration.replace(/[^A-Z0-9]/g, '')),
    aircraft.designator === null ? item('TYP', plainText(aircraft.model)) : null,
    item('CODE', aircraft.address?.toUpperCase() ?? ''),
    item('OPR', plainText(facts.operator ?? '')),
    item(
      'ALTN',
      alternates
        .slice(0, 2)
        .filter(({ indicator }) => indicator === null)
        .map(placeText)
        .join(' '),
    ),
    item('RMK', plainText(facts.remark ?? '')),
  ];
  return inOrder(items.filter((one) => one !== null));
}

function item(keyword: OtherItem['keyword'], text: string): OtherItem | null {
  return text === '' ? null : { keyword, text };
}

function placeText({ position, name }: FlightPlace): string {
  return [positionText(position), plainText(name ?? '')].filter((one) => one !== '').join(' ');
}

/** Only what every line can carry, and nothing that would end a field or open a keyword. */
export function plainText(text: string): string {
  return (
    text
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^A-Z0-9?:.,'+ ]/g, ' ')
      // Nothing that begins or ends a message on the line either.
      .replace(/ZCZC/g, 'ZC ZC')
      .replace(/N{4,}/g, (run) => run.replace(/NNN(?=N)/g, 'NNN '))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 100)
  );
}

function elapsedText(ms: number): string {
  const minutes = Math.min(Math.max(Math.round(ms / 60_000), 0), 99 * 60 + 59);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}

function routeField(facts: FlightFacts): RouteField {
  return {
    speed: { unit: 'K', value: Math.min(Math.round(facts.aircraft.cruiseKmh ?? defaultCruiseKmh), 9_999) },
    level: levelOfFlight(facts),
    route: wayOf(facts),
  };
}

/** A height above ground is no level of field 15: such a flight is VFR without one. */
function levelOfFlight({ upper, rules }: FlightFacts): Level {
  const level = upper && levelOf(upper);
  // Z begins by VFR, and V flies by it: what they cruise at may stay open.
  if (!level || rules === 'Z') return 'VFR';
  return level;
}

function wayOf({ route, geometry, departure, destination }: FlightFacts): RouteElement[] {
  if (route?.trim()) {
    const errors: string[] = [];
    const way = parseWay(route.toUpperCase(), (_, __, key) => void errors.push(key));
    if (errors.length === 0 && way.length > 0 && marksIn(route.toUpperCase()).length === 0) return way;
  }
  const direct: RouteElement = { kind: 'direct', token: 'DCT', column: 0 };
  const line = geometry?.type === 'LineString' ? thinned(geometry.coordinates) : [];
  const ends = [departure, destination].map(({ position }) => positionText(position));
  const points = line
    .map(([longitude, latitude]) => positionText({ latitude: latitude ?? 0, longitude: longitude ?? 0 }))
    .filter((text, index, all) => !ends.includes(text) && text !== all[index - 1]);
  // Between two coordinates DCT is understood (ICAO Doc 4444, appendix 2, item 15).
  const between = points.map(
    (text): RouteElement => ({
      kind: 'point',
      point: { kind: 'position', text },
      change: null,
      token: text,
      column: 0,
    }),
  );
  return between.length === 0 ? [direct] : [direct, ...between, direct];
}

function thinned<T>(points: T[]): T[] {
  if (points.length <= mostPoints) return points;
  const step = (points.length - 1) / (mostPoints - 1);
  return Array.from({ length: mostPoints }, (_, i) => points[Math.round(i * step)]).filter(
    (one) => one !== undefined,
  );
}

/** How field 18 of a further message names the day, and the ends that have no indicator: as notified before, or `0`. */
function notifiedOther(facts: FlightFacts, notified: Notified): Other {
  const { departure, destination, dated, offBlockAt } = notified;
  const items = [
    departure === 'ZZZZ' ? item('DEP', notified.departurePlace ?? placeText(facts.departure)) : null,
    destination === 'ZZZZ' ? item('DEST', notified.destinationPlace ?? placeText(facts.destination)) : null,
    dated ? item('DOF', dateText(offBlockAt)) : null,
  ];
  return items.filter((one) => one !== null);
}

function identityOf(facts: FlightFacts, notified: Notified) {
  return { callsign: notified.callsign, ssrCode: facts.ssrCode };
}

function associatedFields(facts: FlightFacts, notified: Notified, at: number): Partial<FieldValues> {
  return {
    '7': { ...identityOf(facts, notified), ssrCode: null },
    '13': { aerodrome: notified.departure, time: clockText(at) },
    '16': { aerodrome: notified.destination, elapsed: null, alternates: [] },
    '18': notifiedOther(facts, notified),
  };
}

export function composeCancellation(facts: FlightFacts, notified: Notified): Message {
  return messageOf('CNL', associatedFields(facts, notified, notified.offBlockAt));
}

export function composeRequest(type: 'RQP' | 'RQS', facts: FlightFacts, notified: Notified): Message {
  return messageOf(type, associatedFields(facts, notified, notified.offBlockAt));
}

/** `at`: when it took off, UTC ms. */
export function composeDeparture(facts: FlightFacts, notified: Notified, at: number): Message {
  return messageOf('DEP', {
    ...associatedFields(facts, notified, at),
    '7': identityOf(facts, notified),
  });
}

/** `at`: when it landed, UTC ms; `where`: elsewhere than it was to. */
export function composeArrival(
  facts: FlightFacts,
  notified: Notified,
  at: number,
  where: FlightPlace = facts.destination,
): Message {
  const aerodrome = where.indicator ?? 'ZZZZ';
  const diverted = aerodrome !== notified.destination;
  return messageOf('ARR', {
    '7': identityOf(facts, notified),
    '13': { aerodrome: notified.departure, time: clockText(notified.offBlockAt) },
    ...(diverted ? { '16': { aerodrome: notified.destination, elapsed: null, alternates: [] } } : {}),
    '17': {
      aerodrome,
      time: clockText(at),
      name: aerodrome === 'ZZZZ' ? placeText(where) : null,
    },
  });
}

/** What a new departure time asks for: DLA on the same day, CHG past midnight UTC and for an earlier time. */
export function delayMessage(
  notified: Notified,
  offBlockAt: number,
  thresholdMinutes: number,
): 'DLA' | 'CHG' | null {
  const minutes = (offBlockAt - notified.offBlockAt) / 60_000;
  if (Math.abs(minutes) <= thresholdMinutes) return null;
  if (minutes < 0 || dateText(offBlockAt) !== dateText(notified.offBlockAt)) return 'CHG';
  return 'DLA';
}

/** Its new time is that of field 13, and the day the one notified before. */
export function composeDelay(facts: FlightFacts, notified: Notified, offBlockAt: number): Message {
  return messageOf('DLA', associatedFields(facts, notified, offBlockAt));
}

/** A new departure time by fields 13 and 18: an earlier one, or one of another day, is told apart by its DOF/ alone. */
export function composeNewDeparture(facts: FlightFacts, notified: Notified, offBlockAt: number): Message {
  const base = messageOf('CHG', associatedFields(facts, notified, notified.offBlockAt));
  const moved = messageOf('FPL', { '18': otherField(facts, offBlockAt) });
  return {
    ...base,
    amendments: [
      { field: '13', text: `${notified.departure}${clockText(offBlockAt)}` },
      { field: '18', text: fieldText(moved, '18') },
    ],
  };
}

/** A new way, and where it goes to. */
export function composeNewRoute(facts: FlightFacts, notified: Notified): Message {
  const base = messageOf('CHG', associatedFields(facts, notified, notified.offBlockAt));
  const plan = composeFlightPlan({ ...facts, etd: notified.offBlockAt });
  const end = firstNotified(facts);
  const newEnd =
    end.destination !== notified.destination ||
    (notified.destinationPlace !== null && end.destinationPlace !== notified.destinationPlace);
  const fields = newEnd ? (['15', '16', '18'] as const) : (['15'] as const);
  return { ...base, amendments: fields.map((field) => ({ field, text: fieldText(plan, field) })) };
}

function supplementaryOf(facts: FlightFacts) {
  const { aircraft } = facts;
  return supplementary({
    endurance: aircraft.enduranceMinutes === null ? null : elapsedText(aircraft.enduranceMinutes * 60_000),
    persons: facts.persons === null ? 'TBN' : String(facts.persons),
    radio: 'V',
    colour: plainText(aircraft.colour ?? '') || null,
    pilot: plainText(facts.pilot ?? '') || null,
  });
}

export function composeSupplementary(facts: FlightFacts, notified: Notified): Message {
  return messageOf('SPL', {
    ...associatedFields(facts, notified, notified.offBlockAt),
    '16': { ...destinationField(facts), aerodrome: notified.destination },
    '18': inOrder([
      ...notifiedOther(facts, notified),
      ...otherField(facts).filter(({ keyword }) => keyword === 'REG' || keyword === 'ALTN'),
    ]),
    '19': supplementaryOf(facts),
  });
}

/** `lastContact`: what is known of where it was, in Latin letters; unknown items of field 20 are NIL. */
export function composeAlert(facts: FlightFacts, emergency: Emergency, lastContact: string | null): Message {
  const operator = plainText(facts.operator ?? '') || 'NIL';
  return messageOf('ALR', {
    '5': emergency,
    ...planFields(facts),
    '19': supplementaryOf(facts),
    '20': `${operator} NIL NIL NIL ${lastContact ?? 'NIL'} NIL NIL NIL`,
  });
}

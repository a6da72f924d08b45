import { type Equipment, formatEquipment, parseEquipment } from './field-equipment.ts';
import type { AircraftField, Emergency, Identification, Rules } from './field-identity.ts';
import {
  formatAircraft,
  formatEmergency,
  formatIdentification,
  formatRules,
  parseAircraft,
  parseEmergency,
  parseIdentification,
  parseRules,
} from './field-identity.ts';
import { formatOther, type Other, parseOther } from './field-other.ts';
import {
  type Arrival,
  type Boundary,
  type Departure,
  type Destination,
  formatArrival,
  formatBoundary,
  formatDeparture,
  formatDestination,
  parseArrival,
  parseBoundary,
  parseDeparture,
  parseDestination,
} from './field-places.ts';
import { formatSupplementary, parseSupplementary, type Supplementary } from './field-supplementary.ts';
import { joined, type Piece, placeOf, type Report } from './piece.ts';
import { formatRoute, parseRoute, type RouteField } from './route.ts';
import type { MessageType } from './types.ts';

/** What each field holds, by its number in ICAO Doc 4444, appendix 3. */
export interface FieldValues {
  '5': Emergency;
  '7': Identification;
  '8': Rules;
  '9': AircraftField;
  '10': Equipment;
  '13': Departure;
  '14': Boundary;
  '15': RouteField;
  '16': Destination;
  '17': Arrival;
  '18': Other;
  '19': Supplementary;
  /** Alerting search and rescue information, as it was written. */
  '20': string;
  /** Radio failure information, as it was written. */
  '21': string;
}
export type FieldNumber = keyof FieldValues;

interface FieldRule<T> {
  parse(piece: Piece, report: Report): T | null;
  format(value: T): string;
}

const freeText = (field: FieldNumber): FieldRule<string> => ({
  parse(piece, report) {
    if (piece.text !== '') return joined(piece.text);
    report(field, placeOf(piece), 'message.fault.empty');
    return null;
  },
  format: (text) => text,
});

/** How each field is read and written. */
export const fieldRules: { [K in FieldNumber]: FieldRule<FieldValues[K]> } = {
  '5': { parse: parseEmergency, format: formatEmergency },
  '7': { parse: parseIdentification, format: formatIdentification },
  '8': { parse: parseRules, format: formatRules },
  '9': { parse: parseAircraft, format: formatAircraft },
  '10': { parse: parseEquipment, format: formatEquipment },
  '13': { parse: parseDeparture, format: formatDeparture },
  '14': { parse: parseBoundary, format: formatBoundary },
  '15': { parse: parseRoute, format: formatRoute },
  '16': { parse: parseDestination, format: formatDestination },
  '17': { parse: parseArrival, format: formatArrival },
  '18': { parse: parseOther, format: formatOther },
  '19': { parse: parseSupplementary, format: formatSupplementary },
  '20': freeText('20'),
  '21': freeText('21'),
};

export function isFieldNumber(text: string): text is FieldNumber {
  return Object.hasOwn(fieldRules, text);
}

/** One place in a message. */
export interface Slot {
  field: FieldNumber;
  /** May be left out. */
  optional?: true;
  /** The second part (13b time, 16b elapsed time): must be there, or must not; absent: either. */
  second?: 'needed' | 'absent';
}

export interface MessageTable {
  slots: Slot[];
  /** Ends with one or more fields 22. */
  amends?: true;
  /** Its text is free: nothing of it is read. */
  free?: true;
}

const slot = (field: FieldNumber, rest: Omit<Slot, 'field'> = {}): Slot => ({ field, ...rest });
const identity = slot('7');
const from = slot('13', { second: 'needed' });
const to = slot('16', { second: 'absent' });
const toWithTime = slot('16', { second: 'needed' });
const other = slot('18');
const associated = { slots: [identity, from, to, other] };

/** Composition of the messages: ICAO Doc 4444, appendix 3, table of 1.8; MH/T 4007. */
export const messageTables: Record<MessageType, MessageTable> = {
  FPL: {
    slots: [
      identity,
      slot('8'),
      slot('9'),
      slot('10'),
      from,
      slot('15'),
      toWithTime,
      other,
      slot('19', { optional: true }),
    ],
  },
  CHG: { ...associated, amends: true },
  CNL: associated,
  DLA: associated,
  DEP: associated,
  ARR: { slots: [identity, slot('13'), slot('16', { optional: true, second: 'absent' }), slot('17')] },
  RQP: { slots: [identity, slot('13'), to, other] },
  RQS: { slots: [identity, slot('13'), to, other] },
  SPL: { slots: [identity, from, slot('16'), other, slot('19')] },
  ALR: {
    slots: [
      slot('5'),
      identity,
      slot('8'),
      slot('9'),
      slot('10'),
      from,
      slot('15'),
      toWithTime,
      other,
      slot('19'),
      slot('20'),
    ],
  },
  // Field 13 ends before its time in EST, CPL, CDN and ACP; what comes with one is understood all the same.
  EST: { slots: [identity, slot('13'), slot('14'), to] },
  CPL: {
    slots: [
      identity,
      slot('8'),
      slot('9'),
      slot('10'),
      slot('13'),
      slot('14'),
      slot('15'),
      slot('16'),
      other,
    ],
  },
  CDN: { slots: [identity, slot('13'), slot('16')], amends: true },
  ACP: { slots: [identity, slot('13'), slot('16')] },
  RCF: { slots: [identity, slot('21')] },
  LAM: { slots: [] },
  ACK: { slots: [], free: true },
  REJ: { slots: [], free: true },
  SVC: { slots: [], free: true },
  OTH: { slots: [], free: true },
};

import { type Piece, part, placeOf, type Report, split } from './piece.ts';

/** Field 3: type, and the number by which two units know the message. */
export interface Title {
  type: string;
  /** e.g. `ZUGH/ZUUU012`: sender, receiver, three digits. */
  number: string | null;
  /** The number of the message that began the exchange. */
  reference: string | null;
}

export function parseTitle(piece: Piece, report: Report): Title {
  const type = piece.text.slice(0, 3);
  const rest = part(piece, 3);
  const numbers = /^([A-Z]{1,4}\/[A-Z]{1,4}\d{3})?([A-Z]{1,4}\/[A-Z]{1,4}\d{3})?$/.exec(rest.text);
  if (!numbers) report('3', placeOf(rest), 'message.fault.number');
  return { type, number: numbers?.[1] ?? null, reference: numbers?.[2] ?? null };
}

export const formatTitle = ({ type, number, reference }: Title) => `${type}${number ?? ''}${reference ?? ''}`;

export const phases = ['INCERFA', 'ALERFA', 'DETRESFA'] as const;

/** Field 5: phase of emergency, who tells of it, what it is. */
export interface Emergency {
  phase: (typeof phases)[number];
  /** AFTN address. */
  originator: string;
  nature: string;
}

export function parseEmergency(piece: Piece, report: Report): Emergency | null {
  const [phaseText, originator, nature] = split(piece, '/');
  const phase = phases.find((one) => one === phaseText?.text);
  if (!phase) report('5a', placeOf(phaseText ?? piece), 'message.fault.phase');
  if (!originator || !/^[A-Z]{8}$/.test(originator.text)) {
    report('5b', placeOf(originator ?? piece), 'message.fault.originator');
    return null;
  }
  if (!nature?.text) report('5c', placeOf(nature ?? piece), 'message.fault.nature');
  return phase && nature?.text ? { phase, originator: originator.text, nature: nature.text } : null;
}

export const formatEmergency = ({ phase, originator, nature }: Emergency) =>
  `${phase}/${originator}/${nature}`;

/** Field 7: who flies, and their SSR code in mode A. */
export interface Identification {
  callsign: string;
  /** Four octal digits. */
  ssrCode: string | null;
}

export function parseIdentification(piece: Piece, report: Report): Identification | null {
  const [callsign, ssr, ...more] = split(piece, '/');
  if (!callsign || !/^[A-Z0-9]{1,7}$/.test(callsign.text)) {
    report('7a', placeOf(callsign ?? piece), 'message.fault.callsign');
    return null;
  }
  const code = ssr ? /^A([0-7]{4})$/.exec(ssr.text) : null;
  if (ssr && (!code || more.length > 0)) report('7b', placeOf(ssr), 'message.fault.ssr');
  return { callsign: callsign.text, ssrCode: code?.[1] ?? null };
}

export const formatIdentification = ({ callsign, ssrCode }: Identification) =>
  ssrCode === null ? callsign : `${callsign}/A${ssrCode}`;

export const flightRules = ['I', 'V', 'Y', 'Z'] as const;
const flightTypes = ['S', 'N', 'G', 'M', 'X'] as const;

/** Field 8: flight rules and type of flight. */
export interface Rules {
  rules: (typeof flightRules)[number];
  flightType: (typeof flightTypes)[number] | null;
}

export function parseRules(piece: Piece, report: Report): Rules | null {
  const rules = flightRules.find((one) => one === piece.text.charAt(0));
  const flightType = flightTypes.find((one) => one === piece.text.charAt(1)) ?? null;
  if (!rules) report('8a', placeOf(part(piece, 0, 1)), 'message.fault.rules');
  const after = part(piece, 1);
  if (piece.text.length > 2 || (after.text !== '' && flightType === null)) {
    report('8b', placeOf(after), 'message.fault.flightType');
  }
  return rules ? { rules, flightType } : null;
}

export const formatRules = ({ rules, flightType }: Rules) => `${rules}${flightType ?? ''}`;

const wakeCategories = ['L', 'M', 'H', 'J'] as const;

/** Field 9: how many aircraft, of which type and wake turbulence category. */
export interface AircraftField {
  /** 1 is not written. */
  count: number;
  /** Of ICAO Doc 8643, or ZZZZ. */
  type: string;
  wake: (typeof wakeCategories)[number];
}

export function parseAircraft(piece: Piece, report: Report): AircraftField | null {
  const [first, wakeText, ...more] = split(piece, '/');
  const found = first ? /^(\d{1,2})?([A-Z][A-Z0-9]{1,3})$/.exec(first.text) : null;
  const wake = wakeCategories.find((one) => one === wakeText?.text);
  if (!found?.[2]) report('9b', placeOf(first ?? piece), 'message.fault.aircraftType');
  if (!wake || more.length > 0) report('9c', placeOf(wakeText ?? piece), 'message.fault.wake');
  const count = found?.[1] === undefined ? 1 : Number(found[1]);
  if (count === 0) report('9a', placeOf(part(piece, 0, 1)), 'message.fault.count');
  return found?.[2] && wake && count > 0 ? { count, type: found[2], wake } : null;
}

export const formatAircraft = ({ count, type, wake }: AircraftField) =>
  `${count > 1 ? count : ''}${type}/${wake}`;

import { formatLevel, formatSpeed, type Level, parseLevel, parseSpeed, type Speed } from './levels.ts';
import { isElapsed, type Piece, part, placeOf, type Report, words } from './piece.ts';

/** Field 15: cruising speed, level, and the way. */
export interface RouteField {
  speed: Speed;
  level: Level;
  route: RouteElement[];
}

/** A significant point as it is written. */
export type RoutePoint =
  /** Two to five letters (a navigation point, an aid, an aerodrome's indicator), or P and figures: a domestic point of China. */
  | { kind: 'name'; name: string }
  /** Degrees, or degrees and minutes, as it was written. */
  | { kind: 'position'; text: string }
  /** Bearing (magnetic, degrees) and distance (NM) from a named point. */
  | { kind: 'bearing'; name: string; bearing: number; distance: number };

export type RouteElement = { token: string; column: number } & (
  | { kind: 'point'; point: RoutePoint; change: { speed: Speed; level: Level } | null }
  | { kind: 'airway'; name: string }
  | { kind: 'procedure'; name: string }
  | { kind: 'direct' }
  | { kind: 'rules'; rules: 'VFR' | 'IFR' }
  | { kind: 'cruiseClimb'; point: RoutePoint; speed: Speed; from: Level; to: Level | 'PLUS' }
  | { kind: 'stay'; number: number; time: string }
  | { kind: 'truncated' }
);

const levelForm = '(F\\d{3}|A\\d{3}|S\\d{4}|M\\d{4}|VFR)';
const speedForm = '(K\\d{4}|N\\d{4}|M\\d{3})';
const startForm = new RegExp(`^${speedForm}${levelForm}$`);
const climbForm = new RegExp(`^${speedForm}${levelForm}(F\\d{3}|A\\d{3}|S\\d{4}|M\\d{4}|PLUS)$`);

export function parseRoute(piece: Piece, report: Report): RouteField | null {
  const [first, ...tokens] = words(piece);
  const start = first ? startForm.exec(first.text) : null;
  const speed = parseSpeed(start?.[1] ?? '');
  const level = parseLevel(start?.[2] ?? '');
  if (!first || !speed || !level) {
    reportStart(first ?? piece, report);
    if (first) parseElements(tokens, report);
    return null;
  }
  if (tokens.length === 0) {
    report('15c', { column: piece.column + piece.text.length, length: 1 }, 'message.fault.routeEmpty');
    return null;
  }
  return { speed, level, route: parseElements(tokens, report) };
}

/** Speed and level are told apart where one of them can be read. */
function reportStart(first: Piece, report: Report): void {
  const speed = new RegExp(`^${speedForm}`).exec(first.text);
  if (!speed) report('15a', placeOf(part(first, 0, 5)), 'message.fault.speed');
  else report('15b', placeOf(part(first, speed[0].length)), 'message.fault.level');
}

export function formatRoute({ speed, level, route }: RouteField): string {
  return [`${formatSpeed(speed)}${formatLevel(level)}`, ...route.map(({ token }) => token)].join(' ');
}

/** What the records know a name for; null: neither, or both. */
export type Names = (name: string) => 'point' | 'airway' | null;

/** The way alone, as `GetFeatureByRoute` and the route of a task have it. */
export function parseWay(text: string, report: Report, names?: Names): RouteElement[] {
  const tokens = words({ text, column: 0 });
  const [first] = tokens;
  // A person may paste the whole field: its speed and level are no part of the way.
  return parseElements(first && startForm.test(first.text) ? tokens.slice(1) : tokens, report, names);
}

const airwayForm = /^[KUS]?[A-Z]\d{1,3}[FGYZ]?$/;
const figuredForm = /^P\d{1,3}$/;
/** Designators of 2 to 7 characters (Doc 4444, appendix 2, field 15c): of departure and arrival routes, and national ones. */
const designatorForm = /^(?=.{2,7}$)[A-Z]{1,6}\d{1,4}[A-Z]?$/;
const procedureForm = /^(?=.{2,7}$)[A-Z]{2,6}\d{1,2}[A-Z]?$/;

/**
 * `P47` has the form of an airway and of a domestic point. The records tell which it is; where they do not, it is a point
 * where no airway may stand: beside DCT or another airway.
 */
function isAirway(text: string, before: RouteElement | undefined, next: string, names?: Names): boolean {
  if (!airwayForm.test(text)) return false;
  if (!figuredForm.test(text)) return true;
  const known = names?.(text) ?? null;
  if (known !== null) return known === 'airway';
  if (before?.kind === 'direct' || next === 'DCT') return false;
  if (before?.kind === 'airway') return isUpperOf(before.name, text);
  return !airwayForm.test(next) || figuredForm.test(next) || isUpperOf(text, next);
}

function parseElements(tokens: Piece[], report: Report, names?: Names): RouteElement[] {
  const elements: RouteElement[] = [];
  for (const [index, token] of tokens.entries()) {
    const edge = index === 0 || index === tokens.length - 1;
    const airway = isAirway(token.text, elements.at(-1), tokens[index + 1]?.text ?? '', names);
    const element: RouteElement | null = airway
      ? { token: token.text, column: token.column, kind: 'airway', name: token.text }
      : elementOf(token, edge, report);
    if (!element) continue;
    checkAfter(elements.at(-1), element, token, report);
    elements.push(element);
  }
  return elements;
}

function elementOf(token: Piece, edge: boolean, report: Report): RouteElement | null {
  const { text, column } = token;
  const base = { token: text, column };
  if (text === 'DCT') return { ...base, kind: 'direct' };
  if (text === 'VFR' || text === 'IFR') return { ...base, kind: 'rules', rules: text };
  if (text === 'T') return { ...base, kind: 'truncated' };
  const stay = /^STAY(\d)\/(\d{4})$/.exec(text);
  if (stay?.[2] && isElapsed(stay[2]))
    return { ...base, kind: 'stay', number: Number(stay[1]), time: stay[2] };
  if (text.startsWith('C/')) return cruiseClimb(token, report);
  const slash = text.indexOf('/');
  const point = pointOf(slash < 0 ? text : text.slice(0, slash));
  if (point) {
    if (slash < 0) return { ...base, kind: 'point', point, change: null };
    const change = changeOf(text.slice(slash + 1));
    if (change) return { ...base, kind: 'point', point, change };
    report('15c', placeOf(part(token, slash + 1)), 'message.fault.change', { token: text });
    return { ...base, kind: 'point', point, change: null };
  }
  if (slash < 0 && edge && procedureForm.test(text)) return { ...base, kind: 'procedure', name: text };
  if (slash < 0 && designatorForm.test(text)) return { ...base, kind: 'airway', name: text };
  report('15c', placeOf(token), 'message.fault.routeToken', { token: text });
  return null;
}

function cruiseClimb(token: Piece, report: Report): RouteElement | null {
  const [, pointText = '', rest = ''] = token.text.split('/');
  const point = pointOf(pointText);
  const found = climbForm.exec(rest);
  const speed = parseSpeed(found?.[1] ?? '');
  const from = parseLevel(found?.[2] ?? '');
  const to = found?.[3] === 'PLUS' ? 'PLUS' : parseLevel(found?.[3] ?? '');
  if (!point || !speed || !from || !to) {
    report('15c', placeOf(token), 'message.fault.cruiseClimb', { token: token.text });
    return null;
  }
  return { token: token.text, column: token.column, kind: 'cruiseClimb', point, speed, from, to };
}

function changeOf(text: string): { speed: Speed; level: Level } | null {
  const found = startForm.exec(text);
  const speed = parseSpeed(found?.[1] ?? '');
  const level = parseLevel(found?.[2] ?? '');
  return speed && level ? { speed, level } : null;
}

export function pointOf(text: string): RoutePoint | null {
  if (/^[A-Z]{2,5}$/.test(text) || figuredForm.test(text)) return { kind: 'name', name: text };
  if (positionOf(text)) return { kind: 'position', text };
  const found = /^([A-Z]{2,5}|P\d{1,3})(\d{3})(\d{3})$/.exec(text);
  if (!found?.[1] || Number(found[2]) > 360) return null;
  return { kind: 'bearing', name: found[1], bearing: Number(found[2]), distance: Number(found[3]) };
}

/** `46N078W`, `4620N07805W`, and with seconds as Chinese low-level routes have it: degrees, WGS-84; null: no place. */
export function positionOf(text: string): { latitude: number; longitude: number } | null {
  const found = /^(\d{2})(\d{2})?(\d{2})?([NS])(\d{3})(\d{2})?(\d{2})?([EW])$/.exec(text);
  if (!found) return null;
  // Minutes and seconds are given for both or for neither.
  if ((found[2] === undefined) !== (found[6] === undefined)) return null;
  if ((found[3] === undefined) !== (found[7] === undefined)) return null;
  const degrees = (whole = '', minutes = '0', seconds = '0') =>
    Number(minutes) > 59 || Number(seconds) > 59
      ? Number.NaN
      : Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const latitude = degrees(found[1], found[2], found[3]) * (found[4] === 'S' ? -1 : 1);
  const longitude = degrees(found[5], found[6], found[7]) * (found[8] === 'W' ? -1 : 1);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Degrees and minutes, as field 15 has a place without a name: `3057N10420E`. */
export function positionText({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const axis = (degrees: number, width: number) => {
    const minutes = Math.round(Math.abs(degrees) * 60);
    return `${String(Math.floor(minutes / 60)).padStart(width, '0')}${String(minutes % 60).padStart(2, '0')}`;
  };
  return `${axis(latitude, 2)}${latitude < 0 ? 'S' : 'N'}${axis(longitude, 3)}${longitude < 0 ? 'W' : 'E'}`;
}

/** L9 becomes UL9 where the upper airspace begins: one way, without a point of change. */
function isUpperOf(one: string, other: string): boolean {
  const base = (name: string) => name.replace(/^[KUS](?=[A-Z])/, '');
  return base(one) === base(other);
}

/** What may not follow what. */
function checkAfter(
  before: RouteElement | undefined,
  element: RouteElement,
  token: Piece,
  report: Report,
): void {
  const place = placeOf(token);
  if (before?.kind === 'truncated') report('15c', place, 'message.fault.afterTruncated');
  else if (element.kind === 'airway' && before?.kind === 'airway' && !isUpperOf(before.name, element.name)) {
    report('15c', place, 'message.fault.airwayAfterAirway', { token: token.text, before: before.token });
  } else if (element.kind === 'airway' && before?.kind === 'direct') {
    report('15c', place, 'message.fault.airwayAfterDirect', { token: token.text });
  } else if (element.kind === 'direct' && (before?.kind === 'direct' || before?.kind === 'airway')) {
    report('15c', place, 'message.fault.directAfter', { before: before.token });
  } else if (element.kind === 'rules' && before?.kind !== 'point' && before?.kind !== 'cruiseClimb') {
    report('15c', place, 'message.fault.rulesWithoutPoint', { token: token.text });
  } else if (element.kind === 'stay' && before?.kind !== 'point') {
    report('15c', place, 'message.fault.rulesWithoutPoint', { token: token.text });
  }
}

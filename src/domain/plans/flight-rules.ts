import { type Altitude, altitudeM, amslRange, formatAltitude } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { nightAt } from '#domain/geo/sun.ts';
import type { Airport } from '#domain/record/records.gen.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Finding, FindingWith } from './findings.ts';

/** An aerodrome or a take-off and landing point as its record has it. */
export interface FieldRecord {
  itself: FindingWith;
  /** When it is used; null: that is not known. */
  isOpen: boolean | null;
  /** Its hours in a line, with their zone, in both languages. */
  hours: { name: string; nameEn: string };
  /** Its own, IANA. */
  timeZone: string;
  /** Recorded as closed, or its validity is over. */
  closed: boolean;
  /** Where twilight is; null: not recorded. */
  position: Position | null;
  /** May it be used by night? Null: not known. */
  night: NonNullable<Airport['nightOperations']> | null;
  /** Who says so, as its record names it; null: nobody is named. */
  source: string | null;
}

type Values = Record<string, string>;

/** Is the field open when the flight leaves it or comes to it (`at`, UTC ms), and may it be used then if it is night? */
export function checkField(field: FieldRecord, at: number, timeZone: string, path: string): Finding[] {
  const finding = (level: Finding['level'], code: string, rule: string, values: Values): Finding => ({
    level,
    code: `aerodrome.${code}`,
    rule,
    field: path,
    message: {
      key: `plan.check.aerodrome.${code}`,
      values: {
        ...nameValues('aerodrome', { name: field.itself.label, nameEn: field.itself.labelEn }),
        source: field.source ?? field.itself.label,
        ...values,
      },
    },
    with: field.itself,
  });
  if (field.closed)
    return [finding('error', 'closed', 'plan.rule.aerodrome', { time: formatWall(at, timeZone) })];
  const found: Finding[] = [];
  const time = formatWall(at, field.timeZone);
  if (field.isOpen === false || (field.isOpen === null && field.hours.name !== '')) {
    const hours = nameValues('hours', field.hours);
    // Words that only a person can read, or that depend on what is not known.
    const code = field.isOpen === null ? 'hoursUnread' : 'hours';
    found.push(finding('warning', code, 'plan.rule.aerodrome', { ...hours, time }));
  }
  const night = field.position && nightAt(field.position, at);
  if (night && (field.night === 'notAllowed' || field.night === 'permission')) {
    const clock = (moment: number) => formatWall(moment, field.timeZone).slice(5);
    const twilight = { time, dusk: clock(night.dusk), dawn: clock(night.dawn) };
    found.push(
      field.night === 'notAllowed'
        ? finding('error', 'night', 'plan.rule.aerodromeNight', twilight)
        : finding('warning', 'nightPermission', 'plan.rule.aerodromeNight', twilight),
    );
  }
  return found;
}

/** Flight levels by the true track (Flight Basic Rules, art. 80), metres on 1013.25 hPa, up to 16 km. */
export function levelsFor(trackDeg: number): number[] {
  const eastward = ((trackDeg % 360) + 360) % 360 < 180;
  const run = (from: number, to: number, step: number) =>
    Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);
  return eastward
    ? [...run(900, 8_100, 600), ...run(8_900, 12_500, 600), ...run(13_700, 16_000, 1_200)]
    : [...run(600, 8_400, 600), ...run(9_200, 12_200, 600), ...run(13_100, 16_000, 1_200)];
}

/** Metres by which a level in feet may miss its metric one: published feet are rounded to a hundred. */
const roundedM = 16;

/** Has a route flown by standard pressure a level of its half of the compass within its limits? */
export function checkLevels(
  task: { trackDeg: number; lower: Altitude | null; upper: Altitude | null },
  path: string,
): Finding[] {
  const { lower, upper, trackDeg } = task;
  if (upper?.reference !== 'STD' || lower?.reference !== 'STD') return [];
  const [bottom, top] = [altitudeM(lower), altitudeM(upper)];
  const levels = levelsFor(trackDeg);
  if (levels.some((level) => level >= bottom - roundedM && level <= top + roundedM)) return [];
  const below = levels.filter((level) => level < bottom).at(-1);
  const above = levels.find((level) => level > top);
  const nearest = [below, above].filter((level) => level !== undefined);
  return [
    {
      level: 'warning',
      code: 'levels.hemispheric',
      rule: 'plan.rule.basic-80',
      field: path,
      message: {
        key: 'plan.check.hemispheric',
        values: { track: String(Math.round(trackDeg) % 360).padStart(3, '0'), levels: nearest.join(' m, ') },
      },
      with: null,
    },
  ];
}

/** Above the highest ground on either side of a route, metres: in mountains (ground of a thousand metres and more) and elsewhere. */
const clearanceM = { mountains: 600, elsewhere: 400 };
/** How far on each side of a route the ground counts, metres. */
export const clearanceReachM = 25_000;
const mountainsM = 1_000;

/** The altitude that is safe over the highest ground beside a route, both metres AMSL. */
export function safeAltitudeM(highestGroundM: number): number {
  const above = highestGroundM >= mountainsM ? clearanceM.mountains : clearanceM.elsewhere;
  return Math.ceil(highestGroundM + above);
}

/**
 * Is a route's lower limit safe over the ground that is known beside it (Flight Basic Rules, art. 82)? One by QFE is of the
 * aerodrome at `aerodromeElevationM`; any other datum but AMSL says nothing of the sea's level.
 */
export function checkClearance(
  lower: Altitude | null,
  ground: readonly { name: string; nameEn?: string | null; elevationM: number }[],
  path: string,
  aerodromeElevationM?: number,
): Finding[] {
  if (!lower) return [];
  const range = amslRange(lower, aerodromeElevationM === undefined ? {} : { aerodromeElevationM });
  if (!range.known) return [];
  const [highest] = [...ground].sort((a, b) => b.elevationM - a.elevationM);
  if (!highest) return [];
  const safeM = safeAltitudeM(highest.elevationM);
  if (range.lowestM >= safeM) return [];
  return [
    {
      level: 'warning',
      code: 'levels.safe',
      rule: 'plan.rule.basic-82',
      field: path,
      message: {
        key: 'plan.check.safeAltitude',
        values: {
          lower: formatAltitude(lower),
          safe: safeM,
          ...nameValues('place', highest),
          elevation: Math.round(highest.elevationM),
        },
      },
      with: null,
    },
  ];
}

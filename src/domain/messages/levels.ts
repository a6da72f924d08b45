import type { Altitude } from '#domain/geo/altitude.ts';

/**
 * A level as field 15 writes it: F flight level in hundreds of feet, A altitude in hundreds of feet, S standard
 * metric level in tens of metres, M altitude in tens of metres; or VFR without one.
 */
export type Level = { unit: 'F' | 'A' | 'S' | 'M'; value: number } | 'VFR';

const digits = { F: 3, A: 3, S: 4, M: 4 } as const;

export function parseLevel(text: string): Level | null {
  if (text === 'VFR') return 'VFR';
  const found = /^(?:([FA])(\d{3})|([SM])(\d{4}))$/.exec(text);
  const unit = found?.[1] ?? found?.[3];
  if (unit !== 'F' && unit !== 'A' && unit !== 'S' && unit !== 'M') return null;
  return { unit, value: Number(found?.[2] ?? found?.[4]) };
}

export function formatLevel(level: Level): string {
  if (level === 'VFR') return level;
  return `${level.unit}${String(level.value).padStart(digits[level.unit], '0')}`;
}

/** K km/h, N knots, M hundredths of Mach. */
export interface Speed {
  unit: 'K' | 'N' | 'M';
  value: number;
}

export function parseSpeed(text: string): Speed | null {
  const found = /^(?:([KN])(\d{4})|M(\d{3}))$/.exec(text);
  if (!found) return null;
  if (found[3] !== undefined) return { unit: 'M', value: Number(found[3]) };
  return { unit: found[1] === 'K' ? 'K' : 'N', value: Number(found[2]) };
}

export function formatSpeed({ unit, value }: Speed): string {
  return `${unit}${String(value).padStart(unit === 'M' ? 3 : 4, '0')}`;
}

/**
 * The level of an altitude, in metres by Chinese practice: S where it is above the standard pressure, M where it is
 * above mean sea level. A height above ground, an aerodrome or the ellipsoid is none of them: null.
 */
export function levelOf({ value, unit, reference }: Altitude): Level | null {
  if (unit === 'FL') return inRange('F', value);
  const metres = unit === 'm' ? value : value * 0.3048;
  if (reference === 'STD') return inRange('S', Math.round(metres / 10));
  if (reference === 'AMSL') return inRange('M', Math.round(metres / 10));
  return null;
}

function inRange(unit: 'F' | 'S' | 'M', value: number): Level | null {
  const whole = Math.round(value);
  return whole < 0 || whole >= 10 ** digits[unit] ? null : { unit, value: whole };
}

import type { Target } from '#domain/surveillance/track/target.ts';

/** Figures of a target as a controller reads them; every altitude with its datum. */
const knotsPerMps = 1.943844;
const feetPerMetre = 1 / 0.3048;

export function knots(mps: number): string {
  return `${Math.round(mps * knotsPerMps)} kt`;
}

export function kilometresPerHour(mps: number): string {
  return `${Math.round(mps * 3.6)} km/h`;
}

/** `1,260 m STD`: pressure altitude if there is one, else the geometric height, each by its name. */
export function shortAltitude({ pressureAltitudeM, geometricAltitudeM }: Target): string {
  if (pressureAltitudeM !== null) return `${Math.round(pressureAltitudeM)} m STD`;
  if (geometricAltitudeM !== null) return `${Math.round(geometricAltitudeM)} m WGS84`;
  return '';
}

export function bothUnits(metres: number): string {
  return `${Math.round(metres).toLocaleString('en-US')} m · ${Math.round(metres * feetPerMetre).toLocaleString('en-US')} ft`;
}

/** Climbing and descending get an arrow from half a metre a second. */
export function climbMark(verticalRateMps: number | null): string {
  if (verticalRateMps === null || Math.abs(verticalRateMps) < 0.5) return '';
  return verticalRateMps > 0 ? '↑' : '↓';
}

/** Words of a label: for a target that stands or taxies, and for one that is shown where it should be. */
export interface LabelWords {
  ground: string;
  coasting: string;
}

/** The second line of a label on the map; `!` marks a target that something speaks against. */
export function labelDetail(target: Target, words: LabelWords): string {
  const altitude = target.onGround
    ? words.ground
    : `${shortAltitude(target)}${climbMark(target.verticalRateMps)}`;
  const speed = target.groundSpeedMps === null ? '' : knots(target.groundSpeedMps);
  const coasting = target.isCoasting ? words.coasting : '';
  return [target.warning === null ? '' : '!', coasting, altitude, speed].filter(Boolean).join('  ');
}

/** `03:07:52Z` of a UTC time in ms. */
export function zulu(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)}Z`;
}

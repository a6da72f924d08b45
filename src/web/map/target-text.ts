import { flightLevelText } from '#domain/geo/altitude.ts';
import { mpsPerKnot } from '#domain/geo/units.ts';
import type { Target } from '#domain/surveillance/track/target.ts';

/** Figures of a target as a controller reads them; every altitude with its datum. */
const feetPerMetre = 1 / 0.3048;

export function knots(mps: number): string {
  return `${Math.round(mps / mpsPerKnot)} kt`;
}

export function kilometresPerHour(mps: number): string {
  return `${Math.round(mps * 3.6)} km/h`;
}

/** `1,260 m STD`: pressure altitude if there is one, else that above sea level, else the geometric height, each by its name. */
export function shortAltitude({ pressureAltitudeM, amslAltitudeM, geometricAltitudeM }: Target): string {
  if (pressureAltitudeM !== null) return `${Math.round(pressureAltitudeM)} m STD`;
  if (amslAltitudeM !== null) return `${Math.round(amslAltitudeM)} m AMSL`;
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

/** Which height a data block gives: pressure altitude in metres or as a flight level, or the geometric height. */
export const blockHeights = ['STD', 'FL', 'WGS84'] as const;
export type BlockHeight = (typeof blockHeights)[number];

export function isBlockHeight(value: unknown): value is BlockHeight {
  return blockHeights.some((one) => one === value);
}

/** Words of a data block: for a target that stands or taxies, and for one that is shown where it should be. */
export interface LabelWords {
  ground: string;
  coasting: string;
}

/** Before the height of a target that something speaks against. */
export const doubtedSign = '!';

/**
 * The lines of a data block below the callsign: height and trend, then speed. A height that the target does not report
 * is given by the datum that it does report, which stands beside it; `!` marks a target that something speaks against.
 */
export function blockLines(target: Target, words: LabelWords, choice: BlockHeight): string[] {
  const height = target.onGround
    ? words.ground
    : [heightText(target, choice), climbMark(target.verticalRateMps)].filter(Boolean).join(' ');
  const speed = target.groundSpeedMps === null ? '' : knots(target.groundSpeedMps);
  const marks = [target.warning === null ? '' : doubtedSign, target.isCoasting ? words.coasting : ''];
  return [[...marks, height].filter(Boolean).join(' '), speed].filter(Boolean);
}

function heightText(target: Target, choice: BlockHeight): string {
  const { pressureAltitudeM, geometricAltitudeM } = target;
  if (choice === 'WGS84' && geometricAltitudeM !== null) return `${Math.round(geometricAltitudeM)} m WGS84`;
  if (choice === 'FL' && pressureAltitudeM !== null) return flightLevel(pressureAltitudeM);
  return shortAltitude(target);
}

/** `FL085` of a pressure altitude in metres. */
export function flightLevel(pressureAltitudeM: number): string {
  return flightLevelText(Math.round((pressureAltitudeM * feetPerMetre) / 100));
}

/** `03:07:52Z` of a UTC time in ms. */
export function zulu(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 19)}Z`;
}

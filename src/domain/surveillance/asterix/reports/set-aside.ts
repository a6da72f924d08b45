import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { isTrue, num } from './values.ts';

/**
 * Why a record is no new position of an aircraft although it may have a position, a key of the catalogues; null: it is
 * one. Simulated targets count as aircraft: exercises need them.
 */
export function setAsideAs(record: AsterixRecord): string | null {
  if (isTestTarget(record)) return 'track.other.testTarget';
  if (isTrue(record, 'trackStatus', 'ghost')) return 'track.other.ghost';
  if (isInvalid(record)) return 'track.other.invalidPosition';
  return isExtrapolated(record) ? 'track.other.extrapolated' : null;
}

/** A test target, or a field monitor: a fixed transponder that watches the sensor. */
const isTestTarget = (record: AsterixRecord): boolean =>
  isTrue(record, 'descriptor', 'test') || isTrue(record, 'descriptor', 'fieldMonitor');

/**
 * I021/040: a check of the ground station failed (an independent position, CPR, range), or its data must not be used
 * operationally (NOGO, as in I023/100). A failed list lookup and a jump only make a report suspect.
 */
const isInvalid = ({ descriptor }: AsterixRecord): boolean =>
  isTrue(descriptor, 'independentPositionCheckFailed') ||
  isTrue(descriptor, 'noGo') ||
  isTrue(descriptor, 'cprInvalid') ||
  isTrue(descriptor, 'rangeCheckFailed');

/**
 * A position that no sensor measured: of a coasted track (CST of I010/170, I011/170, I020/170 and I062/080), of a track
 * moved by its flight plan (FPLT of I062/080), or with the last report of a track (TRE or TSE). That one kind of sensor
 * has been silent (PSR, SSR, MDS, ADS of I062/080) is not coasting: another one may still see the aircraft.
 */
const isExtrapolated = ({ trackStatus }: AsterixRecord): boolean =>
  isTrue(trackStatus, 'coasted') ||
  isTrue(trackStatus, 'coasting') ||
  // I010/170 tells three causes apart.
  (num(trackStatus, 'coasting') ?? 0) > 0 ||
  isTrue(trackStatus, 'trackFromFlightPlan') ||
  isTrue(trackStatus, 'lastMessage') ||
  isTrue(trackStatus, 'lastReport') ||
  isTrue(trackStatus, 'endOfTrack');

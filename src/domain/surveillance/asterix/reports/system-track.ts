import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import {
  type Accuracy,
  addressOf,
  callsignOf,
  emergencyOf,
  times,
} from '#domain/surveillance/track/report.ts';
import {
  at,
  begun,
  groundOf,
  isTrue,
  metresPerLevel,
  motionOf,
  num,
  type ReportMaker,
  text,
  timed,
  trackNumberOf,
} from './values.ts';

/** From one standard deviation of each axis to the radius that holds 95 in 100, where both are alike. */
const sigmasOf95 = 2.45;

/** CAT062; 0.17 has another place for the track number and says speed and track. */
export const systemTrackReport: ReportMaker = (record, context) => {
  const latitude = num(record, 'position', 'latitudeDeg');
  const longitude = num(record, 'position', 'longitudeDeg');
  if (latitude === null || longitude === null) return null;
  // With QNH applied the track's own barometric altitude is above mean sea level, without it above 1013.25 hPa.
  const isCorrected = isTrue(record, 'barometricAltitude', 'qnhApplied');
  const barometricFl = num(record, 'barometricAltitude', 'flightLevelFl');
  const calculated = isCorrected ? null : barometricFl;
  const measured = isOlder(record, 'measuredFlightLevelS', mostLevelAgeS)
    ? null
    : num(record, 'measuredFlightLevelFl');
  const planar = motionOf(record.velocity);
  const icao24 = addressOf(text(record, 'aircraft', 'targetAddress'));
  return {
    ...begun(record),
    ...timed(num(record, 'timeOfDayS'), context),
    icao24,
    addressType: icao24 === null ? null : 'icao',
    callsign:
      callsignOf(text(record, 'aircraft', 'targetIdentification')) ??
      callsignOf(text(record, 'identification', 'targetIdentification')) ??
      callsignOf(text(record, 'flightPlan', 'callsign')),
    mode3A: isOlder(record, 'mode3AS', mostCodeAgeS) ? null : text(record, 'mode3A', 'code'),
    latitude,
    longitude,
    pressureAltitudeM: times(measured ?? calculated, metresPerLevel),
    geometricAltitudeM: times(num(record, 'geometricAltitudeFt'), metresPerFoot),
    amslAltitudeM: isCorrected ? times(barometricFl, metresPerLevel) : null,
    groundSpeedMps: planar.groundSpeedMps ?? times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: planar.trackDeg ?? num(record, 'velocity', 'trackDeg'),
    verticalRateMps: times(num(record, 'verticalRateFtMin'), mpsPerFootPerMinute),
    onGround:
      isTrue(record, 'trackStatus', 'surfaceTarget') ||
      (groundOf(at(at(record, 'aircraft'), 'capability')) ??
        isTrue(at(record, 'aircraft'), 'adsbStatus', 'groundBit')),
    trackNumber: trackNumberOf(num(record, 'trackNumber') ?? num(record, 'track', 'trackNumber')),
    accuracy: accuracyOf(record),
    emergency: emergencyOf(num(record, 'trackStatus', 'emergency')),
  };
};

/** A measured level of another time is none of this position; a code lasts, but not beyond the end of its transponder. */
const mostLevelAgeS = 15;
const mostCodeAgeS = 60;

/** Is a part of the track (I062/295, in old editions I062/290) older than the position is allowed to be? */
const isOlder = (record: AsterixRecord, part: string, mostS: number): boolean =>
  (num(record, 'dataAges', part) ?? num(record, 'updateAges', part) ?? 0) > mostS;

function accuracyOf(record: AsterixRecord): Accuracy | null {
  const x = num(record, 'accuracies', 'cartesian', 'xM');
  const y = num(record, 'accuracies', 'cartesian', 'yM');
  const heightFt = num(record, 'accuracies', 'geometricAltitudeFt');
  if (x === null || y === null) return null;
  return {
    horizontalM: sigmasOf95 * Math.max(x, y),
    verticalM: times(heightFt, 2 * metresPerFoot),
    nacp: null,
  };
}

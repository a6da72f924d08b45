import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import type { AsterixRecord, Value } from '#domain/surveillance/asterix/table.ts';
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
  codeOf,
  flag,
  groundOf,
  isOlder,
  levelsOf,
  mostCodeAgeS,
  mostValueAgeS,
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
    mode3A: codeOf(record),
    latitude,
    longitude,
    ...levelsOf(record),
    geometricAltitudeM: times(num(record, 'geometricAltitudeFt'), metresPerFoot),
    groundSpeedMps: planar.groundSpeedMps ?? times(num(record, 'velocity', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: planar.trackDeg ?? num(record, 'velocity', 'trackDeg'),
    verticalRateMps: times(num(record, 'verticalRateFtMin'), mpsPerFootPerMinute),
    onGround: onGroundOf(record),
    trackNumber: trackNumberOf(num(record, 'trackNumber') ?? num(record, 'track', 'trackNumber')),
    accuracy: accuracyOf(record),
    // Who sends the octet for its other bits leaves EMR at nought.
    emergency:
      emergencyOf(num(record, 'trackStatus', 'emergency')) ??
      emergencyOf(num(saidOf(record, 'adsbStatus', mostCodeAgeS), 'flightStatus')),
  };
};

/** SFC of I062/080, else COM or SAB of I062/380; null: none of them is sent. */
function onGroundOf(record: AsterixRecord): boolean | null {
  const surfaceTarget = flag(record, 'trackStatus', 'surfaceTarget');
  if (surfaceTarget === true) return true;
  return (
    groundOf(saidOf(record, 'capability')) ?? flag(saidOf(record, 'adsbStatus'), 'groundBit') ?? surfaceTarget
  );
}

/** A subfield of I062/380, unless it is older than it may be. */
function saidOf(
  record: AsterixRecord,
  subfield: 'adsbStatus' | 'capability',
  mostS: number = mostValueAgeS,
): Value | undefined {
  return isOlder(record, `${subfield}S`, mostS) ? undefined : at(record, 'aircraft', subfield);
}

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

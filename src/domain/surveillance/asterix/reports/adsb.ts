import { metresPerFoot, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import {
  type AddressType,
  accuracyOfNacp,
  addressOf,
  callsignOf,
  emergencyOf,
  nicOfNucp,
  times,
} from '#domain/surveillance/track/report.ts';
import {
  begun,
  codeOf,
  isOlder,
  isTrue,
  metresPerLevel,
  mostValueAgeS,
  num,
  type ReportMaker,
  text,
  timed,
  trackNumberOf,
} from './values.ts';

/** Both ends of I021/140's scale say "beyond the scale". */
const geometricTopFt = 32_767 * 6.25;
/** Below the top of I021/295's scale, which says "25.5 s or above": a code may then be of any age. */
const mostCodeAgeS = 25.45;
/** Address types of I021/040: in 2.x, and as 0.2x counted them. Others are invented by somebody. */
const addressTypes: readonly AddressType[] = ['icao', 'nonIcao', 'surfaceVehicle', 'anonymous'];
const oldAddressTypes: readonly AddressType[] = ['nonIcao', 'icao', 'surfaceVehicle', 'anonymous'];

/**
 * NIC of I021/090, which means what the version of the transponder's standard (I021/210) gives it: NUCp of version 0, NIC of
 * later ones. Null where no version is stated, and of 0.2x, whose item 090 is a figure of merit of another scale.
 */
function nicOf(record: AsterixRecord, isOld: boolean): number | null {
  const stated = isOld ? null : num(record, 'quality', 'nucpOrNic');
  const version = num(record, 'mops', 'version');
  if (stated === null || version === null || isTrue(record, 'mops', 'versionNotSupported')) return null;
  if (version === 0) return nicOfNucp(stated);
  // 12 to 15 are not defined.
  return version <= 2 && stated <= 11 ? stated : null;
}

/** CAT021. */
export const adsbReport: ReportMaker = (record, context) => {
  const latitude =
    num(record, 'positionHighResolution', 'latitudeDeg') ?? num(record, 'position', 'latitudeDeg');
  const longitude =
    num(record, 'positionHighResolution', 'longitudeDeg') ?? num(record, 'position', 'longitudeDeg');
  if (latitude === null || longitude === null) return null;
  const isOld = context.edition?.startsWith('0.') ?? false;
  const types = isOld ? oldAddressTypes : addressTypes;
  const stated = num(record, 'descriptor', 'addressType');
  const addressType = stated === null ? 'icao' : (types[stated] ?? 'nonIcao');
  const vouched = addressType === 'icao' || addressType === 'surfaceVehicle';
  const address = addressOf(text(record, 'targetAddress'));
  // When the position was true, else when it was received; when the report was sent says least.
  const timeOfDayS =
    num(record, 'timeOfPositionApplicabilityS') ??
    num(record, 'timeOfPositionReceptionS') ??
    num(record, 'timeOfDayS') ??
    num(record, 'timeOfTransmissionS');
  const fresh = (age: string, ...path: string[]): number | null =>
    isOlder(record, age, mostValueAgeS) ? null : num(record, ...path);
  const heightFt = fresh('geometricHeightS', 'geometricHeightFt');
  const rateFtMin =
    fresh('barometricVerticalRateS', 'barometricVerticalRate', 'verticalRateFtMin') ??
    num(record, 'barometricVerticalRateFtMin') ??
    fresh('geometricVerticalRateS', 'geometricVerticalRate', 'verticalRateFtMin') ??
    num(record, 'geometricVerticalRateFtMin');
  const trackNumber = trackNumberOf(num(record, 'track', 'trackNumber'));
  const nic = nicOf(record, isOld);
  return {
    ...begun(record),
    ...timed(timeOfDayS, context),
    icao24: vouched ? address : null,
    addressType: address === null ? null : addressType,
    callsign: callsignOf(text(record, 'targetIdentification')),
    mode3A: codeOf(record, mostCodeAgeS),
    latitude,
    longitude,
    pressureAltitudeM: times(fresh('flightLevelS', 'flightLevelFl'), metresPerLevel),
    geometricAltitudeM: heightFt === geometricTopFt ? null : times(heightFt, metresPerFoot),
    groundSpeedMps: times(fresh('groundVectorS', 'groundVector', 'groundSpeedKt'), mpsPerKnot),
    trackDeg: fresh('groundVectorS', 'groundVector', 'trackDeg'),
    verticalRateMps: times(rateFtMin, mpsPerFootPerMinute),
    // Below the second octet of 2.x the ground bit is not set, which says airborne.
    onGround: record.descriptor === undefined ? null : isTrue(record, 'descriptor', 'groundBit'),
    accuracy: accuracyOfNacp(num(record, 'quality', 'nacp')),
    ...(nic === null ? {} : { nic }),
    // I021/200 of 0.2x is the priority alone.
    emergency: emergencyOf(num(record, 'status', 'priority') ?? num(record, 'status')),
    trackNumber: trackNumber ?? (vouched || address === null ? null : `~${address}`),
  };
};

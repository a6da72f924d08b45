import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { type Block, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { positionOfPolar } from '#domain/surveillance/asterix/reports/radar.ts';
import { type ReportContext, resolveTimeOfDay } from '#domain/surveillance/asterix/reports/values.ts';
import { reportsOf as readReports, reportOf } from '#domain/surveillance/asterix/reports.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';

const receivedAtMs = Date.UTC(2026, 10, 21, 3, 0, 1);
const context = { receivedAtMs };
const reportsOf = (blocks: Block[], around: ReportContext) => readReports(blocks, around).reports;

/** Over the wire and back, so that a report is made of what a sensor can say. */
function sent(category: number, edition: string, record: AsterixRecord) {
  const encoded = encodeBlock(category, edition, [record]);
  if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
  return decodeBlocks(encoded.bytes, { editions: { [category]: edition } }).blocks;
}

describe('time of day', () => {
  const at = (text: string) => Date.parse(`2026-11-${text}Z`);
  it.each([
    ['the same minute', 10_800, '21T03:00:01', '21T03:00:00'],
    ['sent before midnight, received after it', 86_399.5, '22T00:00:01', '21T23:59:59.5'],
    ['sent after midnight by a clock that is ahead', 0.5, '21T23:59:59', '22T00:00:00.5'],
    ['midnight itself', 0, '21T00:00:00', '21T00:00:00'],
    ['eleven hours late', 3_600, '21T12:00:00', '21T01:00:00'],
    ['a leap second', 86_400.5, '22T00:00:01', '22T00:00:00.5'],
  ])('%s', (_name, tod, received, expected) => {
    expect(resolveTimeOfDay(tod, at(received))).toBe(at(expected));
  });

  it('falls back on the time of reception', () => {
    expect(resolveTimeOfDay(null, receivedAtMs)).toBe(receivedAtMs);
    expect(resolveTimeOfDay(100_000, receivedAtMs)).toBe(receivedAtMs);
    expect(resolveTimeOfDay(-1, receivedAtMs)).toBe(receivedAtMs);
  });

  it('finds any moment again from its time of day, received up to eleven hours off', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1e11, max: 4e12 }),
        fc.integer({ min: -39_600_000, max: 39_600_000 }),
        (moment, late) => {
          expect(resolveTimeOfDay((moment % 86_400_000) / 1000, moment + late)).toBe(moment);
        },
      ),
    );
  });
});

describe('an impossible time of day', () => {
  it.each([
    [86_399, null],
    // A leap second.
    [86_400.5, null],
    [86_401, 'track.range.time'],
    [131_071.99, 'track.range.time'],
  ])('%d s of CAT021: %s', (timeOfPositionApplicabilityS, reason) => {
    const blocks = sent(21, '2.x', {
      targetAddress: '780abc',
      position: { latitudeDeg: 30.5, longitudeDeg: 104 },
      timeOfPositionApplicabilityS,
    });
    const { reports, refused } = readReports(blocks, { receivedAtMs: Date.parse('2026-11-21T23:59:59Z') });
    expect([reports.length, refused]).toEqual(reason === null ? [1, []] : [0, [reason]]);
  });

  it('of a system track is refused too', () => {
    const blocks = sent(62, '1.x', {
      position: { latitudeDeg: 30.5, longitudeDeg: 104 },
      timeOfDayS: 90_000,
    });
    expect(readReports(blocks, { receivedAtMs })).toMatchObject({
      reports: [],
      refused: ['track.range.time'],
    });
  });
});

describe('CAT021 as reports', () => {
  const record: AsterixRecord = {
    source: { sac: 70, sic: 2 },
    descriptor: { addressType: 0, groundBit: false },
    track: { trackNumber: 77 },
    position: { latitudeDeg: 30.5, longitudeDeg: 104 },
    targetAddress: '780abc',
    timeOfPositionReceptionS: 10_800,
    geometricHeightFt: 3_000,
    mode3A: { code: '7000' },
    flightLevelFl: 32,
    barometricVerticalRate: { verticalRateFtMin: -600 },
    groundVector: { groundSpeedKt: 90, trackDeg: 270 },
    targetIdentification: 'B70AB',
  };

  it('gives metres, seconds and WGS-84', () => {
    const [report] = reportsOf(sent(21, '2.x', record), context);
    expect(report).toMatchObject({
      icao24: '780abc',
      callsign: 'B70AB',
      mode3A: '7000',
      trackDeg: 270,
      onGround: false,
      at: Date.UTC(2026, 10, 21, 3, 0, 0),
      timeOfDayS: 10_800,
      trackNumber: '77',
      sourceKey: '70/2',
    });
    expect(report?.latitude).toBeCloseTo(30.5, 4);
    expect(report?.longitude).toBeCloseTo(104, 4);
    expect(report?.pressureAltitudeM).toBeCloseTo(975.36, 6);
    expect(report?.geometricAltitudeM).toBeCloseTo(914.4, 6);
    expect(report?.groundSpeedMps).toBeCloseTo(46.3, 1);
    expect(report?.verticalRateMps).toBeCloseTo(-3.048, 6);
  });

  it('prefers the finer position', () => {
    const finer = {
      ...record,
      positionHighResolution: { latitudeDeg: 30.123456789, longitudeDeg: 104.987654321 },
    };
    const [report] = reportsOf(sent(21, '2.x', finer), context);
    expect(report?.latitude).toBeCloseTo(30.123456789, 6);
    expect(report?.longitude).toBeCloseTo(104.987654321, 6);
  });

  const vouching: [edition: string, addressType: number, icao24: string | null][] = [
    ['2.x', 0, '780abc'],
    ['2.x', 1, null],
    ['2.x', 2, '780abc'],
    ['2.x', 3, null],
    ['0.26', 0, null],
    ['0.26', 1, '780abc'],
    ['0.26', 2, '780abc'],
    ['0.26', 3, null],
  ];
  it.each(vouching)('edition %s, address type %i: address %s', (edition, addressType, icao24) => {
    const described = {
      descriptor: { addressType },
      targetAddress: '780abc',
      position: { latitudeDeg: 1, longitudeDeg: 2 },
    };
    const [report] = reportsOf(sent(21, edition, described), context);
    expect(report).toMatchObject({
      icao24,
      trackNumber: icao24 === null ? '~780abc' : null,
      at: receivedAtMs,
    });
  });

  it('reads edition 0.26', () => {
    const old = {
      descriptor: { groundBit: true, addressType: 1 },
      timeOfDayS: 10_799.5,
      position: { latitudeDeg: 30.5, longitudeDeg: 104 },
      targetAddress: '780abc',
      barometricVerticalRateFtMin: 600,
    };
    const [report] = reportsOf(sent(21, '0.26', old), context);
    expect(report).toMatchObject({ onGround: true, at: receivedAtMs - 1500 });
    expect(report?.verticalRateMps).toBeCloseTo(3.048, 6);
  });

  it('leaves out what is not an aircraft or has no place', () => {
    const without = (change: AsterixRecord) => reportsOf(sent(21, '2.x', { ...record, ...change }), context);
    expect(without({ descriptor: { fieldMonitor: true } })).toEqual([]);
    expect(without({ descriptor: { test: true } })).toEqual([]);
    expect(without({ descriptor: { simulated: true } })).toHaveLength(1);
    expect(without({ position: undefined })).toEqual([]);
    expect(without({ targetAddress: '000000' })[0]?.icao24).toBeNull();
    expect(without({ geometricHeightFt: 32_767 * 6.25 })[0]?.geometricAltitudeM).toBeNull();
  });
});

describe('CAT062 as reports', () => {
  it('turns the velocity of the plane into speed and track', () => {
    const [report] = reportsOf(
      sent(62, '1.x', {
        source: { sac: 1, sic: 2 },
        timeOfDayS: 10_800,
        position: { latitudeDeg: 40, longitudeDeg: 116 },
        velocity: { vxMps: -30, vyMps: 40 },
        aircraft: { targetAddress: '780001', adsbStatus: { groundBit: true } },
        identification: { targetIdentification: 'B7001' },
        trackNumber: 12,
        barometricAltitude: { qnhApplied: true, flightLevelFl: 30 },
        verticalRateFtMin: 1000,
      }),
      context,
    );
    expect(report).toMatchObject({
      icao24: '780001',
      callsign: 'B7001',
      groundSpeedMps: 50,
      pressureAltitudeM: null,
      onGround: true,
      trackNumber: '12',
    });
    // Corrected by QNH it is an altitude above mean sea level.
    expect(report?.amslAltitudeM).toBeCloseTo(914.4, 6);
    expect(report?.trackDeg).toBeCloseTo(323.13, 2);
    expect(report?.verticalRateMps).toBeCloseTo(5.08, 6);
  });

  it('reads speed, track and number of an old edition', () => {
    const [report] = reportsOf(
      sent(62, '0.17', {
        track: { trackNumber: 12 },
        position: { latitudeDeg: 40, longitudeDeg: 116 },
        velocity: { groundSpeedKt: 900, trackDeg: 90 },
        aircraft: { targetAddress: '780001' },
        accuracies: { cartesian: { xM: 1852 / 64, yM: 0 } },
      }),
      context,
    );
    expect(report).toMatchObject({ icao24: '780001', trackNumber: '12', trackDeg: 90 });
    expect(report?.groundSpeedMps).toBeCloseTo(463, 6);
    expect(report?.accuracy?.horizontalM).toBeCloseTo(2.45 * 28.9375, 6);
  });

  it('takes the calculated level where it is one of 1013.25 hPa, and the measured one before it', () => {
    const record = {
      position: { latitudeDeg: 40, longitudeDeg: 116 },
      barometricAltitude: { qnhApplied: false, flightLevelFl: 30 },
    };
    expect(reportsOf(sent(62, '1.x', record), context)[0]?.pressureAltitudeM).toBeCloseTo(914.4, 6);
    const measured = { ...record, measuredFlightLevelFl: 31 };
    expect(reportsOf(sent(62, '1.x', measured), context)[0]?.pressureAltitudeM).toBeCloseTo(944.88, 6);
  });
});

describe('CAT048 as reports', () => {
  const site = { latitude: 39.9, longitude: 116.4, heightM: 50 };
  const record: AsterixRecord = {
    source: { sac: 25, sic: 3 },
    polar: { rangeNm: 30, azimuthDeg: 45 },
    flightLevel: { flightLevelFl: 100 },
    targetAddress: '780001',
    capability: { flightStatus: 1 },
    velocity: { groundSpeedKt: 200, trackDeg: 11.25 },
  };

  it('asks for the site of the radar that sent it', () => {
    const requested: (string | null)[] = [];
    const blocks = sent(48, '1.x', record);
    const reports = reportsOf(blocks, {
      receivedAtMs,
      radarSite: (sourceKey) => {
        requested.push(sourceKey);
        return site;
      },
    });
    expect(requested).toEqual(['25/3']);
    expect(reports[0]).toMatchObject({
      icao24: '780001',
      onGround: true,
      trackDeg: 11.25,
      verticalRateMps: null,
    });
    for (const around of [{ receivedAtMs }, { receivedAtMs, radarSite: () => null }]) {
      expect(readReports(blocks, around)).toEqual({ reports: [], refused: ['track.read.site'] });
    }
  });

  it('says the height of a 3D radar above mean sea level', () => {
    const high = { ...record, height3d: { heightFt: 10_000 } };
    expect(reportsOf(sent(48, '1.x', high), { receivedAtMs, radarSite: () => site })[0]).toMatchObject({
      amslAltitudeM: 3_048,
      geometricAltitudeM: null,
    });
  });

  it('does not trust a garbled level', () => {
    const garbled = { ...record, flightLevel: { garbled: true, flightLevelFl: 100 } };
    expect(
      reportsOf(sent(48, '1.x', garbled), { receivedAtMs, radarSite: () => site })[0]?.pressureAltitudeM,
    ).toBeNull();
  });

  it('brings a slant range down to the ground', () => {
    // 10 km up at 55.56 km slant: sqrt(55.56² − 9.95²) less the earth's curve.
    const position = positionOfPolar(site, 55_560, 45, 10_000);
    const { distanceM, initialBearingDeg } = inverse(site, position);
    expect(initialBearingDeg).toBeCloseTo(45, 6);
    expect(distanceM).toBeGreaterThan(54_500);
    expect(distanceM).toBeLessThan(54_665);
    expect(inverse(site, positionOfPolar(site, 55_560, 45, null)).distanceM).toBeCloseTo(55_560, -1);
  });

  it('draws over the site what is higher than its range is long', () => {
    expect(inverse(site, positionOfPolar(site, 1_000, 45, 10_000)).distanceM).toBeCloseTo(0, 3);
  });

  it('is not asked of categories that report no target', () => {
    expect(reportOf(34, '1.x', { source: { sac: 1, sic: 1 } }, context)).toBeNull();
    expect(reportOf(65, '1.x', {}, context)).toBeNull();
  });
});

describe('CAT001, 010, 011 and 020 as reports', () => {
  const site = { latitude: 39.9, longitude: 116.4, heightM: 50 };
  const around = { receivedAtMs, radarSite: () => site };

  it('finds the whole time of day of a CAT001 plot, whose highest bits are lost', () => {
    const timeOfDayS = 10_799.5;
    const record = {
      descriptor: { track: false },
      polar: { rangeNm: 20, azimuthDeg: 90 },
      truncatedTimeOfDayS: timeOfDayS % 512,
    };
    expect(reportsOf(sent(1, '1.x', record), around)).toMatchObject([
      { at: receivedAtMs - 1_500, timeOfDayS, timeResolutionS: 1 / 128 },
    ]);
    const midnight = Date.UTC(2026, 10, 22);
    const late = { ...record, truncatedTimeOfDayS: 86_399 % 512 };
    expect(reportsOf(sent(1, '1.x', late), { ...around, receivedAtMs: midnight + 1_000 })[0]?.at).toBe(
      midnight - 1_000,
    );
  });

  it.each([
    ['a plane about the site', { cartesian: { xM: 3_000, yM: 4_000 } }],
    ['polar coordinates', { polar: { rangeM: 5_000, azimuthDeg: (Math.atan2(3, 4) * 180) / Math.PI } }],
  ])('places a CAT010 report of %s', (_name, place) => {
    const [report] = reportsOf(sent(10, '1.x', place), around);
    const { distanceM, initialBearingDeg } = inverse(site, report ?? site);
    expect(distanceM).toBeCloseTo(5_000, -1);
    expect(initialBearingDeg).toBeCloseTo(36.87, 1);
    expect(reportsOf(sent(10, '1.x', place), { receivedAtMs })).toEqual([]);
  });

  it('reads multilateration in WGS-84, with its accuracy', () => {
    const [report] = reportsOf(
      sent(20, '1.x', {
        source: { sac: 1, sic: 9 },
        descriptor: { modeS: true, groundBit: true },
        position: { latitudeDeg: 30, longitudeDeg: 104 },
        targetAddress: '780001',
        velocity: { vxMps: 3, vyMps: 4 },
        positionAccuracy: { deviation: { xM: 10, yM: 10 } },
      }),
      context,
    );
    expect(report).toMatchObject({
      icao24: '780001',
      onGround: true,
      groundSpeedMps: 5,
      accuracy: { horizontalM: 24.5 },
      sourceKey: '1/9',
    });
  });

  it('reads the tracks of CAT011', () => {
    const [report] = reportsOf(
      sent(11, '1.x', {
        position: { latitudeDeg: 30, longitudeDeg: 104 },
        trackStatus: { surfaceTarget: true },
        aircraft: { targetAddress: '780001' },
        flightPlan: { callsign: 'CSN3101' },
        track: { trackNumber: 7 },
      }),
      context,
    );
    expect(report).toMatchObject({ icao24: '780001', callsign: 'CSN3101', onGround: true, trackNumber: '7' });
  });

  it('refuses a place that is not on earth, and leaves out an altitude that no aircraft has', () => {
    const far = sent(62, '1.x', { position: { latitudeDeg: 7841, longitudeDeg: 10 } });
    const high = sent(62, '1.x', {
      position: { latitudeDeg: 30, longitudeDeg: 104 },
      measuredFlightLevelFl: 8_000,
    });
    expect(readReports([...far, ...high], context)).toEqual({
      reports: [expect.objectContaining({ latitude: expect.closeTo(30, 4), pressureAltitudeM: null })],
      refused: ['track.range.position'],
      unusable: new Map([['pressureAltitudeM', { count: 1, example: '243840' }]]),
    });
  });
});

describe('integrity (NIC) of CAT021', () => {
  const nicOf = (version: number | null, nucpOrNic: number, versionNotSupported = false) => {
    const record: AsterixRecord = {
      source: { sac: 1, sic: 2 },
      descriptor: { addressType: 0, altitudeCapability: 0, rangeCheckDoubt: false, fieldMonitor: false },
      position: { latitudeDeg: 30.4, longitudeDeg: 104.1 },
      targetAddress: '780ab1',
      quality: { nucrOrNacv: 1, nucpOrNic },
      ...(version === null ? {} : { mops: { versionNotSupported, version, linkTechnology: 2 } }),
    };
    const [report] = reportsOf(sent(21, '2.x', record), context);
    return report?.nic;
  };

  it.each([
    ['version 2 states NIC', 2, 8, 8],
    ['version 1 states NIC', 1, 7, 7],
    ['version 0 states NUCp: 7 is 185 m, as NIC 8', 0, 7, 8],
    ['version 0 states NUCp: 5 is 926 m, as NIC 6', 0, 5, 6],
    ['unknown', 2, 0, 0],
    ['not defined', 2, 13, undefined],
    ['without a version the number means nothing', null, 8, undefined],
    ['a version that is not known', 3, 8, undefined],
  ])('%s', (_, version, stated, nic) => {
    expect(nicOf(version, stated)).toBe(nic);
  });

  it('a version that the ground station does not support means nothing', () => {
    expect(nicOf(2, 8, true)).toBeUndefined();
  });
});

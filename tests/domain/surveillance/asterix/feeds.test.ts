import { describe, expect, it } from 'vitest';
import { inverse } from '#domain/geo/geodesy.ts';
import { decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { RadarSite } from '#domain/surveillance/asterix/reports/values.ts';
import { reportsOf } from '#domain/surveillance/asterix/reports.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { createAsterixDecoder } from '#domain/surveillance/asterix/source.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';

/** What sensors send beside the usual: tracks that were not seen, expansions, items in any order, old editions. */

const receivedAtMs = Date.UTC(2026, 10, 21, 3);
const site: RadarSite = { latitude: 30, longitude: 104, heightM: 500, accuracyM: 400 };
const context = { receivedAtMs, radarSite: () => site };

function written(category: number, edition: string, records: AsterixRecord[]): Uint8Array {
  const encoded = encodeBlock(category, edition, records);
  if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
  return encoded.bytes;
}

function readAs(category: number, edition: string, record: AsterixRecord) {
  const decoded = decodeBlocks(written(category, edition, [record]), { editions: { [category]: edition } });
  if (!decoded.ok) throw new Error(decoded.reason);
  return reportsOf(decoded.blocks, context);
}

const source = { sac: 1, sic: 2 };

describe('a radar track that was not seen in this turn', () => {
  it.each([
    [1, { descriptor: { track: true }, trackNumber: 7 }],
    [48, { track: { trackNumber: 7 }, timeOfDayS: 10_799 }],
  ])('of CAT%i gives its target by its calculated position', (category, change) => {
    const record = { source, cartesian: { xNm: 3, yNm: 4 }, flightLevel: { flightLevelFl: 0 }, ...change };
    const { reports, refused } = readAs(category, '1.x', record);
    expect(refused).toEqual([]);
    expect(reports).toMatchObject([
      { trackNumber: '7', radar: null, accuracy: { horizontalM: 400 }, pressureAltitudeM: 0 },
    ]);
    const [report] = reports;
    if (!report) return;
    const seen = inverse(site, report);
    expect(seen.distanceM / 1_852).toBeCloseTo(5, 1);
    expect(seen.initialBearingDeg).toBeCloseTo(36.87, 1);
  });

  it('lies where the radar says over ground, where it corrects for the slant', () => {
    const at = (slantRangeCorrected: boolean) =>
      readAs(48, '1.x', {
        source,
        cartesian: { xNm: 0, yNm: 5 },
        flightLevel: { flightLevelFl: 300 },
        trackStatus: { tentative: false, slantRangeCorrected },
      }).reports[0];
    const distance = (corrected: boolean) => inverse(site, at(corrected) ?? site).distanceM;
    expect(distance(true)).toBeCloseTo(5 * 1_852, -1);
    expect(distance(false)).toBeLessThan(4_000);
  });

  it('is where it was measured, if it was', () => {
    const both = { source, polar: { rangeNm: 20, azimuthDeg: 0 }, cartesian: { xNm: 3, yNm: 4 } };
    const [report] = readAs(48, '1.x', both).reports;
    expect(report?.radar).not.toBeNull();
    expect(inverse(site, report ?? site).distanceM / 1_852).toBeCloseTo(20, 1);
  });
});

describe('multilateration of CAT020', () => {
  const placed = { source, position: { latitudeDeg: 30.1, longitudeDeg: 104.1 }, targetAddress: '2a5c01' };
  const accuracyOf = (positionAccuracy: AsterixRecord, more: AsterixRecord = {}) =>
    readAs(20, '1.x', { ...placed, ...more, reservedExpansion: { positionAccuracy } }).reports[0]?.accuracy;

  it('has the accuracy of its reserved expansion', () => {
    expect(accuracyOf({ deviation: { xM: 20, yM: 30 } })?.horizontalM).toBeCloseTo(2.45 * 30, 6);
    const wgs84 = { latitudeDeg: 180 / 2 ** 25, longitudeDeg: 180 / 2 ** 25, covarianceDeg: 0 };
    expect(accuracyOf({ wgs84 })?.horizontalM).toBeCloseTo(2.45 * 0.596, 2);
    const item = { positionAccuracy: { deviation: { xM: 10, yM: 5 } } };
    expect(accuracyOf({ deviation: { xM: 20, yM: 30 } }, item)?.horizontalM).toBeCloseTo(24.5, 6);
  });

  it('reads the octets of the expansion, ages of data behind it too', () => {
    // Indicator PA and DA; PA: SDC and SDH; DA: TI, MBA with one register, FL.
    const expansion = '11 88 60 0050 0078 0000 0004 68 05 01 40 0a 07'.replaceAll(' ', '');
    // FSPEC: source, position, expansion (FRN 27).
    const body = `91010104 0102 03560000 12700000 ${expansion}`.replaceAll(' ', '');
    const bytes = Uint8Array.from(
      Buffer.from(`14${(body.length / 2 + 3).toString(16).padStart(4, '0')}${body}`, 'hex'),
    );
    const decoded = decodeBlocks(bytes);
    expect(decoded).toMatchObject({ ok: true });
    expect(decoded.blocks[0]?.records[0]?.reservedExpansion).toEqual({
      positionAccuracy: { deviation: { xM: 20, yM: 30, covarianceM: 0 }, heightM: 2 },
      dataAges: {
        targetIdentificationS: 0.5,
        bdsRegisters: [{ bds1: 4, bds2: 0, ageS: 1 }],
        flightLevelS: expect.closeTo(0.7, 9),
      },
    });
  });

  it('says whether an address is one of ICAO', () => {
    const descriptor = { nonModeS: false, fieldMonitor: false, addressKind: 1 };
    expect(readAs(20, '1.x', placed).reports).toMatchObject([{ icao24: '2a5c01', addressType: 'icao' }]);
    expect(readAs(20, '1.x', { ...placed, descriptor }).reports).toMatchObject([
      { icao24: null, addressType: 'nonIcao', trackNumber: '~2a5c01' },
    ]);
  });
});

describe('random field sequencing', () => {
  const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

  it('brings items of CAT001, 002 and 008 in any order', () => {
    // CAT001: source and RFS (FRN 21); 2 items: flight level (5) FL 30, then polar (3) 10 NM 90°.
    const plot = hex('01 0011 81 01 02 0102 02 05 0078 03 0500 4000');
    expect(decodeBlocks(plot)).toMatchObject({
      ok: true,
      blocks: [
        { records: [{ source, flightLevel: { flightLevelFl: 30 }, polar: { rangeNm: 10, azimuthDeg: 90 } }] },
      ],
    });
    // CAT002: source and RFS (FRN 14); message type (2) 1. CAT008 alike.
    for (const category of ['02', '08']) {
      expect(decodeBlocks(hex(`${category} 000a 81 02 0102 01 02 01`))).toMatchObject({
        ok: true,
        blocks: [{ records: [{ source, messageType: 1 }] }],
      });
    }
  });

  it('goes by the profile of tracks where the record is one', () => {
    // Source, descriptor (a track), RFS; its item 3 is the track number.
    const track = hex('01 000f c1 01 02 0102 80 01 03 0007 ');
    expect(decodeBlocks(track.map((octet, i) => (i === 2 ? track.length : octet)))).toMatchObject({
      ok: true,
      blocks: [{ records: [{ descriptor: { track: true }, trackNumber: 7 }] }],
    });
  });

  it.each([
    ['an item that there is none of', '02 000a 81 02 0102 01 0c 01', 'asterix.undefinedItem'],
    ['fewer items than it says', '02 000a 81 02 0102 02 02 01', 'asterix.truncated'],
    ['no items', '02 0007 81 02 0102', 'asterix.truncated'],
  ])('with %s is refused', (_name, text, reason) => {
    expect(decodeBlocks(hex(text))).toMatchObject({ ok: false, reason });
  });
});

describe('an edition', () => {
  const aircraft = (step: number): AsterixRecord => ({
    source,
    position: { latitudeDeg: 30 + step / 100, longitudeDeg: 104 },
    targetAddress: '780abc',
    flightLevelFl: 30,
    groundVector: { groundSpeedKt: 120, trackDeg: 90 },
    targetIdentification: 'TST101',
  });
  const old = (step: number): AsterixRecord => ({
    ...aircraft(step),
    descriptor: { addressType: 1 },
    timeOfDayS: 10_800 - step,
  });
  const recent = (step: number): AsterixRecord => ({
    ...aircraft(step),
    descriptor: { addressType: 0 },
    timeOfPositionReceptionS: 10_800 - step,
  });
  const track = (step: number): AsterixRecord => ({
    source,
    timeOfDayS: 10_800 - step,
    position: { latitudeDeg: 30 + step / 100, longitudeDeg: 104 },
    mode3A: { code: '7000' },
    measuredFlightLevelFl: 30,
  });
  const newTrack = (step: number) => ({ ...track(step), trackNumber: 7, velocity: { vxMps: 60, vyMps: 0 } });
  const oldTrack = (step: number) => ({
    ...track(step),
    track: { trackNumber: 7 },
    velocity: { groundSpeedKt: 120, trackDeg: 90 },
  });
  type Maker = (step: number) => AsterixRecord;
  const pairs: [category: number, sent: string, make: Maker, set: string | undefined][] = [
    [21, '0.23', old, undefined],
    [21, '0.26', old, undefined],
    [21, '0.26', old, '2.1'],
    [21, '0.26', old, '0.23'],
    [21, '0.23', old, '0.26'],
    [21, '2.x', recent, '0.26'],
    [21, '2.x', recent, '0.23'],
    [62, '0.17', oldTrack, undefined],
    [62, '1.x', newTrack, '0.17'],
  ];
  it.each(pairs)(
    'of CAT%i %s that the source says otherwise is found in ten records',
    (category, sent, make, set) => {
      for (const together of [1, 10]) {
        const editions = set === undefined ? {} : { [category]: set };
        const decoder = createAsterixDecoder({ category, editions, ...noSites });
        for (let step = 0; step < 10; step += together) {
          const records = Array.from({ length: together }, (_, i) => make(step + i));
          decoder.read(written(category, sent, records), receivedAtMs);
        }
        expect(decoder.doubt()).toMatchObject({ key: 'asterix.wrongEdition' });
        expect(String(decoder.doubt()?.values?.candidates).split(', ')).toContain(sent);
      }
    },
  );

  it('is not doubted for a few records that were damaged, nor for a clock that is ahead', () => {
    const decoder = createAsterixDecoder({ category: 21, editions: {}, ...noSites });
    for (let step = 0; step < 40; step++) {
      const whole = written(21, '2.x', [recent(step)]);
      decoder.read(step % 4 === 0 ? whole.subarray(0, -1) : whole, receivedAtMs);
    }
    expect(decoder.doubt()).toBeNull();
    for (let step = 0; step < 20; step++) {
      const reading = decoder.read(written(21, '2.x', [recent(step)]), receivedAtMs - 600_000);
      expect(reading).toMatchObject({ reports: [], errors: ['track.range.future'] });
    }
    expect(decoder.doubt()).toBeNull();
  });

  it('0.24 to 0.26 have positions of 32 bits, 0.23 of 24', () => {
    const fine = (5_592_407 * 180) / 2 ** 25;
    const read = (edition: string) =>
      readAs(21, edition, { ...old(0), position: { latitudeDeg: fine, longitudeDeg: 104 } }).reports[0]
        ?.latitude;
    expect(read('0.26')).toBeCloseTo(fine, 6);
    expect(Math.abs((read('0.23') ?? 0) - fine)).toBeGreaterThan(2e-6);
  });
});

describe('the time of a report', () => {
  it('of CAT021 is that at which the position was true, not that of its sending', () => {
    const times = (change: AsterixRecord) =>
      readAs(21, '2.x', { position: { latitudeDeg: 1, longitudeDeg: 2 }, ...change }).reports[0]?.timeOfDayS;
    const sent = { timeOfTransmissionS: 10_799 };
    expect(times({ ...sent, timeOfPositionReceptionS: 10_760, timeOfPositionApplicabilityS: 10_759 })).toBe(
      10_759,
    );
    expect(times({ ...sent, timeOfPositionReceptionS: 10_760 })).toBe(10_760);
    expect(times(sent)).toBe(10_799);
  });

  it('of a level or a code of a system track may be another: what is too old is not said', () => {
    const read = (dataAges: AsterixRecord) =>
      readAs(62, '1.x', {
        position: { latitudeDeg: 30, longitudeDeg: 104 },
        measuredFlightLevelFl: 30,
        mode3A: { code: '7700' },
        dataAges,
      }).reports;
    expect(read({ measuredFlightLevelS: 4, mode3AS: 12 })).toMatchObject([
      { pressureAltitudeM: expect.closeTo(914.4, 6), mode3A: '7700' },
    ]);
    expect(read({ measuredFlightLevelS: 40, mode3AS: 63.75 })).toMatchObject([
      { pressureAltitudeM: null, mode3A: null },
    ]);
  });
});

describe('a value that its sensor doubts or leaves out', () => {
  const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const atMs = Date.UTC(2026, 10, 27, 7, 30);
  const readHex = (category: number, edition: string, hex: string) =>
    createAsterixDecoder({ category, editions: { [category]: edition }, ...noSites }).read(fromHex(hex), atMs)
      .reports;
  const place = { position: { latitudeDeg: 30, longitudeDeg: 104 } };

  it.each([
    ['CAT062', 62, '1.x', '3e00169948010234bc000056fa960127abe5cfc00007'],
    ['CAT021 0.26', 21, '0.26', '15001bf90101040102002034bc000056fa960127abe5780abccf40'],
  ])('a code that was not validated or was garbled is not used (%s)', (_name, category, edition, hex) => {
    expect(readHex(category, edition, hex)).toMatchObject([{ mode3A: null }]);
    for (const doubt of [{ notValidated: true }, { garbled: true }]) {
      const record = { ...place, mode3A: { ...doubt, code: '7700' } };
      expect(readAs(category, edition, record).reports).toMatchObject([{ mode3A: null }]);
    }
    const sure = { ...place, mode3A: { code: '7700' } };
    expect(readAs(category, edition, sure).reports).toMatchObject([{ mode3A: '7700' }]);
  });

  const grounds: [name: string, record: AsterixRecord, onGround: boolean | null][] = [
    ['nothing', {}, null],
    ['a status without SFC', { trackStatus: { coasted: false } }, null],
    ['SFC', { trackStatus: { surfaceTarget: true } }, true],
    ['SFC not set', { trackStatus: { surfaceTarget: false } }, false],
    ['COM on ground', { aircraft: { capability: { flightStatus: 1 } } }, true],
    ['COM airborne', { aircraft: { capability: { flightStatus: 0 } } }, false],
    ['COM with SPI, either', { aircraft: { capability: { flightStatus: 5 } } }, null],
    ['SAB on ground', { aircraft: { adsbStatus: { groundBit: true } } }, true],
    ['SAB not on ground', { aircraft: { adsbStatus: { groundBit: false } } }, false],
    [
      'SAB and COM of before',
      {
        aircraft: { adsbStatus: { groundBit: true }, capability: { flightStatus: 1 } },
        dataAges: { adsbStatusS: 20, capabilityS: 20 },
      },
      null,
    ],
  ];
  it.each(grounds)('the ground state of a system track with %s', (_name, record, onGround) => {
    expect(readAs(62, '1.x', { ...place, ...record }).reports).toMatchObject([{ onGround }]);
  });

  const declared: [name: string, record: AsterixRecord, emergency: string | null][] = [
    ['EMR', { trackStatus: { emergency: 1 } }, 'general'],
    ['SAB', { aircraft: { adsbStatus: { flightStatus: 5 } } }, 'unlawfulInterference'],
    [
      'SAB beside EMR 0',
      { trackStatus: { emergency: 0 }, aircraft: { adsbStatus: { flightStatus: 1 } } },
      'general',
    ],
    ['SAB of before', { aircraft: { adsbStatus: { flightStatus: 1 } }, dataAges: { adsbStatusS: 61 } }, null],
  ];
  it.each(declared)('the emergency of a system track in %s', (_name, record, emergency) => {
    expect(readAs(62, '1.x', { ...place, ...record }).reports).toMatchObject([{ emergency }]);
  });

  it('a level, a motion or a code of CAT021 that is too old is not used', () => {
    const hex = '150020c5190b01010201020015bea549eaf9780abc34bc000fc0008c2180ffff';
    expect(readHex(21, '2.x', hex)).toMatchObject([{ pressureAltitudeM: null, mode3A: null }]);
    const read = (ageS: number) =>
      readAs(21, '2.x', {
        ...place,
        flightLevelFl: 35,
        geometricHeightFt: 3_000,
        groundVector: { groundSpeedKt: 120, trackDeg: 90 },
        barometricVerticalRate: { verticalRateFtMin: 600 },
        mode3A: { code: '7700' },
        dataAges: {
          mode3AS: ageS,
          geometricHeightS: ageS,
          flightLevelS: ageS,
          barometricVerticalRateS: ageS,
          groundVectorS: ageS,
        },
      }).reports[0];
    expect(read(15)).toMatchObject({
      pressureAltitudeM: expect.closeTo(1_066.8, 6),
      geometricAltitudeM: expect.closeTo(914.4, 6),
      groundSpeedMps: expect.closeTo(61.7, 1),
      trackDeg: 90,
      verticalRateMps: expect.closeTo(3.048, 6),
      mode3A: '7700',
    });
    expect(read(15.1)).toMatchObject({
      pressureAltitudeM: null,
      geometricAltitudeM: null,
      groundSpeedMps: null,
      trackDeg: null,
      verticalRateMps: null,
    });
    // The top of the scale stands for any age.
    expect([read(25.4)?.mode3A, read(25.5)?.mode3A]).toEqual(['7700', null]);
  });

  it('a fresh geometric rate of CAT021 replaces an old barometric one', () => {
    const record = {
      ...place,
      barometricVerticalRate: { verticalRateFtMin: 600 },
      geometricVerticalRate: { verticalRateFtMin: -600 },
      dataAges: { barometricVerticalRateS: 20, geometricVerticalRateS: 1 },
    };
    expect(readAs(21, '2.x', record).reports).toMatchObject([{ verticalRateMps: expect.closeTo(-3.048, 6) }]);
  });

  it.each(['0.23', '0.26'])('CAT021 %s reports the emergency that the aircraft declares', (edition) => {
    const declared = (status: number) =>
      readAs(21, edition, { ...place, targetAddress: '780abc', status }).reports[0]?.emergency;
    expect([0, 1, 5].map(declared)).toEqual([null, 'general', 'unlawfulInterference']);
  });

  it('CAT021 0.26 reports it on the wire', () => {
    const hex = '150019f901020102002034bc000056fa960127abe5780abc01';
    expect(readHex(21, '0.26', hex)).toMatchObject([{ emergency: 'general' }]);
  });
});

describe('CAT011', () => {
  const track = (change: AsterixRecord) =>
    readAs(11, '1.x', { position: { latitudeDeg: 30, longitudeDeg: 104 }, ...change }).reports[0];

  it('reports the calculated altitude and the flight status', () => {
    const hex = '0b001fd9192001020134bc0015bea56349eaf94f50780abc02000000050078';
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    const { reports } = createAsterixDecoder({ category: 11, editions: {}, ...noSites }).read(
      bytes,
      Date.UTC(2026, 10, 27, 7, 30),
    );
    expect(reports).toMatchObject([
      { icao24: '780abc', onGround: true, pressureAltitudeM: expect.closeTo(914.4, 6), amslAltitudeM: null },
    ]);
  });

  it('reports an altitude corrected by QNH above mean sea level, next to the measured level', () => {
    const barometricAltitude = { qnhApplied: true, flightLevelFl: 30 };
    expect(track({ barometricAltitude, measuredFlightLevelFl: 31 })).toMatchObject({
      amslAltitudeM: expect.closeTo(914.4, 6),
      pressureAltitudeM: expect.closeTo(944.88, 6),
    });
  });

  it('prefers the measured level, unless it is too old', () => {
    const levels = {
      barometricAltitude: { qnhApplied: false, flightLevelFl: 30 },
      measuredFlightLevelFl: 31,
    };
    const altitude = (measuredFlightLevelS: number) =>
      track({ ...levels, updateAges: { measuredFlightLevelS } })?.pressureAltitudeM;
    expect(altitude(4)).toBeCloseTo(944.88, 6);
    expect(altitude(40)).toBeCloseTo(914.4, 6);
  });

  it('reports an emergency in the flight status', () => {
    const emergency = (flightStatus: number) =>
      track({ aircraft: { capability: { flightStatus } } })?.emergency;
    expect([0, 5, 6, 10, 11].map(emergency)).toEqual([null, null, 'general', 'unlawfulInterference', null]);
  });
});

it('records without a target are counted by their kind', () => {
  const decoder = createAsterixDecoder({ category: 21, editions: {}, ...noSites });
  const place = { position: { latitudeDeg: 1, longitudeDeg: 2 } };
  const bytes = [
    written(21, '2.x', [{ targetAddress: '780abc' }, { ...place, descriptor: { fieldMonitor: true } }]),
    written(34, '1.x', [{ source }]),
    Uint8Array.of(205, 0, 4, 0),
  ];
  const { reports, errors, others } = decoder.read(
    Uint8Array.from(bytes.flatMap((one) => [...one])),
    receivedAtMs,
  );
  expect([reports, errors]).toEqual([[], []]);
  expect([...(others ?? [])].map(([kind, { example }]) => [kind, example])).toEqual([
    ['track.other.noPosition', 'CAT021'],
    ['track.other.testTarget', 'CAT021'],
    ['track.other.sensorMessage', 'CAT034'],
    ['track.other.category', 'CAT205'],
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryCodec, categoryTables } from '#domain/surveillance/asterix/categories/index.ts';
import { countRecords, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { arbitraryItem, arbitraryRecord, profilesOf } from './arbitrary-record.ts';

const named = categoryTables.map((table) => ({ name: `CAT${table.category} ${table.edition}`, table }));
const roundTrip = (category: number, edition: string, record: AsterixRecord) => {
  const encoded = encodeBlock(category, edition, [record]);
  if (!encoded.ok) return encoded;
  const decoded = decodeBlocks(encoded.bytes, { editions: { [category]: edition } });
  return decoded.ok ? decoded.blocks[0]?.records[0] : decoded;
};

const profiles = named.flatMap(({ name, table }) =>
  profilesOf(table).map((profile, i) => ({
    name: i === 0 ? name : `${name}, profile ${i + 1}`,
    table,
    profile,
  })),
);

describe.each(profiles)('$name', ({ table, profile: { items, settled } }) => {
  const { category, edition } = table;

  it('names no item and no field twice', () => {
    const names = items.map((item) => item.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { form } of items) {
      if (form.form !== 'compound' && form.form !== 'expansion') continue;
      const subnames = form.subitems.flatMap((item) => (item ? [item.name] : []));
      expect(new Set(subnames).size).toBe(subnames.length);
    }
  });

  it.each(items.map((item) => [`I${String(category).padStart(3, '0')}/${item.id}`, item] as const))(
    'reads what it wrote of %s',
    (_id, item) => {
      fc.assert(
        fc.property(arbitraryItem(item), (value) => {
          const record = settled({ [item.name]: value });
          expect(roundTrip(category, edition, record)).toEqual(record);
        }),
        { numRuns: 40 },
      );
    },
  );

  it('reads what it wrote of whole records, and walks them without reading', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRecord(table), { minLength: 1, maxLength: 3 }), (records) => {
        const encoded = encodeBlock(category, edition, records);
        if (!encoded.ok) throw new Error(`${encoded.reason} ${encoded.path}`);
        const editions = { [category]: edition };
        expect(decodeBlocks(encoded.bytes, { editions })).toEqual({
          ok: true,
          blocks: [{ category, edition, records }],
        });
        expect(countRecords(encoded.bytes, { editions })).toEqual({ ok: true, records: records.length });
      }),
      { numRuns: 60 },
    );
  });
});

describe('editions', () => {
  it('takes the newest where none is named, and refuses one that it does not know', () => {
    expect(categoryCodec(21, undefined)?.table.edition).toBe('2.x');
    expect(categoryCodec(21, '0.26')?.table.edition).toBe('0.26');
    expect(categoryCodec(21, '9')).toBeUndefined();
    expect(categoryCodec(99, undefined)).toBeNull();
    expect(decodeBlocks(Uint8Array.from([21, 0, 6, 0x80, 1, 2]), { editions: { 21: '9' } })).toEqual({
      ok: false,
      reason: 'asterix.unknownEdition',
      offset: 0,
      blocks: [],
    });
    expect(encodeBlock(99, undefined, [])).toMatchObject({ ok: false, reason: 'asterix.unknownCategory' });
  });

  it('I021/090 of 0.26 ends with a category of accuracy, 0 to 15', () => {
    // FSPEC bit 7: the figure of merit alone; its last four bits are all set.
    const bytes = Uint8Array.of(21, 0, 6, 0b0000_0010, 0b0101_0000, 0b0000_1111);
    const { ok, blocks } = decodeBlocks(bytes, { editions: { 21: '0.26' } });
    expect([ok, blocks[0]?.records]).toEqual([
      true,
      [{ figureOfMerit: expect.objectContaining({ acas: 1, multipleNavigation: 1, positionAccuracy: 15 }) }],
    ]);
  });

  it('reads the same octets as another thing in each edition of CAT021', () => {
    // FSPEC bits 2 and 4: descriptor and position in 0.26, descriptor and service in 2.x.
    const bytes = Uint8Array.from(Buffer.from('15000e50 4020 02000000 fe000000'.replaceAll(' ', ''), 'hex'));
    expect(decodeBlocks(bytes, { editions: { 21: '0.26' } })).toMatchObject({
      ok: true,
      blocks: [
        {
          records: [
            {
              descriptor: { groundBit: true, addressType: 1 },
              position: { latitudeDeg: 180, longitudeDeg: -180 },
            },
          ],
        },
      ],
    });
    expect(decodeBlocks(bytes).ok).toBe(false);
  });
});

describe('values with units, against octets computed by hand', () => {
  const radarDescriptor = { simulated: false, detection: 0, antenna: 0, spi: false, fieldMonitor: false };
  const cases: [name: string, category: number, edition: string, hex: string, record: AsterixRecord][] = [
    // 45° = 2^21 × 180/2^23; -90° = -2^22.
    ['I021/130', 21, '2.x', '04 200000 c00000', { position: { latitudeDeg: 45, longitudeDeg: -90 } }],
    [
      'I021/131',
      21,
      '2.x',
      '02 10000000 e0000000',
      { positionHighResolution: { latitudeDeg: 45, longitudeDeg: -90 } },
    ],
    [
      'I021/130 of 0.26',
      21,
      '0.26',
      '10 00800000 ff000000',
      { position: { latitudeDeg: 45, longitudeDeg: -90 } },
    ],
    ['I021/073', 21, '2.x', '0108 545fff', { timeOfPositionReceptionS: 43199.9921875 }],
    ['I021/145', 21, '2.x', '010102 0578', { flightLevelFl: 350 }],
    ['I021/140', 21, '2.x', '010140 ffff', { geometricHeightFt: -6.25 }],
    // The position was validated within 128 + 2 m.
    [
      'I021/090 of 2.7',
      21,
      '2.x',
      '010120 01 01 01 a9 35 03 04',
      {
        quality: {
          nucrOrNacv: 0,
          nucpOrNic: 0,
          nicBaro: 0,
          sil: 0,
          nacp: 0,
          silPerSample: false,
          sda: 0,
          gva: 0,
          pic: 10,
          picReceived: true,
          validationPresent: true,
          validation: 2,
          validationDistancePresent: true,
          validationQualityPresent: false,
          validationDistanceHighM: 128,
          validationDistanceLowM: 2,
        },
      },
    ],
    ['I021/070', 21, '2.x', '010108 0e00', { mode3A: { code: '7000' } }],
    // 0.25 NM/s = 900 kt; a quarter turn.
    [
      'I021/160',
      21,
      '2.x',
      '01010108 1000 4000',
      { groundVector: { rangeExceeded: false, groundSpeedKt: 900, trackDeg: 90 } },
    ],
    [
      'I021/155',
      21,
      '2.x',
      '01010120 7ff0',
      { barometricVerticalRate: { rangeExceeded: false, verticalRateFtMin: -100 } },
    ],
    ['I062/105', 62, '1.x', '08 00800000 ff000000', { position: { latitudeDeg: 45, longitudeDeg: -90 } }],
    // 45° = 2^21 × 180/2^23; 0.25 NM/s = 900 kt at a quarter turn.
    [
      'I062/105 of 0.17',
      62,
      '0.17',
      '08 200000 c00000',
      { position: { latitudeDeg: 45, longitudeDeg: -90 } },
    ],
    ['I062/180 of 0.17', 62, '0.17', '0110 1000 4000', { velocity: { groundSpeedKt: 900, trackDeg: 90 } }],
    ['I062/040 of 0.17', 62, '0.17', '10 0abc', { track: { trackNumber: 0xabc } }],
    ['I062/185', 62, '1.x', '02 0004 fff8', { velocity: { vxMps: 1, vyMps: -2 } }],
    ['I062/136', 62, '1.x', '010120 0618', { measuredFlightLevelFl: 390 }],
    ['I048/040', 48, '1.x', '10 0180 2000', { polar: { rangeNm: 1.5, azimuthDeg: 45 } }],
    [
      'I048/090',
      48,
      '1.x',
      '04 3ffc',
      { flightLevel: { notValidated: false, garbled: false, flightLevelFl: -1 } },
    ],
    ['I034/041', 34, '1.x', '08 0280', { antennaPeriodS: 5 }],
    [
      'I034/120',
      34,
      '1.x',
      '0110 0064 200000 c00000',
      { sitePosition: { heightM: 100, latitudeDeg: 45, longitudeDeg: -90 } },
    ],
    // A plot of 1.5 NM at 45°, then a track: the bit of I001/020 chooses the profile.
    [
      'I001/020 of a plot',
      1,
      '1.x',
      '60 00 00c0 2000',
      {
        descriptor: { ...radarDescriptor, track: false },
        polar: { rangeNm: 1.5, azimuthDeg: 45 },
      },
    ],
    [
      'I001/020 of a track',
      1,
      '1.x',
      '70 80 0abc 00c0 2000',
      {
        descriptor: { ...radarDescriptor, track: true },
        trackNumber: 0xabc,
        polar: { rangeNm: 1.5, azimuthDeg: 45 },
      },
    ],
    ['I002/041', 2, '1.x', '08 0280', { antennaPeriodS: 5 }],
    ['I008/100', 8, '1.x', '0140 f80002', { processing: { scaling: -1, reduction: 0, parameters: 1 } }],
    // 45° = 2^29 × 180/2^31.
    ['I010/041', 10, '1.x', '08 20000000 c0000000', { position: { latitudeDeg: 45, longitudeDeg: -90 } }],
    ['I010/202', 10, '1.x', '0140 0004 fff8', { cartesianVelocity: { vxMps: 1, vyMps: -2 } }],
    ['I011/041', 11, '1.x', '08 20000000 c0000000', { position: { latitudeDeg: 45, longitudeDeg: -90 } }],
    ['I020/041', 20, '1.x', '10 00800000 ff000000', { position: { latitudeDeg: 45, longitudeDeg: -90 } }],
    [
      'I023/101',
      23,
      '1.x',
      '04 0a410a',
      { configuration: { reportPeriodS: 5, serviceClass: 2, statusPeriodS: 5 } },
    ],
    ['I063/070', 63, '1.x', '04 ff9c', { timeBiasMs: -100 }],
    ['I240/049', 240, '1.x', '0180 0010 000020', { counters: { validOctets: 16, validCells: 32 } }],
    [
      'I247/550',
      247,
      '1.x',
      '10 02 150206 3e0114',
      {
        versions: [
          { category: 21, main: 2, sub: 6 },
          { category: 62, main: 1, sub: 20 },
        ],
      },
    ],
    // f = 6: 2^-8 NM/s, 14.0625 kt.
    ['I001/120', 1, '1.x', '0140 ff', { radialSpeedKt: -14.0625 }],
    ['I004/045', 4, '1.x', '04 96', { alertStatus: { areaPresent: true, area: 1, status: 3 } }],
    [
      'I010/280',
      10,
      '1.x',
      '01010140 01 01 64',
      { presence: [{ rangeDifferenceM: 1, azimuthDifferenceDeg: 15 }] },
    ],
    [
      'I019/553',
      19,
      '1.x',
      '02 cd48',
      {
        referenceTransponders: [
          { first: 3, second: 3 },
          { first: 1, second: 2 },
        ],
      },
    ],
    ['I023/110', 23, '1.x', '0180 08', { serviceStatus: { status: 4 } }],
    // The halves have one pattern of bits and two LSBs.
    [
      'I025/600',
      25,
      '1.x',
      '0108 10000000 f0000000',
      { referencePosition: { latitudeDeg: 11.25, longitudeDeg: -22.5 } },
    ],
    ['I025/610', 25, '1.x', '0104 fe11', { referenceHeightM: -123.75 }],
    [
      'I025/100',
      25,
      '1.x',
      '02 c532',
      {
        systemStatus: { noGo: true, operational: 2, state: 2, systemState: 3, serviceState: 1 },
      },
    ],
    [
      'I063/060',
      63,
      '1.x',
      '08 010130',
      {
        sensorStatus: {
          ...Object.fromEntries(
            [
              'primaryNoGo',
              'secondaryNoGo',
              'modeSNoGo',
              'adsbNoGo',
              'multilaterationNoGo',
              'operationalInhibited',
              'dataOverload',
              'transmissionOverload',
              'monitoringDisconnected',
              'timeSourceInvalid',
              'noPlotWarning',
              'testTargetPresent',
              'testTargetFailed',
            ].map((name) => [name, false]),
          ),
          connection: 0,
          spoofingPresent: true,
          spoofing: true,
        },
      },
    ],
    // QNH 1013.2 hPa = 800 + 2132 × 0.1; a length and eight presence bits without FX before it.
    [
      'I021/RE',
      21,
      '2.x',
      '01010101010104 04 80 0854',
      { reservedExpansion: { barometricSetting: { above800HPa: 213.20000000000002 } } },
    ],
    // 90° = 128 × 360/512; the presence bits of the expansion have no FX.
    [
      'I021/RE selected heading',
      21,
      '2.x',
      '01010101010104 04 40 0480',
      { reservedExpansion: { selectedHeading: { magneticNorth: false, valid: true, headingDeg: 90 } } },
    ],
    // PIN 1 of the nation 3 and the mission 5; then of the nation 1027, which is no longer 5 bits.
    [
      'I048/RE old and new Mode 5',
      48,
      '1.x',
      '01010102 0c c0 40 00010305 40 00010403',
      {
        reservedExpansion: {
          mode5: { pin: { pin: 1, nationalOriginInvalid: false, nationalOrigin: 3, mission: 5 } },
          mode5New: { pin: { pin: 1, nationalOriginInvalid: false, nationalOrigin: 1027 } },
        },
      },
    ],
    [
      'I048/RE Mode 4 and plot date',
      48,
      '1.x',
      '01010102 08 22 06 10 20261123',
      { reservedExpansion: { extendedMode4: { foeFriend: 3 }, common: { date: '20261123' } } },
    ],
    [
      'I062/RE ADS-B version 3',
      62,
      '1.x',
      '0101010104 04 08 80 f0',
      { reservedExpansion: { adsbVersion3: { priorityStatus: { priorityPresent: true, priority: 7 } } } },
    ],
    [
      'I062/RE of another agreement',
      62,
      '1.x',
      '0101010104 03 ff 00',
      { reservedExpansion: Uint8Array.of(0xff, 0) },
    ],
    ['I065/030', 65, '1.x', '10 000080', { timeOfDayS: 1 }],
  ];
  it.each(cases)('%s', (_name, category, edition, hex, record) => {
    const payload = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const bytes = Uint8Array.from([category, 0, payload.length + 3, ...payload]);
    expect(decodeBlocks(bytes, { editions: { [category]: edition } })).toEqual({
      ok: true,
      blocks: [{ category, edition, records: [record] }],
    });
    expect(encodeBlock(category, edition, [record])).toEqual({ ok: true, bytes });
  });

  it('writes angles that round to a full turn as what they are', () => {
    expect(roundTrip(21, '2.x', { groundVector: { groundSpeedKt: 0, trackDeg: 359.9999 } })).toMatchObject({
      groundVector: { trackDeg: 0 },
    });
    expect(roundTrip(21, '2.x', { position: { latitudeDeg: 0, longitudeDeg: 180 } })).toMatchObject({
      position: { longitudeDeg: -180 },
    });
  });
});

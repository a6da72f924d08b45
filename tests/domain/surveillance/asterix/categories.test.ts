import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryCodec, categoryTables } from '#domain/surveillance/asterix/categories/index.ts';
import { countRecords, decodeBlocks } from '#domain/surveillance/asterix/decode.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { AsterixRecord, Value } from '#domain/surveillance/asterix/table.ts';
import { arbitraryItem, arbitraryRecord } from './arbitrary-record.ts';

const named = categoryTables.map((table) => ({ name: `CAT${table.category} ${table.edition}`, table }));
const roundTrip = (category: number, edition: string, record: AsterixRecord) => {
  const encoded = encodeBlock(category, edition, [record]);
  if (!encoded.ok) return encoded;
  const decoded = decodeBlocks(encoded.bytes, { editions: { [category]: edition } });
  return decoded.ok ? decoded.blocks[0]?.records[0] : decoded;
};

describe.each(named)('$name', ({ table }) => {
  const { category, edition } = table;
  const items = table.uap.flatMap((item) => (item ? [item] : []));

  it('names no item and no field twice', () => {
    const names = items.map((item) => item.name);
    expect(new Set(names).size).toBe(names.length);
    for (const { form } of items) {
      if (form.form !== 'compound') continue;
      const subnames = form.subitems.flatMap((item) => (item ? [item.name] : []));
      expect(new Set(subnames).size).toBe(subnames.length);
    }
  });

  it.each(items.map((item) => [`I${String(category).padStart(3, '0')}/${item.id}`, item] as const))(
    'reads what it wrote of %s',
    (_id, item) => {
      fc.assert(
        fc.property(arbitraryItem(item), (value) => {
          const record: Record<string, Value> = { [item.name]: value };
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

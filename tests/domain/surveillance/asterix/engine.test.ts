import { describe, expect, it } from 'vitest';
import { compileCategory } from '#domain/surveillance/asterix/compile.ts';
import { decodeWith } from '#domain/surveillance/asterix/decode.ts';
import { encodeWith } from '#domain/surveillance/asterix/encode.ts';
import {
  type AsterixRecord,
  ascii,
  type CategoryTable,
  choice,
  compound,
  explicit,
  extended,
  flag,
  group,
  hex,
  octal,
  repetitive,
  repetitiveFx,
  s,
  sixBit,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';

/** A category that nobody sends, with every form once and one spare place in its profile. */
const invented: CategoryTable = {
  category: 200,
  edition: 'test',
  uap: [
    group('001', 'source', u('sac', 8), u('sic', 8)),
    value('002', s('heightM', 16, 0.5)),
    extended('003', 'flags', [flag('a'), u('b', 2), spare(4)], [s('c', 7, 2)]),
    repetitive('004', 'plots', u('rangeNm', 8, 0.5), spare(4), s('offset', 4)),
    repetitiveFx('005', 'codes', u('code', 7)),
    compound('006', 'more', value('A', u('one', 8)), null, group('C', 'pair', octal('code'), spare(4))),
    explicit('RE', 'extra'),
    value('008', sixBit('name')),
    group('009', 'speed', choice(u('kt', 15), u('mach', 15, 0.001))),
    null,
    value('011', ascii('text', 3)),
    value('012', hex('address', 3)),
    group('013', 'wide', spare(3), u('long', 26), flag('end'), spare(2)),
  ],
};
const codec = compileCategory(invented);
const bytesOf = (...hexes: string[]) =>
  Uint8Array.from(Buffer.from(hexes.join('').replaceAll(' ', ''), 'hex'));
const block = (payload: Uint8Array) => {
  const length = payload.length + 3;
  return Uint8Array.from([200, length >> 8, length & 255, ...payload]);
};
const decode = (bytes: Uint8Array) => decodeWith(bytes, (category) => (category === 200 ? codec : null));

const examples: [name: string, hex: string, record: AsterixRecord][] = [
  ['a group', '80 1964', { source: { sac: 25, sic: 100 } }],
  ['a signed scaled value', '40 fffd', { heightM: -1.5 }],
  ['an extended item of one part', '20 c0', { flags: { a: true, b: 2 } }],
  ['an extended item of two parts', '20 c1fe', { flags: { a: true, b: 2, c: -2 } }],
  [
    'repetitions by count',
    '10 02 0307 040f',
    {
      plots: [
        { rangeNm: 1.5, offset: 7 },
        { rangeNm: 2, offset: -1 },
      ],
    },
  ],
  ['no repetitions', '10 00', { plots: [] }],
  ['repetitions by FX', '08 03 05 08', { codes: [1, 2, 4] }],
  ['a compound item', '04 a0 07 f340', { more: { one: 7, pair: { code: '7464' } } }],
  ['a compound item of nothing', '04 00', { more: {} }],
  ['an explicit item', '02 03 abcd', { extra: Uint8Array.from([0xab, 0xcd]) }],
  ['the first of a choice', '0140 0102', { speed: { kt: 258 } }],
  ['the second of a choice', '0140 830c', { speed: { mach: 0.78 } }],
  ['characters of one octet', '0110 414220', { text: 'AB' }],
  ['an address', '0108 4CA7A8', { address: '4ca7a8' }],
  ['a field over five octets', '0104 10000004', { wide: { long: 0x2000000, end: true } }],
];

describe('the engine, with an invented table', () => {
  it.each(examples)('reads and writes %s', (_name, hexes, record) => {
    const bytes = block(bytesOf(hexes));
    const decoded = decode(bytes);
    expect(decoded).toEqual({ ok: true, blocks: [{ category: 200, edition: 'test', records: [record] }] });
    expect(encodeWith(codec, [record])).toEqual({ ok: true, bytes });
  });

  it('reads and writes six-bit characters', () => {
    const encoded = encodeWith(codec, [{ name: 'CSN 12Z' }]);
    expect(encoded.ok && decode(encoded.bytes)).toMatchObject({
      blocks: [{ records: [{ name: 'CSN 12Z' }] }],
    });
    // "A" 000001, "1" 110001, space 100000.
    expect(decode(block(bytesOf('0180 071820 820820')))).toMatchObject({
      blocks: [{ records: [{ name: 'A1' }] }],
    });
    expect(decode(block(bytesOf('0180 6c1820 820820')))).toMatchObject({
      blocks: [{ records: [{ name: '?A' }] }],
    });
  });

  it('reads an identification of zeros as none', () => {
    expect(decode(block(bytesOf('0180 000000 000000')))).toMatchObject({
      blocks: [{ records: [{ name: '' }] }],
    });
  });

  it('skips the parts that a later edition has added to an extended item', () => {
    expect(decode(block(bytesOf('e0 1964 0002 c1 03 05 04')))).toMatchObject({
      ok: true,
      blocks: [{ records: [{ source: { sac: 25, sic: 100 }, heightM: 1, flags: { a: true, b: 2, c: 2 } }] }],
    });
  });

  it('ends an extended item at a last part of eight bits, whatever its last bit says', () => {
    const closed = compileCategory({
      ...invented,
      uap: [extended('1', 'x', [u('a', 7)], [u('b', 8)]), value('2', u('c', 8))],
    });
    const bytes = block(bytesOf('c0 03ff 05'));
    expect(decodeWith(bytes, () => closed)).toMatchObject({
      ok: true,
      blocks: [{ records: [{ x: { a: 1, b: 255 }, c: 5 }] }],
    });
    expect(encodeWith(closed, [{ x: { a: 1, b: 255 }, c: 5 }])).toEqual({ ok: true, bytes });
  });

  it('reads several records and blocks, and steps over categories that it does not know', () => {
    const record = bytesOf('80 0102');
    const bytes = Uint8Array.from([
      ...block(Uint8Array.from([...record, ...record])),
      63,
      0,
      5,
      9,
      9,
      ...block(record),
    ]);
    const decoded = decode(bytes);
    expect(decoded.ok).toBe(true);
    expect(
      decoded.blocks.map(({ category, edition, records }) => [category, edition, records.length]),
    ).toEqual([
      [200, 'test', 2],
      [63, null, 0],
      [200, 'test', 1],
    ]);
    expect(decode(new Uint8Array())).toEqual({ ok: true, blocks: [] });
  });

  const errors: [name: string, bytes: Uint8Array, reason: string, offset: number][] = [
    ['half a header', bytesOf('c800'), 'asterix.truncated', 0],
    ['a length below its own', bytesOf('c80002'), 'asterix.badLength', 0],
    ['a length beyond the end', bytesOf('c80009 80'), 'asterix.truncated', 0],
    ['an FSPEC without end', block(bytesOf('0101')), 'asterix.truncated', 3],
    ['an FSPEC longer than the profile', block(bytesOf('01010180')), 'asterix.badFspec', 3],
    ['a spare place of the profile', block(bytesOf('0120 00')), 'asterix.undefinedItem', 4],
    ['a place after the profile', block(bytesOf('0102 00')), 'asterix.undefinedItem', 4],
    ['a record of nothing', block(bytesOf('00')), 'asterix.emptyRecord', 3],
    ['half a group', block(bytesOf('80 01')), 'asterix.truncated', 4],
    ['an extended item without end', block(bytesOf('20 0101')), 'asterix.truncated', 4],
    ['fewer repetitions than announced', block(bytesOf('10 03 0307')), 'asterix.truncated', 4],
    ['repetitions without end', block(bytesOf('08 0303')), 'asterix.truncated', 4],
    ['a spare subitem', block(bytesOf('04 40 00')), 'asterix.undefinedItem', 4],
    ['a subitem cut short', block(bytesOf('04 20 f3')), 'asterix.truncated', 4],
    ['an explicit item of length 0', block(bytesOf('02 00')), 'asterix.badLength', 4],
    ['an explicit item beyond the end', block(bytesOf('02 09 01')), 'asterix.truncated', 4],
  ];
  it.each(errors)('refuses %s', (_name, bytes, reason, offset) => {
    expect(decode(bytes)).toEqual({ ok: false, reason, offset, blocks: [] });
  });

  it('keeps the whole blocks around a broken one', () => {
    const good = block(bytesOf('80 0102'));
    const decoded = decode(Uint8Array.from([...good, ...block(bytesOf('80 01')), ...good]));
    expect(decoded).toMatchObject({ ok: false, reason: 'asterix.truncated', offset: good.length + 4 });
    expect(decoded.blocks).toHaveLength(2);
  });

  const misfits: [name: string, record: AsterixRecord, path: string][] = [
    ['an item that the table lacks', { nothing: 1 }, 'nothing'],
    ['a field that the item lacks', { source: { sac: 1, six: 2 } }, 'source.six'],
    ['a field that no part has', { flags: { z: true } }, 'flags.z'],
    ['a number out of range', { source: { sac: 256 } }, 'source.sac'],
    ['a number that is none', { heightM: Number.NaN }, 'heightM.value'],
    ['a text too long', { name: 'NINECHARS' }, 'name.value'],
    ['a character that six bits lack', { name: 'a' }, 'name.value'],
    ['a bad repetition', { plots: [{ rangeNm: 1 }, { rangeNm: -1 }] }, 'plots.1.rangeNm'],
    ['a bad subitem', { more: { pair: { code: '8000' } } }, 'more.pair.code'],
    ['a value of another kind', { source: 3 }, 'source.value'],
  ];
  it.each(misfits)('does not write %s', (_name, record, path) => {
    expect(encodeWith(codec, [{ heightM: 1 }, record])).toEqual({
      ok: false,
      reason: 'asterix.doesNotFit',
      record: 1,
      path,
    });
  });

  it('does not write an empty record, nor a block longer than its length field can say', () => {
    expect(encodeWith(codec, [{}])).toMatchObject({ ok: false, reason: 'asterix.emptyRecord' });
    const many = Array.from({ length: 30_000 }, () => ({ heightM: 1 }));
    expect(encodeWith(codec, many)).toMatchObject({ ok: false, reason: 'asterix.tooLong' });
  });

  it('refuses a table that does not fill its octets', () => {
    const broken = (item: CategoryTable['uap'][number]) => () =>
      compileCategory({ category: 1, edition: 'x', uap: [item] });
    expect(broken(group('1', 'x', u('a', 7)))).toThrow('item 1');
    expect(broken(extended('2', 'x', [u('a', 8)]))).toThrow('item 2');
    expect(broken(repetitiveFx('3', 'x', u('a', 8)))).toThrow('item 3');
  });
});

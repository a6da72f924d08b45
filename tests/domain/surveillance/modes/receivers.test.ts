import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mpsPerKnot } from '#domain/geo/units.ts';
import { octetsOf } from '#domain/surveillance/modes/mode-s.ts';
import { createAvrDecoder, createBeastDecoder, writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { createSbsDecoder } from '#domain/surveillance/modes/sbs.ts';

const odd = octetsOf('8D40621D58C386435CC412692AD6');
const even = octetsOf('8D40621D58C382D690C8AC2863A7');
const text = (line: string) => Uint8Array.from(Buffer.from(line));
const position = {
  icao24: '40621d',
  latitude: expect.closeTo(52.2572, 4),
  longitude: expect.closeTo(3.91937, 4),
};

describe('Beast', () => {
  const both = Uint8Array.from([...writeBeast(odd), ...writeBeast(even)]);

  it('hands frames on, in one datagram', () => {
    expect(createBeastDecoder(null, false).read(both, 1_000)).toMatchObject({
      records: 2,
      errors: [],
      reports: [position],
    });
  });

  it('and cut anywhere, from a stream', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 60, maxLength: 60 }), (sizes) => {
        const decoder = createBeastDecoder(null, true);
        let at = 0;
        const reports = sizes.flatMap((size) => {
          const piece = both.subarray(at, at + size);
          at += size;
          return decoder.read(piece, 1_000).reports;
        });
        if (at >= both.length) expect(reports).toMatchObject([position]);
      }),
    );
  });

  it('doubles an escape inside, and finds the next message behind noise', () => {
    const escaped = Uint8Array.of(0x1a, 0x1a, 0x1a, 0, 0, 0, 0x1a);
    expect(writeBeast(escaped).filter((octet) => octet === 0x1a)).toHaveLength(9);
    const reading = createBeastDecoder(null, false).read(Uint8Array.from([1, 2, 3, ...both]), 1_000);
    expect([reading.reports.length, reading.errors]).toEqual([1, ['track.read.syntax']]);
  });
});

describe('AVR', () => {
  it('reads frames with and without a clock, and counts what is none', () => {
    const hex = (frame: Uint8Array) => Buffer.from(frame).toString('hex').toUpperCase();
    const lines = `*${hex(odd)};\n@000000000000${hex(even)};\n*1200;\nnonsense;`;
    expect(createAvrDecoder(null, false).read(text(lines), 1_000)).toMatchObject({
      records: 3,
      errors: ['track.read.syntax'],
      reports: [position],
    });
  });
});

describe('SBS-1', () => {
  const lines = [
    'MSG,1,1,1,780ABC,1,2026/11/21,03:00:00.000,2026/11/21,03:00:00.000,B70AB   ,,,,,,,,,,,',
    'MSG,4,1,1,780ABC,1,2026/11/21,03:00:00.100,2026/11/21,03:00:00.100,,,90,270,,,-640,,,,,',
    'MSG,6,1,1,780ABC,1,2026/11/21,03:00:00.200,2026/11/21,03:00:00.200,,,,,,,,7000,0,0,0,0',
    'MSG,3,1,1,780ABC,1,2026/11/21,03:00:00.300,2026/11/21,03:00:00.300,,1000,,,30.5,104.25,,,0,0,0,0',
    'STA,,5,179,400AE7,10103,2026/11/21,03:00:00,2026/11/21,03:00:00,RM',
  ];

  it('gathers what its lines say of one aircraft', () => {
    const reading = createSbsDecoder(false).read(text(lines.join('\r\n')), 5_000);
    expect(reading).toMatchObject({
      records: 5,
      errors: [],
      reports: [
        {
          icao24: '780abc',
          callsign: 'B70AB',
          mode3A: '7000',
          latitude: 30.5,
          longitude: 104.25,
          trackDeg: 270,
          onGround: false,
          at: 5_000,
          timeResolutionS: null,
        },
      ],
    });
    expect(reading.reports[0]?.groundSpeedMps).toBeCloseTo(90 * mpsPerKnot, 9);
    expect(reading.reports[0]?.pressureAltitudeM).toBeCloseTo(304.8, 9);
  });

  it.each([
    ['no address', 'MSG,3,1,1,,1,,,,,,1000,,,30.5,104.25,,,0,0,0,0', 'track.read.syntax'],
    ['too few columns', 'MSG,3,1,1,780ABC', 'track.read.syntax'],
    ['a latitude of 300°', 'MSG,3,1,1,780ABC,1,,,,,,1000,,,300,104.25,,,0,0,0,0', 'track.range.position'],
  ])('counts %s', (_name, line, reason) => {
    expect(createSbsDecoder(false).read(text(line), 5_000)).toMatchObject({ reports: [], errors: [reason] });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import { noSites } from '#domain/surveillance/asterix/sensor-sites.ts';
import { asterixRecords, printableOf } from '#domain/surveillance/formats/message-view.ts';
import { carriedBy, createSourceDecoder } from '#domain/surveillance/formats/source-format.ts';
import { tryMapping } from '#domain/surveillance/lines/try-mapping.ts';
import { altitudeCode12 } from '#domain/surveillance/modes/codes.ts';
import { airborneSpan, cprFrame } from '#domain/surveillance/modes/cpr.ts';
import { writeFrame, writeSquitter } from '#domain/surveillance/modes/frames.ts';
import { writeBeast } from '#domain/surveillance/modes/receivers.ts';
import { writeJt808 } from '#domain/surveillance/terminals/jt808.ts';
import type { Reading } from '#domain/surveillance/track/reading.ts';
import { breadth } from '#tests/support/breadth.ts';

/** A stream that is cut anywhere is read as one that is not. */

const at = Date.UTC(2026, 10, 21, 7, 45, 49);
const mapping = JSON.stringify({
  reports: '/list',
  fields: { latitude: '/lat', longitude: '/lon', callsign: '/name' },
});
const text = (line: string) => Uint8Array.from(line, (letter) => letter.charCodeAt(0));
const place = fc.record({
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  longitude: fc.double({ min: -179, max: 179, noNaN: true }),
});

function frames(position: { latitude: number; longitude: number }): Uint8Array[] {
  return [false, true].map((odd) => {
    const cpr = cprFrame(position, odd, airborneSpan);
    const message = writeSquitter('airborne', {
      type: 11,
      altitudeCode: altitudeCode12(3_000) ?? 0,
      odd,
      cprLatitude: cpr.latitude,
      cprLongitude: cpr.longitude,
    });
    const hex = Buffer.from(message ?? []).toString('hex');
    return (
      writeFrame({ format: 17, capability: 5, address: '780c01', message: hex }, '780c01') ?? new Uint8Array()
    );
  });
}

type Message = (position: { latitude: number; longitude: number }) => Uint8Array;

const messages: Record<string, Message> = {
  Cat21(position) {
    const record = {
      targetAddress: '780c01',
      position: { latitudeDeg: position.latitude, longitudeDeg: position.longitude },
      timeOfPositionReceptionS: 27_949,
    };
    const encoded = encodeBlock(21, '2.x', [record]);
    return encoded.ok ? encoded.bytes : new Uint8Array();
  },
  beast: (position) => Uint8Array.from(frames(position).flatMap((frame) => [...writeBeast(frame)])),
  avr: (position) =>
    text(
      frames(position)
        .map((frame) => `*${Buffer.from(frame).toString('hex')};\n`)
        .join(''),
    ),
  sbs: ({ latitude, longitude }) =>
    text(
      `MSG,3,1,1,780C03,1,,,,,,3000,90,270,${latitude.toFixed(5)},${longitude.toFixed(5)},64,7000,0,0,0,0\n`,
    ),
  flarm: () => text("FLRDDE626>APRS,qAS,X:/074548h3036.00N/10406.00E'086/060/A=001607 id06DDE626\n"),
  jt808: ({ latitude, longitude }) =>
    writeJt808('13912345678', {
      latitudeDeg: Math.abs(latitude),
      longitudeDeg: Math.abs(longitude),
      positioned: true,
      time: '261121154549',
    }) ?? new Uint8Array(),
  json: ({ latitude, longitude }) =>
    Uint8Array.from(
      Buffer.from(`${JSON.stringify({ list: [{ lat: latitude, lon: longitude, name: '}{]"\\川' }] })}\n`),
    ),
};

const decoderOf = (type: string) => {
  const decoder = createSourceDecoder({ type, editions: {}, ...noSites, mapping, isStream: true });
  if (!decoder) throw new Error(`no decoder of ${type}`);
  return decoder;
};

/** What came of all pieces together. */
function readAll(type: string, pieces: Uint8Array[]): Reading {
  const decoder = decoderOf(type);
  const readings = pieces.map((piece) => decoder.read(piece, at));
  return {
    reports: readings.flatMap(({ reports }) => reports),
    errors: readings.flatMap(({ errors }) => errors),
    records: readings.reduce((sum, { records }) => sum + records, 0),
  };
}

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((one) => one % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.slice(from, places[index] ?? bytes.length));
}

const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));
const runs = { numRuns: breadth(150, 5_000) };

describe.each(Object.keys(messages))('a stream of %s', (type) => {
  const write = messages[type] as Message;

  it('is read alike, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (places, cuts) => {
          const whole = joined(places.map(write));
          const read = readAll(type, [whole]);
          expect(read.errors).toEqual([]);
          expect(read.records).toBeGreaterThanOrEqual(places.length);
          expect(readAll(type, cut(whole, cuts))).toEqual(read);
        },
      ),
      runs,
    );
  });

  it('with noise in it is read alike too, and does not throw', () => {
    const noise = fc.uint8Array({ minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(noise, place.map(write)), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (parts, cuts) => {
          const whole = joined(parts);
          const [pieces, one] = [readAll(type, cut(whole, cuts)), readAll(type, [whole])];
          expect([pieces.reports, pieces.records]).toEqual([one.reports, one.records]);
          // How often noise is counted follows from where it was cut; that it was there does not.
          expect(pieces.errors.length > 0).toBe(one.errors.length > 0);
        },
      ),
      runs,
    );
  });
});

describe('a stream that lost its place', () => {
  it('finds the next data block of ASTERIX, with one error', () => {
    const block = messages.Cat21?.({ latitude: 30.6, longitude: 104.1 }) ?? new Uint8Array();
    const noise = Uint8Array.from([0xff, 0, 1, 0, 0, 0]);
    const read = readAll('Cat21', [joined([block, noise, block, block])]);
    expect([read.reports.length, read.errors]).toEqual([3, ['track.read.syntax']]);
  });

  it('of JSON goes on behind a document that is too long', () => {
    const good = messages.json?.({ latitude: 1, longitude: 2 }) ?? new Uint8Array();
    const long = text(`{"a":"${'x'.repeat(1_100_000)}"}`);
    const read = readAll('json', cut(joined([good, long, good]), [70, 500_000, 1_000_000]));
    expect([read.reports.length, read.errors]).toEqual([2, ['track.read.syntax']]);
  });
});

describe('a stream of JSON documents of which one is broken', () => {
  const document = (latitude: number) => `{"list":[{"lat":${latitude},"lon":104,"name":"CA1"}]}`;
  const latitudes = [31, 32, 33, 34, 35, 36];
  const separators = { lines: '\n', 'lines of Windows': '\r\n', 'one behind the other': '', blanks: ' ' };

  /** Latitudes that were read of good documents around a broken one, and how many errors were counted. */
  function around(broken: string, between: string, end = between) {
    const good = latitudes.map((latitude) => document(latitude) + between).join('');
    const whole = text(document(30) + between + broken + end + good);
    const read = readAll('json', [whole]);
    // An octet at a time gives the same.
    expect(readAll('json', cut(whole, [...whole.keys()]))).toEqual(read);
    return { latitudes: read.reports.map(({ latitude }) => latitude), errors: read.errors.length };
  }

  describe.each(Object.entries(separators))('%s', (_name, between) => {
    it.each([
      ['cut off before a value', '{"list":[', 1],
      ['cut off behind a colon', '{"list":', 1],
      ['cut off behind a name', '{"list"', 0],
      ['cut off behind a number', '{"list":[{"lat":30.5', 0],
      ['cut off behind a comma of an object', '{"now":1,', 0],
      ['cut off behind its first bracket', '{', 0],
      ['with a bracket of the other kind', '{"list":[{"lat":30.5}}', 0],
      ['with a text that does not begin', '{"list":[],"name":CA1"}', 0],
      ['with a name that does not end', '{"list":[],"name:1,"more":2}', 0],
      ['with a line end in a text', '{"list":[],"name":"CA,\n1"}', 0],
    ])('%s', (_what, broken, lost) => {
      expect(around(broken, between)).toEqual({ latitudes: [30, ...latitudes.slice(lost)], errors: 1 });
    });

    it.each([
      ['with a text that does not end', '{"list":[],"name":"'],
      ['cut off within a text', '{"list":[{"name":"CA'],
      ['cut off within a text behind a comma', '{"list":[{"name":"CA,'],
    ])('%s', (_what, broken) => {
      // Only the end of the line shows where the text was cut off.
      const lost = between.includes('\n') ? 0 : 1;
      expect(around(broken, between)).toEqual({ latitudes: [30, ...latitudes.slice(lost)], errors: 1 });
    });
  });

  it('and which are separated by commas, is found again within two mebibytes', () => {
    const many = Array.from({ length: 60_000 }, () => document(31)).join(',');
    const read = readAll('json', [text(`{"list":[${many}`)]);
    expect(many.length).toBeGreaterThan(2.5 * 1024 * 1024);
    expect(read.errors[0]).toBe('track.read.syntax');
    expect(read.reports.length).toBeGreaterThan(5_000);
  });

  it('too long counts one error as soon as it is, and its rows are no documents', () => {
    const decoder = decoderOf('json');
    const row = '{"lat":30,"lon":104},\n';
    const first = decoder.read(text(`{"list":[\n${row.repeat(60_000)}`), at);
    expect([first.errors, first.records]).toEqual([['track.read.syntax'], 0]);
    const next = decoder.read(text(`{"lat":30,"lon":104}]}\n${document(31)}\n`), at);
    expect([next.errors, next.reports.map(({ latitude }) => latitude)]).toEqual([[], [31]]);
  });

  it.each([
    ['a list with an element in each line', `[\n{"lat":30,"lon":104},\n{"lat":31,"lon":104}\n]\n`, ''],
    ['rows in lines', `{"list":[\n{"lat":30,"lon":104},\n{"lat":31,"lon":104}\n]}\n`, '/list'],
    ['a list that opens each line with a comma', `[\n{"lat":30,"lon":104}\n,\n{"lat":31,"lon":104}\n]\n`, ''],
    ['words for no number', `[{"lat":30,"lon":104,"x":-NaN},{"lat":31,"lon":104,"x":None}]`, ''],
    ['brackets and quotes within texts', `[{"lat":30,"lon":104,"x":"}{\\"]["},{"lat":31,"lon":104}]`, ''],
  ])('%s is whole', (_name, document, reports) => {
    const decoder = createSourceDecoder({
      type: 'json',
      editions: {},
      ...noSites,
      mapping: JSON.stringify({ reports, fields: { latitude: '/lat', longitude: '/lon' } }),
      isStream: true,
    });
    const read = decoder?.read(text(document.repeat(2)), at);
    expect([read?.reports.map(({ latitude }) => latitude), read?.errors]).toEqual([[30, 31, 30, 31], []]);
  });
});

it('says which formats a connection can carry', () => {
  expect(
    Object.fromEntries(
      ['Cat21', 'Cat240', 'beast', 'json', 'remoteId', 'adsbJson'].map((type) => [type, carriedBy(type)]),
    ),
  ).toEqual({
    Cat21: 'stream',
    Cat240: 'stream',
    beast: 'stream',
    json: 'stream',
    remoteId: 'message',
    adsbJson: 'file',
  });
});

describe('a message in words', () => {
  it('has the items of its category with names, values and units', () => {
    const bytes = messages.Cat21?.({ latitude: 30, longitude: 104 }) ?? new Uint8Array();
    const [record] = asterixRecords(bytes, {}, 'en');
    expect(record).toMatchObject({ category: 21, edition: '2.x' });
    expect(record?.rows).toContainEqual({
      item: 'I021/130',
      name: 'Position (WGS-84) › latitude',
      value: expect.stringMatching(/^29\.99999|^30$/),
      unit: '°',
    });
    expect(record?.rows).toContainEqual({
      item: 'I021/080',
      name: 'Target address',
      value: '780c01',
      unit: '',
    });
  });

  it('of octets is no text', () => {
    expect(printableOf(Uint8Array.from([21, 0, 3]), 100)).toBeNull();
    expect(printableOf(text('MSG,3\n'), 100)).toBe('MSG,3\n');
    // Cut in the middle of a character.
    expect(printableOf(Uint8Array.from(Buffer.from('川川')), 4)).toBe('川');
  });
});

describe('a mapping that is tried out', () => {
  const tried = (map: string, sample: string) => tryMapping(map, sample, at);
  it('says what it makes of a sample', () => {
    const { reports, errors } = tried(
      mapping,
      '{"list":[{"lat":30.5,"lon":104,"name":"CA川"},{"lat":95,"lon":1}]}',
    );
    expect(reports).toMatchObject([{ latitude: 30.5, longitude: 104, at }]);
    expect(errors).toEqual([{ text: { key: 'track.range.position' }, count: 1 }]);
  });

  it.each([
    ['{', '{}', 'track.mapping.notJson'],
    [mapping, '{"list":', 'track.read.syntax'],
    [mapping, 'half \ud800', 'track.read.syntax'],
  ])('%j of %j says %s', (map, sample, key) => {
    expect(tried(map, sample)).toMatchObject({ reports: [], errors: [{ text: { key } }] });
  });
});

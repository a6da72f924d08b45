import { describe, expect, test } from 'vitest';
import { createJt808Decoder, positionBody } from '#domain/surveillance/terminals/jt808.ts';
import {
  type Jt808Message,
  readMessage,
  writeMessage,
} from '#domain/surveillance/terminals/jt808-message.ts';
import { createJt808Platform } from '#domain/surveillance/terminals/jt808-platform.ts';

/** Messages of JT/T 808 as terminals send them; the terminal is invented. */

const atMs = Date.UTC(2026, 10, 27, 0, 30, 4);
const octets = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const location = '7E0200001C0139000000170001000000000000000301D2974406321AF8028A04B0005A261127083000AB7E';
const batch =
  '7E0704003F0139000000170002000201001C000000000000000301D2974406321AF8028A04B0005A261127083000001C000000000000000301D2974406321F08028F04B0005A261127083003E17E';
const queried = '7E0201001E01390000001700030009000000000000000301D2974406321AF8028A04B0005A261127083000A37E';
const registration =
  '7E0100002C013900000017000100330064434C525759544553542D424F580000000000000000000000003030303030313700423130544553540A7E';
const heartbeat = '7E0002000001390000001700022F7E';
const phone = '13900000017';

const first = {
  addressType: 'terminal',
  trackNumber: phone,
  latitude: expect.closeTo(30.5785, 6),
  longitude: expect.closeTo(103.947, 6),
  amslAltitudeM: 650,
  groundSpeedMps: expect.closeTo(120 / 3.6, 6),
  trackDeg: 90,
  at: Date.UTC(2026, 10, 27, 0, 30),
};
const second = {
  ...first,
  longitude: expect.closeTo(103.948_04, 6),
  amslAltitudeM: 655,
  at: Date.UTC(2026, 10, 27, 0, 30, 3),
};
const read = (bytes: Uint8Array, isStream = false) => createJt808Decoder(isStream).read(bytes, atMs);
const written = (message: number, body: Iterable<number> = [], more: Partial<Jt808Message> = {}) =>
  writeMessage({ message, phone, body: Uint8Array.from(body), ...more }) ?? new Uint8Array();
const bodyOf = (hex: string) => {
  const message = readMessage(octets(hex).subarray(1, -1));
  if (typeof message === 'string') throw new Error(message);
  return message.body;
};

describe('positions of a terminal', () => {
  test('come as reports, several stored ones, and answers', () => {
    expect(read(octets(location))).toMatchObject({ records: 1, errors: [], reports: [first] });
    expect(read(octets(batch))).toMatchObject({ records: 1, errors: [], reports: [first, second] });
    expect(read(octets(queried))).toMatchObject({ records: 1, errors: [], reports: [first] });
    const controlled = written(0x0500, [0, 9, ...bodyOf(location)]);
    expect(read(controlled)).toMatchObject({ records: 1, errors: [], reports: [first] });
  });

  test.each([0, 1])('stored ones of kind %i are read, in the editions of 2013 and 2019', (kind) => {
    const body = bodyOf(batch).map((octet, index) => (index === 2 ? kind : octet));
    for (const isVersioned of [false, true]) {
      const sent = written(0x0704, body, { isVersioned });
      expect(read(sent)).toMatchObject({ records: 1, errors: [], reports: [first, second] });
    }
  });

  test('terminals without a number are not one aircraft', () => {
    const reading = read(written(0x0200, bodyOf(location), { phone: '0' }));
    expect(reading).toMatchObject({ errors: [], reports: [{ ...first, trackNumber: null }] });
    expect(reading.unusable?.get('trackNumber')).toEqual({ count: 1, example: '000000000000' });
  });

  test('an answer that is too short says so', () => {
    expect(read(written(0x0201, [0, 9, 1, 2]))).toMatchObject({
      reports: [],
      errors: ['track.read.truncated'],
    });
  });

  const placed = (values: object) =>
    read(
      written(
        0x0200,
        positionBody.write({
          positioned: true,
          latitudeDeg: 30.5785,
          longitudeDeg: 103.947,
          heightM: 650,
          speedKmh: 120,
          directionDeg: 90,
          time: '261127083000',
          ...values,
        }) ?? [],
      ),
    );

  test('numbers with all bits set are not known, and cost no position', () => {
    expect(placed({ heightM: -1, speedKmh: 6_553.5, directionDeg: 65_535 })).toMatchObject({
      errors: [],
      reports: [
        { latitude: expect.closeTo(30.5785, 6), amslAltitudeM: null, groundSpeedMps: null, trackDeg: null },
      ],
    });
    expect(placed({ heightM: 0, speedKmh: 0, directionDeg: 0 }).reports).toMatchObject([
      { amslAltitudeM: 0, groundSpeedMps: 0, trackDeg: 0 },
    ]);
  });

  test.each([
    [{ latitudeDeg: 0, longitudeDeg: 0 }, 'zeroPosition'],
    [{ positioned: false }, 'noFix'],
  ])('%j is counted as %s', (values, kind) => {
    const { reports, others, errors } = placed(values);
    expect([reports, errors]).toEqual([[], []]);
    expect(Object.fromEntries(others ?? [])).toEqual({
      [`track.other.${kind}`]: { count: 1, example: `0x0200 ${phone}` },
    });
  });

  test.each(['260231083000', '000000000000', '261127246000'])('the time %s is none', (time) => {
    expect(placed({ time })).toMatchObject({ reports: [], errors: ['track.range.time'] });
  });
});

describe('messages without a position', () => {
  test.each([
    [0x0001, 'terminalAnswer'],
    [0x0002, 'heartbeat'],
    [0x0003, 'terminalSignOff'],
    [0x0004, 'terminalTime'],
    [0x0100, 'registration'],
    [0x0102, 'authentication'],
    [0x0900, 'terminalData'],
  ])('%i is counted as %s', (message, kind) => {
    const reading = read(written(message), true);
    expect(reading).toMatchObject({ records: 1, reports: [], errors: [] });
    const example = `0x${message.toString(16).padStart(4, '0')} ${phone}`;
    expect(Object.fromEntries(reading.others ?? [])).toEqual({
      [`track.other.${kind}`]: { count: 1, example },
    });
  });

  test('a terminal that registers where nobody answers is named until it sends a position', () => {
    const decoder = createJt808Decoder(false);
    const { others } = decoder.read(octets(registration), atMs);
    expect([...(others?.keys() ?? [])]).toEqual(['track.other.registrationUnanswered']);
    decoder.read(octets(heartbeat), atMs);
    const said = { key: 'track.terminal.unanswered', values: { terminal: phone } };
    expect(decoder.doubt()).toEqual(said);
    decoder.read(written(0x0102), atMs + 1_000);
    expect(decoder.doubt()).toEqual(said);
    decoder.read(octets(location), atMs + 2_000);
    expect(decoder.doubt()).toBeNull();
    // One that asks no more has given up.
    decoder.read(octets(registration), atMs);
    decoder.read(octets(heartbeat), atMs + 11 * 60_000);
    expect(decoder.doubt()).toBeNull();
  });
});

describe('the platform', () => {
  const platform = () => createJt808Platform({ terminals: [], needsSignIn: false, codeOf: () => 'c0de' });
  const answers = (...sent: string[]) => {
    const peer = platform();
    return sent
      .flatMap((one) => peer.hear(octets(one), atMs).replies)
      .map((reply) => {
        const answer = readMessage(reply.subarray(1, -1));
        if (typeof answer === 'string') throw new Error(answer);
        return `${answer.message.toString(16)} ${Buffer.from(answer.body).toString('hex')}`;
      });
  };

  test('answers a registration with a code, and what follows by its number', () => {
    expect(answers(registration, heartbeat, location, batch, queried)).toEqual([
      `8100 000100${Buffer.from('c0de').toString('hex')}`,
      '8001 0002000200',
      '8001 0001020000',
      '8001 0002070400',
      '8001 0003020100',
    ]);
  });

  test('counts what it answered itself by its kind', () => {
    const peer = platform();
    expect(peer.hear(octets(registration), atMs).answered).toEqual([
      { kind: 'track.other.registration', example: phone },
    ]);
    expect(peer.hear(written(0x0102, Buffer.from('c0de')), atMs).answered).toEqual([
      { kind: 'track.other.authentication', example: phone },
    ]);
    expect(peer.hear(octets(heartbeat), atMs)).toMatchObject({ answered: [], pass: [octets(heartbeat)] });
  });
});

describe('a message that cannot be read has an example', () => {
  const sent = octets(location);
  const changed = (at: number, value: number) => sent.map((octet, index) => (index === at ? value : octet));
  const beginning = '0x0200 13900000017: 0200001c0139000000170001…';

  test.each([
    ['a checksum', 'track.read.checksum', changed(20, 9), `${beginning} (41)`],
    ['an escape', 'track.read.syntax', changed(21, 0x7d), `${beginning} (41)`],
    ['a head', 'track.read.truncated', Uint8Array.of(0x7e, 2, 0, 2, 0x7e), '020002 (3)'],
    ['an end', 'track.read.truncated', sent.subarray(0, 30), `${beginning} (29)`],
  ])('with a wrong %s: %s', (_what, reason, bytes, example) => {
    const { errors, examples } = read(bytes);
    expect(errors).toEqual([reason]);
    expect(Object.fromEntries(examples ?? [])).toEqual({ [reason]: example });
  });

  test('that is too long: its beginning, on both sides of a connection', () => {
    const long = Uint8Array.from({ length: 5_000 }, (_, index) => sent[index] ?? 0x41).map((octet, index) =>
      index > 0 && octet === 0x7e ? 0x41 : octet,
    );
    const example = `${beginning} (4097)`;
    expect(read(long, true)).toMatchObject({ errors: ['track.read.length'] });
    expect(read(long, true).examples?.get('track.read.length')).toBe(example);
    const platform = createJt808Platform({ terminals: [], needsSignIn: false, codeOf: () => 'x' });
    const heard = platform.hear(long, atMs);
    expect(heard.refused).toEqual(['track.read.length']);
    expect(heard.examples?.get('track.read.length')).toBe(example);
  });
});

import { describe, expect, test } from 'vitest';
import { createRemoteIdDecoder } from '#domain/surveillance/terminals/remote-id.ts';
import type { Reading } from '#domain/surveillance/track/reading.ts';

/** Remote identification in messages of their own, as legacy Bluetooth sends them; names and numbers are invented. */

const hour = Date.UTC(2026, 10, 27, 7);
const octets = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const basicId = '0212313538314634434C454152574159303030303031000000';
/** The tenth of a second after the full hour is that of `atMs`. */
const location = '12202D2800A8E83912B00DF53DA80CA80CC0083A0350460500';
const atMs = hour + 0x4650 * 100;
const sender = '127.0.0.1 50001';

const id = (type: number, octetsOfId: string, padding = 40) =>
  octets(`02${type}2${octetsOfId.padEnd(padding, '0')}000000`);
const text = (of: string) => Buffer.from(of).toString('hex');
const system = octets('42 04 68a83912 400df53d 0100 00 0000 0000 00 a40c 80a1e30e 00');
const drone = {
  addressType: 'remoteId',
  trackNumber: '1581F4CLEARWAY000001',
  latitude: expect.closeTo(30.5785, 6),
  longitude: expect.closeTo(103.947, 6),
  pressureAltitudeM: 620,
  geometricAltitudeM: 620,
  groundSpeedMps: 10,
  trackDeg: 45,
  onGround: false,
  at: atMs,
};
const named = (name: string | null) => ({ ...drone, trackNumber: name });
const othersOf = ({ others }: Reading) => [...(others?.keys() ?? [])];

describe('who and where in messages of their own', () => {
  test('belong together by their sender, as in one pack', () => {
    const decoder = createRemoteIdDecoder();
    const who = decoder.read(octets(basicId), atMs, sender);
    expect(who).toMatchObject({ records: 1, reports: [], errors: [] });
    expect(Object.fromEntries(who.others ?? [])).toEqual({
      'track.other.identity': { count: 1, example: '1581F4CLEARWAY000001' },
    });
    const apart = decoder.read(octets(location), atMs + 100, sender);
    expect(apart).toMatchObject({ records: 1, errors: [], reports: [drone] });
    const pack = createRemoteIdDecoder().read(octets(`F21902${basicId}${location}`), atMs + 100, sender);
    expect(apart.reports).toEqual(pack.reports);
    // On a line of its own a sender has no name.
    const alone = createRemoteIdDecoder();
    alone.read(octets(basicId), atMs);
    expect(alone.read(octets(location), atMs + 100).reports).toMatchObject([drone]);
  });

  test('are one name, where a pack says it twice', () => {
    const twice = createRemoteIdDecoder().read(octets(`F21903${basicId}${basicId}${location}`), atMs, sender);
    expect(twice).toMatchObject({ errors: [], reports: [drone] });
  });

  test('are remembered over three lost messages, and no longer', () => {
    const decoder = createRemoteIdDecoder();
    decoder.read(octets(basicId), atMs, sender);
    expect(decoder.read(octets(location), atMs + 10_000, sender).reports).toMatchObject([
      { trackNumber: drone.trackNumber },
    ]);
    expect(decoder.read(octets(location), atMs + 10_001, sender)).toMatchObject({ reports: [], errors: [] });
  });

  test('of two senders are not mixed', () => {
    const decoder = createRemoteIdDecoder();
    const other = '127.0.0.1 50002';
    decoder.read(octets(basicId), atMs, sender);
    decoder.read(id(1, text('1581F4CLEARWAY000002')), atMs, other);
    expect(decoder.read(octets(location), atMs, other).reports[0]?.trackNumber).toBe('1581F4CLEARWAY000002');
    expect(decoder.read(octets(location), atMs, sender).reports[0]?.trackNumber).toBe('1581F4CLEARWAY000001');
    expect(decoder.read(octets(location), atMs, '127.0.0.2 50001').reports).toEqual([]);
  });

  test('a position without a name is counted for the first seconds, then shown without one', () => {
    const decoder = createRemoteIdDecoder();
    const early = [0, 1_000, 2_900].map((late) => decoder.read(octets(location), atMs + late, sender));
    expect(early.map(({ reports }) => reports)).toEqual([[], [], []]);
    expect(early.flatMap(othersOf)).toEqual(new Array(3).fill('track.other.nameless'));
    expect(early[0]?.others?.get('track.other.nameless')?.example).toBe(sender);
    expect(decoder.read(octets(location), atMs + 3_000, sender).reports).toMatchObject([named(null)]);
    // As soon as the name comes, it has it.
    decoder.read(octets(basicId), atMs + 3_100, sender);
    expect(decoder.read(octets(location), atMs + 3_200, sender).reports).toMatchObject([drone]);
  });

  test('of several aircraft that one sender passes on are not mixed: their positions have no name', () => {
    const decoder = createRemoteIdDecoder();
    decoder.read(octets(basicId), atMs, sender);
    decoder.read(id(1, text('1581F4CLEARWAY000002')), atMs + 100, sender);
    expect(decoder.read(octets(location), atMs + 200, sender).reports).toMatchObject([named(null)]);
    // A pack says for itself.
    expect(decoder.read(octets(`F21902${basicId}${location}`), atMs + 300, sender).reports).toMatchObject([
      drone,
    ]);
  });

  test('of two kinds are not mixed where the positions of a sender leap to and fro', () => {
    const decoder = createRemoteIdDecoder();
    const there = Uint8Array.from(octets(location));
    // Half a thousandth of a degree of latitude is 0x1388, in steps of 1e-7: five kilometres are 0x6dddd.
    new DataView(there.buffer).setInt32(5, new DataView(there.buffer).getInt32(5, true) + 0x6dddd, true);
    const names: (string | null)[] = [];
    for (let second = 0; second < 5; second++) {
      const at = atMs + second * 1_000;
      decoder.read(octets(basicId), at, sender);
      names.push(decoder.read(octets(location), at + 200, sender).reports[0]?.trackNumber ?? null);
      decoder.read(id(2, text('CHN.CWT70XN')), at + 400, sender);
      names.push(decoder.read(there, at + 600, sender).reports[0]?.trackNumber ?? null);
    }
    // The first has the only name that is known then; none of the other aircraft ever does.
    expect(names.slice(1)).toEqual(Array(9).fill(null));
  });

  test('of very many senders are bounded, the oldest is forgotten', () => {
    const decoder = createRemoteIdDecoder();
    for (let port = 1; port <= 1_001; port++) decoder.read(octets(basicId), atMs, `127.0.0.1 ${port}`);
    expect(decoder.read(octets(location), atMs, '127.0.0.1 1001').reports).toHaveLength(1);
    expect(decoder.read(octets(location), atMs, '127.0.0.1 1').reports).toEqual([]);
  });
});

describe('several identities', () => {
  const serial = id(1, text('1581F4CLEARWAY000001'));
  const registration = id(2, text('CHN.CWT70XN'));
  const utm = id(3, '0123456789abcdef0123456789abcdef');
  const session = id(4, `01${'2001003f'.padEnd(32, '7')}`);

  test('prefer the serial number, whichever comes first', () => {
    for (const all of [
      [serial, session, registration, utm],
      [session, utm, registration, serial],
    ]) {
      const decoder = createRemoteIdDecoder();
      for (const one of all) decoder.read(one, atMs, sender);
      expect(decoder.read(octets(location), atMs, sender).reports).toMatchObject([
        named('1581F4CLEARWAY000001'),
      ]);
      const pack = [...octets('F21905'), ...all.flatMap((one) => [...one]), ...octets(location)];
      expect(createRemoteIdDecoder().read(Uint8Array.from(pack), atMs).reports).toMatchObject([
        named('1581F4CLEARWAY000001'),
      ]);
    }
  });

  test.each([
    ['a registration', registration, 'CHN.CWT70XN'],
    ['a UUID of UTM, which is binary', utm, '01234567-89ab-cdef-0123-456789abcdef'],
    ['a session id, which is binary', session, '012001003f777777777777777777777777'],
  ])('%s is a name', (_, one, name) => {
    const decoder = createRemoteIdDecoder();
    decoder.read(one, atMs);
    expect(decoder.read(octets(location), atMs).reports).toMatchObject([named(name)]);
  });

  test.each([
    ['of no type', id(0, text('1581F4CLEARWAY000001'))],
    ['that is empty', id(1, '')],
    ['that is no text', id(1, 'ff80')],
  ])('one %s is none', (_, one) => {
    const decoder = createRemoteIdDecoder();
    expect(decoder.read(one, atMs).errors).toEqual([]);
    expect(othersOf(decoder.read(octets(location), atMs))).toEqual(['track.other.nameless']);
  });

  test('that cannot be used is counted with its octets', () => {
    const { unusable } = createRemoteIdDecoder().read(id(1, 'ff80'), atMs);
    expect([...(unusable ?? [])]).toEqual([['trackNumber', { count: 1, example: 'ff80'.padEnd(40, '0') }]]);
  });
});

test('the pilot is where the system message says, at its time', () => {
  const decoder = createRemoteIdDecoder();
  decoder.read(octets(basicId), atMs, sender);
  expect(othersOf(decoder.read(system, atMs, sender))).toEqual(['track.other.remoteSystem']);
  expect(decoder.read(octets(location), atMs + 100, sender).reports[0]?.operator).toEqual({
    latitude: expect.closeTo(0x1239a868 / 1e7, 9),
    longitude: expect.closeTo(0x3df50d40 / 1e7, 9),
    geometricAltitudeM: 618,
    at: Date.UTC(2019, 0, 1) + 0x0ee3a180 * 1_000,
  });
  expect(decoder.read(octets(location), atMs + 10_200, sender).reports[0]?.operator).toBeUndefined();
});

test.each([
  [2, 'remoteAuthentication'],
  [3, 'selfId'],
  [5, 'operatorId'],
  [6, 'remoteOther'],
])('a message of type %i is counted as %s', (type, kind) => {
  const message = Uint8Array.from([(type << 4) | 2, ...new Array<number>(24).fill(0x41)]);
  const reading = createRemoteIdDecoder().read(message, atMs, sender);
  expect(reading).toMatchObject({ records: 1, reports: [], errors: [] });
  expect(othersOf(reading)).toEqual([`track.other.${kind}`]);
});

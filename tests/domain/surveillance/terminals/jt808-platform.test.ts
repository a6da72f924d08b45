import { describe, expect, test } from 'vitest';
import { createJt808Decoder, writeJt808, writeJt808Batch } from '#domain/surveillance/terminals/jt808.ts';
import {
  type Jt808Message,
  readMessage,
  writeMessage,
} from '#domain/surveillance/terminals/jt808-message.ts';
import { createJt808Platform, type Jt808Access } from '#domain/surveillance/terminals/jt808-platform.ts';

const phone = '13912345678';
const atMs = Date.UTC(2026, 10, 23, 4, 5, 6);
const position = { positioned: true, latitudeDeg: 30.6, longitudeDeg: 104.1, time: '261123120500' };
const bytes = (message: number, body: Iterable<number> = [], more: Partial<Jt808Message> = {}) =>
  writeMessage({ message, phone, body: Uint8Array.from(body), ...more }) ?? new Uint8Array();
const platform = (access: Partial<Jt808Access> = {}) =>
  createJt808Platform({ terminals: [], needsSignIn: true, codeOf: (of) => `c0de${of.slice(-4)}`, ...access });

/** Its answers, read as a terminal reads them. */
function answers(peer: ReturnType<typeof platform>, ...sent: Uint8Array[]) {
  const heard = sent.map((one) => peer.hear(one, atMs));
  return heard
    .flatMap(({ replies }) => replies)
    .map((reply) => {
      const read = readMessage(reply.subarray(1, -1));
      if (typeof read === 'string') throw new Error(read);
      return { message: read.message, body: Buffer.from(read.body).toString('hex'), phone: read.phone };
    });
}
/** Province, city, maker, model, identity, colour and plate: what a terminal of 2013 registers with. */
const registration = [...new Array<number>(37).fill(0x30), 1, ...Buffer.from('A12345')];

describe('a platform of JT/T 808', () => {
  test('registers a terminal, checks its code, and confirms each message by its serial number', () => {
    const peer = platform();
    const code = [...Buffer.from('c0de5678')];
    expect(answers(peer, bytes(0x0100, registration, { serial: 1 }))).toEqual([
      // Serial 1, done, and the code.
      { message: 0x8100, body: `000100${Buffer.from(code).toString('hex')}`, phone: '013912345678' },
    ]);
    expect(answers(peer, bytes(0x0102, code, { serial: 2 }))).toMatchObject([
      { message: 0x8001, body: '0002010200' },
    ]);
    expect(answers(peer, bytes(0x0002, [], { serial: 3 }))).toMatchObject([{ body: '0003000200' }]);
    const heard = peer.hear(writeJt808(phone, position) ?? new Uint8Array(), atMs);
    expect(heard).toMatchObject({ refused: [], fault: null });
    expect(heard.replies).toHaveLength(1);
    expect(createJt808Decoder(true).read(heard.pass[0] ?? new Uint8Array(), atMs).reports).toHaveLength(1);
    // What it does not know it says so; an answer it does not answer.
    expect(answers(peer, bytes(0x0900, [1], { serial: 4 }))).toMatchObject([{ body: '0004090003' }]);
    expect(answers(peer, bytes(0x0001, [0, 1, 0x81, 3, 0]))).toEqual([]);
  });

  test('answers a terminal of 2019 in the head of 2019, and tells it the time', () => {
    const peer = platform();
    const code = Buffer.from('c0de5678');
    const own = { isVersioned: true } as const;
    expect(answers(peer, bytes(0x0100, registration, own))[0]?.phone).toBe('00000000013912345678');
    const body = [code.length, ...code, ...Buffer.from('123456789012345'), ...new Array<number>(20).fill(0)];
    expect(answers(peer, bytes(0x0102, body, own))[0]?.body.slice(-2)).toBe('00');
    expect(answers(peer, bytes(0x0004, [], own))).toMatchObject([{ message: 0x8004, body: '261123040506' }]);
  });

  test('takes no position of a terminal that has not signed in, and refuses a wrong code', () => {
    const peer = platform();
    const sent = writeJt808(phone, position) ?? new Uint8Array();
    expect(peer.hear(sent, atMs)).toMatchObject({ pass: [], refused: ['track.terminal.notSignedIn'] });
    expect(peer.hear(bytes(0x0102, Buffer.from('wrong')), atMs).refused).toEqual(['track.terminal.code']);
    expect(answers(peer, bytes(0x0102, Buffer.from('wrong'), { serial: 9 }))[0]?.body).toBe('0009010201');
    expect(peer.hear(sent, atMs).pass).toEqual([]);
    // A code is one terminal's.
    const other = writeJt808('13900000000', position) ?? new Uint8Array();
    peer.hear(bytes(0x0102, Buffer.from('c0de5678')), atMs);
    expect(peer.hear(other, atMs).pass).toEqual([]);
    expect(peer.hear(sent, atMs).pass).toHaveLength(1);
    // Signed off, it has to sign in anew.
    peer.hear(bytes(0x0003), atMs);
    expect(peer.hear(sent, atMs).pass).toEqual([]);
  });

  test('confirms a heartbeat before the code, and any code where none is asked for', () => {
    expect(answers(platform(), bytes(0x0002, [], { serial: 7 }))).toMatchObject([{ body: '0007000200' }]);
    const open = platform({ needsSignIn: false });
    expect(answers(open, bytes(0x0102, Buffer.from('of another'), { serial: 8 }))).toMatchObject([
      { body: '0008010200' },
    ]);
  });

  test('lets in listed terminals alone', () => {
    const peer = platform({ terminals: ['13900000000'], needsSignIn: false });
    const refused = peer.hear(bytes(0x0100, registration), atMs);
    expect(refused.refused).toEqual(['track.terminal.unknown']);
    expect(answers(peer, bytes(0x0100, registration))[0]?.body).toBe('000004');
    expect(peer.hear(writeJt808(phone, position) ?? new Uint8Array(), atMs).pass).toEqual([]);
    expect(peer.hear(writeJt808('13900000000', position) ?? new Uint8Array(), atMs).pass).toHaveLength(1);
  });

  test('reads messages cut anywhere, with marks and escapes inside', () => {
    const peer = platform({ needsSignIn: false });
    // 126 and 125 as height: both are escaped.
    const sent = writeJt808(phone, { ...position, heightM: 126 * 256 + 125 }) ?? new Uint8Array();
    const pass = [...sent].flatMap((octet) => peer.hear(Uint8Array.of(octet), atMs).pass);
    expect(pass).toHaveLength(1);
    expect(createJt808Decoder(true).read(pass[0] ?? new Uint8Array(), atMs).reports[0]?.amslAltitudeM).toBe(
      126 * 256 + 125,
    );
    // A wrong checksum goes on to be counted, and is not answered.
    const wrong = sent.map((octet, i) => (i === 14 ? octet ^ 1 : octet));
    expect(peer.hear(wrong, atMs)).toMatchObject({ replies: [], refused: [] });
  });
});

describe('positions that a terminal kept', () => {
  const kept = [0, 1, 2].map((minute) => ({ ...position, time: `26112312050${minute}` }));

  test('come in one message', () => {
    const sent = writeJt808Batch(phone, kept) ?? new Uint8Array();
    expect(createJt808Decoder(false).read(sent, atMs)).toMatchObject({
      records: 1,
      errors: [],
      reports: [0, 1, 2].map((second) => ({ trackNumber: phone, at: Date.UTC(2026, 10, 23, 4, 5, second) })),
    });
  });

  test('are each counted where they are none', () => {
    const none = kept.map((one) => ({ ...one, positioned: false }));
    const reading = createJt808Decoder(false).read(writeJt808Batch(phone, none) ?? new Uint8Array(), atMs);
    expect(reading.others?.get('track.other.noFix')?.count).toBe(3);
  });

  test.each([0, 4])('in a part with the number %i of 3 are an error', (number) => {
    const part = bytes(0x0704, [0], { serial: 1, part: { total: 3, number } });
    expect(createJt808Decoder(true).read(part, atMs).errors).toEqual(['track.read.length']);
  });

  test('come in parts, in any order', () => {
    const whole = readMessage((writeJt808Batch(phone, kept) ?? new Uint8Array()).subarray(1, -1));
    if (typeof whole === 'string') throw new Error(whole);
    const half = 40;
    const parts = [whole.body.subarray(0, half), whole.body.subarray(half)].map((body, i) =>
      bytes(0x0704, body, { serial: 0xffff + i - 0x10000 * i, part: { total: 2, number: i + 1 } }),
    );
    for (const order of [parts, parts.toReversed()]) {
      const decoder = createJt808Decoder(true);
      const readings = order.map((one) => decoder.read(one, atMs));
      expect(readings.map(({ reports }) => reports.length)).toEqual([0, 3]);
      expect(readings.flatMap(({ errors }) => errors)).toEqual([]);
    }
  });

  const partOf = (serial: number, total = 3, number = 1) =>
    bytes(0x0704, [0], { serial, part: { total, number } });
  const missing = 'track.terminal.missingParts';

  test('in more parts than are stored are not used, and said so', () => {
    const reading = createJt808Decoder(true).read(partOf(1, 65), atMs);
    expect(reading).toMatchObject({ records: 1, errors: ['track.terminal.tooManyParts'] });
    expect(reading.others).toBeUndefined();
    expect(reading.examples?.get('track.terminal.tooManyParts')).toBe(`0x0704 ${phone}: 1/65`);
  });

  test('of which parts are missing are counted once there is no room for more, the oldest first', () => {
    const decoder = createJt808Decoder(true);
    const readings = Array.from({ length: 1_002 }, (_, k) => decoder.read(partOf(10 * k), atMs + k));
    expect(readings.slice(0, 1_000).flatMap(({ errors }) => errors)).toEqual([]);
    expect(readings.slice(1_000).map(({ errors }) => errors)).toEqual([[missing], [missing]]);
    expect(readings[1_000]?.examples?.get(missing)).toBe(`0x0704 ${phone}: 1/3`);
  });

  test('of many terminals at once are each put together; their octets are bounded', () => {
    const decoder = createJt808Decoder(false);
    const long = Array.from({ length: 1_000 }, () => 0);
    const halves = (number: number) =>
      Array.from({ length: 200 }, (_, k) =>
        decoder.read(bytes(0x0704, long, { serial: 10 * k + number, part: { total: 2, number } }), atMs),
      );
    expect(halves(1).flatMap(({ errors }) => errors)).toEqual([]);
    expect(halves(2).flatMap(({ errors }) => errors)).not.toContain(missing);
    // Two of three parts each: 600 are no more than may wait, and more octets.
    const flood = Array.from({ length: 1_200 }, (_, k) => {
      const number = 1 + (k % 2);
      const serial = 20 * Math.floor(k / 2) + number;
      return decoder.read(bytes(0x0704, long, { serial, part: { total: 3, number } }), atMs);
    });
    const first = flood.findIndex(({ errors }) => errors.includes(missing));
    expect(Math.floor(first / 2)).toBe(524);
  });

  test('of which parts are missing for ten minutes are counted, and later parts do not complete them', () => {
    const decoder = createJt808Decoder(true);
    decoder.read(partOf(1, 2), atMs);
    const later = decoder.read(partOf(2, 2, 2), atMs + 601_000);
    expect(later).toMatchObject({ reports: [], errors: [missing] });
    expect(later.others?.get('track.other.terminalPart')?.count).toBe(1);
  });

  test('of a picture are counted by their kind: they are not stored, and push out no positions', () => {
    const decoder = createJt808Decoder(true);
    decoder.read(partOf(1, 2), atMs);
    const picture = Array.from({ length: 100 }, (_, i) =>
      decoder.read(bytes(0x0801, [0], { serial: 300 + i, part: { total: 100, number: i + 1 } }), atMs),
    );
    expect(picture.flatMap(({ errors }) => errors)).toEqual([]);
    expect(picture.every(({ others }) => others?.get('track.other.terminalMedia')?.count === 1)).toBe(true);
    for (let k = 0; k < 20; k++)
      decoder.read(bytes(0x0801, [0], { serial: 10 * k, part: { total: 3, number: 1 } }), atMs);
    expect(decoder.read(partOf(2, 2, 2), atMs).errors).not.toContain(missing);
  });

  test('are read up to where their list does not add up', () => {
    const sent = readMessage((writeJt808Batch(phone, kept) ?? new Uint8Array()).subarray(1, -1));
    if (typeof sent === 'string') throw new Error(sent);
    const cut = bytes(0x0704, sent.body.subarray(0, -5));
    const { reports, errors } = createJt808Decoder(false).read(cut, atMs);
    expect(reports).toHaveLength(2);
    expect(errors).toEqual(['track.read.truncated']);
  });
});

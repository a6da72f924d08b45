import { decode, encode } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { createLengthReader, messagePackProtocol as protocol } from '#server/signalr/message-pack.ts';
import { isWellFormed } from '#server/signalr/message-pack-shape.ts';
import { type HubMessage, ProtocolError } from '#server/signalr/protocol.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

/** The samples of the public specification of the protocol, without their length. */
it.each<[string, string, HubMessage]>([
  [
    'invocation',
    '96 01 80 a3 78 79 7a a6 6d 65 74 68 6f 64 91 2a 90',
    { type: 1, invocationId: 'xyz', target: 'method', arguments: [42], streamIds: [] },
  ],
  [
    'invocation without id',
    '96 01 80 c0 a6 6d 65 74 68 6f 64 91 2a 90',
    { type: 1, target: 'method', arguments: [42], streamIds: [] },
  ],
  ['stream item', '94 02 80 a3 78 79 7a 2a', { type: 2, invocationId: 'xyz', item: 42 }],
  [
    'completion with error',
    '95 03 80 a3 78 79 7a 01 a5 45 72 72 6f 72',
    { type: 3, invocationId: 'xyz', error: 'Error' },
  ],
  ['void completion', '94 03 80 a3 78 79 7a 02', { type: 3, invocationId: 'xyz' }],
  ['completion with result', '95 03 80 a3 78 79 7a 03 2a', { type: 3, invocationId: 'xyz', result: 42 }],
  [
    'stream invocation',
    '96 04 80 a3 78 79 7a a6 6d 65 74 68 6f 64 91 2a 90',
    { type: 4, invocationId: 'xyz', target: 'method', arguments: [42], streamIds: [] },
  ],
  ['cancellation', '93 05 80 a3 78 79 7a', { type: 5, invocationId: 'xyz' }],
  ['ping', '91 06', { type: 6 }],
  ['close', '92 07 a3 78 79 7a', { type: 7, error: 'xyz' }],
  ['close, come back', '93 07 c0 c3', { type: 7, allowReconnect: true }],
  ['ack', '92 08 ce 00 08 00 01', { type: 8, sequenceId: 524_289 }],
  ['sequence', '92 09 ce 00 08 00 01', { type: 9, sequenceId: 524_289 }],
])('%s is read and written', (_name, hex, message) => {
  expect(protocol.parse(bytes(hex))).toEqual(message);
  const written = protocol.write(message);
  expect(written[0]).toBe(written.length - 1);
  expect(protocol.parse(written.subarray(1))).toEqual(message);
});

it('a ping is three bytes', () => {
  expect(Buffer.from(protocol.write({ type: 6 })).toString('hex')).toBe('029106');
});

it('frames come out whole, however they are cut', () => {
  const texts = ['', 'x'.repeat(126), 'y'.repeat(20_000)];
  const all = Buffer.concat(texts.map((text) => protocol.write({ type: 1, target: 'e', arguments: [text] })));
  for (const size of [1, 2, 7, 127, 5000, all.length]) {
    const reader = createLengthReader(32 * 1024);
    const seen: unknown[] = [];
    for (let at = 0; at < all.length; at += size) {
      reader.push(all.subarray(at, at + size));
      for (let frame = reader.next(); frame; frame = reader.next()) seen.push(protocol.parse(frame));
    }
    expect(seen).toEqual(texts.map((text) => ({ type: 1, target: 'e', arguments: [text] })));
  }
});

it('many small messages in one piece are cut once each', () => {
  let cuts = 0;
  class CountingBytes extends Uint8Array {
    override subarray(...args: [number, number]) {
      cuts += 1;
      return super.subarray(...args);
    }
  }
  const pings = 1_000;
  const reader = createLengthReader(32 * 1024);
  reader.push(CountingBytes.from(Buffer.concat(Array(pings).fill(protocol.write({ type: 6 })))));
  let frames = 0;
  while (reader.next()) frames += 1;
  expect([frames, cuts]).toEqual([pings, pings]);
});

it('the rest is what no frame has used', () => {
  const reader = createLengthReader(100);
  reader.push(bytes('02 91 06 02'));
  reader.push(bytes('91'));
  expect(reader.next()).toEqual(bytes('91 06'));
  expect(reader.next()).toBeNull();
  reader.push(bytes('06 02'));
  expect(Uint8Array.from(reader.next() ?? [])).toEqual(bytes('91 06'));
  expect(Uint8Array.from(reader.rest())).toEqual(bytes('02'));
  expect(reader.next()).toBeNull();
});

describe('what is broken', () => {
  it.each(['ff ff ff ff 7f', 'ff ff ff ff ff 01', '81 80 02'])('a length of %s is refused', (hex) => {
    const reader = createLengthReader(32 * 1024);
    reader.push(bytes(hex));
    expect(() => reader.next()).toThrow(ProtocolError);
  });

  it.each([
    ['nothing', ''],
    ['no array', '2a'],
    ['no type', '90'],
    ['a text as type', '91 a1 78'],
    ['headers that are none', '95 01 c0 c0 a1 78 90'],
    ['no arguments', '94 01 80 c0 a1 78'],
    ['a target that is a number', '95 01 80 c0 01 90'],
    ['an unknown kind of result', '95 03 80 a1 78 07 2a'],
    ['four thousand million elements', 'dd ff ff ff ff 06'],
    ['four thousand million pairs', '92 01 df ff ff ff ff'],
    ['a text beyond the end', '92 06 d9 ff'],
    ['something after the end', '91 06 06'],
    ['what is never used', '92 06 c1'],
    ['a key that is no key', '95 01 81 a9 5f 5f 70 72 6f 74 6f 5f 5f 01 c0 a1 78 90'],
  ])('%s is refused', (_what, hex) => {
    expect(() => protocol.parse(bytes(hex))).toThrow(ProtocolError);
  });

  it('is refused when it is deep, before anything is made of it', () => {
    const deep = Uint8Array.from([...Array(10_000).fill(0x91), 0x06]);
    expect(isWellFormed(deep)).toBe(false);
    expect(
      isWellFormed(encode([1, { a: [2.5, 'x', null, true, new Uint8Array(300)] }, 'y'.repeat(70_000), -200])),
    ).toBe(true);
  });

  it('throws nothing but a protocol error, whatever the bytes are', () => {
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed;
    };
    for (let run = 0; run < 20_000; run += 1) {
      const frame = Uint8Array.from({ length: next() % 40 }, () => next() >> 8);
      if (run % 2 === 0 && frame.length > 1) frame.set([0x95, 1 + (next() % 9)]);
      try {
        protocol.parse(frame);
        expect(Array.isArray(decode(frame))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }
  });
});

it('a later type of message is skipped', () => {
  expect(protocol.parse(bytes('92 2a 01'))).toBeNull();
});

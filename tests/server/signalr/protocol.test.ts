import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseProtocol,
  createSeparatorReader,
  type HubMessage,
  jsonProtocol,
  ProtocolError,
  parseHandshake,
  prepareMessage,
  writeHandshake,
} from '#server/signalr/protocol.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

const jsonValue = fc
  .jsonValue({ noUnicodeString: false })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const call = { target: fc.string({ minLength: 1 }), arguments: fc.array(jsonValue, { maxLength: 4 }) };
const message: fc.Arbitrary<HubMessage> = fc.oneof(
  fc.record({ type: fc.constant(1 as const), invocationId: fc.string(), ...call }),
  fc.record({ type: fc.constant(1 as const), ...call }),
  fc.record({ type: fc.constant(2 as const), invocationId: fc.string(), item: jsonValue }),
  fc.record({ type: fc.constant(3 as const), invocationId: fc.string(), result: jsonValue }),
  fc.record({ type: fc.constant(3 as const), invocationId: fc.string(), error: fc.string() }),
  fc.record({ type: fc.constant(4 as const), invocationId: fc.string(), ...call }),
  fc.record({ type: fc.constant(5 as const), invocationId: fc.string() }),
  fc.constant({ type: 6 as const }),
  fc.record({ type: fc.constant(7 as const), error: fc.string(), allowReconnect: fc.constant(true) }),
  fc.record({ type: fc.constant(8 as const), sequenceId: fc.nat() }),
  fc.record({ type: fc.constant(9 as const), sequenceId: fc.nat() }),
);

/** Cuts bytes at the given places, which may repeat and lie anywhere. */
function cut(whole: Uint8Array, places: number[]): Uint8Array[] {
  const edges = [0, ...places.map((place) => place % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
}

function readAll(chunks: Uint8Array[], maxBytes = 32_768): (HubMessage | null)[] {
  const reader = jsonProtocol.createReader(maxBytes);
  const found: (HubMessage | null)[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let frame = reader.next(); frame; frame = reader.next()) found.push(jsonProtocol.parse(frame));
  }
  return found;
}

describe('frames', () => {
  it('come out as they went in, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (messages, places) => {
          const wire = Buffer.concat(messages.map((one) => jsonProtocol.write(one)));
          expect(readAll(cut(wire, places), 1_000_000)).toEqual(messages);
        },
      ),
    );
  });

  it('of any bytes give messages or a ProtocolError, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 60 }),
            fc.json().map((json) => bytes(`${json}\x1e`)),
          ),
        ),
        (chunks) => {
          try {
            for (const found of readAll(chunks))
              expect(found === null || typeof found.type === 'number').toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        },
      ),
    );
  });

  it('of any objects with the keys of the protocol give messages or a ProtocolError', () => {
    const keys = fc.constantFrom(
      'type',
      'target',
      'arguments',
      'invocationId',
      'item',
      'error',
      'result',
      'sequenceId',
    );
    fc.assert(
      fc.property(fc.dictionary(keys, fc.oneof(fc.nat(10), jsonValue, fc.constant([]))), (fields) => {
        try {
          readAll([bytes(`${JSON.stringify(fields)}\x1e`)]);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });

  it.each([
    ['in one piece', (size: number) => [bytes(`${' '.repeat(size - 1)}\x1e`)]],
    [
      'byte by byte',
      (size: number) => [...bytes(`${' '.repeat(size - 1)}\x1e`)].map((byte) => Uint8Array.of(byte)),
    ],
  ])('are measured with their separator: 64 of 64 bytes pass, 65 do not, %s', (_how, make) => {
    const read = (size: number) => {
      const reader = createSeparatorReader(64);
      for (const chunk of make(size)) {
        reader.push(chunk);
        const frame = reader.next();
        if (frame) return frame.length;
      }
      return null;
    };
    expect(read(64)).toBe(63);
    expect(() => read(65)).toThrow(ProtocolError);
  });

  it('without an end are given up at the limit, not at the end', () => {
    const reader = createSeparatorReader(64);
    reader.push(new Uint8Array(64));
    expect(() => reader.next()).toThrow(ProtocolError);
  });

  it('leave what follows the handshake to the protocol', () => {
    const reader = createSeparatorReader(100);
    reader.push(bytes('{"a":1}\x1erest of '));
    expect(text(reader.next() ?? bytes(''))).toBe('{"a":1}');
    expect(reader.next()).toBeNull();
    reader.push(bytes('it'));
    expect(text(reader.rest())).toBe('rest of it');
  });
});

describe('messages', () => {
  it.each([
    ['an array', '[]'],
    ['no JSON', '{"type":'],
    ['no type', '{}'],
    ['a type that is text', '{"type":"1"}'],
    ['a call without target', '{"type":1,"arguments":[]}'],
    ['a call with an empty target', '{"type":1,"target":"","arguments":[]}'],
    ['a call without arguments', '{"type":1,"target":"x"}'],
    ['arguments that are no list', '{"type":1,"target":"x","arguments":{}}'],
    ['an invocation id that is a number', '{"type":1,"target":"x","arguments":[],"invocationId":1}'],
    ['a completion with both result and error', '{"type":3,"invocationId":"1","result":1,"error":"x"}'],
    ['a stream call without id', '{"type":4,"target":"x","arguments":[]}'],
    ['an Ack without number', '{"type":8}'],
  ])('refuses %s', (_what, json) => {
    expect(() => jsonProtocol.parse(bytes(json))).toThrow(ProtocolError);
  });

  it('skips types of a later version', () => {
    expect(jsonProtocol.parse(bytes('{"type":42,"anything":true}'))).toBeNull();
  });

  it('ends each message with one separator', () => {
    expect(text(jsonProtocol.write({ type: 6 }))).toBe('{"type":6}\x1e');
  });

  it('are written once for all connections of a protocol', () => {
    let writes = 0;
    const counting = {
      ...jsonProtocol,
      write(one: HubMessage) {
        writes += 1;
        return jsonProtocol.write(one);
      },
    };
    const prepared = prepareMessage({ type: 6 });
    expect(prepared.bytesFor(counting)).toBe(prepared.bytesFor(counting));
    expect(writes).toBe(1);
  });
});

describe('handshake', () => {
  it.each([
    ['{"protocol":"json","version":1}', null],
    ['{"protocol":"json","version":2}', null],
    ['{"protocol":"json","version":3}', "The server does not support version 3 of the 'json' protocol."],
    ['{"protocol":"json","version":0}', "The server does not support version 0 of the 'json' protocol."],
    ['{"protocol":"messagepack","version":1}', "The protocol 'messagepack' is not supported."],
  ])('%s', (json, refusal) => {
    const choice = chooseProtocol(parseHandshake(bytes(json)), [jsonProtocol]);
    expect(choice).toEqual(refusal === null ? { protocol: jsonProtocol } : { error: refusal });
  });

  it.each(['{}', '{"protocol":"json"}', '{"version":1}', '{"protocol":1,"version":1}', 'x', '1'])(
    'refuses %s',
    (json) => {
      expect(() => parseHandshake(bytes(json))).toThrow(ProtocolError);
    },
  );

  it('is answered by an empty object, or by the error', () => {
    expect(text(writeHandshake())).toBe('{}\x1e');
    expect(text(writeHandshake('no'))).toBe('{"error":"no"}\x1e');
  });
});

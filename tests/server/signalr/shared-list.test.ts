import { expect, it } from 'vitest';
import { messagePackProtocol } from '#server/signalr/message-pack.ts';
import { type HubProtocol, jsonProtocol, prepareMessage } from '#server/signalr/protocol.ts';
import { listOf, runOf, writeAhead } from '#server/signalr/shared-list.ts';

const protocols: [string, HubProtocol][] = [
  ['JSON', jsonProtocol],
  ['MessagePack', messagePackProtocol],
];

interface Value {
  id: number;
  text: string;
  half: number | null;
  left?: undefined;
}
const value = (id: number): Value => ({
  id,
  text: `航班 "${id}" \\ é`,
  half: id % 3 ? id / 2 : null,
  left: undefined,
});
const runs = (...lengths: number[]) => {
  let id = 0;
  return lengths.map((length) => runOf(Array.from({ length }, () => value(++id))));
};

function sent(protocol: HubProtocol, list: unknown[], last = true) {
  const argument = last ? { at: 7, list } : { list, at: 7 };
  const frame = prepareMessage({ type: 1, target: 'event', arguments: ['first', argument] }).bytesFor(
    protocol,
  );
  const reader = protocol.createReader(frame.length);
  reader.push(frame);
  const whole = reader.next();
  const message = whole && protocol.parse(whole);
  expect(reader.next()).toBeNull();
  expect(reader.rest()).toHaveLength(0);
  return { frame, message };
}

it.each(protocols)('a list of runs is sent as the same values without runs: %s', (_name, protocol) => {
  for (const lengths of [
    [],
    [0],
    [1],
    [0, 2, 0],
    [15],
    [16],
    [7, 9, 1],
    [300, 1, 20],
    [65_535],
    [65_536, 1],
  ]) {
    const list = listOf(runs(...lengths));
    const plain = sent(protocol, [...list]);
    const shared = sent(protocol, list);
    expect(Buffer.compare(shared.frame, plain.frame)).toBe(0);
    expect(shared.message?.type).toBe(1);
    // Where it is not the last of the argument it is written like any other.
    if (lengths.length < 3)
      expect(sent(protocol, list, false).message).toEqual(sent(protocol, [...list], false).message);
  }
});

it.each(protocols)(
  'a value is written once, in however many runs and messages it is: %s',
  (_name, protocol) => {
    let written = 0;
    const counted = Object.create(null, {
      id: { value: 1, enumerable: true },
      text: { get: () => `${++written}`, enumerable: true },
    }) as object;
    const run = runOf([counted, value(2)]);
    sent(protocol, listOf([run]));
    // MessagePack reads a value twice to write it.
    const once = written;
    expect(once).toBeGreaterThan(0);
    sent(protocol, listOf([run, runOf([value(3)])]));
    sent(protocol, listOf([runOf([counted])]));
    expect(written).toBe(once);
  },
);

it('values are written ahead for the protocols in use, one at each step', () => {
  for (const [, protocol] of protocols) sent(protocol, listOf(runs(1)));
  let written = 0;
  const counted = Array.from(
    { length: 3 },
    () => Object.create(null, { id: { get: () => ++written, enumerable: true } }) as object,
  );
  const steps = writeAhead(counted);
  const after: number[] = [];
  for (const _ of steps) after.push(written);
  expect(after).toEqual([1, 2, 3].map((n) => (n * written) / 3));
  const once = written;
  for (const [, protocol] of protocols) sent(protocol, listOf([runOf(counted)]));
  expect(written).toBe(once);
});

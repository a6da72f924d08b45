import { describe, expect, it } from 'vitest';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createConnection } from '#server/signalr/connection.ts';
import { jsonProtocol, prepareMessage } from '#server/signalr/protocol.ts';
import { defaultLimits, type EndReason } from '#server/signalr/settings.ts';
import { createStuckTransport, openClient, quietLogger, startServer, until } from './support.ts';

const limits = { ...defaultLimits, highWaterBytes: 100, maxBufferedBytes: 1000 };

function openConnection() {
  const stuck = createStuckTransport();
  const ends: EndReason[] = [];
  let superseded = 0;
  const connection = createConnection({
    id: 'c',
    transport: stuck.transport,
    protocols: [jsonProtocol],
    limits,
    clock: stuck.clock,
    logger: quietLogger,
    received() {},
    sent() {},
    superseded: () => {
      superseded += 1;
    },
  });
  connection.start({
    opened: async () => {},
    invoke: async () => ({ result: null }),
    ended: (reason) => ends.push(reason),
  });
  stuck.receive('{"protocol":"json","version":1}\x1e');
  stuck.drain();
  stuck.taken.length = 0;
  return { ...stuck, connection, ends, superseded: () => superseded };
}

const event = (text: string) => prepareMessage({ type: 1, target: 'e', arguments: [text] });
const frame = (text: string) => `{"type":1,"target":"e","arguments":["${text}"]}\x1e`;

describe('a slow client', () => {
  it('gets the latest value of each key, not a queue of old ones', () => {
    const { connection, drain, taken, superseded } = openConnection();
    const made: string[] = [];
    const latest = (key: string, text: string) =>
      connection.sendLatest(key, () => {
        made.push(text);
        return event(text);
      });
    latest('targets', 'at once');
    connection.send(event('x'.repeat(100)));
    expect(connection.isWritable()).toBe(false);
    for (const second of [1, 2, 3]) latest('targets', `targets ${second}`);
    latest('flights', 'flights');
    expect(made).toEqual(['at once']);
    drain();
    drain();
    expect(made).toEqual(['at once', 'targets 3', 'flights']);
    expect(taken.slice(2)).toEqual([frame('targets 3'), frame('flights')]);
    expect(superseded()).toBe(2);
  });

  it('makes no value that is no longer wanted', () => {
    const { connection, drain, taken } = openConnection();
    connection.send(event('x'.repeat(100)));
    connection.sendLatest('targets', () => null);
    drain();
    drain();
    expect(taken).toHaveLength(1);
  });

  it('does not suffer from a value that cannot be made', () => {
    const { connection, drain, taken } = openConnection();
    connection.send(event('x'.repeat(100)));
    connection.sendLatest('targets', () => {
      throw new Error('no picture');
    });
    connection.sendLatest('flights', () => event('flights'));
    drain();
    drain();
    expect(taken.at(-1)).toBe(frame('flights'));
  });

  it('is asked again each second, should no drain be told', () => {
    const { connection, drain, taken, clock, transport } = openConnection();
    connection.send(event('x'.repeat(100)));
    connection.sendLatest('targets', () => event('newest'));
    drain();
    clock.advance(1000);
    connection.tick();
    expect(transport.bufferedBytes).toBe(frame('newest').length);
    drain();
    expect(taken.at(-1)).toBe(frame('newest'));
  });

  it('is dropped when more waits for it than allowed', () => {
    const { connection, ends, isAborted } = openConnection();
    for (let message = 0; message < 20; message += 1) connection.send(event('x'.repeat(100)));
    expect([isAborted(), ends]).toEqual([true, ['slow']]);
    expect(connection.open).toBe(false);
  });

  it('is dropped when more answers wait for it than allowed', async () => {
    const { receive, ends, sent } = openConnection();
    const call = `{"type":1,"invocationId":"${'i'.repeat(100)}","target":"x","arguments":[]}\x1e`;
    for (let message = 0; message < 20; message += 1) {
      receive(call);
      await new Promise(setImmediate);
    }
    expect(ends).toEqual(['slow']);
    expect(sent.length).toBeLessThan(12);
  });

  it('is dropped when it takes no bytes for 10 s', () => {
    const { connection, ends, clock } = openConnection();
    connection.send(event('x'));
    clock.advance(9999);
    connection.tick();
    expect(ends).toEqual([]);
    clock.advance(1);
    connection.tick();
    expect(ends).toEqual(['timeout']);
  });

  it('is followed on a real socket', async () => {
    const server = await startServer();
    const slow = await openClient(server, 'u1');
    const fast = await openClient(server, 'u2');
    const callers = [...server.hub.callers()];
    const target: Target = {
      id: '4b1a2c',
      icao24: '4b1a2c',
      callsign: 'B1234',
      latitude: 47.1,
      longitude: 8.2,
      pressureAltitudeM: 900,
      geometricAltitudeM: 940,
      groundSpeedMps: 52,
      trackDeg: 121,
      verticalRateMps: 0,
      onGround: false,
      at: 0,
      sourceId: 1,
      ...plainTarget,
      planId: null,
    };
    slow.socket.pause();
    let made = 0;
    const publish = (at: number) => {
      const targets = Array.from({ length: 4000 }, () => target);
      const picture = server.hub.prepare('getFlyData', {
        kind: 'picture',
        at,
        targets,
        removed: [],
        feeds: [],
      });
      for (const caller of callers) {
        caller.sendLatest('getFlyData', () => {
          made += 1;
          return picture;
        });
      }
    };
    const times = async (client: typeof slow, until: number) => {
      const seen: unknown[] = [];
      while (seen.at(-1) !== until) {
        const { arguments: args } = await client.next();
        seen.push(Array.isArray(args) ? args[0].at : null);
      }
      return seen;
    };
    const rounds = 40;
    const fastSaw: unknown[] = [];
    for (let at = 1; at <= rounds; at += 1) {
      publish(at);
      fastSaw.push(...(await times(fast, at)));
    }
    expect(fastSaw).toEqual(Array.from({ length: rounds }, (_, index) => index + 1));
    expect(made).toBeLessThan(2 * rounds);
    slow.socket.resume();
    const slowSaw = await times(slow, rounds);
    expect(slowSaw.length).toBeLessThan(rounds);
    expect(slowSaw.at(-1)).toBe(rounds);
    for (const client of [slow, fast]) client.socket.terminate();
    await until(() => server.disconnected.length === 2);
    await server.stop();
  });
});

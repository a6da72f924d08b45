import type { Viewport } from '#contract/hub.ts';
import type { Config } from '#server/kernel/config.ts';
import { type Row, rowsOf } from './people.ts';
import { eventually, type RunningTestServer, startTestServer, type TestServerOptions } from './server.ts';
import { cat021, createSender, freeUdpPort, type Seen, type Sender, type Watch, watch } from './traffic.ts';

export const chengdu: Viewport = [102, 29, 106, 33];
export const everywhere: Viewport = [-180, -90, 180, 90];

/** A server that hears a ground station of the test's own and nothing else, and the map over Chengdu of a user whom no area bounds. */
export interface Sky {
  server: RunningTestServer;
  /** The record of the ground station, and the UDP port on which it is heard. */
  source: Row;
  port: number;
  sender: Sender;
  map: Watch;
  /** UTC ms by the server's clock. */
  now(): number;
  later(ms: number): void;
  /** Stops the clock of the server until the answer is called. */
  standStill(): () => void;
  makeSource(values: object): Promise<Row>;
  /** Changes the record of a source. */
  change(id: number, values: object): Promise<void>;
  /** An aircraft near Chengdu, seen now. */
  over(icao24: string, change?: Partial<Seen>): Seen;
  /** One datagram of the ground station. */
  fly(...seen: Seen[]): Promise<void>;
  /** Sends again and again, each time with the time of now, until it is so. */
  flyUntil(seen: () => Seen[], is: () => boolean, wanted: string, to?: number): Promise<void>;
  close(): Promise<void>;
}

export async function startSky(
  config: Partial<Config> = {},
  options: Pick<TestServerOptions, 'usedMemoryMb'> = {},
): Promise<Sky> {
  let aheadMs = 0;
  let stoodAt: number | null = null;
  const now = () => stoodAt ?? Date.now() + aheadMs;
  const server = await startTestServer({ clock: () => new Date(now()), config, ...options });
  const sender = createSender();
  const port = await freeUdpPort();

  async function makeSource(values: object): Promise<Row> {
    const answer = await server.call('admin', 'POST', '/api/records/surveillanceSource', {
      type: 'Cat21',
      edition: '2.x',
      transport: 'udpUnicast',
      host: '127.0.0.1',
      ...values,
    });
    if (answer.status !== 201) throw new Error(`no source was made: ${JSON.stringify(answer.body)}`);
    return answer.body as Row;
  }

  // The flights of the demo are over, and its sensor is another one: its traffic goes to whatever source listens.
  await server.database.database.pool.query('update plan set state = 10 where state in (8, 9)');
  const source = await makeSource({ name: '试验站', nameEn: 'Test station', port, sac: 25 });
  const map = watch(await server.hub('admin', '/signalr-instant'));
  await map.look(chengdu);
  await eventually(() => map.feed(source.id) !== undefined, 'the feed');

  return {
    server,
    source,
    port,
    sender,
    map,
    now,
    later(ms) {
      aheadMs += ms;
    },
    standStill() {
      const at = now();
      stoodAt = at;
      return () => {
        aheadMs = at - Date.now();
        stoodAt = null;
      };
    },
    makeSource,
    async change(id, values) {
      const { rows } = await rowsOf(server, 'admin', 'surveillanceSource', `id=${id}`);
      const body = { version: rows[0]?.version, ...values };
      const answer = await server.call('admin', 'PATCH', `/api/records/surveillanceSource/${id}`, body);
      if (answer.status !== 200)
        throw new Error(`the source was not changed: ${JSON.stringify(answer.body)}`);
    },
    over: (icao24, change) => ({ icao24, longitude: 104.1, latitude: 30.6, at: now(), ...change }),
    fly: (...seen) => sender.send(cat021(...seen), port),
    flyUntil: (seen, is, wanted, to = port) =>
      eventually(
        async () => {
          await sender.send(cat021(...seen()), to);
          await new Promise((resolve) => setTimeout(resolve, 100));
          return is();
        },
        wanted,
        12_000,
      ),
    async close() {
      sender.close();
      await server.close();
    },
  };
}

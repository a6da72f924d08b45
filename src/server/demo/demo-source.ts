import { createSocket } from 'node:dgram';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { flyablePlans } from '#server/features/plans/active-plans.ts';
import { udpAddress } from '#server/features/surveillance/feed-udp.ts';
import type { Surveillance } from '#server/features/surveillance/surveillance.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Tell } from '#server/kernel/start-error.ts';
import { allOf } from '#server/seed/ensure.ts';
import { planned } from './demo-scenes.ts';
import { demoFlight } from './demo-traffic.ts';
import { type Generator, startGenerator } from './generator.ts';
import { demoSource } from './seed-demo.ts';

/**
 * Before the sources are opened: where another program of this machine, a second demo mostly, listens on the port of the
 * demo's source, the source gets a free one, which it keeps. Otherwise each would show the other's traffic, or none.
 */
export async function settleDemoPort({ records, tell }: { records: Records; tell: Tell }): Promise<void> {
  for (const source of await allOf(records, 'surveillanceSource')) {
    if (source.name !== demoSource.name) continue;
    const address = source.enabled === false ? null : udpAddress(source);
    if (address === null || address.multicast) continue;
    const { host, port } = address;
    if ((await portFor(host, port)) !== null) continue;
    const free = await portFor(host, 0);
    if (free === null) continue;
    await records.update(systemCaller(), 'surveillanceSource', source.id, source.version, { port: free });
    tell('start.demoPort', { taken: port, port: free });
  }
}

/** The UDP port that can be listened on, a free one for 0; null: it is taken, or cannot be had for another reason. */
function portFor(host: string, port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', () => {
      socket.close();
      resolve(null);
    });
    socket.bind({ address: host, port, exclusive: true }, () => {
      const { port: got } = socket.address();
      socket.close(() => resolve(got));
    });
  });
}

/** Flies the demo's plans at the source that listens for them. */
export function startDemoTraffic(deps: {
  records: Records;
  sql: Sql;
  surveillance: Pick<Surveillance, 'listensFor'>;
  clock: () => Date;
  log: Logger;
}): Generator {
  const { records, sql, surveillance, clock, log } = deps;
  return startGenerator({
    // The scenes fly theirs, with what goes wrong.
    flights: async (now) =>
      (await flyablePlans(records, sql, now))
        .filter(({ callsign }) => callsign !== planned.callsign)
        .map(demoFlight),
    to: () => surveillance.listensFor(21),
    clock,
    log,
  });
}

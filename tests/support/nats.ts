import { connect } from 'node:net';

/** Where several servers are joined to one hub. */
export const natsUrl = process.env.NATS_URL ?? 'nats://127.0.0.1:4222';

/** Whether somebody answers there; what needs it is left out aloud. */
export const hasNats = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(natsUrl);
  const socket = connect({ host: hostname, port: Number(port || 4222), timeout: 500 });
  socket.once('connect', () => resolve(true));
  for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  socket.once('connect', () => socket.destroy());
});
if (!hasNats) console.log(`skipped: no NATS at ${natsUrl}`);

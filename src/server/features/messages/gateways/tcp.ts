import { connect, createServer, type Server, type Socket } from 'node:net';
import { cutMessages } from '#domain/messages/envelope.ts';
import type { GatewayRow } from '#server/features/messages/message-rows.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createNetworkGuard, Refused } from '#server/kernel/network-guard.ts';
import type { OnReceived, SendOutcome, SendThrough } from './gateway.ts';

const patienceMs = 10_000;
/** More without an end of message is noise, not a message. */
const mostWaiting = 64 * 1024;

/** `host:port`, `[::1]:port`; `:port` to listen on every address. Null: neither. */
export function tcpAddress(text: string): { host: string | undefined; port: number } | null {
  const found = /^(?:\[([0-9a-f:.]+)\]|([^:\s/]*)):(\d{1,5})$/i.exec(text.trim());
  const port = Number(found?.[3]);
  if (!found || port < 1 || port > 65_535) return null;
  return { host: found[1] ?? (found[2] || undefined), port };
}

/** Cuts what arrives, in whatever parts, into messages. */
export function createSplitter(onMessage: (text: string) => void): (part: string) => void {
  let waiting = '';
  return (part) => {
    const { whole, rest } = cutMessages(waiting + part);
    waiting = rest.length > mostWaiting ? '' : rest;
    for (const text of whole) onMessage(text);
  };
}

export interface TcpGateway {
  send: SendThrough;
  /** Listens for gateways that only receive, by their address; those that are gone are closed. */
  listen(gateways: GatewayRow[], onReceived: OnReceived): void;
  close(): Promise<void>;
}

/**
 * A line over TCP. A connection is kept and used again; it is made anew when it broke. TCP tells that bytes were
 * handed over, not that anybody read them: only LAM, ACK or an answer to a distress message says that. As with
 * webhooks, none is made into the own network unless that is allowed.
 */
export function createTcpGateway(deps: {
  log: Logger;
  onReceived: OnReceived;
  allowPrivate: boolean;
}): TcpGateway {
  const { log } = deps;
  const guard = createNetworkGuard(deps);
  const lines = new Map<number, { socket: Socket; address: string }>();
  const listeners = new Map<number, { server: Server; address: string }>();
  const guests = new Set<Socket>();

  function read(socket: Socket, gateway: GatewayRow, onReceived: OnReceived): void {
    const split = createSplitter((text) => {
      onReceived(text, gateway, (envelope) => void socket.write(envelope)).catch((error: unknown) =>
        log.error({ error, gateway: gateway.id }, 'a received message could not be kept'),
      );
    });
    socket.setEncoding('latin1').on('data', (part) => split(String(part)));
  }

  async function lineOf(gateway: GatewayRow): Promise<Socket | null> {
    const open = lines.get(gateway.id);
    if (open && open.address === gateway.address && open.socket.writable) return open.socket;
    open?.socket.destroy();
    lines.delete(gateway.id);
    const address = tcpAddress(gateway.address);
    if (!address?.host) return null;
    const { host, port } = address;
    const refused = guard.refuses(host);
    if (refused) throw new Refused(refused);
    const socket = connect({ host, port, lookup: guard.lookup });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), patienceMs);
      socket
        .once('connect', resolve)
        .once('error', reject)
        .once('close', () => reject(new Error('closed')));
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    });
    socket.setKeepAlive(true, 30_000);
    socket.on('error', (error) => log.info({ error, gateway: gateway.id }, 'a message line broke'));
    socket.on('close', () => {
      if (lines.get(gateway.id)?.socket === socket) lines.delete(gateway.id);
    });
    lines.set(gateway.id, { socket, address: gateway.address });
    read(socket, gateway, deps.onReceived);
    return socket;
  }

  async function send(gateway: GatewayRow, envelope: string): Promise<SendOutcome> {
    let socket: Socket | null;
    try {
      socket = await lineOf(gateway);
    } catch (error) {
      if (error instanceof Refused) return { ok: false, error: error.text, unknown: false };
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'closed';
      return { ok: false, error: { key: 'message.gateway.line', values: { reason } }, unknown: false };
    }
    if (!socket) return { ok: false, error: { key: 'message.gateway.address' }, unknown: false };
    const line = socket;
    return new Promise((settled) => {
      const broken = () => settled({ ok: false, error: { key: 'message.gateway.broken' }, unknown: true });
      const timer = setTimeout(() => line.destroy(), patienceMs);
      line.once('close', broken);
      line.write(envelope, 'latin1', (error) => {
        clearTimeout(timer);
        line.off('close', broken);
        if (error) broken();
        else settled({ ok: true, acknowledged: false });
      });
    });
  }

  return {
    send: (gateway, message) => send(gateway, message.envelope),

    listen(gateways, onReceived) {
      const wanted = new Map(gateways.map((one) => [one.id, one]));
      for (const [id, { server, address }] of listeners) {
        if (wanted.get(id)?.address === address) continue;
        server.close();
        listeners.delete(id);
      }
      for (const gateway of gateways) {
        if (listeners.has(gateway.id)) continue;
        const address = tcpAddress(gateway.address);
        if (!address) continue;
        const server = createServer((socket) => {
          guests.add(socket);
          socket.on('close', () => guests.delete(socket)).on('error', () => socket.destroy());
          read(socket, gateway, onReceived);
        });
        server.on('error', (error) => {
          log.error({ error, gateway: gateway.id }, 'a message line cannot be listened on');
          listeners.delete(gateway.id);
        });
        server.listen(address.port, address.host);
        listeners.set(gateway.id, { server, address: gateway.address });
      }
    },

    async close() {
      for (const { socket } of lines.values()) socket.destroy();
      for (const socket of guests) socket.destroy();
      await Promise.all(
        [...listeners.values()].map(
          ({ server }) => new Promise<void>((resolve) => server.close(() => resolve())),
        ),
      );
    },
  };
}

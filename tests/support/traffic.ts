import { createSocket, type Socket } from 'node:dgram';
import type { HubConnection } from '@microsoft/signalr';
import type { FeedState, FlyData, Viewport } from '#contract/hub.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { Target } from '#domain/surveillance/track/target.ts';

/** An aircraft as a ground station would report it. */
export interface Seen {
  icao24: string;
  callsign?: string;
  longitude: number;
  latitude: number;
  /** UTC ms. */
  at: number;
  flightLevel?: number;
  groundSpeedKt?: number;
  trackDeg?: number;
  mode3A?: string;
  sac?: number;
  sic?: number;
}

/** One CAT021 (2.x) data block as a datagram carries it. */
export function cat021(...aircraft: Seen[]): Uint8Array {
  const encoded = encodeBlock(
    21,
    '2.x',
    aircraft.map((one) => ({
      source: { sac: one.sac ?? 25, sic: one.sic ?? 7 },
      descriptor: { addressType: 0, altitudeCapability: 0, groundBit: false, simulated: false },
      position: { latitudeDeg: one.latitude, longitudeDeg: one.longitude },
      targetAddress: one.icao24,
      timeOfPositionReceptionS: (one.at % 86_400_000) / 1000,
      timeOfTransmissionS: (one.at % 86_400_000) / 1000,
      geometricHeightFt: (one.flightLevel ?? 50) * 100 + 200,
      flightLevelFl: one.flightLevel ?? 50,
      groundVector: { groundSpeedKt: one.groundSpeedKt ?? 120, trackDeg: one.trackDeg ?? 90 },
      targetIdentification: one.callsign ?? `T${one.icao24.slice(-4)}`.toUpperCase(),
      emitterCategory: 1,
      ...(one.mode3A ? { mode3A: { code: one.mode3A } } : {}),
    })),
  );
  if (!encoded.ok) throw new Error(`the test's traffic does not fit CAT021: ${encoded.reason}`);
  return encoded.bytes;
}

/** A capture of UDP datagrams over Ethernet, as tcpdump writes it. */
export function pcapOf(datagrams: { atMs: number; payload: Uint8Array }[]): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(65_535, 16);
  header.writeUInt32LE(1, 20);
  const packets = datagrams.map(({ atMs, payload }) => {
    const frame = Buffer.alloc(42 + payload.length);
    frame.writeUInt16BE(0x0800, 12);
    frame[14] = 0x45;
    frame.writeUInt16BE(28 + payload.length, 16);
    frame[22] = 64;
    frame[23] = 17;
    frame.writeUInt16BE(8600, 34);
    frame.writeUInt16BE(8600, 36);
    frame.writeUInt16BE(8 + payload.length, 38);
    frame.set(payload, 42);
    const record = Buffer.alloc(16);
    record.writeUInt32LE(Math.floor(atMs / 1000), 0);
    record.writeUInt32LE((atMs % 1000) * 1000, 4);
    record.writeUInt32LE(frame.length, 8);
    record.writeUInt32LE(frame.length, 12);
    return Buffer.concat([record, frame]);
  });
  return Buffer.concat([header, ...packets]);
}

/** A UDP port of the loopback address that nobody listens on. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(resolve));
  return port;
}

export interface Sender {
  socket: Socket;
  send(bytes: Uint8Array, port: number, host?: string): Promise<void>;
  close(): void;
}

export function createSender(): Sender {
  const socket = createSocket('udp4');
  return {
    socket,
    send: (bytes, port, host = '127.0.0.1') =>
      new Promise((resolve, reject) =>
        socket.send(bytes, port, host, (error) => (error ? reject(error) : resolve())),
      ),
    close: () => socket.close(),
  };
}

/** What a map holds: it takes pictures and changes as a client does. */
export interface Watch {
  messages: FlyData[];
  targets: Map<string, Target>;
  feed(sourceId: number): FeedState | undefined;
  look(viewport: Viewport | null): Promise<void>;
}

export function watch(connection: HubConnection): Watch {
  const messages: FlyData[] = [];
  const targets = new Map<string, Target>();
  connection.on('getFlyData', (data: FlyData) => {
    messages.push(data);
    if (data.kind === 'picture') targets.clear();
    for (const id of data.removed) targets.delete(id);
    for (const target of data.targets) targets.set(target.id, target);
  });
  return {
    messages,
    targets,
    feed: (sourceId) => messages.at(-1)?.feeds.find((one) => one.sourceId === sourceId),
    look: (viewport) => connection.invoke('SetViewport', viewport),
  };
}

import { createSocket } from 'node:dgram';
import { mpsPerKnot } from '#domain/geo/units.ts';
import { encodeBlock } from '#domain/surveillance/asterix/encode.ts';
import type { AsterixRecord } from '#domain/surveillance/asterix/table.ts';
import { type SimulatedState, simulate, taxiS } from '#domain/surveillance/track/simulate.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** A flight of the demo that is to be seen: the plan's aircraft, its path, and since when it moves. */
export interface DemoFlight {
  callsign: string;
  /** Six hex digits. */
  icao24: string;
  /** [longitude, latitude] in degrees. */
  path: [number, number][];
  /** UTC ms at which it took off; null: it stands at its departure. */
  since: number | null;
  groundSpeedMps: number;
  /** Pressure altitude (STD), metres. */
  cruiseAltitudeM: number;
  fieldElevationM: number;
}

export interface Generator {
  /** Resolves once nothing of it asks the database any more. */
  close(): Promise<void>;
}

const feetPerMetre = 1 / 0.3048;
/** How often the plans are looked at; a flight released just now appears within this time. */
const refreshMs = 2_000;

/**
 * Flies the demo's plans as a ground station would report them: one CAT021 (2.x) datagram a second with a record
 * for each aircraft, sent to the demo's source. It goes through the same decoder as any feed.
 */
export function startGenerator(deps: {
  flights(now: Date): Promise<DemoFlight[]>;
  /** Where the demo's source listens; null: it is switched off. */
  to(): { host: string; port: number } | null;
  clock: () => Date;
  log: Logger;
}): Generator {
  const socket = createSocket('udp4');
  socket.on('error', (error) => deps.log.warn({ error: error.message }, 'demo traffic could not be sent'));
  socket.unref();
  let flights: DemoFlight[] = [];
  let refreshing: Promise<void> | null = null;

  function refresh(): void {
    refreshing ??= read().finally(() => {
      refreshing = null;
    });
  }

  async function read(): Promise<void> {
    try {
      flights = await deps.flights(deps.clock());
    } catch (error) {
      deps.log.warn({ error }, 'the demo plans could not be read');
    }
  }

  function send(): void {
    const to = deps.to();
    if (!to) return;
    const now = deps.clock().getTime();
    for (const encoded of adsbBlocks(flights.map((flight) => recordOf(flight, now)))) {
      if (encoded.ok) socket.send(encoded.bytes, to.port, to.host);
      else deps.log.warn({ reason: encoded.reason, path: encoded.path }, 'a demo flight does not fit CAT021');
    }
  }

  refresh();
  const timers = [setInterval(refresh, refreshMs).unref(), setInterval(send, 1_000).unref()];
  return {
    async close() {
      for (const timer of timers) clearInterval(timer);
      await refreshing;
      socket.close();
    },
  };
}

/** Blocks of CAT021, a datagram each: a record is some 50 octets; thirty stay well under one Ethernet frame's 1,472. */
export function* adsbBlocks(records: readonly AsterixRecord[]) {
  for (let i = 0; i < records.length; i += 25) yield encodeBlock(21, '2.x', records.slice(i, i + 25));
}

/** What a ground station reports of a flight of the demo, UTC ms. */
export const recordOf = (flight: DemoFlight, now: number): AsterixRecord =>
  adsbRecord(flight, flown(flight, now), now);

/** Where a flight of the demo is at a moment, UTC ms. */
export function flown(flight: DemoFlight, now: number): SimulatedState {
  const airborneS = flight.since === null ? -taxiS : Math.max(-taxiS, (now - flight.since) / 1000);
  return simulate(flight, taxiS + airborneS);
}

/** What a ground station reports of an aircraft that it sees now, UTC ms. */
export function adsbRecord(
  { callsign, icao24 }: Pick<DemoFlight, 'callsign' | 'icao24'>,
  state: SimulatedState,
  now: number,
): AsterixRecord {
  const timeOfDayS = (now % 86_400_000) / 1000;
  return {
    source: { sac: 0, sic: 1 },
    descriptor: { addressType: 0, altitudeCapability: 0, groundBit: state.onGround, simulated: true },
    position: { latitudeDeg: state.latitude, longitudeDeg: state.longitude },
    targetAddress: icao24.toLowerCase(),
    timeOfPositionReceptionS: timeOfDayS,
    timeOfTransmissionS: timeOfDayS,
    geometricHeightFt: state.altitudeM * feetPerMetre,
    flightLevelFl: (state.altitudeM * feetPerMetre) / 100,
    barometricVerticalRate: { verticalRateFtMin: state.verticalRateMps * feetPerMetre * 60 },
    groundVector: { groundSpeedKt: state.groundSpeedMps / mpsPerKnot, trackDeg: wrapped(state) },
    targetIdentification: callsign,
    emitterCategory: 1,
  };
}

/** 359.999° rounds up to a full turn, which the field cannot hold. */
function wrapped({ trackDeg }: SimulatedState): number {
  return trackDeg >= 359.99 ? 0 : trackDeg;
}

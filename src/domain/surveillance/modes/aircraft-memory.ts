import type { Position } from '#domain/geo/geodesy.ts';
import { type Report, unsaid } from '#domain/surveillance/track/report.ts';

/** What an aircraft says apart from where it is, each in messages of its own. */
export type Said = Partial<
  Pick<
    Report,
    | 'callsign'
    | 'mode3A'
    | 'pressureAltitudeM'
    | 'geometricAltitudeM'
    | 'groundSpeedMps'
    | 'trackDeg'
    | 'verticalRateMps'
    | 'onGround'
    | 'accuracy'
    | 'emergency'
  >
>;

/** Callsign, code and accuracy do not move; what does is not said of a position that is later than this. */
const movingMs = 10_000;
const lastingMs = 120_000;
const lasting: ReadonlySet<string> = new Set(['callsign', 'mode3A', 'accuracy', 'emergency']);
/** Aircraft that one receiver can hear; beyond it whoever was heard longest ago is forgotten. */
const mostAircraft = 5_000;

/** Keeps what is known of an aircraft that was just heard: it is last in the map, and the first is who was heard longest ago. */
export function keepLatest<Known>(aircraft: Map<string, Known>, address: string, known: Known): void {
  aircraft.delete(address);
  aircraft.set(address, known);
  const [oldest] = aircraft.keys();
  if (aircraft.size > mostAircraft && oldest !== undefined) aircraft.delete(oldest);
}

/** Gathers what aircraft say in several messages, for formats whose messages each have a part (Mode S, SBS-1). */
export interface AircraftMemory {
  hear(address: string, said: Said, atMs: number): void;
  knows(address: string, atMs: number): boolean;
  /** A report of a position, with what else was heard of late. */
  report(address: string, position: Position, own: Partial<Report>, atMs: number): Report;
}

export function createAircraftMemory(): AircraftMemory {
  const heard = new Map<string, { atMs: number; said: Map<string, { part: Said; atMs: number }> }>();

  function entryOf(address: string, atMs: number) {
    const entry = heard.get(address) ?? { atMs, said: new Map() };
    entry.atMs = atMs;
    keepLatest(heard, address, entry);
    return entry;
  }

  return {
    hear(address, said, atMs) {
      const entry = entryOf(address, atMs);
      for (const [key, value] of Object.entries(said)) entry.said.set(key, { part: { [key]: value }, atMs });
    },
    knows: (address, atMs) => atMs - (heard.get(address)?.atMs ?? Number.NEGATIVE_INFINITY) <= lastingMs,
    report(address, position, own, atMs) {
      const report: Report = {
        ...unsaid,
        icao24: address,
        addressType: 'icao',
        latitude: position.latitude,
        longitude: position.longitude,
        at: atMs,
      };
      for (const [key, one] of heard.get(address)?.said ?? []) {
        if (atMs - one.atMs <= (lasting.has(key) ? lastingMs : movingMs)) Object.assign(report, one.part);
      }
      return { ...report, ...own };
    },
  };
}

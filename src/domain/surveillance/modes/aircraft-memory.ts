import type { Position } from '#domain/geo/geodesy.ts';
import { type AskedTwice, type Report, type SaidTimes, unsaid } from '#domain/surveillance/track/report.ts';

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
/** A value that is said again after so long was not said twice in a row. */
const inRowMs = 30_000;
const askedTwice: Record<AskedTwice, true> = {
  callsign: true,
  mode3A: true,
  onGround: true,
  emergency: true,
  pressureAltitudeM: true,
  geometricAltitudeM: true,
};
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

/** One value, and when it was said first and last without another in between. */
interface Part {
  value: unknown;
  firstAtMs: number;
  atMs: number;
}

export function createAircraftMemory(): AircraftMemory {
  const heard = new Map<string, { atMs: number; said: Map<string, Part> }>();

  function entryOf(address: string, atMs: number) {
    const entry = heard.get(address) ?? { atMs, said: new Map() };
    entry.atMs = atMs;
    keepLatest(heard, address, entry);
    return entry;
  }

  return {
    hear(address, said, atMs) {
      const entry = entryOf(address, atMs);
      for (const [key, value] of Object.entries(said)) {
        const before = entry.said.get(key);
        const isAgain = before !== undefined && before.value === value && atMs - before.atMs <= inRowMs;
        entry.said.set(key, { value, firstAtMs: isAgain ? before.firstAtMs : atMs, atMs });
      }
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
      const said: SaidTimes = {};
      for (const [key, { value, firstAtMs, atMs: lastAtMs }] of heard.get(address)?.said ?? []) {
        if (atMs - lastAtMs > (lasting.has(key) ? lastingMs : movingMs)) continue;
        Object.assign(report, { [key]: value });
        if (isAskedTwice(key)) said[key] = { firstAt: firstAtMs, lastAt: lastAtMs };
      }
      return { ...report, ...own, said };
    },
  };
}

const isAskedTwice = (key: string): key is AskedTwice => Object.hasOwn(askedTwice, key);

import type { Report } from '#domain/surveillance/track/report.ts';
import type { InterferenceLimits } from './interference.ts';
import { interferenceCellAt } from './interference-cells.ts';

/** One aircraft in one cell and hour, as one server heard it by one source. Times are UTC ms. */
export interface AffectedAircraft {
  /** Hours since 1970-01-01 UTC. */
  hour: number;
  cell: number;
  /** 24-bit address. */
  address: number;
  lastAt: number;
  /** When it last stated degraded accuracy, and when it last jumped; null: it did not. */
  degradedAt: number | null;
  jumpedAt: number | null;
  jumps: number;
  losses: number;
  /** The worst accuracy that it stated, metres (95 %); null: none. */
  worstM: number | null;
}

export type InterferenceThresholds = Pick<InterferenceLimits, 'nacp' | 'nic'>;

interface Heard {
  longitude: number;
  latitude: number;
  heightM: number | null;
  /** By the report, for jumps; and when it came in. */
  fixAt: number;
  lastAt: number;
  cell: number;
  address: number;
  /** When it last stated an accuracy that is known. */
  knownAt: number;
  /** Where it is counted now; null: what was counted has been taken. */
  row: AffectedAircraft | null;
}

const hourMs = 3_600_000;
/**
 * No civil aircraft flies faster over the ground; the slack is the usual error of a position. A fix farther from the last one
 * is a jump, both away from the true place and back to it.
 */
const fastestMps = 400;
const slackM = 2_000;
/** After so long without a fix nothing is concluded from the distance. */
const jumpWithinMs = 300_000;
/** Silent for so long while the source goes on, an aircraft is lost. */
const lostAfterMs = 60_000;
/** The source goes on where it was heard so lately. */
const goesOnMs = 10_000;
/** Lower ones may have landed out of sight. Metres above 1013.25 hPa. */
const leastHeightM = 600;
/** Aircraft that one source can invent. */
const mostAircraft = 20_000;
const mostRows = 50_000;
const metresPerDegree = 111_195;

/** Adds what was counted elsewhere of the same aircraft, cell and hour. */
export function addTo(row: AffectedAircraft, one: AffectedAircraft): void {
  row.lastAt = Math.max(row.lastAt, one.lastAt);
  row.degradedAt = greater(row.degradedAt, one.degradedAt);
  row.jumpedAt = greater(row.jumpedAt, one.jumpedAt);
  row.jumps += one.jumps;
  row.losses += one.losses;
  row.worstM = greater(row.worstM, one.worstM);
}

/**
 * Counts what ADS-B aircraft of one source state of their accuracy, where they jump and where they are lost; in memory,
 * until it is taken. On the hot path: a report costs one look-up by address.
 */
export function createInterferenceCounts() {
  const aircraft = new Map<string, Heard>();
  let rows = new Map<string, AffectedAircraft>();
  let sourceAt = 0;

  function rowOf(hour: number, cell: number, address: number, lastAt: number): AffectedAircraft {
    const key = `${hour}|${cell}|${address}`;
    const known = rows.get(key);
    if (known) return known;
    const row: AffectedAircraft = {
      hour,
      cell,
      address,
      lastAt,
      degradedAt: null,
      jumpedAt: null,
      jumps: 0,
      losses: 0,
      worstM: null,
    };
    if (rows.size < mostRows) rows.set(key, row);
    return row;
  }

  const lastRowOf = ({ lastAt, cell, address }: Heard) =>
    rowOf(Math.floor(lastAt / hourMs), cell, address, lastAt);

  return {
    /** `at`: when the report came in, UTC ms. */
    add(report: Report, at: number, { nacp: leastNacp, nic: leastNic }: InterferenceThresholds): void {
      const { icao24, addressType, accuracy, nic, onGround, latitude, longitude, radar } = report;
      const nacp = accuracy?.nacp ?? null;
      // Only ADS-B states one of them; what stands on the ground says nothing of the air.
      if (icao24 === null || radar !== null || (addressType !== 'icao' && addressType !== null)) return;
      if (onGround === true) {
        aircraft.delete(icao24);
        return;
      }
      if (nacp === null && nic === undefined) return;
      sourceAt = at;
      const hour = Math.floor(at / hourMs);
      const cell = interferenceCellAt(longitude, latitude);
      let heard = aircraft.get(icao24);
      const isJump = heard !== undefined && jumped(heard, report);
      if (!heard) {
        if (aircraft.size >= mostAircraft) return;
        const address = Number.parseInt(icao24, 16);
        const first = { heightM: null, fixAt: report.at, lastAt: at };
        heard = {
          longitude,
          latitude,
          ...first,
          cell,
          address,
          knownAt: Number.NEGATIVE_INFINITY,
          row: null,
        };
        aircraft.set(icao24, heard);
      }
      if (isJump) {
        // It counts where the aircraft was: where it leapt to it may never have been.
        const left = lastRowOf(heard);
        left.jumps += 1;
        left.jumpedAt = at;
      }
      if (heard.row === null || heard.row.hour !== hour || heard.cell !== cell) {
        heard.row = rowOf(hour, cell, heard.address, at);
        heard.cell = cell;
      }
      const { row } = heard;
      const isUnknown = nic === 0;
      const isLow = (nacp !== null && nacp < leastNacp) || (nic !== undefined && nic > 0 && nic < leastNic);
      // 0 is "unknown": of a transponder that never states more it is not degraded.
      if (isLow || (isUnknown && at - heard.knownAt <= hourMs)) row.degradedAt = at;
      if ((nic !== undefined && nic > 0) || nacp !== null) heard.knownAt = at;
      const statedM = accuracy?.horizontalM ?? null;
      if (nacp !== null && statedM !== null && statedM > (row.worstM ?? 0)) row.worstM = statedM;
      row.lastAt = at;
      if (report.at >= heard.fixAt) {
        heard.longitude = longitude;
        heard.latitude = latitude;
        heard.fixAt = report.at;
      }
      heard.heightM = report.pressureAltitudeM ?? report.geometricAltitudeM ?? heard.heightM;
      heard.lastAt = at;
    },
    /** Forgets who is silent; lost is who was aloft while others of the source go on in the same cell. Called every few seconds. */
    sweep(nowMs: number): void {
      if (nowMs - sourceAt > goesOnMs) return;
      const silent: [string, Heard][] = [];
      const going = new Set<number>();
      for (const entry of aircraft) {
        if (nowMs - entry[1].lastAt > lostAfterMs) silent.push(entry);
        else going.add(entry[1].cell);
      }
      for (const [address, one] of silent) {
        aircraft.delete(address);
        if (!going.has(one.cell) || (one.heightM !== null && one.heightM < leastHeightM)) continue;
        lastRowOf(one).losses += 1;
      }
    },
    /** All that was counted since it was last taken. */
    take(): AffectedAircraft[] {
      const taken = [...rows.values()];
      rows = new Map();
      for (const one of aircraft.values()) one.row = null;
      return taken;
    },
    /** What could not be stored counts again. */
    giveBack(taken: readonly AffectedAircraft[]): void {
      for (const one of taken) addTo(rowOf(one.hour, one.cell, one.address, one.lastAt), one);
    },
  };
}

export type InterferenceCounts = ReturnType<typeof createInterferenceCounts>;

const greater = (one: number | null, two: number | null): number | null =>
  one === null ? two : two === null ? one : Math.max(one, two);

/** Farther from the last fix than it can have flown. */
function jumped({ longitude, latitude, fixAt }: Heard, report: Report): boolean {
  const seconds = (report.at - fixAt) / 1_000;
  if (seconds < 0 || seconds * 1_000 > jumpWithinMs) return false;
  const north = (report.latitude - latitude) * metresPerDegree;
  const degrees = ((report.longitude - longitude + 540) % 360) - 180;
  const east = degrees * metresPerDegree * Math.cos((latitude * Math.PI) / 180);
  const mostM = slackM + fastestMps * seconds;
  return north * north + east * east > mostM * mostM;
}

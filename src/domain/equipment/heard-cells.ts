import { cellAt } from '#domain/statistics/heat-cells.ts';
import type { Report } from '#domain/surveillance/track/report.ts';

/**
 * Heights by which coverage is told apart: above 1013.25 hPa, above sea level or the ellipsoid where a report states no
 * pressure altitude. Each band ends where the next begins; `unknown`: the report states no height.
 */
export const heightBands = ['low', 'middle', 'high', 'upper', 'unknown'] as const;
export type HeightBand = (typeof heightBands)[number];

/** Lower bounds of the bands above the lowest, metres. */
export const bandFloorsM = [500, 1_500, 3_000] as const;
export const unknownBand = heightBands.indexOf('unknown');

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Index of the band in which a report lies. */
export function bandOf({ pressureAltitudeM, amslAltitudeM, geometricAltitudeM, onGround }: Report): number {
  const heightM = pressureAltitudeM ?? amslAltitudeM ?? geometricAltitudeM;
  if (heightM === null) return onGround === true ? 0 : unknownBand;
  if (heightM < bandFloorsM[0]) return 0;
  if (heightM < bandFloorsM[1]) return 1;
  return heightM < bandFloorsM[2] ? 2 : 3;
}

/** What one source heard in one cell and band in one UTC day. */
export interface HeardCell {
  /** Days since 1970-01-01 UTC. */
  day: number;
  cell: number;
  band: number;
  reports: number;
  /** A bit for each hour of the day in which it was heard. */
  hours: number;
  /** UTC ms. */
  lastAt: number;
}

interface Count {
  reports: number;
  hours: number;
  lastAt: number;
}

/** Cells have 25 bits, bands three: one small integer for both. */
const keyOf = (cell: number, band: number) => cell * 8 + band;

/** Counts the reports of one source by cell and band, in memory, until they are taken. */
export function createHeardCells() {
  let today = Number.NaN;
  let counts = new Map<number, Count>();
  const days = new Map<number, Map<number, Count>>();

  function countsOf(day: number): Map<number, Count> {
    if (day === today) return counts;
    today = day;
    counts = days.get(day) ?? new Map<number, Count>();
    days.set(day, counts);
    return counts;
  }

  function include(day: number, key: number, reports: number, hours: number, lastAt: number): void {
    const known = countsOf(day);
    const count = known.get(key);
    if (!count) {
      known.set(key, { reports, hours, lastAt });
      return;
    }
    count.reports += reports;
    count.hours |= hours;
    if (lastAt > count.lastAt) count.lastAt = lastAt;
  }

  return {
    /** `at`: when the report came in, UTC ms. */
    add(report: Report, at: number): void {
      const day = Math.floor(at / dayMs);
      const hour = Math.floor((at - day * dayMs) / hourMs);
      include(day, keyOf(cellAt(report.longitude, report.latitude), bandOf(report)), 1, 1 << hour, at);
    },
    /** All that was counted; it is forgotten here. */
    take(): HeardCell[] {
      const taken = [...days].flatMap(([day, cells]) =>
        [...cells].map(([key, count]) => ({ day, cell: Math.floor(key / 8), band: key % 8, ...count })),
      );
      days.clear();
      today = Number.NaN;
      return taken;
    },
    /** What could not be stored counts again. */
    giveBack(cells: readonly HeardCell[]): void {
      for (const { day, cell, band, reports, hours, lastAt } of cells)
        include(day, keyOf(cell, band), reports, hours, lastAt);
    },
  };
}

export type HeardCells = ReturnType<typeof createHeardCells>;

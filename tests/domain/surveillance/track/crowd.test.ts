import { describe, expect, it } from 'vitest';
import { createAllowances } from '#domain/surveillance/track/allowance.ts';
import { assign } from '#domain/surveillance/track/assignment.ts';
import { beginFlight } from '#domain/surveillance/track/flight.ts';
import { createFlightGrid, mostCandidates } from '#domain/surveillance/track/flight-grid.ts';
import { defaultTrackLimits } from '#domain/surveillance/track/limits.ts';
import { measure } from '#domain/surveillance/track/measure.ts';
import type { Report } from '#domain/surveillance/track/report.ts';
import { createTrackTable, type TrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

/** However much comes in: the table is bounded, drops what matters least, and searches no more at one point than elsewhere. */

const t0 = 1_000_000;
const noHeight = { pressureAltitudeM: null, geometricAltitudeM: null };
const numbered = (number: number, change: Partial<Report> = {}) =>
  reportOf({ icao24: (0x100000 + number).toString(16), callsign: null, at: t0 + number, ...change });
const ids = (table: TrackTable) => [...table.tracks()].map(({ id }) => id).sort();
const id = (number: number) => (0x100000 + number).toString(16);

describe('a table that is full', () => {
  it('keeps tracks with a plan, then those with a height, and of these the newest', () => {
    const shed: string[] = [];
    const table = createTrackTable({
      limits: { tracks: 4 },
      hasPlan: (track) => track.id === id(1),
      shed: (sourceId, reason) => shed.push(`${sourceId} ${reason}`),
    });
    table.apply(numbered(1), 1, t0);
    table.apply(numbered(2, noHeight), 1, t0);
    table.apply(numbered(3), 1, t0);
    table.apply(numbered(4, noHeight), 2, t0);
    // Heard again it is the newest of those without a height.
    table.apply(numbered(2, { ...noHeight, at: t0 + 1_002 }), 1, t0 + 1_000);
    table.apply(numbered(5), 1, t0 + 1_000);
    expect(ids(table)).toEqual([1, 2, 3, 5].map(id));
    table.apply(numbered(6), 1, t0 + 1_000);
    expect(ids(table)).toEqual([1, 3, 5, 6].map(id));
    // Only heights and a plan are left: one without a height has no place, one with a height takes the oldest.
    expect(table.apply(numbered(7, noHeight), 1, t0 + 1_000)).toMatchObject({
      accepted: false,
      reason: 'crowded',
    });
    table.apply(numbered(8), 1, t0 + 1_000);
    expect(ids(table)).toEqual([1, 5, 6, 8].map(id));
    expect(shed).toEqual(['2 dropped', '1 dropped', '1 crowded', '1 dropped']);
  });

  it('takes a track with a plan, whatever there is', () => {
    const table = createTrackTable({ limits: { tracks: 2 }, hasPlan: (track) => track.id === id(3) });
    for (const number of [1, 2]) table.apply(numbered(number), 1, t0);
    table.apply(numbered(3, noHeight), 1, t0);
    expect(ids(table)).toEqual([2, 3].map(id));
  });

  it('lets one source crowd out its own tracks only', () => {
    const table = createTrackTable({ limits: { sourceTracks: 2 } });
    table.apply(numbered(1), 1, t0);
    for (const number of [2, 3, 4]) table.apply(numbered(number), 2, t0);
    expect(ids(table)).toEqual([1, 3, 4].map(id));
  });

  it('says which tracks are gone, as of any other', () => {
    const table = createTrackTable({ limits: { tracks: 1 } });
    table.apply(numbered(1), 1, t0);
    const { cursor } = table.changesSince(0);
    table.apply(numbered(2), 1, t0);
    expect(table.changesSince(cursor)).toMatchObject({ changed: [{ id: id(2) }], removed: [id(1)] });
  });
});

describe('new tracks', () => {
  it('are as many a second as the limits allow, and tracks that there are move on', () => {
    const table = createTrackTable({ limits: { sourceNewTracksPerS: 2, newTracksPerS: 3 } });
    for (let number = 0; number < 50; number++) table.apply(numbered(number), 1, t0);
    // Ten seconds' worth at once.
    expect(table.size()).toBe(20);
    for (let number = 50; number < 100; number++) table.apply(numbered(number), 2, t0);
    expect(table.size()).toBe(30);
    expect(table.refusals().newTracks).toBe(70);
    const again = table.apply(numbered(3, { at: t0 + 1_003 }), 1, t0 + 1_000);
    expect(again).toMatchObject({ accepted: true, isNew: false });
    for (let number = 100; number < 150; number++) table.apply(numbered(number), 1, t0 + 1_000);
    expect(table.size()).toBe(32);
  });

  it('under one address are few', () => {
    const table = createTrackTable();
    let at = t0;
    for (let place = 1; place <= 20; place++) {
      for (let step = 0; step < 6; step++) {
        at += 1_000;
        for (let here = 0; here <= place; here++) {
          table.apply(reportOf({ latitude: 20 + here, at: at + here }), 1, at + here);
        }
      }
    }
    expect(table.size()).toBe(8);
    expect(table.refusals().doubles).toBeGreaterThan(0);
  });
});

it('an allowance is what a second gives, saved for ten', () => {
  const allowances = createAllowances();
  const perSecond = { each: 10, all: 15 };
  expect(allowances.take(1, 200, perSecond, t0)).toBe(100);
  expect(allowances.take(2, 200, perSecond, t0)).toBe(50);
  expect(allowances.take(1, 200, perSecond, t0 + 500)).toBe(5);
  expect(allowances.take(1, 200, perSecond, t0 - 60_000)).toBe(0);
  expect(allowances.take(1, 200, perSecond, t0 + 600_000)).toBe(100);
});

describe('the search for flights near a place', () => {
  const flightAt = (latitude: number, longitude: number, name: string) =>
    beginFlight(
      name,
      reportOf({ latitude, longitude }),
      1,
      (report, plane, into) => measure(report, plane, null, into),
      defaultTrackLimits,
    );

  it('finds the nearest of a crowd, and no more than are asked for', () => {
    const grid = createFlightGrid();
    for (let i = 0; i < 1_000; i++) grid.put(flightAt(30.2, 104.2, `far ${i}`));
    grid.put(flightAt(30.101, 104.101, 'near'));
    const found = grid.near({ latitude: 30.1, longitude: 104.1 });
    expect(found).toHaveLength(mostCandidates);
    expect(found[0]?.track.id).toBe('near');
  });

  it('finds all within a quarter of a degree where few fly', () => {
    const grid = createFlightGrid();
    grid.put(flightAt(30.3, 104.3, 'a'));
    grid.put(flightAt(29.9, 103.9, 'b'));
    const found = grid.near({ latitude: 30.1, longitude: 104.1 });
    expect(found.map(({ track }) => track.id).sort()).toEqual(['a', 'b']);
  });

  it('goes over the 180th meridian', () => {
    const grid = createFlightGrid();
    for (let i = 0; i < 150; i++) grid.put(flightAt(0, 179.99, `${i}`));
    expect(grid.near({ latitude: 0, longitude: -179.99 })).toHaveLength(mostCandidates);
  });
});

it('of a crowd of plots that all compete each goes to a flight of its own', () => {
  const count = 200;
  const pairings = Array.from({ length: count * count }, (_, i) => {
    const [row, column] = [Math.floor(i / count), i % count];
    return { row, column, cost: row === column ? 1 : 5 + Math.abs(row - column) / count };
  });
  expect([...assign(count, pairings, 24)]).toEqual(Array.from({ length: count }, (_, row) => row));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrackTable } from '#domain/surveillance/track/track-table.ts';
import { reportOf } from './report-of.ts';

const t0 = 1_000_000;
const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();

describe('which track a report is of', () => {
  it('goes by the 24-bit address over all sources', () => {
    const table = createTrackTable();
    expect(table.apply(reportOf(), 1, t0)).toMatchObject({
      accepted: true,
      isNew: true,
      track: { id: '780001', sourceId: 1 },
    });
    expect(table.apply(reportOf({ at: t0 + 1000, callsign: 'OTHER' }), 2, t0)).toMatchObject({
      accepted: true,
      isNew: false,
      track: { id: '780001', sourceId: 2, callsign: 'B7001' },
    });
    // Another callsign counts once a second report says it.
    expect(table.apply(reportOf({ at: t0 + 2000, callsign: 'OTHER' }), 2, t0)).toMatchObject({
      track: { callsign: 'OTHER' },
    });
    expect(table.byAddress('780001')?.at).toBe(t0 + 2000);
    expect(table.size()).toBe(1);
  });

  it('keeps two aircraft with one callsign apart', () => {
    const table = createTrackTable();
    table.apply(reportOf(), 1, t0);
    table.apply(reportOf({ icao24: '780002', latitude: 31 }), 1, t0);
    expect(ids([...table.tracks()])).toEqual(['780001', '780002']);
  });

  it('goes by the track number of the source where there is no address', () => {
    const table = createTrackTable();
    const radar = (at: number, number: string, sourceKey = '25/1') =>
      reportOf({ icao24: null, callsign: null, trackNumber: number, sourceKey, at });
    const elsewhere = (latitude: number, ...of: Parameters<typeof radar>) => ({ ...radar(...of), latitude });
    table.apply(radar(t0, '5'), 1, t0);
    expect(table.apply(radar(t0 + 1000, '5'), 1, t0)).toMatchObject({ isNew: false });
    // One sensor calls one aircraft by one number.
    expect(table.apply(radar(t0 + 1500, '6'), 1, t0)).toMatchObject({ isNew: true });
    expect(table.apply(elsewhere(31, t0 + 1000, '5', '25/2'), 1, t0)).toMatchObject({ isNew: true });
    expect(table.apply(elsewhere(32, t0 + 1000, '5'), 2, t0)).toMatchObject({ isNew: true });
    expect(table.size()).toBe(4);
    // Another sensor sees the same aircraft under its own number.
    expect(table.apply(elsewhere(30.0002, t0 + 2000, '9'), 3, t0)).toMatchObject({ isNew: false });
    expect(table.size()).toBe(4);
  });

  it('lets a track keep its id when the address is learnt, and finds it by that', () => {
    const table = createTrackTable();
    const first = table.apply(reportOf({ icao24: null, trackNumber: '5' }), 1, t0);
    const id = first.accepted ? first.track.id : '';
    expect(table.apply(reportOf({ trackNumber: '5', at: t0 + 1000 }), 1, t0)).toMatchObject({
      isNew: false,
      track: { id, icao24: '780001' },
    });
    expect(table.apply(reportOf({ at: t0 + 2000 }), 3, t0)).toMatchObject({ isNew: false, track: { id } });
    // The number without the address is still this aircraft's.
    expect(
      table.apply(reportOf({ icao24: null, callsign: null, trackNumber: '5', at: t0 + 3000 }), 1, t0),
    ).toMatchObject({
      isNew: false,
      track: { id },
    });
  });

  it('does not follow a track number to an aircraft of another address', () => {
    const table = createTrackTable();
    table.apply(reportOf({ trackNumber: '5' }), 1, t0);
    const other = (at: number) => reportOf({ icao24: '780002', trackNumber: '5', at });
    // An address that one plot says is not believed.
    expect(table.apply(other(t0 + 1000), 1, t0)).toMatchObject({ accepted: false, reason: 'identity' });
    expect(table.apply(other(t0 + 2000), 1, t0)).toMatchObject({ isNew: true });
    expect(
      table.apply(reportOf({ icao24: null, callsign: null, trackNumber: '5', at: t0 + 3000 }), 1, t0),
    ).toMatchObject({
      track: { id: '780002' },
    });
  });

  it('goes by the callsign where there is nothing better', () => {
    const table = createTrackTable();
    table.apply(reportOf(), 1, t0);
    expect(table.apply(reportOf({ icao24: null, at: t0 + 1000 }), 2, t0)).toMatchObject({
      isNew: false,
      track: { id: '780001' },
    });
    expect(table.apply(reportOf({ icao24: null, callsign: 'B7002' }), 3, t0)).toMatchObject({ isNew: true });
  });

  it('does not let another aircraft of that callsign wear down an anchor', () => {
    const table = createTrackTable();
    const other = (at: number) => reportOf({ icao24: null, latitude: 33, at });
    table.apply(reportOf(), 1, t0);
    for (const second of [1, 2, 3, 4, 5]) {
      expect(table.apply(other(t0 + second * 1000), 2, t0)).toMatchObject({
        accepted: true,
        isNew: second === 1,
        track: { id: 'c:B7001', since: t0 + 1000 },
      });
      expect(table.apply(reportOf({ at: t0 + second * 1000 }), 1, t0)).toMatchObject({
        isNew: false,
        track: { id: '780001', latitude: expect.closeTo(30, 2) },
      });
    }
    expect(table.refusals().leap).toBe(0);
  });

  it('shows one address at two places as two targets with a warning, until one of them is gone', () => {
    const table = createTrackTable();
    const north = (seconds: number) => reportOf({ latitude: 30 + seconds / 2_217, at: t0 + seconds * 1000 });
    const south = (seconds: number) => ({ ...north(seconds), latitude: 31 - seconds / 2_217, trackDeg: 180 });
    for (let second = 0; second < 20; second++) {
      table.apply(north(second), 1, t0 + second * 1000);
      table.apply(south(second + 0.5), 2, t0 + second * 1000);
    }
    const both = [...table.tracks()];
    expect(ids(both)).toEqual(['780001', '780001#2']);
    expect(both.map(({ warning }) => warning)).toEqual(['duplicateAddress', 'duplicateAddress']);
    expect(both.map(({ latitude }) => Math.round(latitude))).toEqual([30, 31]);
    for (let second = 20; second < 90; second++) {
      table.apply(north(second), 1, t0 + second * 1000);
      table.sweep(t0 + second * 1000);
    }
    expect([...table.tracks()]).toMatchObject([{ id: '780001', warning: null }]);
    expect(table.byAddress('780001')?.id).toBe('780001');
  });

  it('makes one target of plots without a name, and one of those of two radars', () => {
    const table = createTrackTable();
    const plot = (seconds: number, sourceKey: string, change = {}) =>
      reportOf({
        icao24: null,
        callsign: null,
        groundSpeedMps: null,
        trackDeg: null,
        latitude: 30 + seconds / 2_217,
        at: t0 + seconds * 1000,
        sourceKey,
        ...change,
      });
    for (let second = 0; second < 60; second += 4) {
      const now = t0 + second * 1000;
      expect(table.apply(plot(second, '25/1'), 1, now).accepted).toBe(false);
      // The other side of the valley: no neighbour of the first.
      table.apply(plot(second + 0.2, '25/1', { longitude: 104.2, mode3A: '4312' }), 1, now);
      table.apply(plot(second + 2, '25/2', { longitude: 104.0003 }), 1, now);
      table.sweep(t0 + second * 1000);
      if (second === 0) expect(table.size()).toBe(0);
    }
    const shown = [...table.tracks()];
    expect(shown).toMatchObject([
      { icao24: null, sources: 2, mode3A: null },
      { sources: 1, mode3A: '4312' },
    ]);
    expect(shown[0]?.groundSpeedMps).toBeCloseTo(50, -1);
    // Its address comes later, and it stays the target that it was.
    const named = table.apply(reportOf({ latitude: 30 + 59 / 2_217, at: t0 + 59_000 }), 3, t0 + 59_000);
    expect(named).toMatchObject({
      accepted: true,
      isNew: false,
      track: { id: shown[0]?.id, icao24: '780001' },
    });
  });

  it('does not merge two track numbers of one sensor that share a callsign', () => {
    const table = createTrackTable();
    const radar = (trackNumber: string, latitude: number) =>
      reportOf({ icao24: null, trackNumber, latitude });
    table.apply(radar('5', 30), 1, t0);
    expect(table.apply(radar('6', 32), 1, t0)).toMatchObject({ accepted: true, isNew: true });
  });
});

describe('the table', () => {
  it('counts what it refused, and from which range', () => {
    const table = createTrackTable({
      sourcePosition: (sourceId) => (sourceId === 1 ? { latitude: 40, longitude: 104 } : null),
    });
    expect(table.apply(reportOf(), 1, t0)).toMatchObject({ accepted: false, reason: 'range' });
    expect(table.apply(reportOf(), 2, t0).accepted).toBe(true);
    expect(table.apply(reportOf(), 2, t0)).toMatchObject({
      accepted: false,
      reason: 'duplicate',
      track: { id: '780001' },
    });
    expect(table.apply(reportOf({ at: t0 + 1000, latitude: 31 }), 2, t0)).toMatchObject({ reason: 'leap' });
    expect(table.refusals()).toMatchObject({ range: 1, duplicate: 1, leap: 1, stale: 0 });
  });

  it('tells by source what it refused, plots without a name too, but not what began no track', () => {
    const told: string[] = [];
    const table = createTrackTable({ refused: (sourceId, reason) => told.push(`${sourceId} ${reason}`) });
    table.apply(reportOf(), 1, t0);
    table.apply(reportOf(), 2, t0);
    table.apply(reportOf({ at: t0 + 1000, latitude: 31 }), 2, t0);
    table.apply(reportOf({ at: t0 + 90_000 }), 3, t0);
    const plot = (at: number, longitude: number) =>
      reportOf({ icao24: null, callsign: null, longitude, latitude: 40, at, sourceKey: '25/1' });
    table.apply(plot(t0 + 1_000, 104), 4, t0);
    table.apply(plot(t0 + 1_000, 104), 5, t0);
    table.settle();
    table.apply(plot(t0 + 1_100, 104), 6, t0);
    table.settle();
    expect(told).toEqual(['2 duplicate', '2 leap', '3 clock', '5 duplicate', '6 duplicate']);
    expect(table.refusals()).toMatchObject({ duplicate: 3, leap: 1, clock: 1 });
  });

  it('says of what kind the identity of a target is, and takes digits of another kind for no address', () => {
    const table = createTrackTable();
    table.apply(reportOf({ addressType: 'icao' }), 1, t0);
    table.apply(reportOf({ addressType: 'nonIcao', latitude: 30.5 }), 1, t0);
    table.apply(reportOf({ icao24: null, callsign: null, trackNumber: '5', latitude: 31 }), 1, t0);
    table.apply(
      reportOf({ icao24: null, addressType: 'flarm', trackNumber: 'flarm:780001', latitude: 31.5 }),
      1,
      t0,
    );
    expect([...table.tracks()]).toMatchObject([
      { icao24: '780001', addressType: 'icao' },
      { icao24: null, addressType: 'nonIcao' },
      { icao24: null, addressType: null },
      { icao24: null, addressType: 'flarm' },
    ]);
  });

  it('takes its limits', () => {
    const table = createTrackTable({ limits: { maxSpeedMps: 10, positionSlackM: 0, dropAfterMs: 5_000 } });
    table.apply(reportOf({ groundSpeedMps: 5 }), 1, t0);
    expect(
      table.apply(reportOf({ at: t0 + 1000, latitude: 30.001, groundSpeedMps: 5 }), 1, t0),
    ).toMatchObject({ reason: 'leap' });
    expect(table.sweep(t0 + 5_000)).toEqual(['780001']);
  });

  it('drops tracks at sixty seconds, and begins them anew', () => {
    const table = createTrackTable();
    table.apply(reportOf(), 1, t0);
    table.apply(reportOf({ icao24: '780002', at: t0 + 5_000 }), 1, t0);
    expect(table.sweep(t0 + 59_999)).toEqual([]);
    expect(table.sweep(t0 + 60_000)).toEqual(['780001']);
    expect(table.get('780001')).toBeUndefined();
    expect(table.byAddress('780001')).toBeUndefined();
    expect(table.apply(reportOf({ at: t0 + 61_000, latitude: 35 }), 1, t0 + 61_000)).toMatchObject({
      isNew: true,
      track: { since: t0 + 61_000 },
    });
  });

  it('tells what changed since', () => {
    const table = createTrackTable();
    table.apply(reportOf(), 1, t0);
    table.apply(reportOf({ icao24: '780002' }), 1, t0);
    const first = table.changesSince(0);
    expect(first).toMatchObject({ complete: true, removed: [] });
    expect(ids(first.changed)).toEqual(['780001', '780002']);
    expect(table.changesSince(first.cursor)).toEqual({ ...first, changed: [] });

    table.apply(reportOf({ at: t0 + 1000 }), 1, t0);
    table.apply(reportOf({ icao24: '780002', at: t0 - 1 }), 1, t0);
    const second = table.changesSince(first.cursor);
    expect(ids(second.changed)).toEqual(['780001']);

    table.sweep(t0 + 60_500);
    expect(table.changesSince(second.cursor)).toMatchObject({
      changed: [{ id: '780001', isCoasting: true }],
      removed: ['780002'],
    });
    table.apply(reportOf({ icao24: '780002', at: t0 + 60_000 }), 1, t0 + 60_000);
    const back = table.changesSince(second.cursor);
    expect([ids(back.changed), back.removed]).toEqual([['780001', '780002'], []]);
  });

  it('carries the plan that a track flies', () => {
    const table = createTrackTable();
    table.apply(reportOf(), 1, t0);
    const { cursor } = table.changesSince(0);
    expect(table.setPlan('780001', 12)).toBe(true);
    expect(table.setPlan('nobody', 12)).toBe(false);
    expect(table.changesSince(cursor).changed).toMatchObject([{ id: '780001', planId: 12 }]);
    table.apply(reportOf({ at: t0 + 1000 }), 1, t0);
    expect(table.get('780001')?.planId).toBe(12);
  });

  it('says so when removals are forgotten', () => {
    const most = { sourceNewTracksPerS: 3_000, newTracksPerS: 3_000, sourceTracks: 30_000, tracks: 30_000 };
    const table = createTrackTable({ limits: most });
    table.apply(reportOf(), 1, t0);
    const { cursor } = table.changesSince(0);
    for (let i = 0; i < 21_000; i++) {
      table.apply(reportOf({ icao24: (0x100000 + i).toString(16), callsign: null }), 1, t0);
    }
    table.sweep(t0 + 60_000);
    expect(table.size()).toBe(0);
    expect(table.changesSince(cursor).complete).toBe(false);
    expect(table.changesSince(table.changesSince(0).cursor)).toMatchObject({ complete: true, removed: [] });
  });

  it('lets one who follows the changes hold what the table holds', () => {
    const hex = fc.constantFrom('780001', '780002', '780003', null);
    const number = fc.option(fc.constantFrom('1', '2'));
    const callsign = fc.option(fc.constantFrom('AAA', 'BBB'));
    const report = fc.record({
      icao24: hex,
      trackNumber: number,
      callsign,
      latitude: fc.double({ min: 30, max: 30.05, noNaN: true }),
    });
    const action = fc.oneof(
      report.map((change) => ({ do: 'apply' as const, change })),
      fc.constant({ do: 'sweep' as const }),
      fc.constant({ do: 'follow' as const }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), action), { maxLength: 80 }),
        (actions) => {
          const table = createTrackTable();
          const held = new Map<string, number>();
          let cursor = 0;
          let now = t0;
          const follow = () => {
            const changes = table.changesSince(cursor);
            cursor = changes.cursor;
            for (const id of changes.removed) held.delete(id);
            for (const track of changes.changed) held.set(track.id, track.at);
            expect(held).toEqual(new Map([...table.tracks()].map((track) => [track.id, track.at])));
          };
          for (const [wait, act] of actions) {
            now += wait;
            if (act.do === 'apply') table.apply(reportOf({ ...act.change, at: now }), 1, now);
            else if (act.do === 'sweep') table.sweep(now);
            else follow();
          }
          follow();
          for (const track of table.tracks()) expect(table.get(track.id)).toBe(track);
        },
      ),
      { numRuns: 150 },
    );
  });
});

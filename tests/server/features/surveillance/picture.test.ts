import { describe, expect, it } from 'vitest';
import type { FlyData, HubEvents } from '#contract/hub.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createPicture, within } from '#server/features/surveillance/picture.ts';
import type { Caller } from '#server/signalr/hub-definition.ts';

const target = (id: string, longitude: number, latitude: number): Target => ({
  id,
  icao24: id,
  callsign: null,
  latitude,
  longitude,
  pressureAltitudeM: null,
  geometricAltitudeM: null,
  groundSpeedMps: null,
  trackDeg: null,
  verticalRateMps: null,
  onGround: false,
  at: 0,
  sourceId: 1,
  ...plainTarget,
  planId: null,
});

/** A caller that keeps what it was sent; `slow` holds back what only the latest counts of. */
function fakeCaller() {
  const received: FlyData[] = [];
  let waiting: (() => unknown) | null = null;
  const state = { slow: false };
  const caller = {
    open: true,
    isWritable: () => !state.slow,
    sendPrepared: (message: unknown) => received.push(message as FlyData),
    sendLatest: (_key: string, make: () => unknown) => {
      if (state.slow) waiting = make;
      else received.push(make() as FlyData);
    },
  } as unknown as Caller<HubEvents>;
  return {
    caller,
    received,
    slowDown: () => {
      state.slow = true;
    },
    catchUp: () => {
      state.slow = false;
      if (waiting) received.push(waiting() as FlyData);
      waiting = null;
    },
  };
}

function setUp() {
  const live = new Map<string, { target: Target; revision: number }>();
  let revision = 0;
  const picture = createPicture({
    targets: {
      get revision() {
        return revision;
      },
      entries: () => live.values(),
    },
    feeds: () => [],
    hub: () => ({ prepare: ((_event: string, data: FlyData) => data) as never }),
    now: () => 1_000,
  });
  return {
    picture,
    put: (t: Target) => live.set(t.id, { target: t, revision: ++revision }),
    drop: (id: string) => {
      live.delete(id);
      revision++;
    },
  };
}

describe('the picture of live targets', () => {
  it('is whole at first, then only what changed', () => {
    const { picture, put } = setUp();
    put(target('a', 113, 23));
    put(target('b', 114, 23));
    put(target('far', 10, 50));
    const { caller, received } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    expect(received[0]?.kind).toBe('picture');
    expect(received[0]?.targets.map((t) => t.id)).toEqual(['a', 'b']);
    put(target('a', 113.1, 23));
    picture.tick();
    expect(received[1]?.kind).toBe('changes');
    expect(received[1]?.targets.map((t) => t.id)).toEqual(['a']);
    picture.tick();
    expect(received[2]?.targets).toEqual([]);
  });

  it('says who left, by flying out or by being dropped, and who came in', () => {
    const { picture, put, drop } = setUp();
    put(target('a', 113, 23));
    put(target('b', 113, 23));
    put(target('c', 116, 23));
    const { caller, received } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    put(target('a', 111, 23));
    drop('b');
    put(target('c', 114, 23));
    picture.tick();
    expect(received[1]?.removed.sort()).toEqual(['a', 'b']);
    expect(received[1]?.targets.map((t) => t.id)).toEqual(['c']);
  });

  it('gives a slow client the newest picture and no queue of old ones', () => {
    const { picture, put } = setUp();
    put(target('a', 113, 23));
    const { caller, received, slowDown, catchUp } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    slowDown();
    for (let i = 1; i <= 5; i++) {
      put(target('a', 113 + i / 10, 23));
      picture.tick();
    }
    catchUp();
    expect(received).toHaveLength(2);
    expect(received[1]?.kind).toBe('picture');
    expect(received[1]?.targets[0]?.longitude).toBeCloseTo(113.5);
  });

  it('stops for who leaves or asks for nothing', () => {
    const { picture } = setUp();
    const { caller } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    expect(picture.watching).toBe(1);
    picture.watch(caller, null);
    expect(picture.watching).toBe(0);
  });

  it('sees across the date line', () => {
    const view: [number, number, number, number] = [170, -10, -170, 10];
    expect(within(view, target('x', 179, 0))).toBe(true);
    expect(within(view, target('x', -179, 0))).toBe(true);
    expect(within(view, target('x', 0, 0))).toBe(false);
  });
});

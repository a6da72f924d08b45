import { describe, expect, it, vi } from 'vitest';
import type { FlyData, HubEvents } from '#contract/hub.ts';
import { seeded } from '#domain/surveillance/scene/random.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import type { Bounded } from '#server/features/surveillance/coverage-areas.ts';
import { createPicture, type Picture } from '#server/features/surveillance/picture.ts';
import type { Caller } from '#server/signalr/hub-definition.ts';
import { jsonProtocol, type OutgoingMessage, prepareMessage } from '#server/signalr/protocol.ts';

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

/** `asBytes`: what is sent is a message that a protocol can write, not the value itself. */
function setUp(asBytes = false) {
  const live = new Map<string, { target: Target; revision: number }>();
  let revision = 0;
  const picture = createPicture({
    areas: { of: () => null, ofGlobe: async () => null },
    targets: {
      get revision() {
        return revision;
      },
      entries: () => live.values(),
    },
    feeds: () => [],
    hub: () => ({
      prepare: ((event: string, data: FlyData) =>
        asBytes ? prepareMessage({ type: 1, target: event, arguments: [data] }) : data) as never,
    }),
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
  it('is whole at first, then only what changed', async () => {
    const { picture, put } = setUp();
    put(target('a', 113, 23));
    put(target('b', 114, 23));
    put(target('far', 10, 50));
    const { caller, received } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    expect(received[0]?.kind).toBe('picture');
    expect(received[0]?.targets.map((t) => t.id)).toEqual(['a', 'b']);
    put(target('a', 113.1, 23));
    await picture.tick();
    expect(received[1]?.kind).toBe('changes');
    expect(received[1]?.targets.map((t) => t.id)).toEqual(['a']);
    await picture.tick();
    expect(received[2]?.targets).toEqual([]);
  });

  it('says who left, by flying out or by being dropped, and who came in', async () => {
    const { picture, put, drop } = setUp();
    put(target('a', 113, 23));
    put(target('b', 113, 23));
    put(target('c', 116, 23));
    const { caller, received } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    put(target('a', 111, 23));
    drop('b');
    put(target('c', 114, 23));
    await picture.tick();
    expect(received[1]?.removed.sort()).toEqual(['a', 'b']);
    expect(received[1]?.targets.map((t) => t.id)).toEqual(['c']);
  });

  it('gives a slow client the newest picture and no queue of old ones', async () => {
    const { picture, put } = setUp();
    put(target('a', 113, 23));
    const { caller, received, slowDown, catchUp } = fakeCaller();
    picture.watch(caller, [112, 22, 115, 24]);
    slowDown();
    for (let i = 1; i <= 5; i++) {
      put(target('a', 113 + i / 10, 23));
      await picture.tick();
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
    const { picture, put } = setUp();
    put(target('west of it', 179, 0));
    put(target('east of it', -179, 0));
    put(target('elsewhere', 0, 0));
    const { caller, received } = fakeCaller();
    picture.watch(caller, [170, -10, -170, 10]);
    expect(received[0]?.targets.map(({ id }) => id)).toEqual(['west of it', 'east of it']);
  });
});

type View = [west: number, south: number, east: number, north: number];

function isIn([west, south, east, north]: View, { latitude, longitude }: Target): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** What a client holds after what it was sent. */
function heldBy(received: FlyData[]): Map<string, Target> {
  const held = new Map<string, Target>();
  for (const { kind, targets, removed } of received) {
    if (kind === 'picture') held.clear();
    for (const id of removed) held.delete(id);
    for (const one of targets) held.set(one.id, one);
  }
  return held;
}

/** A tick that has another slice after every step, and what happens in between. */
async function tickInSteps(picture: Picture, between: () => void): Promise<void> {
  let clock = 0;
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1_000));
  const done = picture.tick();
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    between();
    await new Promise((resolve) => setImmediate(resolve));
  }
  slow.mockRestore();
}

describe('the picture of many watchers', () => {
  it('holds for each what flies in the view, and nothing that may not be seen there', async () => {
    const { uniform } = seeded(17);
    const west: Bounded = { key: 'west', covers: ({ longitude }) => longitude < 110 };
    const live = new Map<string, { target: Target; revision: number }>();
    let revision = 0;
    const bounds = new Map<Caller<HubEvents>['actor'], Bounded>();
    const picture = createPicture({
      areas: { of: (actor) => bounds.get(actor) ?? null, ofGlobe: async () => null },
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
    const anyTarget = (id: string) => target(id, 105 + uniform() * 10, 25 + uniform() * 8);
    const anyView = (): View => {
      const [longitude, latitude, size] = [104 + uniform() * 10, 24 + uniform() * 8, 0.2 + uniform() * 6];
      return [longitude, latitude, longitude + size, latitude + size / 2];
    };
    const watchers = Array.from({ length: 60 }, (_, n) => {
      const fake = fakeCaller();
      const actor = { userId: n } as Caller<HubEvents>['actor'];
      Object.assign(fake.caller, { actor });
      if (n % 3 === 0) bounds.set(actor, west);
      return { ...fake, bounded: n % 3 === 0 ? west : null, view: anyView() };
    });
    for (let n = 0; n < 200; n += 1) live.set(`t${n}`, { target: anyTarget(`t${n}`), revision: ++revision });
    for (const { caller, view } of watchers) picture.watch(caller, view);

    const disturb = () => {
      for (let n = 0; n < 3; n += 1) {
        const id = `t${Math.floor(uniform() * 220)}`;
        if (uniform() < 0.3) {
          live.delete(id);
          revision += 1;
        } else live.set(id, { target: anyTarget(id), revision: ++revision });
      }
      const one = watchers[Math.floor(uniform() * watchers.length)];
      if (!one) return;
      const act = uniform();
      if (act < 0.1) one.slowDown();
      else if (act < 0.3) one.catchUp();
      else if (act < 0.5) {
        one.view = anyView();
        picture.watch(one.caller, one.view);
      }
    };
    for (let tick = 0; tick < 8; tick += 1) {
      await tickInSteps(picture, disturb);
      for (const { catchUp } of watchers) catchUp();
      // Nothing moves during the last one: all know the same moment.
      await picture.tick();
      for (const { received, view, bounded } of watchers) {
        const held = heldBy(received);
        const near: View = [view[0] - 1.5, view[1] - 1.5, view[2] + 1.5, view[3] + 1.5];
        const maySee = (one: Target) => !bounded || bounded.covers(one);
        const missing = [...live.values()].filter(
          ({ target: one }) => isIn(view, one) && maySee(one) && held.get(one.id) !== one,
        );
        const wrong = [...held.values()].filter(
          (one) => live.get(one.id)?.target !== one || !maySee(one) || !isIn(near, one),
        );
        expect({ missing, wrong }).toEqual({ missing: [], wrong: [] });
      }
    }
    for (const { received } of watchers) {
      const kinds = new Set(received.map(({ kind }) => kind));
      expect(kinds).toContain('changes');
    }
  });

  it('writes each target once a tick, and lets others have their turn', async () => {
    const { picture, put } = setUp(true);
    // Counted by protocol: others that this process has used are written for too.
    const written = vi.spyOn(jsonProtocol, 'writeValue');
    const sizes: number[] = [];
    for (let n = 0; n < 50; n += 1) {
      const caller = {
        open: true,
        isWritable: () => true,
        sendPrepared: (message: OutgoingMessage) => sizes.push(message.bytesFor(jsonProtocol).length),
        sendLatest: (_key: string, make: () => OutgoingMessage) => make().bytesFor(jsonProtocol),
      } as unknown as Caller<HubEvents>;
      picture.watch(caller, [104 + n / 20, 24 + n / 30, 110 + n / 10, 31 + n / 20]);
    }
    for (let n = 0; n < 400; n += 1) put(target(`t${n}`, 105 + (n % 40) / 4, 25 + Math.floor(n / 40) / 4));
    let turns = 0;
    await tickInSteps(picture, () => {
      turns += 1;
    });
    expect(sizes).toHaveLength(50);
    expect(written.mock.calls.length).toBeGreaterThan(300);
    expect(written.mock.calls.length).toBeLessThanOrEqual(400);
    written.mockRestore();
    expect(turns).toBeGreaterThan(50);
  });

  it('does not begin again while the last tick is being sent', async () => {
    const { picture, put } = setUp();
    const fakes = [0, 1, 2].map(() => fakeCaller());
    for (const [n, { caller }] of fakes.entries()) picture.watch(caller, [112 + n, 22, 115 + n, 24]);
    put(target('a', 114.5, 23));
    await tickInSteps(picture, () => void picture.tick());
    expect(fakes.map(({ received }) => received.length)).toEqual([2, 2, 2]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import type { FlyData } from '#contract/hub.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createTargetStore, feedAge, silenceS } from '#web/map/target-store.ts';

const start = 1_700_000_000_000;

function target(id: string, change: Partial<Target> = {}): Target {
  return {
    id,
    icao24: id,
    callsign: null,
    latitude: 40,
    longitude: 116,
    pressureAltitudeM: 900,
    geometricAltitudeM: null,
    groundSpeedMps: 50,
    trackDeg: 90,
    verticalRateMps: 0,
    onGround: false,
    at: start,
    sourceId: 1,
    ...plainTarget,
    planId: null,
    ...change,
  };
}

function data(kind: FlyData['kind'], targets: Target[], change: Partial<FlyData> = {}): FlyData {
  return { kind, at: start, targets, removed: [], feeds: [], ...change };
}

const ids = (store: ReturnType<typeof createTargetStore>) => store.list.map((view) => view.target.id).sort();

describe('the store of live targets', () => {
  it('replaces everything by a picture and keeps the trails of those that stay', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target('a'), target('b')]), 0);
    store.apply(
      data('changes', [target('a', { longitude: 116.1, at: start + 5000 })], { at: start + 5000 }),
      5000,
    );
    store.apply(
      data(
        'picture',
        [target('a', { longitude: 116.2, at: start + 9500 }), target('c', { at: start + 9500 })],
        { at: start + 9500 },
      ),
      9500,
    );
    expect(ids(store)).toEqual(['a', 'c']);
    expect(store.get('a')?.trail).toHaveLength(6);
  });

  it('updates and removes by changes', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target('a'), target('b')]), 0);
    store.apply(data('changes', [target('b', { callsign: 'B-70XQ', at: start + 1 })], { removed: ['a'] }), 0);
    expect(ids(store)).toEqual(['b']);
    expect(store.get('b')?.target.callsign).toBe('B-70XQ');
  });

  it('does not move a target back by a late message', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target('a', { longitude: 117, at: start + 3000 })]), 0);
    store.apply(data('changes', [target('a', { longitude: 116, at: start + 1000 })]), 0);
    expect(store.get('a')?.target.longitude).toBe(117);
  });

  it('drops a target at 60 s by the server’s clock though nothing more arrives', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target('a', { at: start - 10_000 }), target('b')]), 500);
    store.tick(500 + 49_999);
    expect(ids(store)).toEqual(['a', 'b']);
    store.tick(500 + 50_000);
    expect(ids(store)).toEqual(['b']);
    expect(store.serverNow(500 + 50_000)).toBe(start + 50_000);
  });

  it('tells its followers once a message', () => {
    const store = createTargetStore();
    const listener = vi.fn();
    const off = store.subscribe(listener);
    store.apply(data('picture', [target('a'), target('b')]), 0);
    expect(listener).toHaveBeenCalledTimes(1);
    off();
    store.apply(data('changes', [target('a', { at: start + 1 })]), 0);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('knows when it was last spoken to', () => {
    const store = createTargetStore();
    expect(store.lastWord()).toBeNull();
    store.apply(data('picture', []), 123);
    expect(store.lastWord()).toEqual({ serverMs: start, localMs: 123 });
  });
});

describe('the age of a feed', () => {
  const feed = { sourceId: 1, name: 'a', lastAt: start, recordsPerSecond: 1, errors: 0, deadAfterS: 30 };
  it.each([
    [start + 1_000, { ageS: 1, dead: false }],
    [start + 30_000, { ageS: 30, dead: false }],
    [start + 31_000, { ageS: 31, dead: true }],
  ])('at %d', (now, expected) => expect(feedAge(feed, now)).toEqual(expected));

  it('is dead where nothing ever came', () => {
    expect(feedAge({ ...feed, lastAt: null }, start)).toEqual({ ageS: null, dead: true });
  });
});

describe('a server that says nothing', () => {
  const opened = 1_000;
  it.each([
    ['never spoke, just opened', 'connected', null, opened + 15_000, null],
    ['never spoke, for too long', 'connected', null, opened + 16_000, 16],
    ['never reached, for too long', 'connecting', null, opened + 40_000, 40],
    ['spoke just now', 'connected', 60_000, 61_000, null],
    ['spoke as long ago as it may', 'connected', 60_000, 64_000, null],
    ['fell silent', 'connected', 60_000, 64_001, 4.001],
    ['is told of as disconnected', 'reconnecting', 60_000, 90_000, null],
    ['is told of as lost', 'lost', null, 90_000, null],
    ['was not asked', 'off', null, 90_000, null],
  ] as const)('%s', (_name, hub, last, now, expected) => {
    expect(silenceS(hub, last === null ? null : { localMs: last }, opened, now)).toBe(expected);
  });

  it('is one that never spoke since the store was opened', () => {
    const store = createTargetStore(opened);
    expect(silenceS('connected', store.lastWord(), store.openedMs, 20_000)).toBe(19);
    store.apply(data('picture', []), 20_000);
    expect(silenceS('connected', store.lastWord(), store.openedMs, 20_500)).toBeNull();
  });
});

describe('targets of one type of source', () => {
  const feed = (sourceId: number, type: string) => ({
    sourceId,
    type,
    name: type,
    lastAt: start,
    recordsPerSecond: 1,
    errors: 0,
    deadAfterS: 30,
  });
  const feeds = [feed(1, 'Cat21'), feed(2, 'Cat48')];

  it('are listed alone where they are asked for, and the others come back', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target('a'), target('b', { sourceId: 2 })], { feeds }), 0);
    store.showOnly('Cat48');
    expect([store.list.map(({ target: { id } }) => id), store.hidden()]).toEqual([['b'], 1]);
    // The other source takes the first one up.
    store.apply(data('changes', [target('a', { sourceId: 2, at: start + 1 })], { feeds }), 1);
    expect([store.list.map(({ target: { id } }) => id), store.hidden()]).toEqual([['a', 'b'], 0]);
    store.showOnly('Cat21');
    expect([store.list.length, store.hidden()]).toEqual([0, 2]);
    store.showOnly(null);
    expect([store.list.length, store.hidden()]).toEqual([2, 0]);
  });
});

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FlyData } from '#contract/hub.ts';
import type { Target } from '#domain/surveillance/track/target.ts';

// The language of the page is read from its cookies when the modules are first looked at.
vi.hoisted(() => vi.stubGlobal('document', { cookie: '' }));
const { clockText, instantAt, localText, serviceSettings, wallDigits, zoneLabel } = await import(
  '#web/client/clock.ts'
);
const { storedMoment, wallClock } = await import('#web/ui/wall-clock.ts');
const { inputOf } = await import('#web/features/messages/message-state.ts');
const { daysOf, timesOf } = await import('#domain/statistics/relative-dates.ts');
const { createTargetStore, isOld } = await import('#web/map/target-store.ts');

const usual = serviceSettings.get();
beforeEach(() => serviceSettings.set({ ...usual, timeZone: 'America/New_York' }));
afterEach(() => serviceSettings.set(usual));

describe('the screens of a service in New York', () => {
  test.each([
    ['2026-01-15T15:30:00Z', '2026-01-15 10:30 EST'],
    ['2026-07-15T14:30:00Z', '2026-07-15 10:30 EDT'],
    ['2026-03-08T06:59:00Z', '2026-03-08 01:59 EST'],
    ['2026-03-08T07:00:00Z', '2026-03-08 03:00 EDT'],
    ['2026-11-01T06:30:00Z', '2026-11-01 01:30 EST'],
  ])('%s reads %s', (iso, text) => {
    expect(localText(iso)).toBe(text);
    expect(zoneLabel(iso)).toBe(text.slice(-3));
  });

  test('the clock has the name of its zone on that day', () => {
    expect(clockText(Date.parse('2026-07-15T14:30:05Z'))).toEqual({
      local: '2026-07-15 10:30:05',
      utc: '14:30:05',
      zone: 'EDT',
    });
  });

  test.each(['2026-01-15T15:30:00.000Z', '2026-07-15T14:30:00.000Z', '2026-03-08T07:30:00.000Z'])(
    'a picker shows the wall at %s, and what it says is that moment again',
    (iso) => {
      expect(wallClock(iso).format('YYYY-MM-DDTHH:mm:ss')).toBe(wallDigits(iso));
      expect(storedMoment(wallClock(iso))).toBe(iso);
    },
  );

  test('a picked hour that the summer of the browser leaves out stays that hour', () => {
    serviceSettings.set(usual);
    expect(storedMoment(wallClock('2026-03-07T18:30:00Z'))).toBe('2026-03-07T18:30:00.000Z');
    expect(wallClock('2026-03-07T18:30:00Z').format('HH:mm')).toBe('02:30');
  });

  test('a day begins at its own midnight and may have 23 or 25 hours', () => {
    expect(instantAt('2026-03-09') - instantAt('2026-03-08')).toBe(23 * 3_600_000);
    expect(instantAt('2026-11-02') - instantAt('2026-11-01')).toBe(25 * 3_600_000);
    const zone = 'America/New_York';
    expect(daysOf('today', Date.parse('2026-11-21T04:59:59Z'), zone)).toEqual(['2026-11-20', '2026-11-20']);
    expect(timesOf('today', Date.parse('2026-03-08T12:00:00Z'), zone)).toEqual([
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.999Z',
    ]);
  });

  test('the desk of messages asks for the days of that wall', () => {
    const filter = { states: [], types: [], direction: null, text: '', plan: null, page: 1 };
    expect(inputOf({ ...filter, from: '2026-03-08', to: '2026-03-08' })).toMatchObject({
      from: '2026-03-08T05:00:00.000Z',
      to: '2026-03-09T04:00:00.000Z',
    });
  });
});

describe('marks on the map', () => {
  const at = 1_700_000_000_000;
  const target = { id: 'a', latitude: 40, longitude: 116, at } as Target;
  const data = (kind: FlyData['kind'], targets: Target[], now: number): FlyData => ({
    kind,
    at: now,
    targets,
    removed: [],
    feeds: [],
  });

  test('are dimmed and dropped by the parameters, from the moment on at which these change', () => {
    const store = createTargetStore();
    store.apply(data('picture', [target], at), 0);
    expect(isOld(at, at + 15_000)).toBe(true);
    serviceSettings.set({ ...usual, dimAfterMs: 30_000, dropAfterMs: 90_000 });
    expect(isOld(at, at + 29_999)).toBe(false);
    expect(isOld(at, at + 30_000)).toBe(true);
    store.apply(data('changes', [], at + 89_999), 89_999);
    expect(store.list).toHaveLength(1);
    serviceSettings.set({ ...usual, dimAfterMs: 5_000, dropAfterMs: 20_000 });
    store.apply(data('changes', [], at + 90_000), 90_000);
    expect(store.list).toHaveLength(0);
  });
});

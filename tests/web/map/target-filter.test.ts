import { expect, test } from 'vitest';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { filterOf, isFiltering, noFilter, passes, type TargetFilter } from '#web/map/target-filter.ts';
import { createTargetStore } from '#web/map/target-store.ts';

const target = (change: Partial<Target> = {}): Target => ({
  ...plainTarget,
  id: 'a',
  icao24: null,
  callsign: 'B70XN',
  latitude: 30,
  longitude: 104,
  pressureAltitudeM: 600,
  geometricAltitudeM: null,
  groundSpeedMps: 40,
  trackDeg: 0,
  verticalRateMps: 0,
  onGround: false,
  at: 1_000,
  sourceId: 1,
  planId: 7,
  ...change,
});
const facts = { plans: new Map([[7, { state: 9, company: 'A' }]]), urgent: new Set<string>() };
const passesWith = (filter: Partial<TargetFilter>, change: Partial<Target> = {}) =>
  passes(target(change), { ...noFilter, ...filter }, facts);

test.each<[string, Partial<TargetFilter>, Partial<Target>, boolean]>([
  ['nothing is said', {}, {}, true],
  ['with a plan', { plan: 'with' }, {}, true],
  ['without a plan', { plan: 'without' }, {}, false],
  ['on the ground', { where: 'ground' }, {}, false],
  ['above', { lowestM: 601 }, {}, false],
  ['below', { highestM: 600 }, {}, true],
  ['of unknown height', { highestM: 100 }, { pressureAltitudeM: null }, true],
  ['of the operator', { companies: ['A'] }, {}, true],
  ['of another', { companies: ['B'] }, {}, false],
  ['of a plan that is not known', { companies: ['A'] }, { planId: 8 }, false],
  ['in the state', { planStates: [9] }, {}, true],
  ['in another', { planStates: [10] }, {}, false],
  ['not in an alert', { alertsOnly: true }, {}, false],
])('%s', (_name, filter, change, shown) => expect(passesWith(filter, change)).toBe(shown));

test('a target in an alert is never hidden', () => {
  const urgent = { ...facts, urgent: new Set(['a']) };
  expect(passes(target(), { ...noFilter, plan: 'without', highestM: 0 }, urgent)).toBe(true);
});

test('the store leaves out what does not pass, says how many, and follows a climb', () => {
  const store = createTargetStore(0);
  const say = (pressureAltitudeM: number, at: number) =>
    store.apply(
      { kind: 'changes', at, targets: [target({ pressureAltitudeM, at })], removed: [], feeds: [] },
      at,
    );
  say(600, 1_000);
  store.filterBy((one) => passes(one, { ...noFilter, highestM: 1_000 }, facts));
  expect([store.list.length, store.hidden()]).toEqual([1, 0]);
  say(1_200, 2_000);
  expect([store.list.length, store.hidden()]).toEqual([0, 1]);
  store.filterBy(null);
  expect(store.list.length).toBe(1);
});

test('a kept filter is read, and what is not one lets all pass', () => {
  const kept = { ...noFilter, plan: 'with' as const, companies: ['A'], lowestM: 100 };
  expect(filterOf(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(isFiltering(filterOf({ plan: 'x', lowestM: 'y', companies: 3 }))).toBe(false);
  expect(isFiltering(kept)).toBe(true);
});

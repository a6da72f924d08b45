import { describe, expect, test } from 'vitest';
import { checkAirspace } from '#domain/airspace/check.ts';
import { defaultAirspaceDeadlines } from '#domain/airspace/deadlines.ts';
import type { AirspaceDraft, NearAirspace, Surroundings } from '#domain/airspace/draft.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { workCalendar } from '#domain/plans/working-days.ts';
import { agl, amsl, box } from './extents.ts';

const at = (text: string) => Date.parse(text);

describe('what stands against an application', () => {
  const now = at('2026-11-20T02:00:00Z');
  const settings = {
    deadlines: defaultAirspaceDeadlines,
    distances: { routeM: 10_000, borderM: 10_000 },
    calendar: workCalendar([
      { date: '2026-10-01', kind: 'holiday' },
      { date: '2027-01-01', kind: 'holiday' },
    ]),
    now,
  };
  const nothing: Surroundings = {
    airspaces: [],
    waiting: [],
    airports: [],
    routes: [],
    notices: [],
    border: { lines: [], national: true },
  };
  const draft = (change: Partial<AirspaceDraft> = {}): AirspaceDraft => ({
    id: null,
    name: 'A',
    kind: 'temporary',
    company: 1,
    shape: 'polygon',
    geometry: box(104, 30, 104.1, 30.1),
    lower: agl(0),
    upper: agl(300),
    activityNature: '航空摄影',
    entryExit: '自南侧进出',
    validFrom: '2026-12-10T00:00:00Z',
    validTo: '2027-03-10T00:00:00Z',
    schedule: null,
    ...change,
  });
  const near = (change: Partial<NearAirspace>): NearAirspace => ({
    id: 9,
    label: 'B',
    kind: 'temporary',
    airspaceClass: null,
    company: 2,
    sharing: 'consent',
    openState: null,
    geometry: box(104.05, 30.05, 104.2, 30.2),
    lower: agl(0),
    upper: agl(600),
    validFrom: null,
    validTo: null,
    schedule: null,
    ...change,
  });
  const codes = (of: AirspaceDraft, around: Partial<Surroundings> = {}) =>
    checkAirspace(of, { ...nothing, ...around }, settings).map(
      ({ level, code, field }) => `${level} ${code} ${field}`,
    );

  test('nothing, where all is said and nothing is near', () => expect(codes(draft())).toEqual([]));

  test.each([
    ['no nature', { activityNature: ' ' }, ['error noNature activityNature']],
    ['a mission type says its nature', { activityNature: null, missionType: 3 }, []],
    ['no entry', { entryExit: null }, ['error noEntryExit entryExit']],
    ['six working days ahead', { validFrom: '2026-11-29T16:00:00Z' }, ['error late validFrom']],
    ['seven working days ahead', { validFrom: '2026-11-30T16:00:00Z' }, []],
    [
      'first used only on a later day of the week',
      { validFrom: '2026-11-29T16:00:00Z', schedule: [{ days: [3], startTime: '0900', endTime: '1000' }] },
      [],
    ],
    ['thirteen months', { validTo: '2028-01-10T00:00:00Z' }, ['error tooLong validTo']],
    ['ends first', { validTo: '2026-12-01T00:00:00Z' }, ['error endsFirst validTo']],
    [
      'never used',
      { validTo: '2026-12-11T00:00:00Z', schedule: [{ days: [1], startTime: '0900', endTime: '1000' }] },
      ['error neverUsed schedule'],
    ],
    [
      'a year without its holidays',
      { validFrom: '2028-01-10T00:00:00Z', validTo: '2028-02-10T00:00:00Z' },
      ['warning calendar validFrom'],
    ],
    ['limits upside down', { lower: agl(400) }, ['error limitsOrder upper']],
    ['limits of two datums', { lower: agl(100), upper: amsl(900) }, ['warning limitsDatum upper']],
    ['no extent', { geometry: null }, ['error noExtent geometry']],
  ])('%s', (_, change, expected) => expect(codes(draft(change))).toEqual(expected));

  test.each([
    ['prohibited', { kind: 'prohibited', company: null }, ['error prohibited geometry']],
    ['restricted', { kind: 'restricted', company: null }, ['warning restricted geometry']],
    ['controlled', { kind: 'ctr', company: null }, ['warning controlled geometry']],
    [
      'limits that cannot be compared',
      { kind: 'prohibited', lower: amsl(0), upper: amsl(2000) },
      ['error prohibitedColumn geometry'],
    ],
    ['above it', { kind: 'prohibited', lower: agl(300), upper: agl(900) }, []],
    ['somebody else’s with consent', {}, ['warning consent geometry']],
    ['for its holder alone', { sharing: 'exclusive' }, ['error exclusive geometry']],
    ['shared', { sharing: 'shared' }, []],
    ['one’s own', { company: 1 }, []],
    ['over before', { validTo: '2026-12-01T00:00:00Z', sharing: 'exclusive' }, []],
    ['an airway', { kind: 'route', company: null }, ['error route geometry']],
    [
      'less than 10 km from an airway',
      { kind: 'route', company: null, geometry: box(104.15, 30, 104.3, 30.1) },
      ['warning routeNear geometry'],
    ],
    ['itself', { id: 5, sharing: 'exclusive' }, []],
  ])('beside an airspace: %s', (_, change, expected) =>
    expect(codes(draft({ id: 5 }), { airspaces: [near(change)] })).toEqual(expected),
  );

  test('patterns that never meet are no conflict', () => {
    const mondays = [{ days: [1], startTime: '0900', endTime: '1200' }];
    const tuesdays = [{ days: [2], startTime: '0900', endTime: '1200' }];
    const other = near({ sharing: 'exclusive', schedule: tuesdays });
    expect(codes(draft({ schedule: mondays }), { airspaces: [other] })).toEqual([]);
    expect(codes(draft({ schedule: tuesdays }), { airspaces: [other] })).toEqual([
      'error exclusive geometry',
    ]);
  });

  test('patterns are compared within the days on which both are valid', () => {
    // Shared are the 10th (a Thursday) and the 11th of December alone.
    const [mondays, thursdays] = [1, 4].map((day) => [{ days: [day], startTime: '0900', endTime: '1200' }]);
    const other = (schedule: NearAirspace['schedule']) =>
      near({ sharing: 'exclusive', schedule, validTo: '2026-12-12T00:00:00Z' });
    const both = (schedule: NearAirspace['schedule']) =>
      codes(draft({ schedule }), { airspaces: [other(schedule)] });
    expect(both(mondays)).toEqual([]);
    expect(both(thursdays)).toEqual(['error exclusive geometry']);
  });

  test.each([
    ['of another holder', {}, ['warning competing geometry']],
    ['of the same holder', { company: 1 }, ['warning competing geometry']],
    [
      'whatever its kind and its sharing',
      { kind: 'route', sharing: 'shared' },
      ['warning competing geometry'],
    ],
    ['itself', { id: 5 }, []],
    ['beside it', { geometry: box(104.2, 30.2, 104.3, 30.3) }, []],
    ['above it', { lower: agl(300), upper: agl(900) }, []],
    ['of another datum', { lower: amsl(0), upper: amsl(2000) }, ['warning competingColumn geometry']],
    ['over before', { validTo: '2026-12-01T00:00:00Z' }, []],
    ['on other days', { schedule: [{ days: [2], startTime: '0900', endTime: '1200' }] }, []],
    [
      'on the same days',
      { schedule: [{ days: [1], startTime: '1100', endTime: '1300' }] },
      ['warning competing geometry'],
    ],
  ] as const)('beside an application that waits: %s', (_, change, expected) => {
    const own = draft({ id: 5, schedule: [{ days: [1], startTime: '0900', endTime: '1200' }] });
    const waiting = [{ ...near(change), submittedAt: '2026-11-19T01:30:00Z' }];
    expect(codes(own, { waiting })).toEqual(expected);
  });

  test('an application that waits is named with its shape and since when', () => {
    const waiting = [{ ...near({}), submittedAt: '2026-11-19T01:30:00Z' }];
    const [found] = checkAirspace(draft(), { ...nothing, waiting }, settings);
    expect(found).toMatchObject({
      message: { values: { other: 'B', since: expect.stringContaining('09:30') } },
      with: { resource: 'airspace', id: 9 },
      shape: { geometry: near({}).geometry, upper: agl(600) },
    });
  });

  test('aerodromes, routes, notices and the border', () => {
    const line = (longitude: number): Geometry => ({
      type: 'LineString',
      coordinates: [
        [longitude, 29],
        [longitude, 31],
      ],
    });
    expect(
      codes(draft(), {
        airports: [
          { id: 1, label: 'in', position: { type: 'Point', coordinates: [104.05, 30.05] } },
          { id: 2, label: 'out', position: { type: 'Point', coordinates: [104.5, 30.05] } },
        ],
        routes: [{ id: 1, label: 'R', geometry: line(104.05), widthM: 5000, lower: agl(0), upper: agl(600) }],
        notices: [
          {
            id: 1,
            label: 'N',
            geometry: box(104, 30, 105, 31),
            lower: null,
            upper: null,
            from: null,
            to: null,
          },
        ],
        border: { lines: [line(104.15)], national: true },
      }),
    ).toEqual([
      'error route geometry',
      'warning aerodrome geometry',
      'warning notice geometry',
      'error border geometry',
    ]);
    expect(codes(draft(), { border: { lines: [line(104.15)], national: false } })).toEqual([
      'warning boundary geometry',
    ]);
    expect(codes(draft(), { border: null })).toEqual(['warning borderUnknown geometry']);
  });

  test('what it is with comes with its shape', () => {
    const [found] = checkAirspace(draft(), { ...nothing, airspaces: [near({})] }, settings);
    expect(found).toMatchObject({
      with: { resource: 'airspace', id: 9, label: 'B' },
      shape: { geometry: near({}).geometry, upper: agl(600), from: '2026-12-10T00:00:00.000Z' },
      altitudeCompared: true,
    });
  });
});

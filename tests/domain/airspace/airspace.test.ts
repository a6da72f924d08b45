import { describe, expect, test } from 'vitest';
import {
  airspaceDeadlines,
  defaultAirspaceDeadlines,
  isTooLong,
  monthsAfter,
} from '#domain/airspace/deadlines.ts';
import { extentDisagrees, extentOf } from '#domain/airspace/extent.ts';
import { approvingLevel, type ControlArea, contains } from '#domain/airspace/level.ts';
import { airspaceMove } from '#domain/airspace/machine.ts';
import { closedTimes, isOpenAt, type OpenEvent } from '#domain/airspace/openness.ts';
import { sameVersion, versionAt } from '#domain/airspace/versions.ts';
import { circleRing } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { workCalendar } from '#domain/plans/working-days.ts';
import { agl, box } from './extents.ts';

const at = (text: string) => Date.parse(text);

describe('the legal clock (Order 371, art. 9)', () => {
  /** The National Day of 2026: seven days off, and a Saturday worked in exchange. */
  const holidays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    date: `2026-10-0${day}`,
    kind: 'holiday' as const,
  }));
  const calendar = workCalendar([...holidays, { date: '2026-10-10', kind: 'workday' }]);

  test.each([
    ['a Thursday in an ordinary week', '2026-11-19T01:00:00Z', '2026-11-10', '2026-11-16'],
    ['the first Thursday after the holiday', '2026-10-08T01:00:00Z', '2026-09-22', '2026-09-28'],
    ['the Monday after the Saturday that is worked', '2026-10-12T01:00:00Z', '2026-09-25', '2026-10-08'],
    ['early in Beijing, the evening before in UTC', '2026-11-18T17:00:00Z', '2026-11-10', '2026-11-16'],
  ])('%s', (_, start, submit, decide) => {
    const { submitBy, decideBy } = airspaceDeadlines(at(start), defaultAirspaceDeadlines, calendar);
    // The day counts whole: its last moment on the wall of Beijing.
    const end = (day: string) => at(`${day}T16:00:00Z`) - 1;
    expect([submitBy, decideBy].map((one) => new Date(one).toISOString())).toEqual(
      [end(submit), end(decide)].map((one) => new Date(one).toISOString()),
    );
  });

  test.each([
    ['2026-02-28T00:00:00Z', '2027-02-28T00:00:00Z', false],
    ['2026-02-28T00:00:00Z', '2027-02-28T00:00:01Z', true],
    ['2028-02-29T00:00:00Z', '2029-02-28T00:00:00Z', false],
    // The 29th on the wall of Beijing, where twelve months end with the 28th begun.
    ['2028-02-28T16:00:00Z', '2029-02-27T16:00:00Z', false],
    ['2028-02-28T16:00:00Z', '2029-02-28T16:00:00Z', true],
  ])('%s to %s', (from, to, expected) =>
    expect(isTooLong(at(from), at(to), defaultAirspaceDeadlines)).toBe(expected),
  );

  test('a month later than the 31st is the last day of a shorter month', () => {
    const monthLater = (text: string, zone: string) => new Date(monthsAfter(at(text), 1, zone)).toISOString();
    expect(monthLater('2026-01-31T05:00:00Z', 'Asia/Shanghai')).toBe('2026-02-28T05:00:00.000Z');
    // The 1st in Beijing, whatever day it is in UTC; and the same time on the wall when summer time begins.
    expect(monthLater('2026-01-31T16:00:00.250Z', 'Asia/Shanghai')).toBe('2026-02-28T16:00:00.250Z');
    expect(monthLater('2026-03-15T08:00:00Z', 'Europe/Berlin')).toBe('2026-04-15T07:00:00.000Z');
  });
});

describe('open and closed', () => {
  const event = (id: number, kind: 'open' | 'close', from: number, to: number | null = null): OpenEvent => ({
    id,
    kind,
    from,
    to,
  });
  const events = [event(1, 'open', 0), event(2, 'close', 100, 200), event(3, 'open', 150, 160)];

  test.each([
    [-1, null],
    [50, 'open'],
    [100, 'closed'],
    [155, 'open'],
    [160, 'closed'],
    [200, 'open'],
  ])('at %i: %s', (moment, expected) => expect(isOpenAt(events, moment)).toBe(expected));

  test('its closed times within a window', () => {
    expect(closedTimes(events, { from: 120, to: 500 })).toEqual([
      { from: 120, to: 150 },
      { from: 160, to: 200 },
    ]);
    expect(closedTimes([], { from: 0, to: 10 }, 'closed')).toEqual([{ from: 0, to: 10 }]);
  });
});

describe('versions', () => {
  const versions = [
    { number: 1, effectiveFrom: '2026-01-01T00:00:00Z', effectiveTo: '2026-03-01T00:00:00Z' },
    { number: 2, effectiveFrom: '2026-03-01T00:00:00Z', effectiveTo: null },
  ];
  test.each([
    ['2025-12-31T23:59:59Z', undefined],
    ['2026-01-01T00:00:00Z', 1],
    ['2026-02-28T23:59:59Z', 1],
    ['2026-03-01T00:00:00Z', 2],
  ])('%s: %s', (moment, number) => expect(versionAt(versions, at(moment))?.number).toBe(number));

  test('the same moment and the same limits, however they are written', () => {
    const one = { validFrom: '2026-01-01T00:00:00.000Z', lower: { value: 1, unit: 'm', reference: 'AGL' } };
    const two = { validFrom: '2026-01-01T08:00:00+08:00', lower: { reference: 'AGL', unit: 'm', value: 1 } };
    expect(sameVersion(one, two)).toBe(true);
    expect(sameVersion(one, { ...two, lower: agl(2) })).toBe(false);
  });
});

describe('who approves, by extent (Order 371, art. 8)', () => {
  const area = (id: number, kind: string, geometry: Geometry): ControlArea => ({
    id,
    name: `${kind} ${id}`,
    kind,
    geometry,
  });
  const areas = [
    area(1, 'aerodrome', {
      type: 'Polygon',
      coordinates: [circleRing({ latitude: 30.5, longitude: 104.5 }, 8_000)],
    }),
    area(2, 'tma', box(104, 30, 105, 31)),
    area(3, 'cta', box(103, 29, 106, 32)),
    area(4, 'cta', box(106, 29, 109, 32)),
  ];
  test.each([
    ['within the aerodrome', box(104.48, 30.48, 104.52, 30.52), 'aerodrome', 1],
    ['reaches out of the aerodrome, within the sub-zone', box(104.48, 30.48, 104.7, 30.52), 'subZone', 2],
    ['beyond the sub-zone, within the zone', box(104.5, 30.5, 105.5, 30.6), 'zone', 3],
    ['touching its edge from inside', box(104, 30, 104.2, 30.2), 'subZone', 2],
    ['over two zones', box(105.5, 30, 106.5, 30.5), 'betweenZones', undefined],
  ])('%s', (_, extent, level, id) => {
    const answer = approvingLevel(extent, areas);
    expect([answer.level, answer.area?.id]).toEqual([level, id]);
  });

  test('a control area and the region that holds it are one zone; two regions are two', () => {
    const [one, other] = [area(5, 'fir', box(100, 25, 110, 35)), area(6, 'fir', box(100, 35, 110, 40))];
    expect(approvingLevel(box(104.5, 30.5, 105.5, 30.6), [one, ...areas]).area?.id).toBe(3);
    expect(approvingLevel(box(105.5, 30, 106.5, 30.5), [one, ...areas]).area?.id).toBe(5);
    // It goes beyond all that is known: nobody is guessed.
    expect(approvingLevel(box(99, 30, 104, 31), [one, ...areas]).known).toBe(false);
    expect(approvingLevel(box(104, 34.5, 104.5, 35.5), [one, other, ...areas]).level).toBe('betweenZones');
  });

  test('is not known where the records hold no area there, or only a part', () => {
    expect(approvingLevel(box(90, 30, 91, 31), areas)).toEqual({ known: false, level: null, area: null });
    expect(approvingLevel(box(102.5, 30, 103.5, 30.5), areas).known).toBe(false);
  });

  test('what has a hole, or a notch that goes through, does not hold it', () => {
    const ring: Geometry = {
      type: 'Polygon',
      coordinates: [...box(0, 0, 10, 10).coordinates, ...box(4, 4, 6, 6).coordinates],
    };
    expect(contains(ring, box(1, 1, 2, 2))).toBe(true);
    expect(contains(ring, box(3, 3, 7, 7))).toBe(false);
    const notched: Geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [5.1, 10],
          [5, 1],
          [4.9, 10],
          [0, 10],
          [0, 0],
        ],
      ],
    };
    expect(contains(notched, box(4, 4, 6, 6))).toBe(false);
  });
});

describe('the extent', () => {
  const center = { type: 'Point' as const, coordinates: [104, 30] as [number, number] };
  const circle = { shape: 'circle' as const, center, radiusM: 3_000 };

  test('follows from its figures', () => {
    expect(extentOf(circle)?.type).toBe('Polygon');
    expect(extentOf({ ...circle, radiusM: null })).toBeNull();
    expect(
      extentOf({ shape: 'sector', center, radiusM: 3_000, startBearing: 350, endBearing: 20 })?.type,
    ).toBe('Polygon');
    expect(extentOf({ shape: 'polygon', geometry: box(0, 0, 1, 1) })).toEqual(box(0, 0, 1, 1));
  });

  test('agrees with another outline of the same circle, and with none other', () => {
    const outline = (radiusM: number, corners: number): Geometry => ({
      type: 'Polygon',
      coordinates: [circleRing({ latitude: 30, longitude: 104 }, radiusM, corners)],
    });
    expect(extentDisagrees({ ...circle, geometry: outline(3_000, 64) })).toBe(false);
    expect(extentDisagrees({ ...circle, geometry: outline(3_100, 72) })).toBe(true);
    expect(extentDisagrees({ ...circle, geometry: box(104, 30, 104.01, 30.01) })).toBe(true);
  });
});

describe('the machine', () => {
  const now = at('2026-11-20T00:00:00Z');
  const stand = (state: 0 | 1 | 2, audit: 0 | 1 | 2 | 3 | 4 | 5, validTo: number | null = null) => ({
    state,
    audit,
    validTo,
    extensionRequested: false,
    now,
  });
  /** Approved, with an end, and a request for an extension that waits. */
  const withRequest = (validTo: number | null = now + 1) => ({
    ...stand(1, 1, validTo),
    extensionRequested: true,
  });
  test.each([
    ['submit', stand(0, 0), true],
    ['submit', stand(0, 2), true],
    ['submit', stand(0, 3), false],
    ['submit', stand(1, 1), false],
    ['edit', stand(2, 1), false],
    ['withdraw', stand(0, 3), true],
    ['withdraw', stand(0, 0), false],
    ['open', stand(1, 1), true],
    ['open', stand(0, 3), false],
    ['close', stand(2, 1), false],
    ['extend', stand(1, 1, now - 1), false],
    ['extend', stand(1, 1, now + 1), true],
    ['extend', stand(1, 1), false],
    ['extend', withRequest(), true],
    ['askExtension', stand(1, 1, now + 1), true],
    ['askExtension', stand(1, 1), false],
    ['askExtension', stand(1, 1, now), false],
    ['askExtension', stand(0, 3, now + 1), false],
    ['askExtension', stand(2, 1, now + 1), false],
    ['askExtension', withRequest(), false],
    ['withdrawExtension', withRequest(), true],
    ['withdrawExtension', stand(1, 1, now + 1), false],
    ['declineExtension', withRequest(), true],
    ['declineExtension', withRequest(now), false],
    ['declineExtension', stand(1, 1, now + 1), false],
    ['complete', stand(1, 1), true],
    ['delete', stand(1, 1), false],
    ['delete', stand(0, 4), true],
  ] as const)('%s from %j: %s', (action, standing, ok) => expect(airspaceMove(action, standing).ok).toBe(ok));
});

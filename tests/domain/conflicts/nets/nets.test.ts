import { describe, expect, it } from 'vitest';
import { nets, scan } from '#domain/conflicts/nets/index.ts';
import type { Finding, Scene } from '#domain/conflicts/nets/safety-net.ts';
import { circleRing, direct, type LonLat } from '#domain/geo/geodesy.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { aircraft, circleArea, home, noon, planOf, sceneOf } from './scene.ts';

const minute = 60_000;
const short = (finding: Finding) => [finding.net, finding.level, finding.reason.key];
const ring = (radiusM: number) => ({
  polygons: [[circleRing(home, radiusM)]],
  lower: null,
  upper: null,
  from: null,
  to: null,
});
/** Up to so many metres above sea level. */
const closedBelowAmsl = (value: number) =>
  circleArea('closed', { volume: { ...ring(3_000), upper: { value, unit: 'm', reference: 'AMSL' } } });
const metres = (value: number) => ({ value, unit: 'm', reference: 'STD' }) as const;

const cases: [string, Scene, (string | undefined)[][]][] = [
  [
    'two head on, 20 s before they are not well clear',
    sceneOf([aircraft('a'), aircraft('b', { north: 5_500, trackDeg: 180 })]),
    [['pairs', 'warning', 'alert.pairs.reason']],
  ],
  [
    'the same with 300 m between them in height',
    sceneOf([aircraft('a'), aircraft('b', { north: 5_500, trackDeg: 180, pressureAltitudeM: 900 })]),
    [],
  ],
  [
    'the same without a height: never more than a caution',
    sceneOf([aircraft('a'), aircraft('b', { north: 5_500, trackDeg: 180, pressureAltitudeM: null })]),
    [['pairs', 'caution', 'alert.pairs.noHeight']],
  ],
  [
    'two that have passed each other',
    sceneOf([aircraft('a', { trackDeg: 180 }), aircraft('b', { north: 5_500 })]),
    [],
  ],
  [
    'one of the two on the ground',
    sceneOf([aircraft('a', { onGround: true }), aircraft('b', { north: 2_000, trackDeg: 180 })]),
    [],
  ],
  [
    'a formation, which files one plan',
    sceneOf([aircraft('a', { planId: 3 }), aircraft('b', { north: 300, planId: 3 })], {
      plans: new Map([[3, planOf(3)]]),
    }),
    [],
  ],
  [
    'two inside one training airspace',
    sceneOf([aircraft('a'), aircraft('b', { north: 1_500, trackDeg: 180 })], {
      areas: [circleArea('training')],
    }),
    [],
  ],
  [
    'a turn that will meet another, where straight on would not',
    // A standard turn to the right: after 30 s it is 1,910 m to the east, heading back.
    sceneOf([
      aircraft('a', { turnDps: 3 }),
      aircraft('b', { east: 1_900, north: -3_000, trackDeg: 0, groundSpeedMps: 90, icao24: null }),
    ]),
    [['pairs', 'warning', 'alert.pairs.reason']],
  ],
  [
    'a separation of the airspace in place of the default',
    sceneOf([aircraft('a'), aircraft('b', { east: 4_000 })], {
      areas: [circleArea('plain', { separationM: 5_556, separationVerticalM: 300 }, 9_000)],
    }),
    [['pairs', 'warning', 'alert.pairs.reason']],
  ],
  [
    'inside a prohibited area',
    sceneOf([aircraft('a')], { areas: [circleArea('prohibited')] }),
    [['areas', 'warning', 'alert.areas.inside']],
  ],
  [
    'about to enter a restricted area',
    sceneOf([aircraft('a', { north: -5_000 })], { areas: [circleArea('restricted')] }),
    [['areas', 'caution', 'alert.areas.ahead']],
  ],
  [
    'a restricted area of its own operator',
    sceneOf([aircraft('a', { planId: 3 })], {
      areas: [circleArea('restricted', { companyId: 1 })],
      plans: new Map([[3, planOf(3)]]),
    }),
    [],
  ],
  [
    'over a danger area that ends below',
    sceneOf([aircraft('a')], {
      areas: [circleArea('danger', { volume: { ...ring(3_000), upper: metres(500) } })],
    }),
    [],
  ],
  [
    'in a closed area whose limit is of another datum',
    sceneOf([aircraft('a')], {
      areas: [closedBelowAmsl(600)],
    }),
    [['areas', 'caution', 'alert.areas.insideUncertain']],
  ],
  [
    'above it by the pressure that is reported near',
    sceneOf([aircraft('a')], {
      areas: [closedBelowAmsl(500)],
      qnhAt: () => ({ lowest: 1_010, highest: 1_016 }),
    }),
    [],
  ],
  [
    'in it by that pressure',
    sceneOf([aircraft('a')], {
      areas: [closedBelowAmsl(700)],
      qnhAt: () => ({ lowest: 1_010, highest: 1_016 }),
    }),
    [['areas', 'warning', 'alert.areas.inside']],
  ],
  [
    'in it by a low pressure, though the altimeter at standard pressure shows it above',
    sceneOf([aircraft('a')], {
      areas: [closedBelowAmsl(500)],
      qnhAt: () => ({ lowest: 985, highest: 991 }),
    }),
    [['areas', 'warning', 'alert.areas.inside']],
  ],
  [
    'below the minimum altitude by the pressure that is reported near',
    sceneOf([aircraft('a')], {
      areas: [circleArea('plain', { minimumAltitudeM: 650 })],
      qnhAt: () => ({ lowest: 1_010, highest: 1_016 }),
    }),
    [['terrain', 'caution', 'alert.terrain.minimum']],
  ],
  [
    'an area that begins in an hour',
    sceneOf([aircraft('a')], {
      areas: [circleArea('closed', { volume: { ...ring(3_000), from: noon + 60 * minute } })],
    }),
    [],
  ],
  [
    'below the minimum altitude of an area, whatever the pressure is',
    sceneOf([aircraft('a')], { areas: [circleArea('plain', { minimumAltitudeM: 900 })] }),
    [['terrain', 'caution', 'alert.terrain.minimum']],
  ],
  [
    'an altitude above mean sea level near a minimum above the transition altitude: it may be above that level',
    sceneOf([aircraft('a', { pressureAltitudeM: null, amslAltitudeM: 3_150 })], {
      areas: [circleArea('plain', { minimumAltitudeM: 3_200 })],
      qnhAt: () => ({ lowest: 985, highest: 991 }),
    }),
    [],
  ],
  [
    'and certainly below it',
    sceneOf([aircraft('a', { pressureAltitudeM: null, amslAltitudeM: 2_500 })], {
      areas: [circleArea('plain', { minimumAltitudeM: 3_200 })],
      qnhAt: () => ({ lowest: 985, highest: 991 }),
    }),
    [['terrain', 'caution', 'alert.terrain.minimum']],
  ],
  [
    'below it by the usual pressures, where nobody near reports one',
    sceneOf([aircraft('a')], { areas: [circleArea('plain', { minimumAltitudeM: 850 })] }),
    [['terrain', 'advisory', 'alert.terrain.minimumNoQnh']],
  ],
  [
    'below the safe altitude of its route by the usual pressures',
    sceneOf([aircraft('a', { planId: 3 })], {
      plans: new Map([[3, planOf(3, { safeAltitude: { amslM: 850, groundM: 450 } })]]),
    }),
    [['terrain', 'advisory', 'alert.terrain.safeNoQnh']],
  ],
  [
    'below it by less than the pressure leaves open',
    sceneOf([aircraft('a')], { areas: [circleArea('plain', { minimumAltitudeM: 650 })] }),
    [],
  ],
  [
    'a mountain ahead, where the ground is known',
    sceneOf([aircraft('a')], {
      elevationAt: ({ latitude }) => (latitude > home.latitude + 0.009 ? 750 : 100),
      qnhAt: () => ({ lowest: 1_010, highest: 1_016 }),
    }),
    [['terrain', 'warning', 'alert.terrain.ground']],
  ],
  [
    'a mountain ahead by the usual pressures, where nobody near reports one',
    sceneOf([aircraft('a')], {
      elevationAt: ({ latitude }) => (latitude > home.latitude + 0.009 ? 750 : 100),
    }),
    [['terrain', 'caution', 'alert.terrain.groundNoQnh']],
  ],
  [
    'a mountain ahead that is higher by any pressure',
    sceneOf([aircraft('a')], {
      elevationAt: ({ latitude }) => (latitude > home.latitude + 0.009 ? 900 : 100),
    }),
    [['terrain', 'warning', 'alert.terrain.ground']],
  ],
  [
    'beside its plan',
    sceneOf([aircraft('a', { planId: 3, north: 5_000 })], {
      plans: new Map([[3, planOf(3, { volumes: [ring(3_000)] })]]),
    }),
    [['conformance', 'caution', 'alert.conformance.lateral']],
  ],
  [
    'far beside its plan',
    sceneOf([aircraft('a', { planId: 3, north: 12_000 })], {
      plans: new Map([[3, planOf(3, { volumes: [ring(3_000)] })]]),
    }),
    [['conformance', 'warning', 'alert.conformance.lateral']],
  ],
  [
    'beside its plan, at its aerodrome',
    sceneOf([aircraft('a', { planId: 3, north: 12_000 })], {
      plans: new Map([[3, planOf(3, { volumes: [ring(3_000)], places: [direct(home, 0, 12_000)] })]]),
    }),
    [],
  ],
  [
    'above its plan',
    sceneOf([aircraft('a', { planId: 3 })], {
      plans: new Map([[3, planOf(3, { volumes: [{ ...ring(3_000), upper: metres(500) }] })]]),
    }),
    [['conformance', 'caution', 'alert.conformance.vertical']],
  ],
  [
    'before its time and after it',
    sceneOf([aircraft('a', { planId: 3 }), aircraft('b', { planId: 4, east: 50_000 })], {
      plans: new Map([
        [3, planOf(3, { startAt: noon + 20 * minute, endAt: noon + 60 * minute })],
        [4, planOf(4, { endAt: noon - 15 * minute })],
      ]),
    }),
    [
      ['conformance', 'caution', 'alert.conformance.early'],
      ['conformance', 'caution', 'alert.conformance.late'],
    ],
  ],
  [
    'in the air by a plan that is not released',
    sceneOf([aircraft('a', { callsign: 'CW5' })], { plans: new Map([[5, planOf(5, { state: 4 })]]) }),
    [['conformance', 'warning', 'alert.conformance.notReleased']],
  ],
  [
    'without a plan where flights are managed',
    sceneOf([aircraft('a'), aircraft('b', { east: 60_000 })], { areas: [circleArea('managed')] }),
    [['conformance', 'advisory', 'alert.conformance.noPlan']],
  ],
  [
    'emergency codes, and what ADS-B declares',
    sceneOf([
      aircraft('a', { mode3A: '7500' }),
      aircraft('b', { mode3A: '7600', east: 50_000 }),
      aircraft('c', { mode3A: '7700', east: 100_000 }),
      aircraft('d', { emergency: 'minimumFuel', east: 150_000 }),
      aircraft('e', { mode3A: '7000', east: 200_000 }),
    ]),
    [
      ['emergency', 'warning', 'alert.emergency.code.hijack'],
      ['emergency', 'caution', 'alert.emergency.code.radio'],
      ['emergency', 'warning', 'alert.emergency.code.general'],
      ['emergency', 'warning', 'alert.emergency.declared'],
    ],
  ],
  [
    'heard no more: by plan, without, on the ground, landed',
    sceneOf([], {
      lost: [
        aircraft('a', { planId: 3, at: noon - 60_000 }),
        aircraft('b', { planId: 3, at: noon - 200_000 }),
        aircraft('c', { at: noon - 60_000 }),
        aircraft('d', { at: noon - 600_000 }),
        aircraft('e', { planId: 3, at: noon - 60_000, onGround: true }),
        aircraft('f', { at: noon - 60_000 }),
        aircraft('g', { at: noon - 60_000, icao24: null }),
        aircraft('h', { at: noon - 60_000 }),
      ],
      plans: new Map([[3, planOf(3)]]),
      landings: new Map([
        ['f', noon - 50_000],
        ['G', noon - 90_000],
        // It flies again.
        ['h', noon - 1_800_000],
      ]),
    }),
    [
      ['lostSignal', 'caution', 'alert.lostSignal.reason'],
      ['lostSignal', 'warning', 'alert.lostSignal.reason'],
      ['lostSignal', 'advisory', 'alert.lostSignal.reason'],
      ['lostSignal', 'advisory', 'alert.lostSignal.reason'],
    ],
  ],
  [
    'a crowd without plans heard no more, beside one with a plan and one of another source',
    sceneOf([], {
      lost: [
        ...Array.from({ length: 21 }, (_, i) => aircraft(`a${i}`, { at: noon - 60_000 - i })),
        aircraft('b', { planId: 3, at: noon - 60_000 }),
        aircraft('c', { sourceId: 2, at: noon - 60_000 }),
      ],
      plans: new Map([[3, planOf(3)]]),
    }),
    [
      ['lostSignal', 'caution', 'alert.lostSignal.reason'],
      ['lostSignal', 'advisory', 'alert.lostSignal.many'],
      ['lostSignal', 'advisory', 'alert.lostSignal.reason'],
    ],
  ],
  [
    'heard no more low over where it lands, by its height, its climb and how long',
    sceneOf([], {
      lost: [
        aircraft('a', { planId: 3, at: noon - 200_000, amslAltitudeM: 520, pressureAltitudeM: null }),
        aircraft('b', { planId: 3, at: noon - 300_000, amslAltitudeM: 520, pressureAltitudeM: null }),
        aircraft('c', { planId: 3, at: noon - 200_000, amslAltitudeM: 900, pressureAltitudeM: null }),
        aircraft('d', {
          planId: 3,
          at: noon - 200_000,
          amslAltitudeM: 520,
          pressureAltitudeM: null,
          verticalRateMps: 3,
        }),
        aircraft('e', {
          planId: 3,
          at: noon - 200_000,
          amslAltitudeM: 520,
          pressureAltitudeM: null,
          north: 9_000,
        }),
      ],
      elevationAt: () => 450,
      plans: new Map([[3, planOf(3, { places: [home] })]]),
    }),
    [
      ['lostSignal', 'advisory', 'alert.lostSignal.landing'],
      ['lostSignal', 'caution', 'alert.lostSignal.landing'],
      ['lostSignal', 'warning', 'alert.lostSignal.reason'],
      ['lostSignal', 'warning', 'alert.lostSignal.reason'],
      ['lostSignal', 'warning', 'alert.lostSignal.reason'],
    ],
  ],
  [
    'the phases of an overdue flight',
    sceneOf([], {
      plans: new Map([29, 30, 60, 90].map((late, id) => [id, planOf(id, { endAt: noon - late * minute })])),
    }),
    [
      ['overdue', 'caution', 'alert.overdue.uncertainty'],
      ['overdue', 'warning', 'alert.overdue.alert'],
      ['overdue', 'warning', 'alert.overdue.distress'],
    ],
  ],
  [
    'no report of take-off',
    sceneOf([], {
      plans: new Map(
        [14, 15, 30].map((late, id) => [id, planOf(id, { state: 8, startAt: noon - late * minute })]),
      ),
    }),
    [
      ['takeOffReport', 'advisory', 'alert.takeOffReport.reason'],
      ['takeOffReport', 'caution', 'alert.takeOffReport.reason'],
    ],
  ],
  [
    'an order that its crew does not acknowledge',
    sceneOf([], {
      plans: new Map(
        [59, 60, 180].map((ago, id) => [
          id,
          planOf(id, { openOrder: { id, kind: id === 2 ? 'stop' : 'recall', at: noon - ago * 1_000 } }),
        ]),
      ),
    }),
    [
      ['orders', 'caution', 'alert.orders.recall'],
      ['orders', 'warning', 'alert.orders.stop'],
    ],
  ],
  [
    'one source dead, one stale, one well',
    sceneOf([], {
      feeds: [20, 8, 1].map((silent, sourceId) => ({
        sourceId,
        name: 'R',
        lastAt: noon - silent * 1_000,
        deadAfterS: 15,
        openedAt: 0,
      })),
    }),
    [
      ['feeds', 'caution', 'alert.feeds.dead'],
      ['feeds', 'advisory', 'alert.feeds.stale'],
    ],
  ],
  [
    'every source dead',
    sceneOf([], {
      feeds: [{ sourceId: 1, name: 'R', lastAt: null, deadAfterS: 15, openedAt: noon - 20_000 }],
    }),
    [['feeds', 'warning', 'alert.feeds.blind']],
  ],
  [
    'an area as full as it may be, and fuller',
    sceneOf([aircraft('a'), aircraft('b', { east: 2_500, icao24: null, pressureAltitudeM: 1_200 })], {
      areas: [circleArea('plain', { densityLimit: 2 }), circleArea('plain', { id: 8, densityLimit: 1 })],
    }),
    [
      ['density', 'advisory', 'alert.density.full'],
      ['density', 'caution', 'alert.density.over'],
    ],
  ],
  [
    'a track that leaps',
    sceneOf([aircraft('a', { warning: 'leap' })]),
    [['spoofed', 'caution', 'alert.spoofed.leap']],
  ],
  [
    'a region with GNSS interference',
    sceneOf([], {
      uncertain: {
        atM: () => 926,
        mostM: 926,
        note: { key: 'alert.widenedCells', values: { count: 1, places: '' } },
        regions: [
          {
            id: '1@0',
            middle: home,
            area: { type: 'MultiPolygon', coordinates: [] },
            reason: {
              key: 'alert.interference.near',
              values: { place: 'P', near: 'N', distance: 1, heard: 4, affected: 3, since: 'S' },
            },
          },
        ],
      },
    }),
    [['interference', 'caution', 'alert.interference.near']],
  ],
];

describe('the safety nets', () => {
  it.each(cases)('%s', (_, scene, expected) => {
    const found = scan(scene);
    expect(found.filter(({ onlyHolds }) => !onlyHolds).map(short)).toEqual(expected);
  });

  it('raise no level that they do not list, and say each finding in both languages with all its values', () => {
    const seen = new Set<string>();
    for (const [, scene] of cases) {
      for (const finding of scan(scene)) {
        seen.add(finding.net);
        expect(nets.find(({ name }) => name === finding.net)?.levels).toContain(finding.level);
        for (const locale of ['zh-Hans', 'en'] as const) {
          for (const text of [finding.reason, { key: finding.advice }]) {
            const said = textIn(text, locale);
            expect(said).not.toBe(text.key);
            expect(said).not.toContain('{{');
          }
        }
      }
    }
    expect([...seen].sort()).toEqual(nets.map(({ name }) => name).sort());
  });

  it('say where they lack what they need, and guess nothing', () => {
    const lacking = nets.flatMap((net) => net.lacks(sceneOf([])) ?? []);
    expect(lacking.map(({ key }) => key)).toEqual(['alert.terrain.noData']);
    expect(textIn({ key: 'alert.terrain.noData' }, 'en')).toMatch(/no terrain data/i);
  });

  it('follow the route of a plan, twenty minutes ahead where that is asked for', () => {
    // North for 20 km, then east for 30 km; the other waits there.
    const corner = direct(home, 0, 20_000);
    const end = direct(corner, 90, 30_000);
    const route: LonLat[] = [home, corner, end].map(({ longitude, latitude }) => [longitude, latitude]);
    const scene = (planId: number | null) =>
      sceneOf([aircraft('a', { planId }), aircraft('b', { ...end, groundSpeedMps: 0, trackDeg: 0 })], {
        plans: new Map([[3, planOf(3, { route })]]),
      });
    const far = { pairs: { intentS: 1_200 } };
    expect(scan(scene(null), far)).toEqual([]);
    const [found] = scan(scene(3), far);
    expect(found).toMatchObject({ net: 'pairs', level: 'advisory' });
    expect(scan(scene(3))).toEqual([]);
  });

  it('give no distance to an area for an aircraft that is inside it', () => {
    const volume = { ...ring(6_000), lower: metres(300), upper: metres(900) };
    const [inside] = scan(sceneOf([aircraft('a')], { areas: [circleArea('restricted', { volume })] }));
    expect(inside).toMatchObject({ reason: { key: 'alert.areas.inside' }, distanceM: 0, verticalM: 0 });
    const below = aircraft('a', { north: -8_000, pressureAltitudeM: 200, verticalRateMps: 5 });
    const [ahead] = scan(sceneOf([below], { areas: [circleArea('restricted', { volume })] }));
    expect(ahead).toMatchObject({ reason: { key: 'alert.areas.ahead' }, verticalM: 100 });
    expect(ahead?.distanceM).toBeGreaterThan(1_900);
  });

  it('say when two are closest only where that is soon: those in company have no such time', () => {
    const [meeting] = scan(sceneOf([aircraft('a'), aircraft('b', { north: 5_500, trackDeg: 180 })]));
    expect(meeting?.approach?.timeS).toBeCloseTo(55, 0);
    const [company] = scan(sceneOf([aircraft('a'), aircraft('b', { east: 400, trackDeg: 359.9 })]));
    expect(company).toMatchObject({ net: 'pairs', distanceM: expect.closeTo(400, -1) });
    expect(company?.approach).toBeUndefined();
  });
});

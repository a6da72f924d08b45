import { describe, expect, test } from 'vitest';
import {
  createFlightLog,
  type FlightLogState,
  type LandingPlace,
  noFlightLog,
  type TrackFlight,
} from '#domain/surveillance/recording/flight-log.ts';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';

const start = Date.parse('2026-11-20T02:00:00Z');
const field: LandingPlace = { airport: 7, point: null, elevationM: 500 };
/** The aerodrome lies at the origin, the strip a degree to the east. */
const placeAt = ({ longitude }: { longitude: number }): LandingPlace | null =>
  longitude < 0.05 ? field : longitude > 0.95 ? { airport: null, point: 3, elevationM: 800 } : null;

/** A stretch of a flight: so many seconds in one way. */
type Stretch = [
  kind: 'stand' | 'taxi' | 'low' | 'climb' | 'descend' | 'cruise' | 'silence' | 'coast',
  seconds: number,
];

const ways: Record<Exclude<Stretch[0], 'silence'>, Partial<RecordedPosition>> = {
  stand: { onGround: true, groundSpeedMps: 0, amslAltitudeM: 500 },
  taxi: { onGround: true, groundSpeedMps: 8, amslAltitudeM: 500 },
  low: { groundSpeedMps: 40, amslAltitudeM: 700, verticalRateMps: 0 },
  climb: { groundSpeedMps: 40, amslAltitudeM: 700, verticalRateMps: 4 },
  descend: { groundSpeedMps: 40, amslAltitudeM: 700, verticalRateMps: -4 },
  cruise: { groundSpeedMps: 50, amslAltitudeM: 2_000 },
  coast: { groundSpeedMps: 50, amslAltitudeM: 2_000, isCoasting: true },
};

/** A position each second at a longitude. */
function flight(stretches: Stretch[], { longitude = 0, from = start } = {}): RecordedPosition[] {
  const positions: RecordedPosition[] = [];
  let at = from;
  for (const [kind, seconds] of stretches) {
    for (let second = 0; second < seconds; second += 1, at += 1000) {
      if (kind === 'silence') continue;
      positions.push({
        at,
        latitude: 0,
        longitude,
        pressureAltitudeM: null,
        geometricAltitudeM: null,
        amslAltitudeM: null,
        groundSpeedMps: null,
        trackDeg: null,
        verticalRateMps: null,
        onGround: false,
        isCoasting: false,
        ...ways[kind],
      });
    }
  }
  return positions;
}

function read(positions: RecordedPosition[], planId: number | null = null): TrackFlight[] {
  const log = createFlightLog(placeAt);
  for (const position of positions) log.take(position, planId);
  log.end();
  return log.changed();
}

const seconds = (at: number | null | undefined) => (at == null ? null : (at - start) / 1000);
/** Off block, take-off, landing and on block in seconds, an inferred end with a question mark. */
const told = (flights: TrackFlight[]) =>
  flights.map(({ offBlockAt, takeOff, landing, onBlockAt }) =>
    [
      seconds(offBlockAt),
      takeOff && `${seconds(takeOff.at)}${takeOff.isInferred ? '?' : ''}`,
      landing && `${seconds(landing.at)}${landing.isInferred ? '?' : ''}`,
      seconds(onBlockAt),
    ]
      .map((one) => one ?? '-')
      .join(' '),
  );

describe('flights read off a track', () => {
  test.each<[string, Stretch[], string[]]>([
    [
      'from stand to stand',
      [
        ['stand', 300],
        ['taxi', 100],
        ['cruise', 600],
        ['taxi', 60],
        ['stand', 200],
      ],
      ['300 400 1000 1060'],
    ],
    [
      'switched off at the stand',
      [
        ['taxi', 100],
        ['cruise', 600],
        ['taxi', 60],
        ['stand', 20],
      ],
      // That it left a stand at its first position nobody saw.
      ['- 100 700 760'],
    ],
    [
      'a short wait before the runway is no stand',
      [
        ['stand', 200],
        ['taxi', 60],
        ['stand', 100],
        ['taxi', 20],
        ['cruise', 60],
      ],
      ['200 380 - -'],
    ],
    [
      'a landing between two flights, without a stop',
      [
        ['taxi', 50],
        ['cruise', 300],
        ['taxi', 20],
        ['cruise', 300],
        ['taxi', 50],
      ],
      ['- 50 350 -', '- 370 670 -'],
    ],
    ['never on the ground, and never low', [['cruise', 900]], []],
    [
      'first heard climbing out, last heard on final',
      [
        ['climb', 30],
        ['cruise', 600],
        ['descend', 30],
      ],
      ['- 0? 659? -'],
    ],
    [
      'low at both ends, but coming and going',
      [
        ['descend', 30],
        ['cruise', 600],
        ['climb', 30],
      ],
      [],
    ],
    [
      'silent for a quarter of an hour',
      [
        ['taxi', 60],
        ['cruise', 300],
        ['silence', 1_000],
        ['cruise', 300],
        ['taxi', 60],
      ],
      ['- 60 - -', '- - 1660 -'],
    ],
    [
      'silent for ten minutes only',
      [
        ['taxi', 60],
        ['cruise', 300],
        ['silence', 600],
        ['cruise', 300],
        ['taxi', 60],
      ],
      ['- 60 1260 -'],
    ],
    [
      'where it would be says nothing',
      [
        ['taxi', 60],
        ['cruise', 300],
        ['coast', 60],
        ['taxi', 60],
      ],
      ['- 60 420 -'],
    ],
  ])('%s', (_, stretches, flights) => {
    expect(told(read(flight(stretches)))).toEqual(flights);
  });

  test('the nearest place and the plan of the moment are kept', () => {
    const [one] = read(
      [
        ...flight([
          ['taxi', 60],
          ['cruise', 100],
        ]),
        ...flight([['cruise', 100]], { longitude: 0.5, from: start + 160_000 }),
        ...flight([['descend', 20]], { longitude: 1, from: start + 260_000 }),
      ],
      12,
    );
    expect(one).toMatchObject({
      planId: 12,
      takeOff: { airport: 7, point: null, isInferred: false },
      landing: { airport: null, point: 3, isInferred: true, longitude: 1 },
    });
  });

  test('away from every place the ground bit alone makes a landing', () => {
    const positions = flight(
      [
        ['low', 100],
        ['taxi', 20],
      ],
      { longitude: 0.5 },
    );
    expect(read(positions)).toMatchObject([{ takeOff: null, landing: { airport: null, point: null } }]);
  });

  test('it makes no difference where the reading stops and goes on from what it remembers', () => {
    const positions = flight([
      ['stand', 200],
      ['taxi', 60],
      ['cruise', 200],
      ['taxi', 30],
      ['cruise', 100],
      ['silence', 1_000],
      ['descend', 40],
    ]);
    const whole = read(positions, 5);
    expect(told(whole)).toEqual(['200 260 460 -', '- 490 - -', '- - 1629? -']);
    for (const size of [1, 2, 7, 100]) {
      let state: FlightLogState = noFlightLog();
      const found = new Map<number, TrackFlight>();
      for (let from = 0; from < positions.length; from += size) {
        const log = createFlightLog(placeAt, state);
        for (const position of positions.slice(from, from + size)) log.take(position, 5);
        if (from + size >= positions.length) log.end();
        for (const one of log.changed()) found.set(one.begunAt, one);
        state = JSON.parse(JSON.stringify(state));
      }
      expect([...found.values()]).toEqual(whole);
    }
  });
});

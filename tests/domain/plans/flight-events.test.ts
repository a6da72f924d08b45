import { expect, test } from 'vitest';
import { createFlightEvents, type FlightSample } from '#domain/plans/flight-events.ts';

const onStand: FlightSample = {
  phase: 'ground',
  groundSpeedMps: 0,
  stage: 'released',
  fromDepartureM: 400,
  fromEndM: 400,
};
const away: FlightSample = {
  phase: 'air',
  groundSpeedMps: 60,
  stage: 'flying',
  fromDepartureM: 40_000,
  fromEndM: 40_000,
};

/** What is said of a row of looks. */
function told(...samples: (Partial<FlightSample> & { from?: FlightSample })[]) {
  const events = createFlightEvents();
  return samples.map(({ from = onStand, ...change }) => events.observe({ ...from, ...change }));
}

test('a released flight stands, taxies, and is ready no second time where it stops on the way', () => {
  expect(told({}, {}, { groundSpeedMps: 6 }, { groundSpeedMps: 7 }, { groundSpeedMps: 0 })).toEqual([
    'standing',
    null,
    'taxiing',
    null,
    null,
  ]);
});

test('a target on the ground elsewhere, or in the air before its take-off is reported, says nothing', () => {
  expect(told({ fromDepartureM: 6_000 }, { fromDepartureM: null }, { phase: 'air' })).toEqual([
    null,
    null,
    null,
  ]);
});

test('in flight it is identified, comes in from afar, touches down, and goes round', () => {
  expect(
    told(
      { from: away, fromEndM: 2_000 },
      { from: away },
      { from: away, fromEndM: 12_000 },
      { from: away, fromEndM: 9_000 },
      { from: away, fromEndM: 11_000 },
      { from: away, phase: 'ground', fromEndM: 500 },
      { from: away, fromEndM: 16_000 },
    ),
  ).toEqual(['identified', null, null, 'inbound', null, 'touchedDown', 'identified']);
});

test('circuits at the aerodrome are never inbound, and who still rolls has not touched down', () => {
  expect(
    told(
      { from: away, phase: 'ground', fromEndM: 300 },
      { from: away, fromEndM: 3_000 },
      { from: away, fromEndM: 6_000 },
      { from: away, fromEndM: 300, phase: 'ground' },
      { from: away, fromEndM: 3_000 },
    ),
  ).toEqual([null, 'identified', null, 'touchedDown', 'identified']);
});

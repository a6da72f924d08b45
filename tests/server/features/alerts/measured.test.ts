import { expect, test } from 'vitest';
import type { AlertFigures } from '#contract/alerts.ts';
import { pairs } from '#domain/conflicts/nets/pairs.ts';
import type { Finding, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { endedFigures } from '#server/features/alerts/alert-views.ts';
import type { LiveAlert } from '#server/features/alerts/live-alert.ts';
import { measure } from '#server/features/alerts/measured.ts';
import { aircraft, noon, sceneOf } from '#tests/domain/conflicts/nets/scene.ts';

/** The smallest separation of an alert, as it was measured. */

/** An alert between two targets, as far as its separation goes. */
function alertOf(...targets: SceneTarget[]): LiveAlert {
  const finding: Partial<Finding> = { net: pairs.name, targets };
  return { watched: { finding }, measured: null } as unknown as LiveAlert;
}

const look = (one: LiveAlert, targets: SceneTarget[]) =>
  measure([one], sceneOf(targets), (id) => {
    const i = targets.findIndex((target) => target.id === id);
    return i < 0 ? undefined : i;
  });

const at = (seconds: number) => noon + seconds * 1_000;
const two = (north: number, seconds: number, more: Partial<SceneTarget> = {}) => [
  aircraft('a', { at: at(seconds) }),
  aircraft('b', { north, at: at(seconds), pressureAltitudeM: 700, ...more }),
];

test('it is the smallest of all looks, with the height and the time then', () => {
  const one = alertOf(...two(9_000, 0));
  look(one, two(9_000, 0));
  look(one, two(4_000, 10, { pressureAltitudeM: 850 }));
  look(one, two(6_000, 20));
  expect(one.measured).toEqual({
    at: at(10),
    horizontalM: expect.closeTo(4_000, -1),
    verticalM: expect.closeTo(250, 1),
  });
});

test('positions of the look count, not those of the finding', () => {
  const one = alertOf(...two(9_000, 0));
  look(one, two(5_000, 4));
  expect(one.measured?.horizontalM).toBeCloseTo(5_000, -1);
});

test('a predicted position, one on the ground and one that is gone are not measured', () => {
  const one = alertOf(...two(9_000, 0));
  look(one, two(5_000, 4, { isCoasting: true }));
  look(one, two(5_000, 4, { onGround: true }));
  look(one, two(5_000, 4).slice(0, 1));
  expect(one.measured).toBeNull();
});

test('a vertical separation of different datums is not stored as a number', () => {
  const other = { pressureAltitudeM: null, geometricAltitudeM: 700 };
  const one = alertOf(...two(9_000, 0, other));
  look(one, two(9_000, 0, other));
  expect(one.measured).toMatchObject({ verticalM: null });
});

test('of an alert that is over, the prediction is stored as one', () => {
  const place = { latitude: 30, longitude: 104 };
  const approach = { at: at(60), horizontalM: 1_376, verticalM: 150, one: place, two: place };
  const measured = { at: at(40), horizontalM: 11_900, verticalM: 400 };
  const stored: AlertFigures = {
    reason: { key: 'alert.pairs.reason' },
    advice: 'alert.pairs.advice',
    contacts: [],
    targets: [],
    planIds: [],
    distanceM: 14_000,
    verticalM: 400,
    approach,
  };
  expect(endedFigures(stored, measured)).toEqual({
    ...stored,
    approach: null,
    predicted: approach,
    measured,
  });
  // Cleared twice, as by two servers, it stays so.
  const again = endedFigures(endedFigures(stored, measured), measured);
  expect(again).toMatchObject({ approach: null, predicted: approach });
});

import { describe, expect, test } from 'vitest';
import { type Ends, type MissionRank, precedenceOf } from '#domain/conflicts/precedence.ts';
import { missionTypes } from '#server/seed/data/mission-types.ts';

/** Flight Basic Rules, art. 91: mission before training, transit before local, outside before inside the aerodrome. */

const transit: Ends = { departure: 1, destination: 2 };
const local: Ends = { departure: 1, destination: 1 };
const task = (priority: number): MissionRank => ({ priority });
const training = { priority: 1, isTraining: true };
const circuit = { ...training, insideAerodrome: true };
const seeded = (wanted: string): MissionRank => missionTypes.find(({ code }) => code === wanted) ?? {};

describe('goes first', () => {
  test.each<[string, MissionRank, Ends, MissionRank, Ends]>([
    ['the mission of higher priority, wherever each goes', task(1), local, task(4), transit],
    ['a task of the lowest priority before training of the highest', task(9), local, training, transit],
    ['among equals transit before local', task(4), transit, task(4), local],
    ['training in transit before training outside', training, transit, training, local],
    ['training outside the aerodrome before circuits', training, local, circuit, local],
    [
      'a task outside the aerodrome before one inside',
      task(4),
      local,
      { ...task(4), insideAerodrome: true },
      local,
    ],
    ['a task inside before training outside', { ...task(4), insideAerodrome: true }, local, training, local],
    [
      'a point and an aerodrome of one number are two places',
      task(4),
      { departure: 1, destinationPoint: 1 },
      task(4),
      { departurePoint: 1, destinationPoint: 1 },
    ],
    ['as seeded: flight training before circuits', seeded('TRAINING'), local, seeded('CIRCUIT'), local],
    ['as seeded: a private flight before training', seeded('PRIVATE'), local, seeded('TRAINING'), transit],
    ['as seeded: sightseeing before training', seeded('SIGHTSEEING'), local, seeded('TRAINING'), transit],
    ['as seeded: a rescue before a patrol', seeded('RESCUE'), local, seeded('PATROL'), transit],
  ])('%s', (_, mission, ends, otherMission, otherEnds) =>
    expect(precedenceOf(mission, [ends])).toBeLessThan(precedenceOf(otherMission, [otherEnds])),
  );
});

test('equals are equal; a flight whose end is not known is local, a mission that is not known of middle priority', () => {
  expect(precedenceOf(task(4), [{ departure: 1 }])).toBe(precedenceOf(task(4), [local]));
  expect(precedenceOf(null, [local])).toBe(precedenceOf(task(5), [local]));
});

test('every training of the seed is behind every task', () => {
  const sums = (trains: boolean) =>
    missionTypes.filter(({ isTraining }) => isTraining === trains).map((one) => precedenceOf(one, [local]));
  expect(Math.min(...sums(true))).toBeGreaterThan(Math.max(...sums(false)));
});

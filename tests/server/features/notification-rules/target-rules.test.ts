import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';
import { messagesOf, type RuleMessage } from './rule-world.ts';

/** From datagrams to the messages of users' own rules. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});

const make = (user: string, values: object) =>
  sky.server.call(user, 'POST', '/api/records/notificationRule', values);

const messages = (user: string, rule: number) => messagesOf(sky.server, user, rule);

test('a target that enters a drawn area is a message to the owner of the rule alone, with its place', async () => {
  const answer = await make('operator', {
    name: '青城山',
    event: 'entersArea',
    geometry: square(103.5, 30.7, 103.7, 30.9),
    flights: ['CWE*'],
    isUrgent: true,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  const { id } = answer.body as { id: number };
  const at = (longitude: number) => [
    sky.over('780ee1', { callsign: 'CWE1', latitude: 30.8, longitude, flightLevel: 40 }),
    sky.over('780ee2', { callsign: 'CWF2', latitude: 30.82, longitude, flightLevel: 60 }),
  ];
  // It is looked at from outside first: what is inside then has not entered.
  const positions = (count: number) => {
    let sent = 0;
    return () => {
      sent += 1;
      return sent > count;
    };
  };
  await sky.flyUntil(() => at(103.3), positions(15), 'some positions outside');
  let found: RuleMessage[] = [];
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    void messages('operator', id).then((answer) => {
      found = answer;
      isAsked = false;
    });
  };
  await sky.flyUntil(
    () => at(103.6),
    () => {
      ask();
      return found.length > 0;
    },
    'the message',
  );
  // A second look at the same flight brings no second one.
  await sky.flyUntil(() => at(103.62), positions(10), 'some more positions');
  await eventually(() => !isAsked);
  expect(await messages('operator', id)).toHaveLength(1);
  expect(found[0]).toMatchObject({
    kind: 'rule',
    resource: 'notificationRule',
    isWarning: true,
    isRead: 0,
    content: expect.stringMatching(/^青城山：CWE1 进入所设范围，1,219 m STD，\d\d-\d\d \d\d:\d\d CST$/),
    target: { id: '780ee1', latitude: expect.closeTo(30.8, 2), longitude: expect.closeTo(103.6, 2) },
  });
  expect(await messages('aiw', id)).toEqual([]);
});

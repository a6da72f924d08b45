import { expect, test } from 'vitest';
import { type DemandReceiver, demandState, dueSteps } from '#domain/coordination/demand.ts';

const at = (s: number) => new Date(s * 1000).toISOString();
const receiver = (userId: number, change: Partial<DemandReceiver> = {}): DemandReceiver => ({
  userId,
  level: 0,
  dueAt: at(60),
  soundedAt: null,
  escalatedAt: null,
  acknowledgedAt: null,
  ...change,
});

test.each([
  ['nobody has', [receiver(1), receiver(2)], 'open'],
  ['one of two has', [receiver(1, { acknowledgedAt: at(5) }), receiver(2)], 'open'],
  [
    'both have',
    [receiver(1, { acknowledgedAt: at(5) }), receiver(2, { acknowledgedAt: at(6) })],
    'acknowledged',
  ],
  [
    'it has sounded for one',
    [receiver(1, { acknowledgedAt: at(5) }), receiver(2, { soundedAt: at(60) })],
    'overdue',
  ],
  ['one who sounded has', [receiver(1, { soundedAt: at(60), acknowledgedAt: at(70) })], 'acknowledged'],
  [
    'to whom it was escalated has',
    [
      receiver(1, { soundedAt: at(60), escalatedAt: at(90) }),
      receiver(2, { level: 1, acknowledgedAt: at(95) }),
    ],
    'acknowledged',
  ],
] as const)('acknowledged: %s', (_, receivers, state) => {
  expect(demandState(receivers)).toBe(state);
});

test('it sounds when its time is over, is escalated once a while later, and not after it was acknowledged', () => {
  const receivers = [receiver(1), receiver(2, { acknowledgedAt: at(5) })];
  expect(dueSteps(receivers, 59_999, 30_000)).toEqual({ sound: [], escalate: [] });
  expect(dueSteps(receivers, 60_000, 30_000)).toEqual({ sound: [1], escalate: [] });
  const sounded = [receiver(1, { soundedAt: at(60) })];
  expect(dueSteps(sounded, 89_999, 30_000)).toEqual({ sound: [], escalate: [] });
  expect(dueSteps(sounded, 90_000, 30_000)).toEqual({ sound: [], escalate: [1] });
  const escalated = [
    receiver(1, { soundedAt: at(60), escalatedAt: at(90) }),
    receiver(3, { level: 1, dueAt: at(150) }),
  ];
  expect(dueSteps(escalated, 149_000, 30_000)).toEqual({ sound: [], escalate: [] });
  expect(dueSteps(escalated, 150_000, 30_000)).toEqual({ sound: [3], escalate: [] });
  expect(dueSteps([receiver(1, { acknowledgedAt: at(1) })], 999_000, 30_000)).toEqual({
    sound: [],
    escalate: [],
  });
});

test('where one of all is enough, one acknowledges for the others', () => {
  const receivers = [
    receiver(1, { soundedAt: at(60), acknowledgedAt: at(70) }),
    receiver(2, { soundedAt: at(60) }),
  ];
  expect(demandState(receivers)).toBe('overdue');
  expect(demandState(receivers, true)).toBe('acknowledged');
  expect(dueSteps(receivers, 90_000, 30_000, true)).toEqual({ sound: [], escalate: [] });
});

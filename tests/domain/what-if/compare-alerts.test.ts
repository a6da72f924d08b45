import { describe, expect, test } from 'vitest';
import { type AlertCause, compareAlerts } from '#domain/what-if/compare-alerts.ts';
import type { ReplayedAlert } from '#domain/what-if/replayed-alert.ts';

/** Seconds after the beginning of the traffic. */
function alert(
  key: string,
  raisedS: number,
  clearedS: number | null,
  change: Partial<ReplayedAlert> = {},
): ReplayedAlert {
  const [net] = key.split(':');
  return {
    net: net as ReplayedAlert['net'],
    key,
    level: 'caution',
    raisedAt: raisedS * 1_000,
    clearedAt: clearedS === null ? null : clearedS * 1_000,
    reason: { key: `alert.${net}.reason` },
    targets: [],
    areaId: null,
    planIds: [],
    place: null,
    ...change,
  };
}

const pair = 'pairs:a|b';
const other = 'pairs:c|d';

describe('alerts of two replays', () => {
  const cases: [
    name: string,
    before: ReplayedAlert[],
    after: ReplayedAlert[],
    same: number,
    added: string[],
    removed: string[],
    changed: [earlierS: number, before: string, after: string][],
  ][] = [
    ['neither has any', [], [], 0, [], [], []],
    ['the same alert', [alert(pair, 10, 20)], [alert(pair, 10, 20)], 1, [], [], []],
    ['one that only clears later', [alert(pair, 10, 20)], [alert(pair, 10, 40)], 1, [], [], []],
    ['one that stays open', [alert(pair, 10, null)], [alert(pair, 10, 40)], 1, [], [], []],
    ['a new one', [], [alert(pair, 10, 20)], 0, [pair], [], []],
    ['one less', [alert(pair, 10, 20)], [], 0, [], [pair], []],
    ['another pair', [alert(pair, 10, 20)], [alert(other, 10, 20)], 0, [other], [pair], []],
    ['the same pair at another time', [alert(pair, 10, 20)], [alert(pair, 30, 40)], 0, [pair], [pair], []],
    ['raised earlier', [alert(pair, 10, 20)], [alert(pair, 4, 20)], 0, [], [], [[6, 'caution', 'caution']]],
    ['raised later', [alert(pair, 10, 20)], [alert(pair, 13, 20)], 0, [], [], [[-3, 'caution', 'caution']]],
    [
      'of a higher level',
      [alert(pair, 10, 20)],
      [alert(pair, 10, 20, { level: 'warning' })],
      0,
      [],
      [],
      [[0, 'caution', 'warning']],
    ],
    ['one that covers two', [alert(pair, 10, 20), alert(pair, 30, 40)], [alert(pair, 10, 40)], 1, [], [], []],
    ['two instead of one', [alert(pair, 10, 40)], [alert(pair, 10, 20), alert(pair, 30, 40)], 1, [], [], []],
    [
      'the second of two is gone',
      [alert(pair, 10, 20), alert(pair, 30, 40)],
      [alert(pair, 10, 20)],
      1,
      [],
      [pair],
      [],
    ],
  ];

  test.each(cases)('%s', (_, before, after, same, added, removed, changed) => {
    const found = compareAlerts(before, after);
    expect(found.same).toBe(same);
    expect(found.added.map((one) => one.alert.key)).toEqual(added);
    expect(found.removed.map((one) => one.alert.key)).toEqual(removed);
    expect(found.changed.map((one) => [one.earlierS, one.levelBefore, one.levelAfter])).toEqual(changed);
  });

  test('what is raised after the end of the shorter replay is left out', () => {
    const late = [alert(pair, 10, 20), alert(other, 70, 80)];
    expect(compareAlerts([alert(pair, 10, 20)], late, { untilMs: 60_000 })).toMatchObject({
      same: 1,
      added: [],
    });
  });

  test('a changed alert has the reason of its higher level', () => {
    const low = alert(pair, 10, 20, { reason: { key: 'low' } });
    const high = alert(pair, 10, 20, { level: 'warning', reason: { key: 'high' } });
    expect(compareAlerts([low], [high]).changed[0]?.reason.key).toBe('high');
    expect(compareAlerts([high], [low]).changed[0]?.reason.key).toBe('high');
  });
});

describe('the changes that bear on a difference', () => {
  const parameter = (key: string): AlertCause => ({ kind: 'parameter', key });
  const area = (id: number): AlertCause => ({ kind: 'airspace', id });
  const inArea = { areaId: 7 };

  const cases: [name: string, added: ReplayedAlert, changes: AlertCause[], causes: AlertCause[]][] = [
    ['no change is known', alert(pair, 1, 2), [], []],
    ['the only one', alert(pair, 1, 2), [area(3)], [area(3)]],
    [
      'parameters of the net',
      alert(pair, 1, 2),
      [parameter('tactical.pairs.tauS'), parameter('tactical.areas.bufferM')],
      [parameter('tactical.pairs.tauS')],
    ],
    [
      'parameters of a class of airspace',
      alert(pair, 1, 2),
      [
        parameter('tactical.classG.pairs.tauS'),
        parameter('tactical.classG.separationM'),
        parameter('tactical.classG.areas.bufferM'),
      ],
      [parameter('tactical.classG.pairs.tauS'), parameter('tactical.classG.separationM')],
    ],
    [
      'parameters of every net',
      alert('density:7', 1, 2),
      [parameter('tactical.steadiness.m'), parameter('tactical.heights.qnhSpreadHpa')],
      [parameter('tactical.steadiness.m'), parameter('tactical.heights.qnhSpreadHpa')],
    ],
    ['its airspace', alert('areas:a|7', 1, 2, inArea), [area(7), area(8)], [area(7)]],
    [
      'the extent of plans',
      alert('conformance:lateral:a', 1, 2),
      [parameter('strategic.corridorWidthM'), area(8)],
      [parameter('strategic.corridorWidthM')],
    ],
    [
      'an aerodrome, which every net may go by',
      alert(pair, 1, 2),
      [area(7), { kind: 'aerodrome', id: 7 }],
      [{ kind: 'aerodrome', id: 7 }],
    ],
    ['none of several', alert(pair, 1, 2), [area(7), parameter('deadline.submitTime')], []],
  ];

  test.each(cases)('%s', (_, added, changes, causes) => {
    expect(compareAlerts([], [added], { changes }).added[0]?.causes).toEqual(causes);
    expect(compareAlerts([added], [], { changes }).removed[0]?.causes).toEqual(causes);
  });
});

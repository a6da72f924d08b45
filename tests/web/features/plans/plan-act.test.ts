import { beforeEach, expect, test, vi } from 'vitest';
import { services } from '#contract/services.ts';
import { type Act, type ActInput, act } from '#web/features/plans/plan-act.ts';

const callService = vi.hoisted(() => vi.fn(async () => true));
vi.mock('#web/client/services.ts', () => ({ callService, formInput: (values: object) => values }));

beforeEach(() => callService.mockClear());

const at = '2026-11-21T02:12:00.000Z';

/** By which call of specification §7 each action goes out, and with what beside the id. */
test.each<[Act, ActInput, method: string, input: object]>([
  ['submit', {}, 'SaveNAircrafts', { ids: [7], submit: true }],
  [
    'approve',
    { reason: '同意' },
    'DoFlyApprove',
    { id: 7, decision: 'approve', stepIndex: 2, comment: '同意', restriction: null },
  ],
  [
    'allowRestricted',
    { restriction: '不高于 800 米' },
    'DoFlyApprove',
    { id: 7, decision: 'allowRestricted', stepIndex: 2, comment: null, restriction: '不高于 800 米' },
  ],
  [
    'reassign',
    { assignees: [4, 5] },
    'DoFlyApprove',
    { id: 7, decision: 'reassign', stepIndex: 2, comment: null, restriction: null, assignees: [4, 5] },
  ],
  ['applyRelease', { at }, 'ApplyOpenDynamic', { id: 7, state: 5, realEtd: at }],
  ['editRelease', { at }, 'EditApplyOpenDynamic', { id: 7, state: 5, realEtd: at }],
  ['withdrawRelease', {}, 'BackApplyOpenDynamic', { id: 7 }],
  ['takeOff', { at, sorties: 2 }, 'UpdateStateAndRealEta', { id: 7, state: 9, realEta: at, actualNum: 2 }],
  ['land', { at, sorties: 2 }, 'UpdateStateAndRealEta', { id: 7, state: 10, realEta: at, actualNum: 2 }],
  ['editReport', { at }, 'EditUpdateStateAndRealEta', { id: 7, state: 9, realEta: at, actualNum: null }],
  ['revertReport', {}, 'BackUpdateStateAndRealEta', { id: 7, state: 9, actualNum: null }],
  ['withdraw', {}, 'BackNAircraft', { id: 7 }],
  ['cancel', { reason: '天气' }, 'CancelNAircraft', { id: 7, reason: '天气' }],
  ['split', {}, 'SplitNAircraftById', { id: 7 }],
  ['delete', {}, 'DelNAircraft', { id: 7 }],
  ['acceptDetour', {}, 'DecideDetour', { id: 7, detour: 3, accept: true }],
  [
    'refuseDetour',
    { reason: '军方活动' },
    'DecideDetour',
    { id: 7, detour: 3, accept: false, comment: '军方活动' },
  ],
  ['keepAirspace', { name: ' 南坡 ' }, 'NAircraftToUserAirspace', { id: 7, name: '南坡' }],
  ['keepAirspace', { name: ' ' }, 'NAircraftToUserAirspace', { id: 7 }],
])('%s %j is sent by %s', async (action, input, method, sent) => {
  await act(action, { id: 7, stepIndex: 2, state: 9, detour: 3 }, input);
  expect(callService.mock.calls).toEqual([['Navigation', method, sent]]);
});

test('sorties under way go by a GET, as the specification has it', async () => {
  await act('setFlightNum', { id: 7, stepIndex: null }, { underWay: 3 });
  expect(callService.mock.calls).toEqual([['Navigation', 'UpdateExceutingNum', { id: 7, flightNum: 3 }]]);
  expect(services.Navigation.UpdateExceutingNum.verb).toBe('GET');
});

test('where it landed is said only where somebody was asked, and as planned takes back what was said before', async () => {
  await act('land', { id: 7, stepIndex: null }, { at, landedPoint: 12 });
  await act(
    'editReport',
    { id: 7, stepIndex: null },
    { at, landedAirport: undefined, landedPoint: undefined },
  );
  expect(callService.mock.calls.map(([, , input]: unknown[]) => input)).toEqual([
    { id: 7, state: 10, realEta: at, actualNum: null, landedAirport: null, landedPoint: 12 },
    { id: 7, realEta: at, actualNum: null, landedAirport: null, landedPoint: null },
  ]);
});

test('what has a page of its own, and what only the clock does, is not sent from a dialog', async () => {
  for (const action of ['edit', 'applyDetour', 'endTerm', 'lapse'] as const) {
    await expect(act(action, { id: 7, stepIndex: null }, {})).rejects.toThrow(action);
  }
  expect(callService).not.toHaveBeenCalled();
});

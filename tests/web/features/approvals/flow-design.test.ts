import { expect, test } from 'vitest';
import {
  type DesignAct,
  type DesignState,
  designOf,
  designReducer,
  firstState,
  freeName,
  sameDesign,
  storedSteps,
} from '#web/features/approvals/flow/design-state.ts';

const begin = () =>
  firstState(
    designOf(
      [
        { name: 'a', roles: ['ATMB'] },
        { name: 'b', roles: ['ATMB'] },
        { name: 'c', users: [3] },
      ],
      {},
    ),
  );
const run = (state: DesignState, ...acts: DesignAct[]) => acts.reduce(designReducer, state);
const names = ({ present }: DesignState) => present.steps.map(({ name }) => name).join('');

test('steps are added behind the open one, duplicated, moved and removed, and each of it is undone', () => {
  const made = run(
    begin(),
    { type: 'add', name: 'n' },
    { type: 'move', from: 1, to: 3 },
    { type: 'duplicate', index: 0, name: 'd' },
    { type: 'remove', index: 2 },
  );
  expect(names(made)).toBe('adcn');
  expect(made.selected).toBe(2);
  const back = run(
    made,
    { type: 'undo' },
    { type: 'undo' },
    { type: 'undo' },
    { type: 'undo' },
    { type: 'undo' },
  );
  expect(names(back)).toBe('abc');
  expect(sameDesign(back.present, begin().present)).toBe(true);
  expect(names(run(back, { type: 'redo' }, { type: 'redo' }, { type: 'redo' }, { type: 'redo' }))).toBe(
    'adcn',
  );
});

test('typing on in one field is one change; a change ends what could be done again', () => {
  const typed = run(
    begin(),
    ...['x', 'xy', 'xyz'].map((name): DesignAct => ({ type: 'change', index: 0, values: { name } })),
    { type: 'change', index: 0, values: { quorum: 'all' } },
  );
  expect(typed.past).toHaveLength(2);
  const once = run(typed, { type: 'undo' });
  expect(once.present.steps[0]).toMatchObject({ name: 'xyz', quorum: 'any' });
  const other = run(once, { type: 'change', index: 1, values: { mayReturn: true } });
  expect(other.future).toEqual([]);
});

test('a move beyond the ends changes nothing', () => {
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [1, 1],
    [7, 0],
  ] as const) {
    const state = begin();
    expect(run(state, { type: 'move', from, to })).toBe(state);
  }
});

test('what is stored is what was read, without what is empty', () => {
  const stored = storedSteps(designOf([{ name: 'a', roles: ['ATMB'], condition: { mtowKg: 1 } }], null));
  expect(stored).toEqual([
    {
      name: 'a',
      roles: ['ATMB'],
      quorum: 'any',
      onTimeout: 'remind',
      mayReturn: false,
      mayReassign: false,
      ownOrganizationAllowed: false,
      condition: { mtowKg: 1 },
    },
  ]);
});

test('a new step has a name of its own', () => {
  expect(freeName([{ name: 'a' }], 'b', '')).toBe('b');
  expect(freeName([{ name: 'a' }, { name: 'a 2' }], 'a', '')).toBe('a 3');
  expect(freeName([{ name: 'a' }], 'a', 'copy')).toBe('a copy');
});

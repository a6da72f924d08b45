import { expect, test } from 'vitest';
import type { ServerNotice } from '#contract/hub.ts';
import { createMemoryBudget, defaultBudgetMb, usedMemoryMb } from '#server/kernel/memory-budget.ts';
import { silentLog } from '#tests/support/database.ts';

test('more is shed at each look above the budget, and all is as before only well below it', async () => {
  let used = 99;
  const done: string[] = [];
  const said: ServerNotice[] = [];
  const budget = createMemoryBudget({
    usedMb: () => used,
    budgetMb: async () => 100,
    notices: { say: (notice) => void said.push(notice), end: (id) => void done.push(`end ${id}`) },
    now: () => 1_000,
    log: silentLog,
  });
  budget.follow(
    () => void done.push('shed'),
    () => void done.push('back'),
  );
  for (const next of [99, 100, 130, 99, 86, 84, 99]) {
    used = next;
    await budget.look();
    done.push(`${next} ${budget.isOver}`);
  }
  expect(done).toEqual([
    '99 false',
    ...['shed', '100 true', 'shed', '130 true', '99 true', '86 true'],
    ...['back', 'end memory', '84 false', '99 false'],
  ]);
  expect(said).toHaveLength(4);
  expect(said[1]).toMatchObject({ id: 'memory', at: 1_000, text: { values: { used: 130, budget: 100 } } });
});

test('without a parameter the budget is that of this machine, and this process is within it', () => {
  expect(defaultBudgetMb()).toBeGreaterThan(usedMemoryMb());
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources } from '#resources';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { callerWith, type Engine, refusalOf, startEngine } from '#tests/support/engine.ts';

let engine: Engine;
let administrators: StoredRecord[];
beforeAll(async () => {
  engine = await startEngine(resources);
  const { records } = engine;
  const role = await records.create(systemCaller(), 'role', {
    name: 'Admin',
    displayName: 'Administrator',
    permissions: ['Pages.Admin'],
  });
  administrators = await records.transaction((transaction) =>
    Promise.all(
      ['first', 'second'].map((userName) =>
        records.create(
          systemCaller(),
          'user',
          { userName, name: userName, isActive: true, roles: [role.id] },
          transaction,
        ),
      ),
    ),
  );
});
afterAll(() => engine?.test.drop());

test('of two administrators who are demoted at the same instant one stays', async () => {
  const { records } = engine;
  const admin = callerWith(resources, { userId: 99, permissions: ['Pages.Admin'] });
  const [first, second] = administrators;
  if (!first || !second) throw new Error('there are two');
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let demoted = () => {};
  const reached = new Promise<void>((resolve) => {
    demoted = resolve;
  });
  // On a connection of its own, and not committed yet: nobody else sees it.
  const one = records.transaction(async (transaction) => {
    await records.update(
      admin,
      'user',
      first.id,
      first.version,
      { roles: [] },
      { ...transaction, trusted: false },
    );
    demoted();
    await held;
  });
  await reached;
  let settled = false;
  const other = refusalOf(records.update(admin, 'user', second.id, second.version, { roles: [] })).finally(
    () => {
      settled = true;
    },
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(settled).toBe(false);
  commit();
  await one;
  expect((await other).text.key).toBe('permission.lastAdmin');
  expect(await records.get(admin, 'user', second.id)).toMatchObject({ version: 1 });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditWorld, stands, startAuditWorld, state } from '#tests/support/audit-world.ts';
import { importingOn } from '#tests/support/importing.ts';

let world: AuditWorld;
beforeAll(async () => {
  world = await startAuditWorld();
}, 240_000);
afterAll(() => world?.close());

test('a row for a record that waits for a decision is refused by itself, and the record stays what was submitted', async () => {
  const imports = importingOn(world.server);
  const [waiting, open] = [await world.aircraft(), await world.aircraft()];
  expect(stands(await world.submit(waiting.id))).toEqual([200, state.waiting]);
  const file = `国籍和登记标志,备注\n${waiting.registration},甲\n${open.registration},乙\n`;
  const plan = { mode: 'update', key: ['registration'] };
  const { checked, done } = await imports.whole('operator', 'aircraft', file, plan);
  expect(checked.faults).toMatchObject([{ row: 2, code: 'audit.refused.locked' }]);
  expect(done).toMatchObject({ state: 'done', updated: 1, badRows: 1 });
  expect(done.faults).toMatchObject([{ row: 2, code: 'audit.refused.locked' }]);
  expect(await world.one(waiting.id)).toMatchObject({ remark: null, auditState: state.waiting });
  expect(await world.one(open.id)).toMatchObject({ remark: '乙' });
});

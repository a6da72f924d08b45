import { expect, test } from 'vitest';
import { airspaceTransferMethods } from '#server/features/airspace/airspace-transfer.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { nationalZones } from '#tests/support/national-zones.ts';
import { eventually } from '#tests/support/server.ts';

/** Progress of a file check, for the user who started it. */

const caller = (userId: number): Caller => {
  const system = systemCaller();
  return { ...system, actor: { ...system.actor, userId } };
};

test('reports the progress of a running check by its key, only to its user, and none after it has ended', async () => {
  let goOn = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    goOn = () => void resolve();
  });
  const methods = airspaceTransferMethods({
    records: { validate: () => held.then(() => []) } as never,
    catalogue: null as never,
    life: null as never,
    sql: null as never,
    timeZone: async () => 'Asia/Shanghai',
    clock: () => new Date('2026-06-10T04:00:00Z'),
  });
  const key = 'ab'.repeat(16);
  const progress = (userId: number) => methods.ImportProgress({ key }, caller(userId));
  const none = { state: 'none', done: 0, of: 0 };
  const text = nationalZones({ zones: 3, corners: 8, south: 30, west: 103.5 });
  const check = methods.ImportCheck({ text, key }, caller(7));
  await eventually(async () => (await progress(7)).state === 'checking', 'the check of its features');
  expect(await progress(7)).toEqual({ state: 'checking', done: 0, of: 3 });
  expect(await progress(8)).toEqual(none);
  goOn();
  expect((await check).features).toHaveLength(3);
  expect(await progress(7)).toEqual(none);
});

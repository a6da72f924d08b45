import { expect, test } from 'vitest';
import { airspaceTransferMethods } from '#server/features/airspace/airspace-transfer.ts';
import { createImportProgresses } from '#server/features/airspace/import-progress.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { createInProcessBackplane } from '#server/signalr/backplane.ts';
import { nationalZones } from '#tests/support/national-zones.ts';
import { eventually } from '#tests/support/server.ts';

/** Progress of a file check, for the user who started it. */

const caller = (userId: number): Caller => {
  const system = systemCaller();
  return { ...system, actor: { ...system.actor, userId } };
};

test('every server reports the progress of a running check by its key, only to its user, and none after it has ended', async () => {
  let goOn = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    goOn = () => void resolve();
  });
  const backplane = createInProcessBackplane();
  const server = () =>
    airspaceTransferMethods({
      records: { validate: () => held.then(() => []) } as never,
      catalogue: null as never,
      life: null as never,
      sql: null as never,
      progress: createImportProgresses({ backplane, now: Date.now }),
      timeZone: async () => 'Asia/Shanghai',
      clock: () => new Date('2026-06-10T04:00:00Z'),
    });
  const [methods, other] = [server(), server()];
  const key = 'ab'.repeat(16);
  const progress = (userId: number) => methods.ImportProgress({ key }, caller(userId));
  const elsewhere = (userId: number) => other.ImportProgress({ key }, caller(userId));
  const none = { state: 'none', done: 0, of: 0 };
  const text = nationalZones({ zones: 3, corners: 8, south: 30, west: 103.5 });
  const check = methods.ImportCheck({ text, key }, caller(7));
  await eventually(async () => (await progress(7)).state === 'checking', 'the check of its features');
  expect(await progress(7)).toEqual({ state: 'checking', done: 0, of: 3 });
  expect(await progress(8)).toEqual(none);
  expect([await elsewhere(7), await elsewhere(8)]).toEqual([await progress(7), none]);
  goOn();
  expect((await check).features).toHaveLength(3);
  expect([await progress(7), await elsewhere(7)]).toEqual([none, none]);
});

test('a server publishes its progress twice a second, and a check that is not heard of again counts as ended', () => {
  const messages: unknown[] = [];
  const joined = createInProcessBackplane();
  joined.subscribe('airspace-import-progress', (message) => messages.push(message));
  let nowMs = 0;
  const server = () => createImportProgresses({ backplane: joined, now: () => nowMs });
  const [one, other] = [server(), server()];
  for (nowMs = 0; nowMs < 2_000; nowMs += 10) one.set('7 a', { state: 'checking', done: nowMs, of: 2_000 });
  expect(messages).toHaveLength(4);
  expect([one.of('7 a').done, other.of('7 a').done]).toEqual([1_990, 1_500]);
  nowMs += 120_000;
  expect(other.of('7 a').state).toBe('none');
  for (const message of [null, { check: 7 }, { check: 'x', progress: { state: 'late', done: 1, of: 2 } }])
    joined.publish('airspace-import-progress', message);
  expect(other.of('x').state).toBe('none');
});

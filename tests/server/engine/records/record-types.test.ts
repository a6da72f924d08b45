import { expect, expectTypeOf, test } from 'vitest';
import type { PlanRecord } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';

test('what no record has does not compile', () => {
  // Never called: the compiler says where a line should not stand.
  const mistakes = async (records: Records, caller: Caller) => {
    // @ts-expect-error there is no such record type
    await records.get(caller, 'flightPlan', 1);
    const plan = await records.get(caller, 'plan', 1);
    expectTypeOf(plan).toEqualTypeOf<PlanRecord>();
    // @ts-expect-error a plan has no such field
    plan.planNo;
    // @ts-expect-error nor can it be set
    await records.update(caller, 'plan', 1, 1, { planNo: 'P1' });
    // @ts-expect-error a plan has no such state
    await records.update(caller, 'plan', 1, 1, { state: 13 });
    // @ts-expect-error a secret does not leave the store
    (await records.get(caller, 'user', 1)).passwordHash;
    // What was added at run time has one way in.
    expectTypeOf((await records.untyped.get(caller, 'fuelPoint', 1)).capacityL).toEqualTypeOf<unknown>();
  };
  expect(mistakes).toBeTypeOf('function');
});

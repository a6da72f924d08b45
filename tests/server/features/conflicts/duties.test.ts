import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engagement } from '#domain/plans/papers.ts';
import { createDuties } from '#server/features/conflicts/duties.ts';

const subject = fc.record({
  resource: fc.constantFrom('aircraft' as const, 'pilot' as const),
  id: fc.integer({ min: 1, max: 4 }),
});
const engagement = fc
  .record({ subject, planId: fc.integer({ min: 1, max: 5 }), from: fc.nat(1_000), length: fc.nat(100) })
  .map(
    ({ length, ...one }): Engagement => ({
      ...one,
      planNumber: `P${one.planId}`,
      to: one.from + length,
      departsFrom: null,
      arrivesAt: null,
    }),
  );
const change = fc.record({
  key: fc.constantFrom('plan:1', 'plan:2', 'plan:3'),
  engagements: fc.array(engagement, { maxLength: 4 }),
  isWhole: fc.boolean(),
});

test('after any changes it knows of each aircraft and pilot what the last of each record said, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const duties = createDuties();
      let stored = new Map<string, Engagement[]>();
      for (const { key, engagements, isWhole } of changes) {
        if (isWhole) {
          stored = new Map([[key, engagements]]);
          duties.load(stored);
        } else {
          stored.set(key, engagements);
          duties.set(key, engagements);
        }
      }
      const all = [...stored.values()].flat();
      for (const resource of ['aircraft', 'pilot'] as const) {
        for (const id of [1, 2, 3, 4]) {
          const wanted = all.filter((one) => one.subject.resource === resource && one.subject.id === id);
          const found = duties.of([
            { resource, id },
            { resource, id },
          ]);
          expect(found).toHaveLength(wanted.length);
          expect(new Set(found)).toEqual(new Set(wanted));
        }
      }
    }),
  );
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, abilityOf, type RecordRule, rulesFor } from '#domain/identity/access.ts';
import { actorOf, numbers } from '#domain/identity/actor-of.ts';
import { excessOf, hasExcess } from '#domain/identity/privilege-excess.ts';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { AppError } from '#domain/text/errors.ts';
import { resources } from '#resources';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';

/**
 * From no permission set can a sequence of calls reach a larger one: whoever the first user comes to be able
 * to act as (themselves, the users that they make, those whose password they may set), nobody of them ever
 * holds more than they did.
 */

let engine: Engine;
let companies: number[];
let areas: number[];
beforeAll(async () => {
  engine = await startEngine(resources);
  const { records } = engine;
  const make = async (resource: string, values: Record<string, unknown>) =>
    (await records.untyped.create(systemCaller(), resource, values)).id;
  companies = [];
  areas = [];
  for (const n of [1, 2, 3]) {
    const first17 = `91510100MA6TXT00${n}`;
    companies.push(
      await make('company', {
        name: `Company ${n}`,
        uscc: `${first17}${usccCheckCharacter(first17)}`,
        legalRepresentative: 'L',
        contact: 'C',
        phone: `1380000000${n}`,
      }),
    );
    areas.push(await make('organizationUnit', { displayName: `Area ${n}`, kind: 'coverage' }));
  }
});
afterAll(() => engine?.test.drop());

// Those that open these calls are drawn often; a small alphabet makes the sequences meet.
const permission = fc.constantFrom(
  'Pages.Users',
  'Pages.Roles',
  'Pages.Users',
  'Pages.Roles',
  'Pages.Organizations',
  'Pages.Question',
  'Pages.Statistics',
  'Pages.Dictionary',
  'Pages.Admin',
);
const permissionSet = fc.uniqueArray(permission, { maxLength: 4 });
const index = fc.nat({ max: 5 });
const subset = (max: number) => fc.uniqueArray(fc.nat({ max }), { maxLength: 2 });
const rule: fc.Arbitrary<RecordRule> = fc.record(
  {
    resource: fc.constantFrom('user', 'role', 'dictionary'),
    actions: fc.dictionary(fc.constantFrom('read', 'create', 'update', 'delete'), fc.boolean()),
    hidden: fc.constantFrom([], ['name']),
    rows: fc.constantFrom('scope' as const, 'own' as const),
  },
  { requiredKeys: ['resource'] },
);
const rules = fc.uniqueArray(rule, { maxLength: 2, selector: ({ resource }) => resource });
const place = fc.record({
  company: fc.option(fc.nat({ max: 2 })),
  servedCompanies: subset(2),
  coverage: subset(2),
});

const call = fc.oneof(
  fc.record({ kind: fc.constant('makeRole' as const), by: index, permissions: permissionSet, rules }),
  fc.record({
    kind: fc.constant('changeRole' as const),
    by: index,
    role: index,
    permissions: permissionSet,
    rules,
  }),
  fc.record({ kind: fc.constant('makeUser' as const), by: index, roles: subset(5), place }),
  fc.record({ kind: fc.constant('changeUser' as const), by: index, user: index, roles: subset(5), place }),
  fc.record({ kind: fc.constant('takeOver' as const), by: index, user: index }),
  fc.record({
    kind: fc.constantFrom('trash' as const, 'restore' as const, 'former' as const, 'bulk' as const),
    by: index,
    resource: fc.constantFrom('user', 'role'),
    place: index,
    roles: subset(5),
  }),
);

let serial = 0;

test('from no permission set can a sequence of calls reach a larger one', async () => {
  const { records } = engine;
  const system = systemCaller();
  const start = fc.record({
    permissions: permissionSet,
    rules,
    place,
    others: fc.array(permissionSet, { minLength: 1, maxLength: 3 }),
  });
  let taken = 0;
  let refused = 0;

  await fc.assert(
    fc.asyncProperty(start, fc.array(call, { minLength: 3, maxLength: 12 }), async (first, calls) => {
      serial += 1;
      let names = 0;
      const name = () => {
        names += 1;
        return `R${serial}x${names}`;
      };
      const roleOf = (permissions: string[], recordRules: RecordRule[]) => ({
        name: name(),
        displayName: 'a role',
        permissions,
        recordRules: permissions.includes('Pages.Admin') ? [] : recordRules,
      });
      const placeOf = (at: typeof first.place) => ({
        company: at.company === null ? null : (companies[at.company] ?? null),
        servedCompanies: at.servedCompanies.map((n) => companies[n]),
        coverage: at.coverage.map((n) => areas[n]),
      });
      const userOf = (more: object) => ({ userName: name(), name: 'u', isActive: true, ...more });
      const roles: number[] = [];
      const users: number[] = [];
      const add = (list: number[], { id }: StoredRecord) => void list.push(id);
      // The first user, and others who hold something else.
      add(roles, await records.untyped.create(system, 'role', roleOf(first.permissions, first.rules)));
      for (const permissions of first.others) {
        add(roles, await records.untyped.create(system, 'role', roleOf(permissions, [])));
      }
      const at = placeOf(first.place);
      add(users, await records.create(system, 'user', userOf({ roles: [roles[0]], ...at })));
      for (const role of roles.slice(1)) {
        add(users, await records.create(system, 'user', userOf({ roles: [role] })));
      }

      const nowOf = async (id: number): Promise<Actor> => {
        const user = await records.get(system, 'user', id);
        return actorOf(
          user,
          await Promise.all(numbers(user.roles).map((role) => records.get(system, 'role', role))),
        );
      };
      const begin = await nowOf(users[0] ?? 0);
      /** Those whom the first user can act as. */
      const puppets = new Set([users[0] ?? 0]);
      const callerOf = async (n: number): Promise<Caller> => {
        const id = [...puppets][n % puppets.size] ?? 0;
        const actor = await nowOf(id);
        return { ...callerWith(resources, {}), actor, ability: abilityOf(rulesFor(actor, resources)) };
      };
      const pick = (list: number[], n: number) => list[n % list.length] ?? 0;
      const picked = (ns: number[]) => [...new Set(ns.map((n) => pick(roles, n)))];
      const ask = async (one: (typeof calls)[number]) => {
        const caller = await callerOf(one.by);
        const version = async (resource: string, id: number) =>
          (await records.untyped.get(system, resource, id)).version;
        switch (one.kind) {
          case 'makeRole':
            add(roles, await records.untyped.create(caller, 'role', roleOf(one.permissions, one.rules)));
            return;
          case 'changeRole': {
            const id = pick(roles, one.role);
            const { permissions, recordRules } = roleOf(one.permissions, one.rules);
            await records.untyped.update(caller, 'role', id, await version('role', id), {
              permissions,
              recordRules,
            });
            return;
          }
          case 'makeUser': {
            const values = userOf({ roles: picked(one.roles), ...placeOf(one.place) });
            const made = await records.create(caller, 'user', values);
            add(users, made);
            puppets.add(made.id);
            return;
          }
          case 'changeUser': {
            const id = pick(users, one.user);
            const values = { roles: picked(one.roles), ...placeOf(one.place) };
            await records.untyped.update(caller, 'user', id, await version('user', id), values);
            puppets.add(id);
            return;
          }
          case 'takeOver': {
            // What stands before a new password.
            const id = pick(users, one.user);
            await records.transaction((transaction) =>
              records.lockForChange(caller, 'user', id, { ...transaction, trusted: false }),
            );
            puppets.add(id);
            return;
          }
          default: {
            const list = one.resource === 'user' ? users : roles;
            const id = pick(list, one.place);
            const now = await version(one.resource, id);
            if (one.kind === 'trash') await records.trash(caller, one.resource, id);
            if (one.kind === 'restore') await records.restore(caller, one.resource, id);
            if (one.kind === 'former') {
              const request = { toVersion: Math.max(1, now - 1), version: now };
              await records.restoreVersion(caller, one.resource, id, request);
            }
            if (one.kind === 'bulk') {
              const values = { roles: picked(one.roles) };
              const { failed } = await records.bulk(caller, 'user', {
                action: 'update',
                of: { ids: users },
                values,
              });
              refused += failed.length;
            }
          }
        }
      };
      for (const one of calls) {
        try {
          await ask(one);
          taken += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refused += 1;
        }
        for (const id of puppets) {
          const excess = excessOf(begin, await nowOf(id), resources);
          expect({ one, excess: hasExcess(excess) ? excess : null }).toEqual({ one, excess: null });
        }
      }
    }),
    // So many that by no seed too few calls are taken or refused.
    { numRuns: 120, endOnFailure: false },
  );
  // The sequences were no series of refusals.
  expect(taken).toBeGreaterThan(20);
  expect(refused).toBeGreaterThan(20);
}, 240_000);

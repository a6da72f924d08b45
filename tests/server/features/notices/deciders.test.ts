import { afterAll, beforeAll, expect, test } from 'vitest';
import { abilityOf, boundToCompanies, holds, may, rulesFor } from '#domain/identity/access.ts';
import { resources } from '#resources';
import { actorsOf, createAccounts } from '#server/features/identity/accounts.ts';
import { reminders } from '#server/features/notices/reminders.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { planActs } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/**
 * Who is reminded of what waits for a body: found together, and the same as when each user is asked by
 * themselves.
 */

const system = systemCaller();
const permissions = ['Pages.BaseManage.Craft_Audit', 'Pages.FlightWatch.Navigation_3D'];
let world: PlanWorld;
let times = 0;
beforeAll(async () => {
  const rule = reminders({
    resources,
    actorsOf(...about) {
      times += 1;
      return actorsOf(...about);
    },
  });
  world = await startPlanWorld({ reminders: rule });
  await people();
});
afterAll(() => world.close());

const roleOf = async (values: Record<string, unknown>) => {
  const role = await world.records.create(system, 'role', { displayName: String(values.name), ...values });
  return role.id;
};

/** Bodies and companies, with and without the permission, the area, the rows, an account that is open. */
async function people(): Promise<void> {
  const { records, sql, demo } = world;
  const ids = await sql.selectFrom('role').select(['id', 'name']).execute();
  const known = new Map(ids.map((row) => [String(row.name), Number(row.id)]));
  const plain = await roleOf({ name: 'plain', permissions: ['Pages.Chat'] });
  const own = await roleOf({
    name: 'ownRows',
    permissions: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation'],
    recordRules: [{ resource: 'plan', rows: 'own' }],
  });
  const blind = await roleOf({
    name: 'blind',
    permissions,
    recordRules: [{ resource: 'plan', actions: { read: false } }],
  });
  const far = await records.create(system, 'organizationUnit', {
    displayName: '远方',
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [80, 40],
          [81, 40],
          [81, 41],
          [80, 40],
        ],
      ],
    },
  });
  const users: Record<string, Record<string, unknown>> = Object.fromEntries(
    ['Admin', 'ATMB', 'AIW', 'OM', 'AGENT'].map((name) => [`as${name}`, { roles: [known.get(name)] }]),
  );
  Object.assign(users, {
    plainly: { roles: [plain] },
    roleless: { roles: [] },
    both: { roles: [plain, known.get('AIW')] },
    ownRows: { roles: [own] },
    blind: { roles: [blind] },
    blindAndSeeing: { roles: [blind, known.get('ATMB')] },
    away: { roles: [known.get('ATMB')], coverage: [far.id] },
    closed: { roles: [known.get('ATMB')], isActive: false },
    serving: { roles: [known.get('ATMB')], servedCompanies: [demo.companies.yunyi] },
    employed: { roles: [known.get('ATMB')], company: demo.companies.yunyi },
  });
  for (const [userName, values] of Object.entries(users)) {
    await records.create(system, 'user', { userName, name: userName, ...values });
  }
  const gone = await records.untyped.create(system, 'user', {
    userName: 'gone',
    name: 'gone',
    roles: [known.get('ATMB')],
  });
  await records.trash(system, 'user', gone.id);
}

/** Each user by themselves, as it was once done. */
async function oneByOne(plan: Record<string, unknown>): Promise<string[]> {
  const { records, sql } = world;
  const accounts = createAccounts({ records, sql });
  const users = await sql.selectFrom('user').select('id').where('deletedAt', 'is', null).execute();
  const found: string[] = [];
  for (const { id } of users) {
    const actor = await accounts.actor(Number(id));
    if (!actor || actor.companyId !== null || boundToCompanies(actor) || !holds(actor, permissions)) continue;
    if (may(abilityOf(rulesFor(actor, resources)), 'read', 'plan', plan)) found.push(actor.userName);
  }
  return found.sort();
}

test('an overdue flight reminds whoever would say so of themselves, asked for all at once', async () => {
  const { id } = await planActs(() => world).draft();
  const plan = await world.sql.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await world.records.transaction(async (transaction) => {
    transaction.announce({
      resource: 'plan',
      id,
      action: 'update',
      record: { ...plan, company: null },
      message: {
        type: 'plan.overdue',
        title: '逾期',
        content: '逾期',
        message: '',
        unit: null,
        actualNum: null,
        state: 9,
      },
      by: null,
      at: world.now().toISOString(),
    });
  });
  const rows = await world.sql
    .selectFrom('reminder as r')
    .innerJoin('user as u', 'u.id', 'r.user')
    .select('u.userName')
    .where('r.asks', '=', 'plan.overdue')
    .where('r.documentId', '=', id)
    .execute();
  const reminded = rows.map(({ userName }) => String(userName)).sort();
  expect(reminded).toEqual(await oneByOne({ ...plan, company: null }));
  expect(reminded).toEqual(
    expect.arrayContaining(['admin', 'asAIW', 'asATMB', 'asAdmin', 'blindAndSeeing', 'both']),
  );
  for (const none of [
    'plainly',
    'roleless',
    'ownRows',
    'blind',
    'away',
    'closed',
    'gone',
    'serving',
    'employed',
  ]) {
    expect(reminded).not.toContain(none);
  }
  expect(times).toBe(1);
});

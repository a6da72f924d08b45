import { describe, expect, test } from 'vitest';
import {
  type Actor,
  abilityOf,
  coverageField,
  may,
  mayEver,
  type RoleGrant,
  rulesFor,
} from '#domain/identity/access.ts';
import { type ExplainStep, explain, reasonOf } from '#domain/identity/explain.ts';
import { explainText, explainTitle, refusingStep } from '#domain/identity/explain-text.ts';
import type { Action, Resource } from '#domain/record/resource.ts';
import { actor, grant, kite, log, ofCompany, plain, resources, typeKeeper } from '#tests/support/kites.ts';

const all = [typeKeeper, plain, grant('Admin', ['Pages.Admin'])];

interface Case {
  why: string;
  who: Actor;
  action: Action;
  on?: Resource;
  record?: Record<string, unknown>;
  field?: string;
  allowed: boolean;
  steps: [ExplainStep['rule'], ExplainStep['outcome']][];
}

const cases: Case[] = [
  {
    why: 'everyone with a session',
    who: actor([plain]),
    action: 'read',
    allowed: true,
    steps: [['signedIn', 'yes']],
  },
  {
    why: 'an administrator',
    who: actor([grant('Admin', ['Pages.Admin'])]),
    action: 'delete',
    allowed: true,
    steps: [['admin', 'yes']],
  },
  {
    why: 'a permission that a role holds',
    who: actor([typeKeeper, plain]),
    action: 'update',
    allowed: true,
    steps: [['permissions', 'yes']],
  },
  {
    why: 'a permission that none holds',
    who: actor([plain]),
    action: 'update',
    allowed: false,
    steps: [['permissions', 'no']],
  },
  {
    why: 'nobody but the administrator',
    who: actor([typeKeeper]),
    action: 'delete',
    allowed: false,
    steps: [['nobody', 'no']],
  },
  {
    why: 'a rule of a role gives',
    who: actor([grant('Plain', [], { actions: { delete: true } })]),
    action: 'delete',
    allowed: true,
    steps: [
      ['nobody', 'note'],
      ['roleAllows', 'yes'],
    ],
  },
  {
    why: 'a rule of a role takes',
    who: actor([grant('Keeper', ['Pages.Type'], { actions: { update: false } })]),
    action: 'update',
    allowed: false,
    steps: [
      ['permissions', 'note'],
      ['roleDenies', 'no'],
    ],
  },
  {
    why: 'what one role takes another gives',
    who: actor([
      grant('Keeper', ['Pages.Type'], { actions: { update: false } }),
      grant('Two', ['Pages.Other']),
    ]),
    action: 'update',
    allowed: true,
    steps: [
      ['permissions', 'yes'],
      ['roleDenies', 'note'],
    ],
  },
  {
    why: 'records that only services write',
    who: actor([grant('Admin', ['Pages.Admin'])]),
    action: 'update',
    on: log,
    allowed: false,
    steps: [
      ['readOnlyResource', 'no'],
      ['admin', 'yes'],
    ],
  },
  {
    why: 'a record of the own company',
    who: actor([typeKeeper], ofCompany),
    action: 'update',
    record: { id: 1, company: 1 },
    allowed: true,
    steps: [
      ['permissions', 'yes'],
      ['companyRows', 'yes'],
    ],
  },
  {
    why: 'a record of another company',
    who: actor([typeKeeper], ofCompany),
    action: 'update',
    record: { id: 1, company: 2 },
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['companyRows', 'no'],
    ],
  },
  {
    why: 'a shared record is read',
    who: actor([typeKeeper], ofCompany),
    action: 'read',
    record: { id: 1, company: null },
    allowed: true,
    steps: [
      ['signedIn', 'yes'],
      ['sharedRow', 'yes'],
    ],
  },
  {
    why: 'a shared record is not changed',
    who: actor([typeKeeper], ofCompany),
    action: 'update',
    record: { id: 1, company: null },
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['sharedRow', 'no'],
    ],
  },
  {
    why: 'a record outside the area',
    who: actor([typeKeeper], { coverageIds: [4] }),
    action: 'read',
    record: { id: 1, company: 2, [coverageField]: [5] },
    allowed: false,
    steps: [
      ['signedIn', 'yes'],
      ['coverageRows', 'no'],
    ],
  },
  {
    why: 'what the public may read, in or out of the area',
    who: actor([typeKeeper], { coverageIds: [4] }),
    action: 'read',
    on: log,
    record: { id: 1, [coverageField]: [5] },
    allowed: true,
    steps: [
      ['signedIn', 'yes'],
      ['allRows', 'yes'],
    ],
  },
  {
    why: 'own records only',
    who: actor([grant('Keeper', ['Pages.Type'], { rows: 'own' })]),
    action: 'update',
    record: { id: 1, company: 1, createdBy: 8 },
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['ownRows', 'no'],
    ],
  },
  {
    why: 'a record in the trash',
    who: actor([typeKeeper]),
    action: 'update',
    record: { id: 1, company: 1, deletedAt: '2026-01-01T00:00:00Z' },
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['allRows', 'yes'],
      ['trashed', 'no'],
    ],
  },
  {
    why: 'a field that asks for more',
    who: actor([typeKeeper]),
    action: 'update',
    field: 'price',
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['fieldPermissions', 'no'],
    ],
  },
  {
    why: 'a field that services set',
    who: actor([typeKeeper]),
    action: 'update',
    field: 'state',
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['fieldServiceOnly', 'no'],
    ],
  },
  {
    why: 'a secret field, even to an administrator',
    who: actor([grant('Admin', ['Pages.Admin'])]),
    action: 'read',
    field: 'mark',
    allowed: false,
    steps: [
      ['admin', 'yes'],
      ['fieldSecret', 'no'],
    ],
  },
  {
    why: 'a field hidden by the only role',
    who: actor([grant('Plain', [], { hidden: ['name'] })]),
    action: 'read',
    field: 'name',
    allowed: false,
    steps: [
      ['signedIn', 'yes'],
      ['fieldHidden', 'no'],
    ],
  },
  {
    why: 'a field hidden by one role of two',
    who: actor([grant('Plain', [], { hidden: ['name'] }), typeKeeper]),
    action: 'read',
    field: 'name',
    allowed: true,
    steps: [
      ['signedIn', 'yes'],
      ['fieldHidden', 'note'],
    ],
  },
  {
    why: 'a field read-only by the role',
    who: actor([grant('Keeper', ['Pages.Type'], { readOnly: ['name'] })]),
    action: 'update',
    field: 'name',
    allowed: false,
    steps: [
      ['permissions', 'yes'],
      ['fieldReadOnly', 'no'],
    ],
  },
  {
    why: 'a field that nothing bounds',
    who: actor([typeKeeper]),
    action: 'update',
    field: 'name',
    allowed: true,
    steps: [
      ['permissions', 'yes'],
      ['fieldOpen', 'yes'],
    ],
  },
];

describe('explain', () => {
  test.each(cases)('names the rule: $why', ({ who, action, on = kite, record, field, allowed, steps }) => {
    const question = {
      action,
      resource: on,
      ...(record ? { record } : {}),
      ...(field ? { field } : {}),
    };
    const found = explain(who, resources, question, all);
    expect(found.steps.map(({ rule, outcome }) => [rule, outcome])).toEqual(steps);
    expect(found.allowed).toBe(allowed);
    // Whoever is refused is told why, and whoever is not finds no rule that says no.
    expect(refusingStep(found) !== undefined).toBe(!allowed);
    for (const locale of ['zh-Hans', 'en'] as const) {
      for (const text of [
        ...found.steps.map((step) => explainText(step, locale)),
        explainTitle(question, allowed, locale),
      ]) {
        expect(text).not.toMatch(/explain\.|\{\{|undefined/);
      }
    }
  });

  test('answers as the ability does, wherever no state stands in the way', () => {
    for (const { who, action, on = kite, record, field } of cases) {
      if (field !== undefined || on.readOnly || record?.deletedAt) continue;
      const ability = abilityOf(rulesFor(who, resources));
      const expected = record ? may(ability, action, on.name, record) : mayEver(ability, action, on.name);
      expect(explain(who, resources, { action, resource: on, ...(record ? { record } : {}) }).allowed).toBe(
        expected,
      );
    }
  });

  test('names the roles that an administrator could give', () => {
    const { steps } = explain(actor([plain]), resources, { action: 'update', resource: kite }, all);
    expect(steps[0]).toMatchObject({
      holders: ['Admin', 'Keeper'],
      permissions: ['Pages.Type', 'Pages.Other'],
    });
    const [first] = steps;
    expect(first && explainText(first, 'en')).toContain('Roles that may: Admin, Keeper.');
  });

  test('of a permission that is held names no other', () => {
    const { steps } = explain(
      actor([typeKeeper, plain]),
      resources,
      { action: 'update', resource: kite },
      all,
    );
    expect(steps[0]).toMatchObject({ held: ['Pages.Type'], roles: ['Keeper'] });
    expect(steps[0] && explainText(steps[0], 'en')).toBe('Role Keeper holds Pages.Type.');
  });

  test('a record that waits for a decision is locked, whatever the permissions say', () => {
    const who = actor([grant('Admin', ['Pages.Admin'])]);
    const record = { id: 1, company: 1 };
    const found = explain(who, resources, { action: 'update', resource: kite, record }, [], { locked: true });
    expect(found).toMatchObject({ allowed: false, never: false });
    expect(refusingStep(found)?.rule).toBe('locked');
    expect(
      explain(who, resources, { action: 'read', resource: kite, record }, [], { locked: true }).allowed,
    ).toBe(true);
  });

  test('never is told from not now', () => {
    const nothing = explain(actor([plain]), resources, { action: 'update', resource: kite });
    expect(nothing.never).toBe(true);
    const record = { id: 1, company: 2 };
    const elsewhere = explain(actor([typeKeeper], ofCompany), resources, {
      action: 'update',
      resource: kite,
      record,
    });
    expect(elsewhere).toMatchObject({ allowed: false, never: false });
  });
});

describe('a cell of the matrix', () => {
  test.each<[string, RoleGrant, Action, Resource, object]>([
    ['by a session', plain, 'read', kite, { allowed: true, by: 'signedIn' }],
    [
      'by a permission',
      typeKeeper,
      'update',
      kite,
      { allowed: true, by: 'permission', permissions: ['Pages.Type'] },
    ],
    [
      'without one',
      plain,
      'update',
      kite,
      { allowed: false, by: 'permission', permissions: ['Pages.Type', 'Pages.Other'] },
    ],
    [
      'by a rule',
      grant('X', [], { actions: { delete: true } }),
      'delete',
      kite,
      { allowed: true, by: 'rule' },
    ],
    ['for nobody', typeKeeper, 'delete', kite, { allowed: false, by: 'nobody' }],
    ['for services', typeKeeper, 'update', log, { allowed: false, by: 'readOnlyResource' }],
    [
      'for the administrator',
      grant('Admin', ['Pages.Admin']),
      'delete',
      kite,
      { allowed: true, by: 'admin' },
    ],
  ])('%s', (_, role, action, resource, expected) => {
    expect(reasonOf(role, resource, action)).toMatchObject(expected);
  });
});

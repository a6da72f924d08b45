import { describe, expect, test } from 'vitest';
import { type Actor, abilityOf, may, mayEver, mayReadField, mayWriteField } from '#domain/identity/access.ts';
import { applicantPermissions, rulesOfApplicant } from '#domain/identity/applicant.ts';
import { resources } from '#resources';

const actor: Actor = {
  userId: 7,
  userName: 'applicant',
  name: '林岚',
  companyId: 3,
  companyIds: [3],
  coverageIds: [],
  roles: [],
  permissions: applicantPermissions,
  organizationUnitIds: [],
};
const open = abilityOf(rulesOfApplicant(actor, resources, true));
const over = abilityOf(rulesOfApplicant(actor, resources, false));

describe('who has a ticket', () => {
  test.each([
    ['read', 'company', { id: 3 }, true],
    ['read', 'company', { id: 4 }, false],
    ['update', 'company', { id: 3 }, true],
    ['create', 'company', { id: 5 }, false],
    ['delete', 'company', { id: 3 }, false],
    ['create', 'aircraft', { company: 3 }, true],
    ['create', 'aircraft', { company: 4 }, false],
    ['delete', 'pilot', { company: 3 }, true],
    ['read', 'pilot', { company: 4 }, false],
    ['read', 'aircraftType', {}, true],
    ['update', 'aircraftType', {}, false],
  ] as const)('may %s %s %j: %s', (action, resource, record, expected) => {
    expect(may(open, action, resource, record)).toBe(expected);
  });

  test('sees no other type of record at all', () => {
    const seen = resources.filter(({ name }) => mayEver(open, 'read', name)).map(({ name }) => name);
    expect(seen.sort()).toEqual([
      'aircraft',
      'aircraftType',
      'airport',
      'company',
      'dictionary',
      'dictionaryItem',
      'pilot',
    ]);
  });

  test('keeps the papers of the user’s pilots, and names no account of theirs', () => {
    expect(mayWriteField(open, 'create', 'pilot', 'residentId')).toBe(true);
    expect(mayReadField(open, 'pilot', 'user')).toBe(false);
    expect(mayWriteField(open, 'create', 'pilot', 'user')).toBe(false);
  });

  test('only looks once the user may sign in', () => {
    for (const { name } of resources) {
      for (const action of ['create', 'update', 'delete'] as const) {
        expect([name, action, mayEver(over, action, name)]).toEqual([name, action, false]);
      }
    }
    expect(may(over, 'read', 'company', { id: 3 })).toBe(true);
  });
});

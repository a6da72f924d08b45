import { describe, expect, it } from 'vitest';
import {
  type Actor,
  abilityOf,
  channelsFor,
  channelsOf,
  may,
  mayEver,
  mayReadField,
  mayWriteField,
  type RecordRule,
  type RoleGrant,
  rulesFor,
} from '#domain/identity/access.ts';
import type { Action, Resource } from '#domain/record/resource.ts';

const label = (en: string) => ({ 'zh-Hans': en, en });
const text = { type: 'string' as const, 'x-label': label('Text') };

const boat: Resource = {
  name: 'boat',
  schema: {
    $id: 'boat',
    type: 'object',
    title: 'Boat',
    'x-label': label('Boat'),
    properties: {
      name: text,
      price: text,
      owner: text,
      log: text,
      company: { type: 'integer', 'x-label': label('Company') },
    },
  },
  path: '/boats',
  permissions: { read: ['See'], create: ['Edit'], update: ['Edit'], delete: ['Edit'] },
  scope: { company: 'company', coverage: ['name'], shared: true },
  titleField: 'name',
  columns: ['name'],
  search: ['name'],
  fieldPermissions: { price: { read: ['Money'] }, owner: { write: ['Money'] } },
};

const role = (name: string, permissions: string[], ...rules: Omit<RecordRule, 'resource'>[]): RoleGrant => ({
  role: name,
  permissions,
  recordRules: rules.map((rule) => ({ resource: 'boat', ...rule })),
});

function actorOf(grants: RoleGrant[], rest: Partial<Actor> = {}): Actor {
  return {
    userId: 7,
    userName: 'seven',
    name: 'Seven',
    companyId: null,
    companyIds: [],
    coverageIds: [],
    roles: grants.map((grant) => grant.role),
    permissions: [...new Set(grants.flatMap(({ permissions }) => permissions))],
    organizationUnitIds: [],
    grants,
    ...rest,
  };
}

const abilityWith = (grants: RoleGrant[], rest: Partial<Actor> = {}) =>
  abilityOf(rulesFor(actorOf(grants, rest), [boat]));

const fields = Object.keys(boat.schema.properties);

/** The fields that are read, created and updated, by their first letters. */
function fieldsOf(grants: RoleGrant[], rest: Partial<Actor> = {}) {
  const ability = abilityWith(grants, rest);
  const initials = (is: (field: string) => boolean) =>
    fields
      .filter(is)
      .map(([first]) => first)
      .join('');
  return [
    initials((field) => mayReadField(ability, 'boat', field)),
    initials((field) => mayWriteField(ability, 'create', 'boat', field)),
    initials((field) => mayWriteField(ability, 'update', 'boat', field)),
  ];
}

const both = ['See', 'Edit'];

describe('the fields of a record', () => {
  it.each<[string, RoleGrant[], [read: string, create: string, update: string]]>([
    ['nobody reads and sets any', [], ['', '', '']],
    ['who only reads sets none', [role('a', ['See'])], ['nolc', '', '']],
    ['the entry closes price to all, and owner to writers', [role('a', both)], ['nolc', 'nlc', 'nlc']],
    ['a permission opens both', [role('a', [...both, 'Money'])], ['npolc', 'npolc', 'npolc']],
    [
      "another role's permission opens them too",
      [role('a', both), role('b', ['Money'])],
      ['npolc', 'npolc', 'npolc'],
    ],
    ['an administrator has all', [role('a', ['Pages.Admin'])], ['npolc', 'npolc', 'npolc']],
    [
      'an administrator has all, whatever a rule of a role says',
      [role('a', ['Pages.Admin'], { hidden: ['name'], readOnly: ['log'] })],
      ['npolc', 'npolc', 'npolc'],
    ],
    [
      'what a role hides it neither reads nor sets',
      [role('a', both, { hidden: ['log'] })],
      ['noc', 'nc', 'nc'],
    ],
    ['what a role locks it reads', [role('a', both, { readOnly: ['log'] })], ['nolc', 'nc', 'nc']],
    [
      'what one role hides another shows',
      [role('a', both, { hidden: ['log', 'name'] }), role('b', both, { readOnly: ['log'] })],
      ['nolc', 'nc', 'nc'],
    ],
    [
      'only what every role hides is hidden',
      [role('a', both, { hidden: ['log', 'name'] }), role('b', both, { hidden: ['log'] })],
      ['noc', 'nc', 'nc'],
    ],
    [
      'a role that does not give the reading neither shows nor hides',
      [role('a', ['See'], { hidden: ['log'] }), role('b', ['Money'])],
      ['npoc', '', ''],
    ],
    [
      'what is not seen is not set, though another role may change the record',
      [role('a', ['See'], { hidden: ['log'] }), role('b', ['Edit'])],
      ['noc', 'nc', 'nc'],
    ],
    [
      'who makes records and reads none sets what they can',
      [role('a', both, { actions: { read: false } })],
      ['', 'nlc', 'nlc'],
    ],
    [
      'the matrix gives an action without a permission, and its fields by the entry',
      [role('a', [], { actions: { read: true, update: true } })],
      ['nolc', '', 'nlc'],
    ],
  ])('%s', (_, grants, expected) => {
    expect(fieldsOf(grants)).toEqual(expected);
  });

  it('are hidden in whichever rows the user sees: by company, and shared', () => {
    const hiding = [role('a', both, { hidden: ['log'] })];
    expect(fieldsOf(hiding, { companyId: 3, companyIds: [3] })).toEqual(['noc', 'nc', 'nc']);
    expect(fieldsOf(hiding, { coverageIds: [5] })).toEqual(['noc', 'nc', 'nc']);
  });

  it('are one role’s where a session says nothing of roles', () => {
    const actor = actorOf([], { permissions: both });
    const { grants: _, ...plain } = actor;
    const ability = abilityOf(rulesFor(plain, [boat]));
    expect(mayReadField(ability, 'boat', 'log')).toBe(true);
    expect(mayReadField(ability, 'boat', 'price')).toBe(false);
  });

  it('do not narrow what the user may do to the record itself', () => {
    const ability = abilityWith([role('a', both, { hidden: fields })]);
    expect(mayEver(ability, 'read', 'boat')).toBe(true);
    expect(may(ability, 'update', 'boat', { company: 9 })).toBe(true);
    expect(mayReadField(ability, 'boat', 'name')).toBe(false);
  });

  it('of the system are read with the record', () => {
    const ability = abilityWith([role('a', ['See'], { hidden: ['name'] })]);
    expect(mayReadField(ability, 'boat', 'createdBy')).toBe(true);
    expect(mayReadField(abilityWith([]), 'boat', 'createdBy')).toBe(false);
  });
});

describe('the rows of a record', () => {
  const rows: Record<string, unknown>[] = [
    { id: 1, company: 3, createdBy: 7, coverageIds: [5] },
    { id: 2, company: 3, createdBy: 8, coverageIds: [] },
    { id: 3, company: 4, createdBy: 7, coverageIds: [5, 6] },
    { id: 4, company: null, createdBy: 8, coverageIds: [] },
  ];
  const seen = (action: Action, grants: RoleGrant[], rest: Partial<Actor> = {}) => {
    const ability = abilityWith(grants, rest);
    return rows.filter((row) => may(ability, action, 'boat', row)).map(({ id }) => id);
  };
  const company = { companyId: 3, companyIds: [3] };

  it.each<[string, Action, RoleGrant[], Partial<Actor>, number[]]>([
    ['all, where nothing binds the user', 'read', [role('a', both)], {}, [1, 2, 3, 4]],
    ['the user’s company’s and the shared', 'read', [role('a', both)], company, [1, 2, 4]],
    ['the user’s company’s alone, to change', 'update', [role('a', both)], company, [1, 2]],
    ['those of the user’s areas', 'read', [role('a', both)], { coverageIds: [6] }, [3]],
    ['the user’s own, where their role says so', 'read', [role('a', both, { rows: 'own' })], {}, [1, 3]],
    ['the user’s own of their company', 'read', [role('a', both, { rows: 'own' })], company, [1]],
    ['the user’s own, to delete', 'delete', [role('a', both, { rows: 'own' })], company, [1]],
    [
      'all of another role that is not so bound',
      'read',
      [role('a', both, { rows: 'own' }), role('b', ['See'])],
      company,
      [1, 2, 4],
    ],
    [
      'the user’s own to change, where only the bound role changes',
      'update',
      [role('a', both, { rows: 'own' }), role('b', ['See'])],
      company,
      [1],
    ],
    [
      'none, where the matrix takes the action',
      'read',
      [role('a', both, { actions: { read: false } })],
      {},
      [],
    ],
    [
      'those of a role that still gives it',
      'read',
      [role('a', both, { actions: { read: false } }), role('b', ['See'])],
      {},
      [1, 2, 3, 4],
    ],
  ])('%s', (_, action, grants, rest, expected) => {
    expect(seen(action, grants, rest)).toEqual(expected);
  });

  it('are made for any company that is the user’s, own rows or not', () => {
    const ability = abilityWith([role('a', both, { rows: 'own' })], company);
    expect(may(ability, 'create', 'boat', { company: 3 })).toBe(true);
    expect(may(ability, 'create', 'boat', { company: 4 })).toBe(false);
  });

  it('reach by the hub those who may read them', () => {
    const hears = (grants: RoleGrant[], rest: Partial<Actor> = {}) => {
      const channels = new Set(channelsFor(actorOf(grants, rest), [boat]));
      return rows
        .filter((row) => channelsOf(boat, row).some((channel) => channels.has(channel)))
        .map(({ id }) => id);
    };
    expect(hears([])).toEqual([]);
    expect(hears([role('a', both)])).toEqual([1, 2, 3, 4]);
    expect(hears([role('a', ['Pages.Admin'], { actions: { read: false } })])).toEqual([1, 2, 3, 4]);
    expect(hears([role('a', both)], company)).toEqual([1, 2, 4]);
    expect(hears([role('a', both)], { coverageIds: [6] })).toEqual([3]);
    expect(hears([role('a', both, { rows: 'own' })])).toEqual([1, 3]);
    expect(hears([role('a', both, { rows: 'own' })], company)).toEqual([1]);
    expect(hears([role('a', both, { actions: { read: false } })])).toEqual([]);
    expect(hears([role('a', [], { actions: { read: true } })])).toEqual([1, 2, 3, 4]);
  });

  it('are nobody’s as records where they come from rooms, nor announced', () => {
    const reminder: Resource = { ...boat, name: 'reminder', scope: undefined };
    const ofRoom = { id: 1, documentResource: 'chatRoom', documentId: 5 };
    const other = { id: 2, documentResource: null };
    const ability = abilityOf(rulesFor(actorOf([role('a', ['Pages.Admin'])]), [reminder]));
    expect([ofRoom, other].map((row) => may(ability, 'read', 'reminder', row))).toEqual([false, true]);
    expect([ofRoom, other].map((row) => channelsOf(reminder, row).length > 0)).toEqual([false, true]);
  });
});

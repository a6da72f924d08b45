import { describe, expect, test } from 'vitest';
import type { RecordRule } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import {
  cellOf,
  changesOf,
  type FieldState,
  fieldCellOf,
  type MatrixRole,
  mergeRules,
  nextStated,
  readRole,
  withAction,
  withEdit,
  withField,
  withRows,
} from '#web/features/identity/matrix/matrix-model.ts';

const label = (text: string) => ({ 'zh-Hans': text, en: text });
const kite: Resource = {
  name: 'kite',
  path: '/kites',
  titleField: 'name',
  columns: ['name'],
  search: [],
  permissions: { read: 'signedIn', create: ['Pages.Type'], update: ['Pages.Type'], delete: [] },
  serviceOnly: ['state'],
  fieldPermissions: { price: { read: ['Pages.Money'] }, colour: { write: ['Pages.Money'] } },
  schema: {
    $id: 'kite',
    type: 'object',
    title: 'Kite',
    'x-label': label('Kite'),
    properties: {
      name: { type: 'string', 'x-label': label('Name') },
      state: { type: 'integer', 'x-label': label('State') },
      price: { type: 'number', 'x-label': label('Price') },
      colour: { type: 'string', 'x-label': label('Colour') },
    },
  },
};
const role: MatrixRole = {
  id: 3,
  version: 1,
  name: 'Keeper',
  displayName: 'Keeper',
  displayNameEn: null,
  permissions: ['Pages.Type'],
  recordRules: [],
};
const grant = (recordRules: RecordRule[], permissions = role.permissions) => ({
  role: 'Keeper',
  permissions,
  recordRules,
});

describe('a click', () => {
  test('goes from as permitted to allowed to denied and back, and leaves nothing behind', () => {
    expect([undefined, true, false].map(nextStated)).toEqual([true, false, undefined]);
    let rules: RecordRule[] = [];
    const seen: unknown[] = [];
    for (let click = 0; click < 3; click++) {
      const stated = rules.find(({ resource }) => resource === 'kite')?.actions?.delete;
      rules = withAction(rules, 'kite', 'delete', nextStated(stated));
      seen.push([cellOf(grant(rules), kite, 'delete').allowed, cellOf(grant(rules), kite, 'delete').own]);
    }
    expect(seen).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    expect(rules).toEqual([]);
  });

  test('keeps what the rule says of other things', () => {
    const before: RecordRule[] = [
      { resource: 'kite', hidden: ['name'], rows: 'own' },
      { resource: 'log', rows: 'own' },
    ];
    const after = withAction(before, 'kite', 'read', false);
    expect(after).toEqual([
      { resource: 'kite', hidden: ['name'], rows: 'own', actions: { read: false } },
      { resource: 'log', rows: 'own' },
    ]);
    expect(withRows(after, 'log', 'scope').map(({ resource }) => resource)).toEqual(['kite']);
    expect(withAction(after, 'kite', 'read', undefined)).toEqual(before);
  });

  test('puts a field into one list at most', () => {
    let rules: RecordRule[] = [];
    const states: [FieldState, RecordRule[]][] = [
      ['hidden', [{ resource: 'kite', hidden: ['name'] }]],
      ['readOnly', [{ resource: 'kite', readOnly: ['name'] }]],
      ['visible', []],
    ];
    for (const [state, expected] of states) {
      rules = withField(rules, 'kite', 'name', state);
      expect(rules).toEqual(expected);
    }
  });
});

describe('a cell', () => {
  test('says how it would be without the matrix', () => {
    const denied = cellOf(grant([{ resource: 'kite', actions: { update: false } }]), kite, 'update');
    expect(denied).toMatchObject({ allowed: false, own: true, by: 'rule', otherwise: true });
    expect(cellOf(grant([]), kite, 'update')).toMatchObject({ allowed: true, own: false, by: 'permission' });
  });

  test.each<[string, string[], RecordRule[], string, object]>([
    ['an administrator', ['Pages.Admin'], [], 'price', { state: 'visible', by: 'admin' }],
    ['a permission to read', [], [], 'price', { state: 'hidden', by: 'permission' }],
    ['a permission to write', [], [], 'colour', { state: 'readOnly', by: 'permission' }],
    ['a permission that is held', ['Pages.Money'], [], 'price', { state: 'visible', by: 'open' }],
    ['a service', [], [], 'state', { state: 'readOnly', by: 'service' }],
    ['the matrix', [], [{ resource: 'kite', hidden: ['state'] }], 'state', { state: 'hidden', by: 'rule' }],
    [
      'the matrix too',
      [],
      [{ resource: 'kite', readOnly: ['name'] }],
      'name',
      { state: 'readOnly', by: 'rule' },
    ],
  ])('of a field names %s', (_, permissions, rules, field, expected) => {
    expect(fieldCellOf(grant(rules, permissions), kite, field)).toMatchObject(expected);
  });
});

describe('what is to be saved', () => {
  const base: RecordRule[] = [
    { resource: 'kite', actions: { read: false }, hidden: ['name'] },
    { resource: 'log', rows: 'own' },
  ];

  test('is told thing by thing', () => {
    const after: RecordRule[] = [{ resource: 'kite', actions: { read: true }, readOnly: ['name'] }];
    expect(changesOf(base, after)).toEqual([
      { resource: 'kite', what: 'action:read', before: 'deny', after: 'allow' },
      { resource: 'kite', what: 'field:name', before: 'hidden', after: 'readOnly' },
      { resource: 'log', what: 'rows', before: 'own', after: 'scope' },
    ]);
    expect(changesOf(base, [...base].reverse())).toEqual([]);
  });

  test('is nothing once an edit is taken back', () => {
    const edited = withEdit({}, role, withRows([], 'kite', 'own'));
    expect(Object.keys(edited)).toEqual(['3']);
    expect(withEdit(edited, role, [])).toEqual({});
  });

  test('keeps what someone else saved of other record types', () => {
    const mine = withAction(base, 'kite', 'read', undefined);
    const theirs: RecordRule[] = [
      { resource: 'kite', actions: { read: false }, hidden: ['name', 'price'] },
      { resource: 'map', actions: { read: false } },
    ];
    expect(mergeRules(base, mine, theirs)).toEqual([
      { resource: 'kite', hidden: ['name'] },
      { resource: 'map', actions: { read: false } },
    ]);
  });
});

test('a role is read from the record as the endpoint sends it, and what is none is left out', () => {
  expect(readRole({ id: 1, version: 2, name: 'OM', permissions: null, recordRules: null })).toEqual({
    id: 1,
    version: 2,
    name: 'OM',
    displayName: 'OM',
    displayNameEn: null,
    permissions: [],
    recordRules: [],
  });
  expect(readRole({ id: 1, name: 'OM' })).toBeUndefined();
});

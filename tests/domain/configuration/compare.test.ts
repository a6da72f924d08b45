import { describe, expect, test } from 'vitest';
import { compareConfiguration, comparisonHash, withNeeds } from '#domain/configuration/compare.ts';
import { mergedEntries, sameValue, valueChanges } from '#domain/configuration/difference.ts';
import { originOf, signConfiguration } from '#domain/configuration/file.ts';
import { type ConfigurationItem, itemId } from '#domain/configuration/item.ts';
import type { ConfigurationWorld } from '#domain/configuration/problems.ts';

/** What a file would change, and what forbids it. */

const world: ConfigurationWorld = {
  types: new Map([
    ['aircraft', { fields: new Set(['registration', 'operator']), relations: new Set(['operator']) }],
    ['reading', { fields: new Set(['at']), relations: new Set() }],
  ]),
  closedTypes: new Set(['reading']),
  permissions: new Set(['Pages.Navigation']),
  roles: new Set(['ATMB']),
  units: new Set(['North']),
  dictionaries: new Set(['colour']),
  drafts: new Set(['flows:drawn', 'schema:aircraft']),
  planRelations: new Set(['company']),
};
const undrafted: ConfigurationWorld = { ...world, drafts: new Set<string>() };

const item = (
  section: ConfigurationItem['section'],
  key: string,
  values: Record<string, unknown>,
  rest: Partial<ConfigurationItem> = {},
): ConfigurationItem => ({ section, key, label: { 'zh-Hans': key, en: key }, values, ...rest });

const compared = (current: ConfigurationItem[], file: ConfigurationItem[], around = undrafted) =>
  compareConfiguration(current, file, around);

describe('two values', () => {
  test.each<[string, unknown, unknown, unknown[]]>([
    ['nothing, null, an empty text and an empty list are the same', { a: null, b: '' }, { c: [] }, []],
    ['lists of texts in another order are the same', { a: ['x', 'y'] }, { a: ['y', 'x'] }, []],
    ['a field', { a: 1 }, { a: 2 }, [{ path: ['a'], before: 1, after: 2 }]],
    ['false is not absent', { a: false }, {}, [{ path: ['a'], before: false, after: null }]],
    [
      'a field of an entry, which is found by its name',
      {
        steps: [
          { name: 'x', n: 1 },
          { name: 'y', n: 1 },
        ],
      },
      {
        steps: [
          { name: 'x', n: 1 },
          { name: 'y', n: 2 },
        ],
      },
      [{ path: ['steps', 'y', 'n'], before: 1, after: 2 }],
    ],
    [
      'the order of entries',
      { steps: [{ name: 'x' }, { name: 'y' }] },
      { steps: [{ name: 'y' }, { name: 'x' }] },
      [{ path: ['steps'], before: ['x', 'y'], after: ['y', 'x'] }],
    ],
    [
      'a condition as a whole',
      { condition: { kind: 'a' } },
      { condition: { kind: 'b' } },
      [{ path: ['condition'], before: { kind: 'a' }, after: { kind: 'b' } }],
    ],
  ])('%s', (_, before, after, changes) => expect(valueChanges(before, after)).toEqual(changes));

  test('merged lists keep what they have alone', () =>
    expect(mergedEntries([{ code: 'b', n: 2 }, { code: 'c' }], [{ code: 'a' }, { code: 'b', n: 1 }])).toEqual(
      [{ code: 'a' }, { code: 'b', n: 2 }, { code: 'c' }],
    ));

  test('the order of names makes no difference', () =>
    expect(sameValue({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true));
});

test('each item is the same, new, changed or here only', () => {
  const current = [
    item('roles', 'A', { displayName: 'A' }),
    item('roles', 'B', { displayName: 'B' }),
    item('roles', 'D', { displayName: 'D' }),
    item('parameters', 'x.y', { value: '1' }),
  ];
  const file = [
    item('roles', 'A', { displayName: 'A' }),
    item('roles', 'B', { displayName: 'Bee' }),
    item('roles', 'C', { displayName: 'C' }),
  ];
  expect(compared(current, file).map((one) => [itemId(one), one.status])).toEqual([
    ['roles:A', 'same'],
    ['roles:B', 'changed'],
    ['roles:C', 'new'],
    ['roles:D', 'onlyHere'],
  ]);
});

test('entries of a dictionary that only this installation has stay', () => {
  const current = [
    item('dictionaries', 'colour', { name: 'x', items: [{ code: 'red' }, { code: 'blue', label: 'b' }] }),
  ];
  const [one] = compared(current, [
    item('dictionaries', 'colour', { name: 'x', items: [{ code: 'blue', label: 'B' }] }),
  ]);
  expect(one?.changes).toEqual([{ path: ['items', 'blue', 'label'], before: 'b', after: 'B' }]);
  expect(one?.values?.items).toEqual([{ code: 'red' }, { code: 'blue', label: 'B' }]);
});

describe('an item is refused', () => {
  const step = { name: 's', roles: ['ATMB'] };
  test.each<[string, ConfigurationItem, ConfigurationWorld, string]>([
    [
      'record type unknown',
      item('schema', 'boat.name', { name: 'name', kind: 'text' }),
      undrafted,
      'unknownType',
    ],
    ['record type closed', item('schema', 'reading.x', { name: 'x', kind: 'text' }), undrafted, 'closedType'],
    [
      'field built in',
      item('schema', 'aircraft.operator', { name: 'operator', kind: 'text' }),
      undrafted,
      'builtInField',
    ],
    [
      'dictionary unknown',
      item('schema', 'aircraft.x', { name: 'x', dictionary: 'none' }),
      undrafted,
      'unknownDictionary',
    ],
    [
      'relation unknown',
      item('schema', 'aircraft.x', { name: 'x', relation: 'boat' }),
      undrafted,
      'unknownType',
    ],
    ['type taken', item('schema', 'aircraft', { fields: [] }), undrafted, 'typeTaken'],
    ['unpublished fields', item('schema', 'aircraft.x', { name: 'x' }), world, 'draft'],
    ['parameter unknown', item('parameters', 'x.y', { value: '1' }), undrafted, 'unknownParameter'],
    ['parameter secret', item('parameters', 'mail.password', { value: '1' }), undrafted, 'secretParameter'],
    [
      'permission unknown',
      item('roles', 'R', { permissions: ['Pages.None'] }),
      undrafted,
      'unknownPermission',
    ],
    [
      'rule for an unknown type',
      item('roles', 'R', { recordRules: [{ resource: 'boat' }] }),
      undrafted,
      'unknownType',
    ],
    [
      'rule for an unknown field',
      item('roles', 'R', { recordRules: [{ resource: 'aircraft', hidden: ['x'] }] }),
      undrafted,
      'unknownField',
    ],
    [
      'role unknown',
      item('flows', 'F', { documentKind: 'plan', steps: [{ name: 's', roles: ['X'] }] }),
      undrafted,
      'unknownRole',
    ],
    [
      'unit unknown',
      item('flows', 'F', { documentKind: 'plan', steps: [{ ...step, organizationUnits: ['South'] }] }),
      undrafted,
      'unknownUnit',
    ],
    [
      'condition by id',
      item('flows', 'F', { documentKind: 'plan', condition: { company: 7 }, steps: [step] }),
      undrafted,
      'byId',
    ],
    [
      'condition of a step by id',
      item('flows', 'F', { documentKind: 'aircraft', steps: [{ ...step, condition: { operator: 7 } }] }),
      undrafted,
      'byId',
    ],
    ['unpublished flow', item('flows', 'drawn', { documentKind: 'plan', steps: [step] }), world, 'draft'],
    [
      'tile of an unknown type',
      item('dashboards', 'D', { tiles: [{ title: 't', resource: 'boat' }] }),
      undrafted,
      'unknownType',
    ],
    [
      'tile filtered by id',
      item('dashboards', 'D', { tiles: [{ title: 't', resource: 'aircraft', filter: { operator: 7 } }] }),
      undrafted,
      'byId',
    ],
  ])('%s', (_, one, around, key) => {
    expect(compared([], [one], around)[0]?.problems).toMatchObject([
      { level: 'error', text: { key: `configuration.problem.${key}` } },
    ]);
  });

  test('parameter out of its range', () => {
    const current = [item('parameters', 'retention.rawMegabytes', { value: '100' })];
    const [one] = compared(current, [item('parameters', 'retention.rawMegabytes', { value: '1' })]);
    expect(one?.problems).toMatchObject([{ level: 'error', text: { key: 'configuration.problem.range' } }]);
  });

  test('not for what is unchanged', () => {
    const one = item('flows', 'drawn', { documentKind: 'plan', condition: { company: 7 }, steps: [] });
    expect(compared([one], [one], world)[0]).toMatchObject({ status: 'same', problems: [] });
  });
});

test('users that a flow names are left out with a warning', () => {
  const one = item(
    'flows',
    'F',
    { documentKind: 'plan', steps: [{ name: 's', roles: ['ATMB'] }] },
    { usersLeftOut: 2 },
  );
  expect(compared([], [one])[0]?.problems).toEqual([
    { level: 'warning', text: { key: 'configuration.problem.usersLeftOut', values: { count: 2 } } },
  ]);
});

test('an item names what it needs of the file, which is applied with it, and is refused with it', () => {
  const file = [
    item('dictionaries', 'paint', { name: 'Paint' }),
    item('schema', 'aircraft.paint', { name: 'paint', dictionary: 'paint' }),
    item('roles', 'New', { permissions: ['Pages.None'] }),
    item('flows', 'F', { documentKind: 'plan', steps: [{ name: 's', roles: ['New'] }] }),
  ];
  const items = compared([], file);
  expect(items.map(({ needs }) => needs)).toEqual([[], ['dictionaries:paint'], [], ['roles:New']]);
  expect([...withNeeds(items, ['schema:aircraft.paint'])]).toEqual([
    'schema:aircraft.paint',
    'dictionaries:paint',
  ]);
  expect(items[3]?.problems).toEqual([
    { level: 'error', text: { key: 'configuration.problem.need', values: { name: 'New' } } },
  ]);
});

test('what names a new record type or field is applied after it', () => {
  const file = [
    item('schema', 'boat', { fields: [{ name: 'name', kind: 'text' }] }),
    item('schema', 'aircraft.paint', { name: 'paint', kind: 'text' }),
    item('roles', 'R', { recordRules: [{ resource: 'boat' }, { resource: 'aircraft', hidden: ['paint'] }] }),
  ];
  expect(compared([], file)[2]?.problems.map(({ text }) => text.key)).toEqual([
    'configuration.problem.typeFirst',
    'configuration.problem.fieldFirst',
  ]);
});

test('the hash of a comparison changes with the installation and with the file', () => {
  const at = (here: string, there: string) =>
    comparisonHash(
      compared([item('parameters', 'x.y', { value: here })], [item('parameters', 'x.y', { value: there })]),
    );
  expect(at('1', '2')).toBe(at('1', '2'));
  expect(new Set([at('1', '2'), at('0', '2'), at('1', '3')]).size).toBe(3);
});

test('a file tells who signed it, and whether it was changed', () => {
  const file = signConfiguration(
    {
      format: 'clearway-configuration',
      version: 1,
      installation: 'Test',
      productVersion: '1.0.0',
      madeAt: '2026-11-01T00:00:00.000Z',
      madeBy: 'Tester',
      sections: ['roles'],
      items: [item('roles', 'A', { displayName: 'A' })],
    },
    new Uint8Array(32).fill(1),
  );
  expect(originOf(file, file.key)).toBe('own');
  expect(originOf(file, '0'.repeat(64))).toBe('other');
  expect(originOf({ ...file, installation: 'Other' }, file.key)).toBe('changed');
  expect(originOf({ ...file, signature: '0'.repeat(128) }, file.key)).toBe('changed');
});

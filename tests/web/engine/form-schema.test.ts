import { describe, expect, test } from 'vitest';
import { resources } from '#resources';
import { groupsOf, kindOf, operatorsOf } from '#web/engine/fields.ts';
import { controlPath, formSchema } from '#web/engine/form-schema.ts';
import { moves } from '#web/engine/list/use-held-rows.ts';

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test.each(['zh-Hans', 'en'] as const)('has a form with a title for each field (%s)', (locale) => {
    const { schema, groups } = formSchema(resource, locale, () => true);
    const shown = groups.flatMap(({ fields }) => fields);
    expect(new Set(shown).size).toBe(shown.length);
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual([...shown].sort());
    for (const field of Object.values(schema.properties ?? {})) {
      expect(typeof field === 'object' && field.title).toBeTruthy();
    }
  });

  test('shows no secret and nothing hidden', () => {
    const shown = groupsOf(resource).flatMap(({ fields }) => fields);
    for (const field of shown) expect(resource.schema.properties[field]?.['x-secret']).not.toBe(true);
    for (const field of resource.form?.hidden ?? []) expect(shown).not.toContain(field);
  });
});

test('what a field is follows from its schema', () => {
  expect(kindOf({ type: 'integer', 'x-relation': { resource: 'company' } })).toBe('relation');
  expect(kindOf({ type: 'array', items: { type: 'integer', 'x-relation': { resource: 'pilot' } } })).toBe(
    'relations',
  );
  expect(kindOf({ type: 'object', 'x-altitude': true })).toBe('altitude');
  expect(kindOf({ type: 'string', format: 'date-time' })).toBe('dateTime');
  expect(operatorsOf({ type: 'object', 'x-altitude': true })).toEqual(['null', 'nnull']);
  expect(operatorsOf({ type: 'number' })[0]).toBe('between');
});

test('what is wrong with an entry of a list that is one control is said at that control', () => {
  const schemaOf = (name: string) => {
    const found = resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found.schema;
  };
  // A plan with its sorties, as the form of plans has them.
  const schema = {
    ...schemaOf('plan'),
    properties: {
      ...schemaOf('plan').properties,
      tasks: { type: 'array' as const, items: schemaOf('jobTask') },
    },
  };
  expect(controlPath(schema, 'tasks.0.pilots.1')).toBe('tasks.0.pilots');
  expect(controlPath(schema, 'tasks.1.upper.value')).toBe('tasks.1.upper.value');
  expect(controlPath(schema, 'tasks.0')).toBe('tasks.0');
  expect(controlPath(schema, 'company')).toBe('company');
  expect(controlPath(schema, 'unknown.3')).toBe('unknown.3');
});

test('rows move where their order or their number changes, not where their values do', () => {
  const rows = [{ id: 1, name: 'a' }, { id: 2 }];
  expect(moves(rows, [{ id: 1, name: 'b' }, { id: 2 }])).toBe(false);
  expect(moves(rows, [{ id: 2 }, { id: 1 }])).toBe(true);
  expect(moves(rows, [{ id: 1 }])).toBe(true);
});

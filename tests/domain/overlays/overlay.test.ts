import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyOverlays, OverlayClash } from '#domain/overlays/apply.ts';
import { overlayChanges, same } from '#domain/overlays/changes.ts';
import { exportOf } from '#domain/overlays/export.ts';
import { fieldSchemaOf, stepOf } from '#domain/overlays/field-schema.ts';
import { fileNameOf, isReservedField, isSoundName } from '#domain/overlays/names.ts';
import { narrowedRules } from '#domain/overlays/narrowing.ts';
import {
  fieldKinds,
  knownAfter,
  type Overlay,
  type OverlayDefinition,
  type OverlayField,
  type OverlayKind,
} from '#domain/overlays/overlay.ts';
import { overlayErrors } from '#domain/overlays/overlay-errors.ts';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { recordSchema } from '#domain/record/record-schema.ts';
import type { Resource } from '#domain/record/resource.ts';
import { validatorModule } from '#domain/record/validator-code.ts';
import { resources as shipped } from '#resources';
import { camelCase, snakeCase } from '#server/db/names.ts';
import { field, label } from '#tests/support/overlays.ts';

const published = (resource: string, fields: OverlayField[], rest: Partial<Overlay> = {}): Overlay => ({
  resource,
  kind: 'fields',
  state: 'published',
  published: { fields },
  known: fields,
  ...rest,
});
const around = { resources: shipped, dictionaries: new Set(['missionNature']) };
const named = (resources: Resource[], name: string): Resource => {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** What each kind needs to be whole. */
const whole: Record<OverlayKind, Partial<OverlayField>> = {
  text: {},
  integer: { minimum: 1, maximum: 9 },
  number: { decimals: 2 },
  boolean: { default: false },
  date: {},
  dateTime: {},
  choice: { choices: [{ value: 'a', label: label('A') }] },
  choices: { choices: [{ value: 'a', label: label('A') }] },
  dictionary: { dictionary: 'missionNature' },
  dictionaries: { dictionary: 'missionNature' },
  relation: { relation: 'airport' },
  relations: { relation: 'airport' },
  texts: {},
  geometry: { geometry: ['Point', 'Polygon'] },
  altitude: {},
};

describe('a name', () => {
  test.each(['a', 'noise', 'noiseLevel', 'level2', 'aB', 'fieldB2c'])('%s is sound', (name) => {
    expect(isSoundName(name)).toBe(true);
    expect(camelCase(snakeCase(name))).toBe(name);
  });
  test.each([
    '',
    'Noise',
    'noise level',
    'noise_level',
    '2nd',
    'noiseDB',
    'naïve',
    'x'.repeat(41),
    'a-b',
    '名称',
  ])('%s is not', (name) => expect(isSoundName(name)).toBe(false));
  test('that is sound becomes a column and comes back, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,20}$/), (name) => {
        fc.pre(isSoundName(name));
        expect(camelCase(snakeCase(name))).toBe(name);
      }),
    );
  });
  test.each(['id', 'version', 'createdAt', 'coverageIds', 'q', 'filter', 'constructor', 'asideNotes'])(
    '%s means something else',
    (name) => expect(isReservedField(name)).toBe(true),
  );
  test('of a type is the name of its file', () =>
    expect(fileNameOf('droneFlight')).toBe('drone-flight.json'));
});

describe('a field of the kind', () => {
  test.each(fieldKinds)('%s is without error when whole, and only our subset comes out', (kind) => {
    const own = field('added', kind, whole[kind]);
    const overlay = published('airport', [own]);
    expect(overlayErrors({ ...overlay, known: [], published: null }, { fields: [own] }, around)).toEqual([]);
    const { schema } = named(applyOverlays(shipped, [overlay]), 'airport');
    expect(schema.properties.added).toEqual(fieldSchemaOf(own));
    // Strict: a keyword that the house does not know would throw.
    const { $id: _, ...rest } = recordSchema(schema);
    const ajv = prepareAjv(new Ajv({ strict: true, strictRequired: false, strictTypes: false }));
    expect(() => ajv.compile(rest)).not.toThrow();
    expect(validatorModule(schema)).not.toMatch(/new Function|eval\(|require\(|^import/m);
  });

  test('number keeps exactly its decimals', () => {
    expect([0, 1, 2, 6].map(stepOf)).toEqual([1, 0.1, 0.01, 0.000001]);
  });

  const faulty: [what: string, own: OverlayField, at: string[]][] = [
    ['a missing language', field('x', 'text', { label: { 'zh-Hans': '', en: 'X' } }), ['label.zh-Hans']],
    ['help in one language', field('x', 'text', { help: { 'zh-Hans': '帮助', en: '' } }), ['help.en']],
    ['no choices', field('x', 'choice'), ['choices']],
    [
      'a code twice',
      field('x', 'choice', { choices: [1, 2].map(() => ({ value: 'a', label: label('A') })) }),
      ['choices.1.value'],
    ],
    [
      'a code that is none',
      field('x', 'choice', { choices: [{ value: 'a b', label: label('A') }] }),
      ['choices.0.value'],
    ],
    ['a relation to nothing', field('x', 'relation', { relation: 'nothing' }), ['relation']],
    ['an unknown dictionary', field('x', 'dictionary', { dictionary: 'nothing' }), ['dictionary']],
    ['limits the wrong way round', field('x', 'integer', { minimum: 5, maximum: 4 }), ['maximum']],
    ['lengths the wrong way round', field('x', 'text', { minLength: 5, maxLength: 4 }), ['maxLength']],
    ['half a limit of whole numbers', field('x', 'integer', { minimum: 0.5 }), ['minimum']],
    ['too many decimals', field('x', 'number', { decimals: 7 }), ['decimals']],
    ['an unknown format', field('x', 'text', { format: 'nothing' }), ['format']],
    ['a unique list', field('x', 'texts', { unique: true }), ['unique']],
    ['a search in numbers', field('x', 'integer', { inSearch: true }), ['inSearch']],
    ['a default out of range', field('x', 'integer', { default: 10, maximum: 9 }), ['default']],
    ['a default with too many decimals', field('x', 'number', { default: 1.25, decimals: 1 }), ['default']],
    ['a default that is no date', field('x', 'date', { default: '2026-02-30' }), ['default']],
    ['a default that is no choice', field('x', 'choice', { ...whole.choice, default: 'b' }), ['default']],
    ['a default of another type', field('x', 'boolean', { default: 'yes' }), ['default']],
    ['a default of a unique field', field('x', 'text', { unique: true, default: 'a' }), ['default']],
    [
      'a default that breaks its format',
      field('x', 'text', { format: 'icao24', default: 'zz' }),
      ['default'],
    ],
    [
      'a default that breaks a format of JSON Schema',
      field('x', 'text', { format: 'email', default: 'nobody' }),
      ['default'],
    ],
    ['a default in a year that no record has', field('x', 'date', { default: '0999-01-01' }), ['default']],
    ['no kind of shape', field('x', 'geometry'), ['geometry']],
    [
      'a required list of records',
      field('x', 'relations', { ...whole.relations, required: true }),
      ['required'],
    ],
    [
      'a unique text that is too long for its index',
      field('x', 'text', { unique: true, maxLength: 601 }),
      ['maxLength'],
    ],
    ['a field of the product', field('icao'), ['name']],
    ['a field of every record', field('id'), ['name']],
  ];
  test.each(faulty)('is refused at its place: %s', (_, own, at) => {
    const found = overlayErrors(
      { resource: 'airport', kind: 'fields', known: [], published: null },
      { fields: [own] },
      around,
    );
    expect(found.map(({ field: path }) => path)).toEqual(at.map((path) => `fields.0.${path}`));
  });

  test('judges a default as the schema will judge it', () => {
    const ajv = prepareAjv(new Ajv({ strict: false }));
    fc.assert(
      fc.property(
        fc.record({
          minimum: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
          maximum: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
          default: fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double({ min: -9, max: 9, noNaN: true })),
        }),
        fc.constantFrom<OverlayKind>('integer', 'number'),
        (rest, kind) => {
          fc.pre(rest.minimum === undefined || rest.maximum === undefined || rest.minimum <= rest.maximum);
          const own = field('x', kind, rest);
          const sound =
            overlayErrors(
              { resource: 'airport', kind: 'fields', known: [], published: null },
              { fields: [own] },
              around,
            ).length === 0;
          expect(sound).toBe(ajv.validate(fieldSchemaOf(own), rest.default));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a published field', () => {
  const kinds: [OverlayKind, OverlayKind[]][] = [
    ['integer', ['integer', 'number', 'text']],
    ['number', ['number', 'text']],
    ['boolean', ['boolean', 'text']],
    ['date', ['date', 'text']],
    ['choice', ['choice', 'text']],
    ['dictionary', ['dictionary', 'text']],
    ['text', ['text']],
    ['relation', ['relation']],
    ['relations', ['relations']],
  ];
  test.each(kinds)('of the kind %s may become %s', (was, allowed) => {
    const overlay = published('airport', [field('x', was, whole[was])]);
    for (const kind of fieldKinds) {
      const found = overlayErrors(overlay, { fields: [field('x', kind, whole[kind])] }, around);
      const refused = found.some(({ field: path }) => path === 'fields.0.kind');
      expect([kind, refused]).toEqual([kind, !allowed.includes(kind)]);
    }
  });

  test('keeps what it relates to and does not lose decimals', () => {
    const overlay = published('airport', [
      field('home', 'relation', { relation: 'airport' }),
      field('mass', 'number', { decimals: 2 }),
    ]);
    const next = {
      fields: [field('home', 'relation', { relation: 'company' }), field('mass', 'number', { decimals: 1 })],
    };
    expect(overlayErrors(overlay, next, around).map(({ field: path }) => path)).toEqual([
      'fields.0.relation',
      'fields.1.decimals',
    ]);
  });
});

describe('the catalogue', () => {
  test('is what is shipped where nothing is published, object for object', () => {
    const draft: Overlay = { ...published('airport', [field('x')]), state: 'draft', published: null };
    const withdrawn: Overlay = { ...published('company', [field('x')]), state: 'withdrawn' };
    const all = applyOverlays(shipped, [draft, withdrawn]);
    expect(all.every((resource, index) => resource === shipped[index])).toBe(true);
  });

  test('has added fields in the schema, the list, the search and the groups of the form', () => {
    const company = named(shipped, 'company');
    const there = company.form?.groups?.[1]?.label ?? label('');
    const all = applyOverlays(shipped, [
      published('company', [
        field('one', 'text', { required: true, inList: true, inSearch: true, group: there }),
        field('two', 'integer', { group: label('New') }),
        field('three', 'date'),
      ]),
    ]);
    const now = named(all, 'company');
    expect(now.schema.required).toEqual([...(company.schema.required ?? []), 'one']);
    expect(now.columns).toEqual([...company.columns, 'one']);
    expect(now.search).toEqual([...company.search, 'one']);
    expect(now.form?.groups?.[1]?.fields.at(-1)).toBe('one');
    expect(now.form?.groups?.at(-1)).toEqual({ label: label('New'), fields: ['two'] });
    expect(now.form?.widgets).toEqual(company.form?.widgets);
    // What is shipped is not touched.
    expect(named(shipped, 'company')).toBe(company);
    expect(company.columns).not.toContain('one');
  });

  test('lets a shipped field of the same name win where both are kept alike, and refuses to start where not', () => {
    const alike = applyOverlays(shipped, [published('airport', [field('icao'), field('x')])]);
    expect(named(alike, 'airport').schema.properties.icao).toBe(
      named(shipped, 'airport').schema.properties.icao,
    );
    expect(named(alike, 'airport').columns).toEqual(named(shipped, 'airport').columns);
    expect(() => applyOverlays(shipped, [published('airport', [field('icao', 'integer')])])).toThrow(
      OverlayClash,
    );
  });

  test('does not mind a type that is shipped no longer', () => {
    expect(applyOverlays(shipped, [published('gone', [field('x')])])).toEqual(shipped);
  });

  test('never loses a shipped field or changes one, whatever is added', () => {
    const kind = fc.constantFrom(...fieldKinds);
    const added = fc.uniqueArray(
      fc
        .tuple(fc.stringMatching(/^added[a-z0-9]{1,6}$/), kind)
        .map(([name, own]) => field(name, own, whole[own])),
      { selector: ({ name }) => name, maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...shipped), added, (resource, fields) => {
        const now = named(applyOverlays(shipped, [published(resource.name, fields)]), resource.name);
        for (const [name, schema] of Object.entries(resource.schema.properties)) {
          expect(now.schema.properties[name]).toBe(schema);
        }
        expect(Object.keys(now.schema.properties).length).toBe(
          Object.keys(resource.schema.properties).length + fields.length,
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('a record type', () => {
  const definition: OverlayDefinition = {
    type: {
      label: label('Lesson'),
      titleField: 'topic',
      permissions: { read: 'signedIn', create: ['Pages.BaseManage'], update: [], delete: [] },
    },
    fields: [field('topic', 'text', { required: true, inList: true }), field('hours', 'integer')],
  };
  const overlay: Overlay = { ...published('lesson', definition.fields), kind: 'type', published: definition };
  const errorsOf = (change: Partial<Overlay>, next: OverlayDefinition = definition) =>
    overlayErrors({ ...overlay, known: [], published: null, ...change }, next, around).map(
      ({ field: at }) => at,
    );

  test('is whole, and becomes the entry that a person would write', () => {
    expect(errorsOf({})).toEqual([]);
    expect(named(applyOverlays(shipped, [overlay]), 'lesson')).toMatchObject({
      path: '/records/lesson',
      titleField: 'topic',
      columns: ['topic'],
      sort: { field: 'topic', order: 'asc' },
      schema: { $id: 'lesson', title: 'Lesson', required: ['topic'], additionalProperties: false },
    });
  });

  test.each(['aircraft', 'Lesson', 'recordHistory', 'schemaMigration', 'userRoles', ''])(
    'is not called %s',
    (name) => expect(errorsOf({ resource: name })).toContain('resource'),
  );

  test('has a required text for a title, a company field that names one, and permissions that there are', () => {
    const type = definition.type;
    if (!type) throw new Error('no type');
    expect(errorsOf({}, { ...definition, type: { ...type, titleField: 'hours' } })).toEqual([
      'type.titleField',
    ]);
    expect(errorsOf({}, { ...definition, type: { ...type, companyField: 'hours' } })).toEqual([
      'type.companyField',
    ]);
    const permissions = { ...type.permissions, create: ['Pages.Nothing'], update: 'signedIn' as const };
    expect(errorsOf({}, { ...definition, type: { ...type, permissions } })).toEqual([
      'type.permissions.create',
      'type.permissions.update',
    ]);
  });

  test('has a title that fits its index, also where another field becomes the title', () => {
    const { type } = definition;
    if (!type) throw new Error('no type');
    const titled = (titleField: string, long: number) => ({
      type: { ...type, titleField },
      fields: [
        field('topic', 'text', { required: true, maxLength: 600 }),
        field('notes', 'text', { required: true, maxLength: long }),
      ],
    });
    expect(errorsOf({}, titled('topic', 4_000))).toEqual([]);
    expect(errorsOf({}, titled('notes', 600))).toEqual([]);
    expect(errorsOf({}, titled('notes', 601))).toEqual(['fields.1.maxLength']);
  });

  test('is exported as the file and the entry of it', () => {
    const resource = named(applyOverlays(shipped, [overlay]), 'lesson');
    const { path, schema, entry } = exportOf(resource);
    expect(path).toBe('schemas/lesson.json');
    expect(JSON.parse(schema)).toEqual({
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...resource.schema,
    });
    expect(entry).toContain("    name: 'lesson',\n    schema: schemas.lesson,\n    path: '/records/lesson',");
  });
});

describe('rules that become narrower and that no constraint checks', () => {
  const cases: [string, OverlayField, OverlayField, string[]][] = [
    ['a format', field('x'), field('x', 'text', { format: 'email' }), ['format']],
    ['the same format', field('x', 'text', { format: 'uri' }), field('x', 'text', { format: 'uri' }), []],
    ['no format', field('x', 'text', { format: 'uri' }), field('x'), []],
    [
      'another kind with a format',
      field('x', 'integer'),
      field('x', 'text', { format: 'ssr-code' }),
      ['format'],
    ],
    [
      'fewer shapes',
      field('x', 'geometry', { geometry: ['Point', 'Polygon'] }),
      field('x', 'geometry', { geometry: ['Polygon'] }),
      ['geometry'],
    ],
    [
      'more shapes',
      field('x', 'geometry', { geometry: ['Point'] }),
      field('x', 'geometry', whole.geometry),
      [],
    ],
    ['decimals', field('x', 'number'), field('x', 'number', { decimals: 2 }), ['entries']],
    ['decimals of a whole number', field('x', 'integer'), field('x', 'number', { decimals: 2 }), []],
    ['shorter entries', field('x', 'texts'), field('x', 'texts', { maxLength: 255 }), ['entries']],
    ['a required list', field('x', 'texts'), field('x', 'texts', { required: true }), ['entries']],
    [
      'another dictionary of a required list',
      field('x', 'dictionaries', { dictionary: 'a' }),
      field('x', 'dictionaries', { dictionary: 'b', required: true }),
      ['entries', 'dictionary'],
    ],
    ['a length, which is a constraint', field('x'), field('x', 'text', { maxLength: 1 }), []],
  ];
  test.each(cases)('%s', (_, was, now, rules) => expect(narrowedRules(was, now)).toEqual(rules));
});

describe('what publishing changes', () => {
  const overlay = published('airport', [field('a'), field('b', 'integer'), field('c')]);
  const kinds = (state: Overlay, fields: OverlayField[]) =>
    overlayChanges(state, { fields }).map(({ kind, field: name }) => `${kind} ${name}`);

  test('is said field by field', () => {
    const next = [
      field('a', 'text', { required: true, unique: true }),
      field('b', 'number', { label: label('B'), maximum: 3, inList: true }),
      field('d'),
    ];
    expect(kinds(overlay, next)).toEqual([
      'required a',
      'unique a',
      'kind b',
      'rules b',
      'words b',
      'place b',
      'add d',
      'hide c',
    ]);
    expect(kinds(overlay, overlay.known)).toEqual([]);
  });

  test('brings back what was hidden, and what was withdrawn as a whole', () => {
    const hidden = { ...overlay, published: { fields: [field('a')] } };
    expect(kinds(hidden, [field('a'), field('c')])).toEqual(['bringBack c']);
    expect(kinds({ ...overlay, state: 'withdrawn' }, overlay.known)).toEqual([
      'bringBack a',
      'bringBack b',
      'bringBack c',
    ]);
    expect(knownAfter(overlay, { fields: [field('d')] }).map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  test('does not see the order of keys, which the database does not keep', () => {
    expect(same({ a: 1, b: { c: 2, d: undefined } }, { b: { c: 2 }, a: 1 })).toBe(true);
    expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  });
});

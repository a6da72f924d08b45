import { Ajv } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { permissionNames, permissions, withParents } from '#domain/identity/permissions.ts';
import { formats } from '#domain/record/formats.ts';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { eachField, recordSchema } from '#domain/record/record-schema.ts';
import { type Action, defineResources, type FieldSchema, systemFields } from '#domain/record/resource.ts';
import { resources } from '#resources';

const all = resources.map(({ name, schema }) => [name, schema] as const);
const standardFormats = ['date', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'];

/** The routes of specification §2, by the group that they stand under; `permission/dictionary` also leads to its items. */
const routes: Record<string, string[]> = {
  baseManage:
    'qualificationManagement takeoffLandingPoint airspaceRoute aircraftTypeManage aircraftManage pilotManage flyType'.split(
      ' ',
    ),
  situation: 'airspaceApproval airspaceRepository airspaceQuery'.split(' '),
  navigation: 'navigation edit_T standing TommorowIndex TodayIndex NotFinish details'.split(' '),
  information:
    'notice controlNotice airport cAirport infoMana navigationPoint airway obstacle informationSource informationMessage briefing'.split(
      ' ',
    ),
  // Ours: the watch's own records stand with what it watches, what a user is notified of, and what was shared of it.
  flightWatch: 'encounter watchPosition watchLog watchHandover notificationRule shareLink'.split(' '),
  // Ours: the documents of /governmentInformation and their articles are kept below it.
  governmentInformation: 'document article'.split(' '),
  // The last six are ours: sources of surveillance, scheduled reports, thresholds and alarms of the monitor, dashboards, and evaluations of rule changes.
  statistics:
    'softwareMonitor surveillanceSource reportSubscription monitorThreshold monitorAlarm dashboards whatIf'.split(
      ' ',
    ),
  permission:
    // From apiToken on they are ours: the specification has no tokens, no webhooks, no lists of registrations and their codes,
    // and no quarantine.
    'static param dictionary organizationUnits role user flowConfig examine company question loginLog errorLog updateLog apiToken webhook webhookDelivery channelDelivery registration phoneCode messageGateway quarantine'.split(
      ' ',
    ),
};

const units = new Set(['m', 'ft']);

describe.each(all)('schema %s', (name, schema) => {
  const fields: [string, FieldSchema][] = [];
  eachField(schema, (path, field) => fields.push([path, field]));

  it('compiles as draft-07, with our formats and keywords', () => {
    const ajv = prepareAjv(new Ajv({ strict: true, strictRequired: false, strictTypes: false }));
    const { $id: _, ...rest } = schema;
    expect(typeof ajv.compile(rest)).toBe('function');
  });

  it('is named after its resource', () => expect(schema.$id).toBe(name));

  it('labels every field in both languages', () => {
    for (const [path, field] of fields) {
      if (path.endsWith('[]')) continue;
      if (field['x-altitude'] || fieldInside(schema, path)) continue;
      expect(field['x-label']?.['zh-Hans'], path).toMatch(/[\u4e00-\u9fff]|^[A-Z0-9 -]+$/);
      expect(field['x-label']?.en, path).toMatch(/^[^a-z][\x20-\x7e–’°σ]*$/);
    }
  });

  it('helps in both languages where it helps', () => {
    for (const [path, { 'x-help': help }] of fields) {
      if (!help) continue;
      expect(help['zh-Hans'], path).toBeTruthy();
      expect(help.en, path).toBeTruthy();
    }
  });

  it('has a text for every value of every choice, and no others', () => {
    for (const [path, { enum: values, 'x-enum': texts }] of fields) {
      if (!values || fieldInside(schema, path)) continue;
      expect(Object.keys(texts ?? {}).sort(), path).toEqual(values.map(String).sort());
      for (const text of Object.values(texts ?? {})) {
        expect(text['zh-Hans'] && text.en, path).toBeTruthy();
        // Each begins as its siblings on the screen do; units are written as units are.
        if (!units.has(text.en)) expect(text.en, path).toMatch(/^[^a-z]/);
      }
    }
  });

  it('names only formats that there are', () => {
    for (const [path, { format }] of fields) {
      if (format) expect([...standardFormats, ...Object.keys(formats)], path).toContain(format);
    }
  });

  it('keeps clear of the fields that every record has', () => {
    expect(systemFields.filter((field) => field in schema.properties)).toEqual([]);
  });

  it('is unique over fields that it has', () => {
    for (const field of [...(schema['x-uniques'] ?? []), ...(schema['x-indexes'] ?? [])].flat()) {
      expect([...Object.keys(schema.properties), ...systemFields]).toContain(field);
    }
  });

  it('takes its own defaults', () => {
    const ajv = prepareAjv(new Ajv({ strict: false }));
    for (const [path, field] of fields) {
      if (field.default !== undefined) expect(ajv.validate(field, field.default), path).toBe(true);
    }
  });
});

/** Inside a geometry or an altitude the keywords of GeoJSON and of altitudes rule, not ours. */
function fieldInside(schema: FieldSchema, path: string): boolean {
  const parts = path.split('.');
  let field: FieldSchema | undefined = schema;
  for (const part of parts.slice(0, -1)) {
    const name = part.replace('[]', '');
    const inner: FieldSchema | undefined = field?.properties?.[name];
    field = part.endsWith('[]') ? inner?.items : inner;
    if (field?.['x-geometry']) return true;
  }
  return false;
}

describe('resources.config.ts', () => {
  it('fits together', () => expect(() => defineResources(resources)).not.toThrow());

  it('names a wrong field', () => {
    const [first] = resources;
    if (!first) throw new Error('there are no resources');
    expect(() => defineResources([{ ...first, columns: ['wingspan'] }])).toThrow(/wingspan/);
  });

  test.each(resources.map((resource) => [resource.name, resource] as const))(
    '%s asks for permissions that exist',
    (_, resource) => {
      for (const action of ['read', 'create', 'update', 'delete'] as Action[]) {
        const rule = resource.permissions[action];
        if (rule === 'signedIn') continue;
        expect(
          rule.filter((name) => !permissionNames.includes(name)),
          action,
        ).toEqual([]);
      }
    },
  );

  test.each(resources.filter(({ menu }) => menu).map((resource) => [resource.name, resource] as const))(
    '%s has its screens at a route of the specification',
    (_, { path }) => {
      const [, group = '', page = ''] = path.split('/');
      expect(routes[group] ?? [], path).toContain(page);
    },
  );

  test.each(resources.map((resource) => [resource.name, resource] as const))(
    '%s shows every field of its form once',
    (_, { form, schema }) => {
      const grouped = form?.groups?.flatMap(({ fields }) => fields) ?? [];
      expect(grouped.length).toBe(new Set(grouped).size);
      if (grouped.length === 0) return;
      const shown = new Set([...grouped, ...(form?.hidden ?? [])]);
      const forgotten = Object.entries(schema.properties)
        .filter(([field, { 'x-secret': secret }]) => !secret && !shown.has(field))
        .map(([field]) => field);
      expect(forgotten).toEqual([]);
    },
  );
});

describe('permissions', () => {
  it('are those of specification §6 and one for phone codes, parents before children', () => {
    expect(permissionNames).toHaveLength(30);
    permissions.forEach(({ parent }, index) => {
      if (parent !== null) expect(permissionNames.slice(0, index)).toContain(parent);
    });
  });

  it('are the choices of a role, with the same texts', () => {
    const items = resources.find(({ name }) => name === 'role')?.schema.properties.permissions?.items;
    expect(items?.enum).toEqual(permissionNames);
    expect(items?.['x-enum']).toEqual(
      Object.fromEntries(permissions.map(({ name, label }) => [name, label])),
    );
  });

  it('bring their parents', () => {
    expect(withParents(['Pages.Operating.FlowConfig'])).toEqual([
      'Pages.Operating',
      'Pages.Operating.FlowConfig',
    ]);
    expect(withParents(['Pages.FlightWatch.Trackreplay'])).toEqual(['Pages.FlightWatch.Trackreplay']);
  });
});

describe('record schemas that are none', () => {
  const good = {
    $id: 'thing',
    type: 'object',
    title: 'Thing',
    'x-label': { 'zh-Hans': '物', en: 'Thing' },
    properties: { name: { type: 'string', 'x-label': { 'zh-Hans': '名', en: 'Name' } } },
    required: ['name'],
  };
  it('takes a good one', () => expect(recordSchema(good)).toBe(good));
  it.each([
    ['a text', 'thing', /no object|not an object/],
    ['without $id', { ...good, $id: undefined }, /\$id/],
    ['of another type', { ...good, type: 'array' }, /"type": "object"/],
    ['without a label', { ...good, 'x-label': { en: 'Thing' } }, /both languages/],
    [
      'with an unlabelled field',
      { ...good, properties: { name: { type: 'string' } } },
      /\.name has no x-label/,
    ],
    ['ordering what it lacks', { ...good, 'x-order': [['name', 'wings']] }, /wings/],
    ['ordering one alone', { ...good, 'x-order': [['name']] }, /pairs/],
    ['requiring what it lacks', { ...good, required: ['wings'] }, /wings/],
  ])('refuses one %s, and says why', (_, schema, message) => {
    expect(() => recordSchema(schema)).toThrow(message);
  });
});

/** Resource, whether it is taken, what it is about, and the fields that make it so. */
const records: [string, boolean, string, Record<string, unknown>][] = [
  ['airspace', false, 'a circle without a radius', { shape: 'circle' }],
  [
    'airspace',
    true,
    'a circle with centre and radius',
    { shape: 'circle', center: { type: 'Point', coordinates: [104, 30] }, radiusM: 5000 },
  ],
  [
    'airspace',
    false,
    'a corridor without a width',
    {
      shape: 'corridor',
      centerline: {
        type: 'LineString',
        coordinates: [
          [104, 30],
          [105, 30],
        ],
      },
    },
  ],
  ['airspace', false, 'a bare number as limit', { shape: 'polygon', lower: 300 }],
  ['airspace', false, 'a limit without a datum', { shape: 'polygon', lower: { value: 300, unit: 'm' } }],
  [
    'airspace',
    false,
    'a flight level above ground',
    { shape: 'polygon', lower: { value: 98, unit: 'FL', reference: 'AGL' } },
  ],
  [
    'airspace',
    true,
    'a flight level',
    { shape: 'polygon', upper: { value: 98, unit: 'FL', reference: 'STD' } },
  ],
  [
    'airspace',
    false,
    'a weekly pattern of minute 60',
    { shape: 'polygon', schedule: [{ days: [1], startTime: '0860', endTime: '0900' }] },
  ],
  [
    'airspace',
    true,
    'a weekly pattern',
    { shape: 'polygon', schedule: [{ days: [1, 7], startTime: '0800', endTime: '2400' }] },
  ],
  ['surveillanceSource', false, 'UDP without a port', { transport: 'udpUnicast' }],
  ['surveillanceSource', true, 'UDP with a port', { transport: 'udpUnicast', port: 8600 }],
  ['surveillanceSource', false, 'multicast without a group', { transport: 'udpMulticast', port: 8600 }],
  [
    'surveillanceSource',
    true,
    'multicast',
    { transport: 'udpMulticast', port: 8600, multicastGroup: '239.1.1.1' },
  ],
  ['surveillanceSource', false, 'replay without a file', { transport: 'replay' }],
  ['surveillanceSource', false, 'replay at 1001 times', { transport: 'replay', file: 'a.pcap', speed: 1001 }],
  ['surveillanceSource', true, 'replay at 20 times', { transport: 'replay', file: 'a.pcap', speed: 20 }],
  [
    'surveillanceSource',
    false,
    'an edition of another category',
    { transport: 'udpUnicast', port: 8600, edition: '1.x' },
  ],
  ['parameter', false, 'a whole number that is none', { value: '1.5' }],
  ['parameter', true, 'a whole number', { value: '60' }],
  ['parameter', false, 'a time of minute 60', { valueType: 'time', value: '1260' }],
  ['parameter', true, 'a time', { valueType: 'time', value: '1500' }],
];

const bases: Record<string, Record<string, unknown>> = {
  airspace: {
    name: '训练空域',
    kind: 'training',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [104, 30],
          [105, 30],
          [105, 31],
          [104, 30],
        ],
      ],
    },
    lower: { value: 0, unit: 'm', reference: 'AGL' },
    upper: { value: 900, unit: 'm', reference: 'AMSL' },
  },
  surveillanceSource: { name: 'One', type: 'Cat21' },
  parameter: { key: 'deadline.one', group: 'deadline', name: '一', nameEn: 'One', valueType: 'integer' },
};

describe('rules over several fields', () => {
  const ajv = prepareAjv(new Ajv({ strict: false }));
  const rules = Object.fromEntries(all.map(([name, { $id: _, ...schema }]) => [name, ajv.compile(schema)]));
  test.each(records)('%s, taken %s: %s', (name, taken, _, fields) => {
    expect(rules[name]?.({ ...bases[name], ...fields })).toBe(taken);
  });
});

import type { RecordSchema, Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';

const label = (en: string, zh = en): Label => ({ 'zh-Hans': zh, en });

function schema(
  name: string,
  properties: RecordSchema['properties'],
  rest: Partial<RecordSchema> = {},
): RecordSchema {
  return {
    $id: name,
    type: 'object',
    title: name.charAt(0).toUpperCase() + name.slice(1),
    'x-label': label(name),
    properties,
    additionalProperties: false,
    ...rest,
  };
}

const everyone: Resource['permissions'] = {
  read: ['Pages.Library'],
  create: ['Pages.Library.Edit'],
  update: ['Pages.Library.Edit'],
  delete: ['Pages.Library.Edit'],
};

/** Record types that no product has: the engine is tested apart from what it serves. */
export function inventedResources(): Resource[] {
  return [
    {
      name: 'organizationUnit',
      schema: schema('organizationUnit', {
        name: { type: 'string', 'x-label': label('Name') },
        area: { type: 'object', 'x-geometry': ['Polygon'], 'x-label': label('Area') },
      }),
      path: '/units',
      permissions: everyone,
      titleField: 'name',
      columns: ['name'],
      search: ['name'],
    },
    {
      name: 'company',
      schema: schema(
        'company',
        { name: { type: 'string', 'x-label': label('Name') } },
        { required: ['name'] },
      ),
      path: '/companies',
      permissions: everyone,
      scope: { company: 'id' },
      titleField: 'name',
      columns: ['name'],
      search: ['name'],
    },
    {
      name: 'dictionary',
      schema: schema('dictionary', { code: { type: 'string', 'x-unique': true, 'x-label': label('Code') } }),
      path: '/dictionaries',
      permissions: everyone,
      titleField: 'code',
      columns: ['code'],
      search: ['code'],
    },
    {
      name: 'dictionaryItem',
      schema: schema('dictionaryItem', {
        dictionary: {
          type: 'integer',
          'x-relation': { resource: 'dictionary' },
          'x-label': label('Dictionary'),
        },
        code: { type: 'string', 'x-label': label('Code') },
        isActive: { type: 'boolean', default: true, 'x-label': label('Active') },
      }),
      path: '/items',
      permissions: everyone,
      titleField: 'code',
      columns: ['code'],
      search: ['code'],
    },
    {
      name: 'shelf',
      schema: schema(
        'shelf',
        {
          name: { type: 'string', maxLength: 20, 'x-label': label('Name', '名称') },
          place: { type: 'object', 'x-geometry': ['Point'], 'x-label': label('Place') },
          company: { type: 'integer', 'x-relation': { resource: 'company' }, 'x-label': label('Company') },
        },
        { required: ['name'], 'x-uniques': [['company', 'name']] },
      ),
      path: '/shelves',
      permissions: everyone,
      scope: { company: 'company', coverage: ['place'], shared: true },
      titleField: 'name',
      columns: ['name'],
      search: ['name'],
    },
    {
      name: 'book',
      schema: schema(
        'book',
        {
          title: { type: 'string', minLength: 1, maxLength: 40, 'x-label': label('Title', '书名') },
          isbn: { type: 'string', pattern: '^[0-9]{4}$', 'x-unique': true, 'x-label': label('ISBN', '书号') },
          shelf: { type: 'integer', 'x-relation': { resource: 'shelf' }, 'x-label': label('Shelf', '书架') },
          alsoOn: {
            type: 'array',
            uniqueItems: true,
            items: { type: 'integer', 'x-relation': { resource: 'shelf' } },
            'x-label': label('Also on'),
          },
          genre: { type: 'string', 'x-dictionary': 'genre', 'x-label': label('Genre', '类别') },
          pages: { type: 'integer', minimum: 1, 'x-label': label('Pages', '页数') },
          weightKg: { type: 'number', exclusiveMinimum: 0, 'x-label': label('Weight') },
          price: { type: 'number', multipleOf: 0.01, 'x-label': label('Price') },
          inPrint: { type: 'boolean', default: true, 'x-label': label('In print') },
          published: { type: 'string', format: 'date', 'x-label': label('Published') },
          lentAt: { type: 'string', format: 'date-time', 'x-label': label('Lent at') },
          state: { type: 'integer', enum: [0, 1, 2], default: 0, 'x-label': label('State', '状态') },
          secretMark: { type: 'string', 'x-secret': true, 'x-label': label('Mark') },
          notes: { type: 'array', items: { type: 'string' }, 'x-label': label('Notes') },
          company: {
            type: 'integer',
            'x-relation': { resource: 'company' },
            'x-label': label('Company', '公司'),
          },
        },
        { required: ['title', 'company'] },
      ),
      path: '/books',
      permissions: everyone,
      scope: { company: 'company', coverage: ['shelf'] },
      titleField: 'title',
      columns: ['title', 'shelf'],
      search: ['title', 'shelf'],
      sort: { field: 'title', order: 'asc' },
      serviceOnly: ['state'],
    },
    {
      name: 'ledger',
      schema: schema('ledger', { entry: { type: 'string', 'x-label': label('Entry') } }),
      path: '/ledger',
      permissions: { read: 'signedIn', create: [], update: [], delete: [] },
      titleField: 'entry',
      columns: ['entry'],
      search: [],
      readOnly: true,
    },
  ];
}

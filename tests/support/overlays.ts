import type { OverlayDefinition, OverlayField, OverlayKind } from '#domain/overlays/overlay.ts';
import type { RunningTestServer } from './server.ts';

/** What the screen of run-time fields does, through the front door as the administrator. */

export interface OverlayItem {
  id: number;
  version: number;
  resource: string;
  state: string;
  number: number;
  changed: boolean;
  definition: OverlayDefinition;
}

export const label = (en: string, zh = `${en}（中）`) => ({ 'zh-Hans': zh, en });

export const field = (
  name: string,
  kind: OverlayKind = 'text',
  rest: Partial<OverlayField> = {},
): OverlayField => ({ name, kind, label: label(name), ...rest });

/** A field of every kind, for a record type that has none of these names. */
export const oneOfEach: OverlayField[] = [
  field('stationName', 'text', { maxLength: 40, inList: true, inSearch: true }),
  field('seats', 'integer', { minimum: 0, maximum: 20, unit: '人' }),
  field('noiseDb', 'number', { decimals: 1, minimum: 0, inList: true }),
  field('isQuiet', 'boolean', { default: true }),
  field('checkedOn', 'date'),
  field('seenAt', 'dateTime'),
  field('grade', 'choice', {
    choices: [
      { value: 'a', label: label('A') },
      { value: 'b', label: label('B') },
    ],
  }),
  field('grades', 'choices', { choices: [{ value: 'x', label: label('X') }] }),
  field('nature2', 'dictionary', { dictionary: 'missionNature' }),
  field('natures', 'dictionaries', { dictionary: 'missionNature' }),
  field('home', 'relation', { relation: 'airport' }),
  field('homes', 'relations', { relation: 'airport' }),
  field('marks', 'texts'),
  field('place', 'geometry', { geometry: ['Point'] }),
  field('ceiling', 'altitude'),
];

export function overlaysOf(server: RunningTestServer) {
  const call = (name: string, input: object, verb?: 'GET') =>
    server.service('admin', `SchemaOverlay/${name}`, input, verb);
  return {
    list: async () => (await call('GetList', {}, 'GET')) as { items: OverlayItem[] },
    save: async (
      resource: string,
      definition: OverlayDefinition,
      kind: 'fields' | 'type' = 'fields',
      before?: OverlayItem,
    ) =>
      (await call('Save', {
        resource,
        kind,
        definition,
        ...(before ? { id: before.id, version: before.version } : {}),
      })) as OverlayItem,
    publish: async ({ id, version }: OverlayItem) => (await call('Publish', { id, version })) as OverlayItem,
    withdraw: async ({ id, version }: OverlayItem) =>
      (await call('Withdraw', { id, version })) as OverlayItem,
    preview: async (input: object) =>
      (await call('Preview', input)) as {
        faults: { field: string; message: string }[];
        changes: { kind: string; field: string | null; text: string; rows: number }[];
        refusals: { field: string; message: string }[];
      },
    call,
  };
}

/** A record type that a flight school might want. */
export const lessonType: OverlayDefinition = {
  type: {
    label: label('Lesson', '课程'),
    titleField: 'topic',
    menu: { group: 'baseManage', order: 500 },
    permissions: {
      read: ['Pages.BaseManage.Pilot_Add'],
      create: ['Pages.BaseManage.Pilot_Add'],
      update: ['Pages.BaseManage.Pilot_Add'],
      delete: ['Pages.BaseManage.Pilot_Add'],
    },
    companyField: 'company',
  },
  fields: [
    field('topic', 'text', { required: true, unique: true, inList: true, inSearch: true }),
    field('company', 'relation', { relation: 'company', inList: true }),
    field('hours', 'number', { decimals: 1, inList: true }),
    field('students', 'relations', { relation: 'pilot' }),
  ],
};

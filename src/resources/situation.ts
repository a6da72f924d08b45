import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { airspaceApproval, approvalFields, nobody } from './shared.ts';

const templateReaders = ['Pages.AirspaceApproval', 'Pages.Navigation', 'Pages.StandingNAircraft'];

const templateMakers = [
  'Pages.AirspaceApproval.Create',
  'Pages.Navigation.Create',
  'Pages.StandingNAircraft.Create',
];

const airspaceMakers = ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'];

const airspaceStateFields = [
  ...approvalFields,
  'proposedLevel',
  'submittedAt',
  'submittedBy',
  'decideBy',
  'decidedAt',
  'reason',
  'openState',
  'openChangedAt',
  'openReason',
];

const airspaceReaders = [
  'Pages.AirspaceApproval',
  'Pages.Navigation',
  'Pages.StandingNAircraft',
  'Pages.FlightWatch.Navigation_3D',
];

const shapeFields = [
  'shape',
  'geometry',
  'center',
  'radiusM',
  'startBearing',
  'endBearing',
  'centerline',
  'widthM',
  'lower',
  'upper',
];

/** Airspace: what may be flown in, when, and in which version. */
export const situationResources: Resource[] = [
  // Airspace, and what is made known about it.
  {
    name: 'airspace',
    schema: schemas.airspace,
    path: '/situation/airspaceApproval',
    menu: { group: 'situation', order: 20, icon: 'BlockOutlined' },
    opens: { list: ['Pages.AirspaceApproval'], record: airspaceReaders },
    permissions: {
      read: airspaceReaders,
      create: airspaceMakers,
      update: airspaceMakers,
      delete: airspaceMakers,
    },
    scope: { company: 'company', coverage: ['geometry'], shared: true },
    titleField: 'name',
    subtitleField: 'designator',
    columns: [
      'name',
      'kind',
      'company',
      'lower',
      'upper',
      'validFrom',
      'validTo',
      'state',
      'auditState',
      'openState',
    ],
    search: ['name', 'nameEn', 'designator'],
    sort: { field: 'name', order: 'asc' },
    form: {
      groups: [
        {
          label: { 'zh-Hans': '空域', en: 'Airspace' },
          fields: ['name', 'nameEn', 'designator', 'kind', 'airspaceClass', 'company', 'missionType'],
        },
        { label: { 'zh-Hans': '范围', en: 'Extent' }, fields: shapeFields },
        {
          label: { 'zh-Hans': '使用', en: 'Use' },
          fields: [
            'validFrom',
            'validTo',
            'schedule',
            'activityNature',
            'entryExit',
            'controlUnit',
            'frequencyMhz',
            'sharing',
            'densityLimit',
            'separationM',
            'separationVerticalM',
            'minimumAltitudeM',
            'alertFigures',
            'source',
            'sourceEn',
            'remark',
          ],
        },
        {
          label: { 'zh-Hans': '状态', en: 'State' },
          fields: airspaceStateFields,
        },
      ],
      widgets: { validFrom: 'range', schedule: 'weekly', entryExit: 'textarea', remark: 'textarea' },
    },
    serviceOnly: airspaceStateFields,
    approval: {
      ...airspaceApproval,
      sealed: true,
      matters: [],
      submit: ['Pages.AirspaceApproval.Create'],
    },
  },
  // What happened to an airspace, and what it was when: written by the Airspace service and the clock.
  {
    name: 'airspaceEvent',
    schema: schemas.airspaceEvent,
    path: '/situation/airspaceEvent',
    permissions: { read: airspaceReaders, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company', coverage: ['airspace'], shared: true },
    titleField: 'at',
    subtitleField: 'reason',
    columns: ['airspace', 'kind', 'from', 'to', 'reason', 'byName', 'at'],
    search: ['reason', 'byName'],
    sort: { field: 'at', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'airspaceVersion',
    schema: schemas.airspaceVersion,
    path: '/situation/airspaceVersion',
    permissions: { read: airspaceReaders, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company', coverage: ['geometry'], shared: true },
    titleField: 'name',
    subtitleField: 'number',
    columns: ['airspace', 'number', 'effectiveFrom', 'effectiveTo', 'lower', 'upper', 'reason', 'authorName'],
    search: ['name', 'nameEn', 'reason'],
    sort: { field: 'effectiveFrom', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'airspaceTemplate',
    schema: schemas.airspaceTemplate,
    path: '/navigation/edit_T',
    menu: {
      group: 'situation',
      order: 60,
      icon: 'SnippetsOutlined',
    },
    opens: { list: ['Pages.Navigation', 'Pages.StandingNAircraft'], record: templateReaders },
    permissions: {
      read: templateReaders,
      create: templateMakers,
      update: templateMakers,
      delete: templateMakers,
    },
    scope: { company: 'company', shared: true },
    titleField: 'name',
    columns: ['name', 'kind', 'shape', 'company', 'lower', 'upper'],
    search: ['name'],
    sort: { field: 'name', order: 'asc' },
    form: {
      groups: [
        { label: { 'zh-Hans': '模板', en: 'Template' }, fields: ['name', 'kind', 'company', 'owner'] },
        { label: { 'zh-Hans': '范围', en: 'Extent' }, fields: [...shapeFields, 'entryExit', 'remark'] },
      ],
      widgets: { entryExit: 'textarea', remark: 'textarea' },
    },
  },
  // What the safety nets raised and what was made of it: written by the alerts (server/features/alerts) only.
  {
    name: 'encounter',
    schema: schemas.encounter,
    path: '/flightWatch/encounter',
    menu: { group: 'flightWatch', order: 22, icon: 'AlertOutlined' },
    permissions: {
      read: ['Pages.FlightWatch.Navigation_3D'],
      create: nobody,
      update: nobody,
      delete: nobody,
    },
    scope: { company: 'companies', coverage: ['place', 'airspace'] },
    titleField: 'reason',
    columns: [
      'raisedAt',
      'kind',
      'highestLevel',
      'reason',
      'state',
      'acknowledgedBy',
      'clearedAt',
      'classification',
    ],
    search: ['reason', 'reasonEn', 'callsignOne', 'callsignTwo'],
    sort: { field: 'raisedAt', order: 'desc' },
    // The key of the nets, and what is shown elsewhere: `reason` in the reader's language, the place as tracks in the report.
    form: { hidden: ['alertKey', 'reasonEn', 'place', 'id', 'version'] },
    attachments: false,
    readOnly: true,
  },
];

import { schemas } from '../schemas/index.ts';
import type { Resource } from '../src/domain/resource.ts';

const airspaceMakers = ['Pages.AirspaceApproval.Create', 'Pages.AirspaceApproval.Library'];
const noticeMakers = ['Pages.AirspaceApproval.Library'];

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

/** Airspace, and what is made known about it. */
export const situationResources: Resource[] = [
  {
    name: 'airspace',
    schema: schemas.airspace,
    path: '/situation/airspaceApproval',
    menu: { group: 'situation', order: 20, icon: 'BlockOutlined' },
    permissions: {
      read: [
        'Pages.AirspaceApproval',
        'Pages.Navigation',
        'Pages.StandingNAircraft',
        'Pages.FlightWatch.Navigation_3D',
      ],
      create: airspaceMakers,
      update: airspaceMakers,
      delete: airspaceMakers,
    },
    scope: { company: 'company', coverage: ['geometry'], shared: true },
    titleField: 'name',
    subtitleField: 'designator',
    columns: [
      'name',
      'designator',
      'kind',
      'company',
      'lower',
      'upper',
      'validFrom',
      'validTo',
      'state',
      'openState',
    ],
    search: ['name', 'designator'],
    sort: { field: 'name', order: 'asc' },
    form: {
      groups: [
        {
          label: { 'zh-Hans': '空域', en: 'Airspace' },
          fields: ['name', 'designator', 'kind', 'airspaceClass', 'company', 'missionType'],
        },
        { label: { 'zh-Hans': '范围', en: 'Extent' }, fields: shapeFields },
        {
          label: { 'zh-Hans': '使用', en: 'Use' },
          fields: [
            'validFrom',
            'validTo',
            'schedule',
            'entryExit',
            'controlUnit',
            'frequencyMhz',
            'sharing',
            'source',
            'remark',
          ],
        },
        {
          label: { 'zh-Hans': '状态', en: 'State' },
          fields: ['state', 'acceptState', 'openState', 'openChangedAt', 'openReason'],
        },
      ],
      widgets: { entryExit: 'textarea', remark: 'textarea' },
    },
    serviceOnly: ['state', 'acceptState', 'openState', 'openChangedAt', 'openReason'],
  },
  {
    name: 'airspaceTemplate',
    schema: schemas.airspaceTemplate,
    path: '/navigation/edit_T',
    menu: { group: 'situation', order: 60, icon: 'SnippetsOutlined' },
    permissions: {
      read: ['Pages.AirspaceApproval', 'Pages.Navigation'],
      create: ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create'],
      update: ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create'],
      delete: ['Pages.AirspaceApproval.Create', 'Pages.Navigation.Create'],
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
  {
    name: 'notice',
    schema: schemas.notice,
    path: '/information/notice',
    menu: { group: 'information', order: 20, icon: 'NotificationOutlined' },
    permissions: { read: 'signedIn', create: noticeMakers, update: noticeMakers, delete: noticeMakers },
    titleField: 'title',
    columns: ['title', 'level', 'kind', 'startTime', 'endTime', 'mustAcknowledge', 'source'],
    search: ['title', 'content'],
    sort: { field: 'startTime', order: 'desc' },
    form: { widgets: { content: 'textarea' } },
  },
];

import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody, typeMaintainers } from './shared.ts';

const noticeMakers = ['Pages.AirspaceApproval.Library'];

/** Aerodromes, points, routes, and what people are notified of. */
export const informationResources: Resource[] = [
  {
    name: 'airport',
    schema: schemas.airport,
    path: '/information/airport',
    menu: { group: 'information', order: 40, icon: 'CompassOutlined' },
    permissions: {
      read: 'signedIn',
      create: typeMaintainers,
      update: typeMaintainers,
      delete: typeMaintainers,
    },
    scope: { coverage: ['position'], public: true },
    titleField: 'name',
    subtitleField: 'icao',
    columns: ['icao', 'iata', 'name', 'nameEn', 'kind', 'country', 'city', 'elevation', 'status'],
    search: ['icao', 'iata', 'localCode', 'name', 'nameEn', 'city'],
    sort: { field: 'icao', order: 'asc' },
    form: {
      groups: [
        {
          label: { 'zh-Hans': '机场', en: 'Aerodrome' },
          fields: ['name', 'nameEn', 'icao', 'iata', 'localCode', 'kind', 'gaClass', 'status'],
        },
        {
          tab: { 'zh-Hans': '位置', en: 'Place' },
          label: { 'zh-Hans': '所在地', en: 'Where it is' },
          fields: [
            'country',
            'region',
            'city',
            'position',
            'elevation',
            'transitionAltitude',
            'magneticVariation',
          ],
        },
        {
          tab: { 'zh-Hans': '跑道与通信', en: 'Runways and radio' },
          label: { 'zh-Hans': '跑道与频率', en: 'Runways and frequencies' },
          fields: ['runways', 'frequencies'],
        },
        {
          tab: { 'zh-Hans': '运行', en: 'Operation' },
          label: { 'zh-Hans': '开放与保障', en: 'Hours and services' },
          fields: ['hours', 'services', 'operator', 'phone', 'source', 'remark'],
        },
      ],
      widgets: { services: 'textarea', remark: 'textarea' },
    },
  },
  // What a route is written with: points, and the airways between them (GetFeatureByRoute).
  {
    name: 'navigationPoint',
    schema: schemas.navigationPoint,
    path: '/information/navigationPoint',
    menu: { group: 'information', order: 60, icon: 'AimOutlined' },
    permissions: {
      read: 'signedIn',
      create: typeMaintainers,
      update: typeMaintainers,
      delete: typeMaintainers,
    },
    scope: { coverage: ['position'], public: true },
    titleField: 'code',
    subtitleField: 'name',
    columns: ['code', 'name', 'kind', 'frequency', 'country', 'position', 'source'],
    search: ['code', 'name'],
    sort: { field: 'code', order: 'asc' },
    form: { widgets: { remark: 'textarea' } },
  },
  {
    name: 'airway',
    schema: schemas.airway,
    path: '/information/airway',
    menu: { group: 'information', order: 70, icon: 'NodeIndexOutlined' },
    permissions: {
      read: 'signedIn',
      create: typeMaintainers,
      update: typeMaintainers,
      delete: typeMaintainers,
    },
    titleField: 'designator',
    columns: ['designator', 'points', 'lower', 'upper', 'source'],
    search: ['designator'],
    sort: { field: 'designator', order: 'asc' },
    form: { widgets: { remark: 'textarea' } },
  },
  {
    name: 'notice',
    schema: schemas.notice,
    path: '/information/notice',
    menu: { group: 'information', order: 20, icon: 'NotificationOutlined' },
    permissions: { read: 'signedIn', create: noticeMakers, update: noticeMakers, delete: noticeMakers },
    scope: { company: 'companies', shared: true },
    titleField: 'title',
    columns: ['title', 'level', 'kind', 'startTime', 'endTime', 'mustAcknowledge', 'source'],
    inlineEdit: ['level', 'endTime'],
    search: ['title', 'content'],
    sort: { field: 'startTime', order: 'desc' },
    form: { widgets: { content: 'textarea', startTime: 'range' } },
  },
  // Who has taken note of a notice, and what someone is to be reminded of: written and read by Notice and Reminder.
  {
    name: 'noticeAcknowledgement',
    schema: schemas.noticeAcknowledgement,
    path: '/information/noticeAcknowledgement',
    permissions: { read: noticeMakers, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company' },
    titleField: 'acknowledgedAt',
    columns: ['notice', 'user', 'company', 'acknowledgedAt'],
    search: ['notice'],
    sort: { field: 'acknowledgedAt', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'reminder',
    schema: schemas.reminder,
    path: '/permission/reminder',
    permissions: { read: nobody, create: nobody, update: nobody, delete: nobody },
    titleField: 'content',
    columns: ['user', 'content', 'opinion', 'isRead', 'createdAt'],
    search: ['content'],
    sort: { field: 'createdAt', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
];

import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody, operating } from './shared.ts';

const watchers = ['Pages.FlightWatch.Navigation_3D'];
/** Users who see flights or plans. */
const ruleMakers = [...watchers, 'Pages.Navigation', 'Pages.StandingNAircraft'];
const byService = { read: watchers, create: nobody, update: nobody, delete: nobody };
/** A body's position has no company: who is bound to companies sees the desks of their own. */
const scope = { company: 'company' };

/** Who watches the air where, how they hand it over, and the log of it. */
export const watchResources: Resource[] = [
  {
    name: 'watchPosition',
    schema: schemas.watchPosition,
    path: '/flightWatch/watchPosition',
    menu: { group: 'flightWatch', order: 40, icon: 'DesktopOutlined' },
    permissions: {
      read: [...watchers, ...operating],
      create: operating,
      update: operating,
      delete: operating,
    },
    scope,
    titleField: 'name',
    columns: ['name', 'kind', 'company', 'frequencyMhz', 'phone', 'remark'],
    search: ['name', 'remark'],
    sort: { field: 'name', order: 'asc' },
    form: { widgets: { remark: 'textarea' } },
  },
  // What a user wants to be notified of, each their own (server/features/notification-rules).
  {
    name: 'notificationRule',
    schema: schemas.notificationRule,
    path: '/flightWatch/notificationRule',
    menu: { group: 'flightWatch', order: 45, icon: 'BellOutlined' },
    permissions: { read: ruleMakers, create: ruleMakers, update: ruleMakers, delete: ruleMakers },
    scope: { people: 'owners' },
    titleField: 'name',
    subtitleField: 'event',
    columns: ['name', 'event', 'airspace', 'airport', 'plan', 'flights', 'validTo', 'isUrgent', 'isActive'],
    search: ['name'],
    sort: { field: 'name', order: 'asc' },
    inlineEdit: ['isActive'],
    form: {
      groups: [
        {
          label: { 'zh-Hans': '事件', en: 'Event' },
          fields: [
            'name',
            'event',
            'areaFrom',
            'geometry',
            'airspace',
            'lower',
            'upper',
            'airport',
            'plan',
            'flights',
          ],
        },
        {
          label: { 'zh-Hans': '时间与提醒', en: 'Times and messages' },
          fields: ['validFrom', 'validTo', 'schedule', 'againMinutes', 'isUrgent', 'isActive'],
        },
      ],
      widgets: { validFrom: 'range', schedule: 'weekly' },
      hidden: ['owners'],
    },
    serviceOnly: ['owners'],
    attachments: false,
  },
  // The three below are written by the Watch service and the rule of the log (server/features/watch) only.
  {
    name: 'watchLogEntry',
    schema: schemas.watchLogEntry,
    path: '/flightWatch/watchLog',
    menu: { group: 'flightWatch', order: 30, icon: 'ReadOutlined' },
    permissions: byService,
    scope,
    titleField: 'text',
    columns: ['at', 'position', 'kind', 'level', 'text', 'byName'],
    search: ['text', 'byName'],
    sort: { field: 'at', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'watchHandover',
    schema: schemas.watchHandover,
    path: '/flightWatch/watchHandover',
    menu: { group: 'flightWatch', order: 35, icon: 'SwapOutlined' },
    permissions: byService,
    scope,
    titleField: 'fromName',
    subtitleField: 'offeredAt',
    columns: ['position', 'state', 'fromName', 'offeredAt', 'toName', 'takenAt', 'remarks'],
    search: ['fromName', 'toName', 'remarks'],
    sort: { field: 'offeredAt', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
  {
    name: 'watchDuty',
    schema: schemas.watchDuty,
    path: '/flightWatch/watchDuty',
    permissions: byService,
    scope,
    titleField: 'userName',
    subtitleField: 'since',
    columns: ['position', 'userName', 'since', 'until', 'ended'],
    search: ['userName'],
    sort: { field: 'since', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
];

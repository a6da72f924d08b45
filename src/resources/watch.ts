import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody, operating } from './shared.ts';

const watchers = ['Pages.FlightWatch.Navigation_3D'];
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

import { schemas } from '../schemas/index.ts';
import type { Resource } from '../src/domain/resource.ts';

const nobody: string[] = [];
const planReaders = ['Pages.Navigation'];
/** Flight plans touch the areas that their ground, aerodromes and airspace lie in. */
const whereItFlies = [
  'geometry',
  'departure',
  'destination',
  'airspace',
  'departurePoint',
  'destinationPoint',
];

/**
 * Plans, their tasks, and the flows that decide them. Written by the Navigation and FlowConfig calls only. Records of who did what are read
 * through OperateRecord and the plan itself, which ask for the rows of the document; here they are the administrator's.
 */
export const navigationResources: Resource[] = [
  {
    name: 'plan',
    schema: schemas.plan,
    path: '/navigation/navigation',
    menu: { group: 'navigation', order: 60, icon: 'ProfileOutlined' },
    permissions: { read: planReaders, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company', coverage: whereItFlies },
    titleField: 'planNumber',
    subtitleField: 'callsign',
    columns: [
      'planNumber',
      'state',
      'callsign',
      'company',
      'missionType',
      'departure',
      'destination',
      'startTime',
      'endTime',
      'kind',
      'urgency',
      'decideBy',
    ],
    search: ['planNumber', 'callsign', 'mission', 'picName'],
    sort: { field: 'startTime', order: 'desc' },
    readOnly: true,
  },
  {
    name: 'jobTask',
    schema: schemas.jobTask,
    path: '/navigation/jobTask',
    permissions: { read: planReaders, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company', coverage: whereItFlies },
    titleField: 'callsign',
    columns: ['plan', 'sequence', 'callsign', 'aircraft', 'departure', 'destination', 'etd', 'eta'],
    search: ['callsign', 'picName', 'route'],
    sort: { field: 'etd', order: 'desc' },
    readOnly: true,
  },
  {
    name: 'operateRecord',
    schema: schemas.operateRecord,
    path: '/navigation/operateRecord',
    permissions: { read: nobody, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company' },
    titleField: 'action',
    columns: ['operatedAt', 'action', 'fromState', 'toState', 'operatedByName', 'unit', 'reason'],
    search: ['action', 'operatedByName', 'reason'],
    sort: { field: 'operatedAt', order: 'desc' },
    readOnly: true,
  },
  {
    name: 'flowConfig',
    schema: schemas.flowConfig,
    path: '/permission/flowConfig',
    menu: { group: 'permission', order: 70, icon: 'ApartmentOutlined' },
    permissions: {
      read: ['Pages.Operating.FlowConfig'],
      create: ['Pages.Operating.FlowConfig'],
      update: ['Pages.Operating.FlowConfig'],
      delete: ['Pages.Operating.FlowConfig'],
    },
    titleField: 'name',
    columns: ['name', 'documentKind', 'enabled', 'priority', 'publishedVersion', 'publishedAt'],
    search: ['name'],
    sort: { field: 'documentKind', order: 'asc' },
    serviceOnly: ['publishedVersion', 'publishedAt'],
  },
  {
    name: 'flowVersion',
    schema: schemas.flowVersion,
    path: '/permission/flowVersion',
    permissions: { read: ['Pages.Operating.FlowConfig'], create: nobody, update: nobody, delete: nobody },
    titleField: 'name',
    columns: ['flow', 'number', 'documentKind', 'name', 'createdAt', 'publishedBy'],
    search: ['name'],
    sort: { field: 'number', order: 'desc' },
    readOnly: true,
  },
  {
    name: 'flowInstance',
    schema: schemas.flowInstance,
    path: '/permission/flowInstance',
    permissions: { read: nobody, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company' },
    titleField: 'documentKind',
    columns: ['documentKind', 'documentResource', 'documentId', 'state', 'stepIndex', 'stepDueAt'],
    search: ['documentResource'],
    sort: { field: 'stepStartedAt', order: 'desc' },
    readOnly: true,
  },
  {
    name: 'approval',
    schema: schemas.approval,
    path: '/permission/approval',
    permissions: { read: nobody, create: nobody, update: nobody, delete: nobody },
    scope: { company: 'company' },
    titleField: 'stepName',
    columns: ['flowInstance', 'stepIndex', 'stepName', 'decision', 'decidedByName', 'decidedAt', 'comment'],
    search: ['stepName', 'decidedByName', 'comment'],
    sort: { field: 'decidedAt', order: 'desc' },
    readOnly: true,
  },
];

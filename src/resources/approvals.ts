import type { Resource } from '#domain/record/resource.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody } from './shared.ts';

/** Approval flows, and what they decide on. */
export const approvalsResources: Resource[] = [
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
    search: ['name', 'nameEn'],
    sort: { field: 'documentKind', order: 'asc' },
    serviceOnly: ['publishedVersion', 'publishedAt', 'proposedBy', 'proposedAt', 'proposedVersion'],
  },
  {
    name: 'flowVersion',
    schema: schemas.flowVersion,
    path: '/permission/flowVersion',
    permissions: { read: ['Pages.Operating.FlowConfig'], create: nobody, update: nobody, delete: nobody },
    titleField: 'name',
    columns: ['flow', 'number', 'documentKind', 'name', 'createdAt', 'publishedBy'],
    search: ['name', 'nameEn'],
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

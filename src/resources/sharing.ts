import type { Resource } from '#domain/record/resource.ts';
import { sharers } from '#domain/sharing/sharers.ts';
import { schemas } from '#schemas/all.gen.ts';
import { nobody } from './shared.ts';

const byService = { read: sharers, create: nobody, update: nobody, delete: nobody };
/** A link is its maker's; administrators see all. */
const scope = { people: 'owners' };

/** Links that show one plan, airspace or track to whoever has them; written by the Share service only. */
export const sharingResources: Resource[] = [
  {
    name: 'shareLink',
    schema: schemas.shareLink,
    path: '/flightWatch/shareLink',
    menu: { group: 'flightWatch', order: 50, icon: 'ShareAltOutlined' },
    permissions: byService,
    scope,
    titleField: 'title',
    subtitleField: 'purpose',
    columns: ['title', 'kind', 'purpose', 'owners', 'expiresAt', 'withdrawnAt', 'openings', 'lastOpenedAt'],
    search: ['title', 'purpose'],
    sort: { field: 'id', order: 'desc' },
    details: [{ resource: 'shareOpening', field: 'link' }],
    attachments: false,
    readOnly: true,
  },
  {
    name: 'shareOpening',
    schema: schemas.shareOpening,
    path: '/flightWatch/shareOpening',
    permissions: byService,
    scope,
    titleField: 'openedAt',
    columns: ['openedAt', 'link', 'clientIpAddress', 'browserInfo'],
    search: ['clientIpAddress', 'browserInfo'],
    sort: { field: 'openedAt', order: 'desc' },
    attachments: false,
    readOnly: true,
  },
];

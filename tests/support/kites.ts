import type { Actor, RoleGrant } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';

const label = (text: string) => ({ 'zh-Hans': text, en: text });

/** A record type with each kind of bound: by permission, by company and area, by field. */
export const kite: Resource = {
  name: 'kite',
  path: '/kites',
  titleField: 'name',
  columns: ['name'],
  search: [],
  permissions: {
    read: 'signedIn',
    create: ['Pages.Type'],
    update: ['Pages.Type', 'Pages.Other'],
    delete: [],
  },
  scope: { company: 'company', coverage: ['place'], shared: true },
  serviceOnly: ['state'],
  fieldPermissions: { price: { read: ['Pages.Money'] } },
  schema: {
    $id: 'kite',
    type: 'object',
    title: 'Kite',
    'x-label': label('Kite'),
    properties: {
      name: { type: 'string', 'x-label': label('Name') },
      state: { type: 'integer', 'x-label': label('State') },
      price: { type: 'number', 'x-label': label('Price') },
      company: { type: 'integer', 'x-label': label('Company') },
      mark: { type: 'string', 'x-secret': true, 'x-label': label('Mark') },
    },
  },
};
/** The same, written by services only and read by all. */
export const log: Resource = {
  ...kite,
  name: 'log',
  readOnly: true,
  scope: { public: true, coverage: ['place'] },
};
export const resources = [kite, log];

/** What a role gives: its permissions, and its rule for kites. */
export const grant = (role: string, permissions: string[], rule: object = {}): RoleGrant => ({
  role,
  permissions,
  recordRules: [{ resource: 'kite', ...rule }],
});
/** Who holds these roles; of no company and no area unless it is said. */
export const actor = (grants: RoleGrant[], rest: Partial<Actor> = {}): Actor => ({
  userId: 7,
  userName: 'seven',
  name: 'Seven',
  companyId: null,
  companyIds: [],
  coverageIds: [],
  roles: grants.map(({ role }) => role),
  permissions: grants.flatMap(({ permissions }) => permissions),
  organizationUnitIds: [],
  grants,
  ...rest,
});

/** May make and change kites. */
export const typeKeeper = grant('Keeper', ['Pages.Type']);
/** May what everyone may. */
export const plain = grant('Plain', []);
/** The company of the kites that the user sees. */
export const ofCompany = { companyId: 1, companyIds: [1] };

import { Type } from '@sinclair/typebox';
import { AppError, refused } from '#domain/text/errors.ts';
import { method, type Service } from '#server/http/service.ts';
import { idInput, optionalBoolean, orNull, pagedInput } from './abp.ts';
import { theTenant } from './abp-account.ts';

const administrators = ['Pages.Admin'];

const tenantFields = {
  tenancyName: Type.String({ pattern: '^[a-zA-Z][a-zA-Z0-9_-]{1,}$', maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: 128 }),
  isActive: Type.Boolean(),
};

const tenantDto = Type.Object({ id: Type.Integer(), ...tenantFields });

/**
 * The Tenant calls of ABP's clients (wire.md §3). An installation has one tenant, which is always there: it can be
 * read, and whoever would make another, change it or take it away is told so.
 */
export function createTenantService(): Service {
  const tenant = { ...theTenant, isActive: true };
  const only = (id: number) => {
    if (id === tenant.id) return tenant;
    throw new AppError('notFound', { key: 'common.notFound', values: { type: 'Tenant', id } });
  };
  return {
    name: 'Tenant',
    methods: [
      method({
        verb: 'GET',
        name: 'Get',
        permission: administrators,
        summary: 'The one tenant of the installation, by its id',
        input: idInput,
        output: tenantDto,
        handle: async ({ id }) => only(id),
      }),
      method({
        verb: 'GET',
        name: 'GetAll',
        permission: administrators,
        summary: 'The tenants: one',
        input: Type.Object({
          keyword: Type.Optional(orNull(Type.String({ maxLength: 128 }))),
          isActive: optionalBoolean,
          ...pagedInput,
        }),
        output: Type.Object({ totalCount: Type.Integer(), items: Type.Array(tenantDto) }),
        async handle({ keyword, isActive, skipCount = 0 }) {
          const wanted = keyword?.trim().toLowerCase() ?? '';
          const named = [tenant.tenancyName, tenant.name].some((name) => name.toLowerCase().includes(wanted));
          const found = named && isActive !== false;
          return { totalCount: found ? 1 : 0, items: found && skipCount === 0 ? [tenant] : [] };
        },
      }),
      method({
        verb: 'POST',
        name: 'Create',
        permission: administrators,
        summary: 'Refused: an installation has one tenant',
        input: Type.Object({
          ...tenantFields,
          adminEmailAddress: Type.String({ minLength: 3, maxLength: 256 }),
          connectionString: Type.Optional(orNull(Type.String({ maxLength: 1024 }))),
        }),
        output: tenantDto,
        async handle() {
          throw refused('admin.oneTenant');
        },
      }),
      method({
        verb: 'PUT',
        name: 'Update',
        permission: administrators,
        summary: 'Refused: the one tenant stays as it is',
        input: tenantDto,
        output: tenantDto,
        async handle({ id }) {
          only(id);
          throw refused('admin.oneTenant');
        },
      }),
      method({
        verb: 'DELETE',
        name: 'Delete',
        permission: administrators,
        summary: 'Refused: an installation has one tenant',
        input: idInput,
        output: Type.Null(),
        async handle({ id }) {
          only(id);
          throw refused('admin.oneTenant');
        },
      }),
    ],
  };
}

import { AppError, refused } from '#domain/text/errors.ts';
import { implement, type Service } from '#server/http/service.ts';
import { theTenant } from './the-tenant.ts';

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
  return implement('Tenant', {
    Get: async ({ id }) => only(id),
    async GetAll({ keyword, isActive, skipCount = 0 }) {
      const wanted = keyword?.trim().toLowerCase() ?? '';
      const named = [tenant.tenancyName, tenant.name].some((name) => name.toLowerCase().includes(wanted));
      const found = named && isActive !== false;
      return { totalCount: found ? 1 : 0, items: found && skipCount === 0 ? [tenant] : [] };
    },
    async Create() {
      throw refused('admin.oneTenant');
    },
    async Update({ id }) {
      only(id);
      throw refused('admin.oneTenant');
    },
    async Delete({ id }) {
      only(id);
      throw refused('admin.oneTenant');
    },
  });
}

import { implement, type Service } from '#server/http/service.ts';

/** The one tenant of an installation, by the tenancy name that ABP gives it. Everyone who is signed in belongs to it. */
export const theTenant = { id: 1, tenancyName: 'Default', name: 'Clearway' };

/** What a client of ABP asks before anybody signs in. Registration is a service of its own. */
export function createAccountService(): Service {
  return implement('Account', {
    async IsTenantAvailable({ tenancyName }) {
      const known = tenancyName.trim().toLowerCase() === theTenant.tenancyName.toLowerCase();
      return known ? { state: 1, tenantId: theTenant.id } : { state: 3, tenantId: null };
    },
  });
}

import { Type } from '@sinclair/typebox';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';

/** The one tenant of an installation, by the tenancy name that ABP gives it. Everyone who is signed in belongs to it. */
export const theTenant = { id: 1, tenancyName: 'Default', name: 'Clearway' };

/** What a client of ABP asks before anybody signs in. Registration is a service of its own. */
export function accountMethods(): Service['methods'] {
  return [
    method({
      verb: 'POST',
      name: 'IsTenantAvailable',
      permission: 'anonymous',
      writes: false,
      summary: 'Is there a tenant of this name? 1 available, 3 not found: an installation has one, Default',
      input: Type.Object({ tenancyName: Type.String({ minLength: 1, maxLength: 64 }) }),
      output: Type.Object({ state: Type.Integer(), tenantId: nullable(Type.Integer()) }),
      async handle({ tenancyName }) {
        const known = tenancyName.trim().toLowerCase() === theTenant.tenancyName.toLowerCase();
        return known ? { state: 1, tenantId: theTenant.id } : { state: 3, tenantId: null };
      },
    }),
  ];
}

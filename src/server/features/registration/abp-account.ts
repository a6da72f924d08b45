import { AppError, formError } from '#domain/text/errors.ts';
import { theTenant } from '#server/features/abp/the-tenant.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Registering } from './registering.ts';

/** What a client of ABP asks before anybody signs in. */
export function createAccountService(deps: { register: Registering['register'] }): Service {
  return implement('Account', {
    async IsTenantAvailable({ tenancyName }) {
      const known = tenancyName.trim().toLowerCase() === theTenant.tenancyName.toLowerCase();
      return known ? { state: 1, tenantId: theTenant.id } : { state: 3, tenantId: null };
    },
    async Register(input, caller) {
      const { company, phone, challenge, nonce, userName, emailAddress } = input;
      // ABP's rule: whoever takes an e-mail address for a name takes their own.
      if (userName.includes('@') && userName.trim().toLowerCase() !== emailAddress.trim().toLowerCase()) {
        throw formError('userName', 'register.nameIsOtherMail');
      }
      if (!company || !phone || !challenge || !nonce) {
        const missing = Object.entries({ company, phone, challenge, nonce }).filter(([, value]) => !value);
        throw new AppError(
          'validation',
          { key: 'register.companyFirst' },
          {
            fields: missing.map(([field]) => ({
              field,
              text: { key: 'common.invalid.required', values: { field } },
            })),
          },
        );
      }
      await deps.register(caller, {
        company: { emailAddress, ...company },
        user: {
          userName,
          name: input.name,
          surname: input.surname ?? undefined,
          password: input.password,
        },
        phone,
        phoneCode: input.phoneCode,
        protocolVersion: input.protocolVersion,
        challenge,
        nonce,
      });
      return { canLogin: false };
    },
  });
}

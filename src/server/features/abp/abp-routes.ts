import type { FastifyInstance } from 'fastify';
import { userConfiguration } from '#contract/abp.ts';
import { envelopeOf, wrap } from '#server/http/envelope.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { anonymousCaller } from '#server/kernel/caller.ts';
import { type AbpConfigurationDeps, configurationFor } from './abp-configuration.ts';

/** `GET /AbpUserConfiguration/GetAll`: the one call of an ABP client that is none of a service. */
export async function abpRoutes(app: FastifyInstance, deps: AbpConfigurationDeps): Promise<void> {
  app.get(
    '/AbpUserConfiguration/GetAll',
    {
      schema: {
        tags: ['AbpUserConfiguration'],
        summary:
          'What a client of ABP loads at its start: session, languages and texts, permissions, menu, settings',
        operationId: 'AbpUserConfiguration_GetAll',
        ...permissionNote('anonymous'),
        response: { 200: envelopeOf(userConfiguration) },
      },
      config: { writes: false },
    },
    async (request) => {
      const caller = request.caller ?? anonymousCaller(request.locale, request.id);
      return wrap(await configurationFor(caller, deps));
    },
  );
}

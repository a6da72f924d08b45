import type { FastifyInstance } from 'fastify';
import type { Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { callerOf } from '#server/http/service-routes.ts';
import { type AddedValidators, validatorsPath } from './validators.ts';
import { visibleTo } from './visible.ts';

export interface CatalogueRoutesDeps {
  catalogue: Catalogue;
  shipped: Resource[];
  validators: AddedValidators;
}

/** What a page must know that was not there when it was built: changed and added record types, and their judges. */
export async function catalogueRoutes(app: FastifyInstance, deps: CatalogueRoutesDeps): Promise<void> {
  const { catalogue, shipped, validators } = deps;
  const shippedByName = new Map(shipped.map((resource) => [resource.name, resource]));

  app.get(
    '/api/catalogue',
    {
      schema: {
        tags: ['Catalogue'],
        summary:
          'The record types that differ from those the product was built with, as the caller may see them',
        operationId: 'catalogue',
        ...permissionNote('signedIn'),
        response: {
          200: {
            type: 'object',
            properties: {
              revision: { type: 'integer', description: 'Grows with each publishing' },
              resources: { type: 'array', items: { type: 'object', additionalProperties: true } },
              validators: {
                type: 'object',
                description: 'Path of a module by record type',
                additionalProperties: { type: 'string' },
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { ability } = callerOf(request);
      const visible = validators.changed().flatMap((resource) => {
        const open = visibleTo(ability, resource, shippedByName.get(resource.name));
        return open ? [{ open, path: validators.pathOf(resource) }] : [];
      });
      reply.header('cache-control', 'private, no-cache');
      return {
        revision: catalogue.revision,
        resources: visible.map(({ open }) => open),
        validators: Object.fromEntries(visible.map(({ open, path }) => [open.name, path])),
      };
    },
  );

  // No token comes with a script: who knows the name of the file has been told it above.
  app.get<{ Params: { file: string } }>(
    `${validatorsPath}/:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const code = validators.codeAt(request.params.file.toLowerCase());
      if (code === undefined) throw new AppError('notFound', { key: 'common.notFoundPath' });
      return reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(code);
    },
  );
}

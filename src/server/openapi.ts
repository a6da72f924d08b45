import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../domain/resource.ts';
import { recordsDocument } from './records/openapi.ts';

export interface OpenApiDeps {
  version: string;
  resources: Resource[];
}

/**
 * OpenAPI 3.1 of both HTTP doors: a page at /api/docs, the document at /api/docs/json. The services come from
 * their routes' schemas, the records door from the record schemas. Register before the routes.
 */
async function openApiPlugin(app: FastifyInstance, { version, resources }: OpenApiDeps): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clearway',
        version,
        description:
          'Records: /api/records/{resource}, plain JSON. Services: /api/services/app/{Service}/{Method}, in the ABP envelope.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      // At each asking: record types may have been added since.
      const records = recordsDocument(resources);
      return {
        ...openapiObject,
        tags: records.tags,
        paths: { ...openapiObject.paths, ...records.paths },
        components: {
          ...openapiObject.components,
          schemas: { ...openapiObject.components?.schemas, ...records.schemas },
        },
      };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', persistAuthorization: false, tryItOutEnabled: false },
  });
}

/** Not encapsulated: it must see the routes that are registered after it. */
export const openApi = Object.assign(openApiPlugin, { [Symbol.for('skip-override')]: true });

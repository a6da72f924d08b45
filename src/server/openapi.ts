import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Resource } from '../domain/resource.ts';
import { recordsDocument } from './records/openapi.ts';

export interface OpenApiDeps {
  version: string;
  resources: Resource[];
  /** What other doors of records add, worked out from the record types as they are. */
  parts?: ((resources: Resource[]) => DocumentPart)[];
}

export interface DocumentPart {
  paths: Record<string, Record<string, object>>;
  schemas: Record<string, object>;
}

/**
 * OpenAPI 3.1 of both HTTP doors: a page at /api/docs, the document at /api/docs/json. The services come from
 * their routes' schemas, the records door from the record schemas. Register before the routes.
 */
async function openApiPlugin(
  app: FastifyInstance,
  { version, resources, parts = [] }: OpenApiDeps,
): Promise<void> {
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
      // The plugin asks once and keeps the answer; record types may be added at any time.
      const live = {
        get tags() {
          return recordsDocument(resources).tags;
        },
        get paths() {
          const added = parts.map((part) => part(resources).paths);
          return Object.assign({}, openapiObject.paths, recordsDocument(resources).paths, ...added);
        },
        get components() {
          const added = parts.map((part) => part(resources).schemas);
          const { schemas } = recordsDocument(resources);
          return {
            ...openapiObject.components,
            schemas: Object.assign({}, openapiObject.components?.schemas, schemas, ...added),
          };
        },
      };
      return Object.defineProperties({ ...openapiObject }, Object.getOwnPropertyDescriptors(live));
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'none', persistAuthorization: false, tryItOutEnabled: false },
  });
}

/** Not encapsulated: it must see the routes that are registered after it. */
export const openApi = Object.assign(openApiPlugin, { [Symbol.for('skip-override')]: true });

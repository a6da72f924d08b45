import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Resource } from '#domain/record/resource.ts';

export interface OpenApiDeps {
  version: string;
  resources: Resource[];
  /** What the endpoints of records add, worked out from the record types as they are. */
  parts: ((resources: Resource[]) => DocumentPart)[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of what the call answers with 200, for the document. */
    answer?: object;
  }
}

export interface DocumentPart {
  tags?: object[];
  paths: Record<string, Record<string, object>>;
  schemas: Record<string, object>;
}

/**
 * OpenAPI 3.1 of both HTTP doors: a page at /api/docs, the document at /api/docs/json. The services come from
 * their routes' schemas, the records door from the record schemas. Register before the routes.
 */
async function openApiPlugin(
  app: FastifyInstance,
  { version, resources, parts }: OpenApiDeps,
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
      servers: [{ url: '/', description: 'This server' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // What a call answers is compiled when it first answers, so its route does not have it in its schema.
    transform: ({ schema, url, route: { config } }) => ({
      schema: config?.answer ? { ...schema, response: { 200: config.answer } } : schema,
      url,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      // The plugin asks once and keeps the answer; record types may be added at any time.
      const present = sinceLastChange(resources, () => parts.map((part) => part(resources)));
      const live = {
        get tags() {
          return present().flatMap((part) => ('tags' in part ? part.tags : []));
        },
        get paths() {
          return Object.assign({}, openapiObject.paths, ...present().map(({ paths }) => paths));
        },
        get components() {
          const { components } = openapiObject;
          const schemas = Object.assign({}, components?.schemas, ...present().map((part) => part.schemas));
          return { ...components, schemas };
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

/** What `make` answered when the resources were last other ones than now. */
function sinceLastChange<T>(resources: readonly Resource[], make: () => T): () => T {
  let seen: readonly Resource[] = [];
  let made: T | undefined;
  return () => {
    const same = seen.length === resources.length && seen.every((one, index) => one === resources[index]);
    if (made === undefined || !same) {
      made = make();
      seen = [...resources];
    }
    return made;
  };
}

/** Not encapsulated: it must see the routes that are registered after it. */
export const openApi = Object.assign(openApiPlugin, { [Symbol.for('skip-override')]: true });

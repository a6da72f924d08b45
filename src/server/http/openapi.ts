import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Resource } from '#domain/record/resource.ts';
import { refusal } from './envelope.ts';

export interface OpenApiDeps {
  version: string;
  resources: Resource[];
  /** Schemas and tags of the record types as they are; their operations come from the routes. */
  parts: ((resources: Resource[]) => DocumentPart)[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of what the call answers with 200, for the document. */
    answer?: object;
    /** The operations of a route that is one for many record types, by path and verb. */
    operations?: (resources: Resource[], at: { verb: string; url: string }) => Paths;
  }
}

export interface DocumentPart {
  tags?: object[];
  schemas: Record<string, object>;
}

/**
 * OpenAPI 3.1 of both HTTP APIs: a page at /api/docs, the document at /api/docs/json. The services come
 * from their routes' schemas; a route that is one for many record types says its operations itself. Register
 * before the routes.
 */
async function openApiPlugin(
  app: FastifyInstance,
  { version, resources, parts }: OpenApiDeps,
): Promise<void> {
  const described: ((resources: Resource[]) => Paths)[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const verb = String(method).toLowerCase();
    const operations = config?.operations;
    if (operations && verb !== 'head') described.push((all) => operations(all, { verb, url }));
  });
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
      const paths = sinceLastChange(resources, () => {
        const records = merged(described.map((operations) => operations(resources)));
        const all: Paths = Object.assign({}, openapiObject.paths, records);
        return Object.fromEntries(
          Object.entries(all).map(([path, verbs]) => [path, withRefusals(path, verbs)]),
        );
      });
      const live = {
        get tags() {
          return present().flatMap((part) => ('tags' in part ? part.tags : []));
        },
        get paths() {
          return paths();
        },
        get components() {
          const { components } = openapiObject;
          const own = { ServiceRefusal: refusal };
          const schemas = Object.assign(
            {},
            components?.schemas,
            own,
            ...present().map((part) => part.schemas),
          );
          return { ...components, schemas, responses: refusals };
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

/** Operations by path and verb. */
export type Paths = Record<string, Record<string, Operation>>;
interface Operation {
  parameters?: object[];
  requestBody?: object;
  security?: object[];
  responses?: Record<string, object>;
}

/** Routes of one path have a verb each. */
function merged(all: Paths[]): Paths {
  const paths: Paths = {};
  for (const [path, verbs] of all.flatMap(Object.entries<Paths[string]>))
    paths[path] = { ...paths[path], ...verbs };
  return paths;
}

/** How a service refuses, by status (envelope.ts). */
const refusals = Object.fromEntries(
  [
    ['400', 'The input breaks its schema; `validationErrors` says where'],
    ['401', 'No session'],
    ['403', 'The caller may not do this'],
    ['404', 'There is no such thing among what the caller sees'],
    ['409', 'It has changed meanwhile, or something else stands in the way'],
    ['429', 'Too many calls in this minute'],
    ['500', 'A rule of the job says no, and `message` says which; or a fault of the server'],
  ].map(([status, description]) => [
    `Refused${status}`,
    {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ServiceRefusal' } } },
    },
  ]),
);

/** What each operation outside the records endpoint may refuse by; the records endpoint says so itself. */
function withRefusals(path: string, verbs: Record<string, Operation>): Record<string, Operation> {
  if (path.startsWith('/api/records/')) return verbs;
  const described = Object.entries(verbs).map(([verb, operation]) => {
    const takesInput = Boolean(operation.parameters?.length || operation.requestBody);
    const statuses = [
      ...(takesInput ? ['400', '404'] : []),
      ...(operation.security?.length ? ['401', '403'] : []),
      ...(takesInput && verb !== 'get' ? ['409'] : []),
      ...['429', '500'],
    ];
    const refused = statuses.map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]);
    return [verb, { ...operation, responses: { ...Object.fromEntries(refused), ...operation.responses } }];
  });
  return Object.fromEntries(described);
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

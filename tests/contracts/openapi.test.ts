import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareAjv } from '#domain/record/prepare-ajv.ts';
import { resources } from '#resources';
import { callerWith, type Engine, startEngine } from '#tests/support/engine.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { name: string; in: string; schema: object }[];
  responses: Record<string, { description: string }>;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });

describe('the OpenAPI document', () => {
  let engine: Engine;
  let app: RecordsApp;
  let document: Document;

  beforeAll(async () => {
    engine = await startEngine(resources);
    app = await startRecordsApp(engine.records, resources);
    const response = await app.app.inject('/api/docs/json');
    document = response.json();
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  it('is public, the same for everyone: record types and endpoints, no rule of a role and no value', async () => {
    const rules = [{ resource: 'company', hidden: ['uscc'] }];
    await engine.records.create(admin, 'role', {
      name: 'SECRETIVE',
      displayName: 'Rather secretive',
      permissions: ['Pages.BaseManage'],
      recordRules: rules,
    });
    const again = await app.app.inject({ url: '/api/docs/json', headers: { authorization: 'Bearer x' } });
    expect(again.json()).toEqual(document);
    expect(again.body).not.toMatch(/SECRETIVE|Rather secretive/);
  });

  it('is 3.1 and has every route of every resource', () => {
    expect(document.openapi).toBe('3.1.0');
    for (const { name, readOnly } of resources) {
      const path = `/api/records/${name}`;
      const verbs = (of: string) => Object.keys(document.paths[of] ?? {}).sort();
      expect(verbs(path)).toEqual(readOnly ? ['get'] : ['get', 'post']);
      expect(verbs(`${path}/{id}`)).toEqual(readOnly ? ['get'] : ['delete', 'get', 'patch']);
      expect(verbs(`${path}/{id}/history`)).toEqual(['get']);
      expect(verbs(`${path}/{id}/uses`)).toEqual(['get']);
      expect(verbs(`${path}/aggregate`)).toEqual(['get']);
      for (const change of ['{id}/restore', '{id}/restore-version', '{id}/purge', 'bulk']) {
        expect([change, verbs(`${path}/${change}`)]).toEqual([change, readOnly ? [] : ['post']]);
      }
    }
  });

  it('describes only routes that exist', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      if (!path.startsWith('/api/records/')) continue;
      for (const verb of Object.keys(operations)) {
        const url = path.replace(/^\/api\/records\/[^/]+/, '/api/records/:resource').replace('{id}', ':id');
        const method =
          verb === 'get' ? 'GET' : verb === 'post' ? 'POST' : verb === 'patch' ? 'PATCH' : 'DELETE';
        expect([method, url, app.app.hasRoute({ method, url })]).toEqual([method, url, true]);
      }
    }
  });

  it('has sound operations: ids of their own, path parameters declared, answers described', () => {
    const ids = new Set<string>();
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const operation of Object.values(operations)) {
        expect(ids.has(operation.operationId)).toBe(false);
        ids.add(operation.operationId);
        const declared = (operation.parameters ?? [])
          .filter((each) => each.in === 'path')
          .map(({ name }) => name);
        expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
        for (const { description } of Object.values(operation.responses)) expect(description).toBeTruthy();
      }
    }
  });

  it('holds schemas that a validator of JSON Schema 2020-12 understands, and no reference that leads nowhere', () => {
    const ajv = new Ajv2020({ strict: false });
    prepareAjv(ajv);
    const { schemas } = document.components;
    for (const [name, schema] of Object.entries(schemas))
      ajv.addSchema(schema, `#/components/schemas/${name}`);
    for (const name of Object.keys(schemas)) {
      expect(ajv.getSchema(`#/components/schemas/${name}`), name).toBeTypeOf('function');
    }
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(schemas).toHaveProperty(String(name));
    }
  });

  it('tells no secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/passwordHash|coverageIds/);
  });

  it('is shown by a page that needs nothing from elsewhere', async () => {
    const page = await app.app.inject('/api/docs/');
    const answer = page.statusCode === 302 ? await app.app.inject(String(page.headers.location)) : page;
    expect(answer.statusCode).toBe(200);
    const sources = [...answer.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url));
    expect(sources.length).toBeGreaterThan(2);
    for (const url of sources) {
      expect(url).not.toMatch(/^(https?:)?\/\//);
      const file = await app.app.inject(new URL(url, 'http://x/api/docs/').pathname);
      expect([url, file.statusCode]).toEqual([url, 200]);
    }
  });
});

describe('the document of the whole server', () => {
  let server: RunningTestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  it('says where it is served, and of each operation whether it asks for a session', async () => {
    const response = await fetch(`${server.address}/api/docs/json`);
    const { servers, paths } = (await response.json()) as {
      servers: { url: string }[];
      paths: Record<string, Record<string, { security?: object[]; 'x-permission'?: unknown }>>;
    };
    expect(servers.map(({ url }) => url)).toEqual(['/']);
    const operations = Object.entries(paths)
      .flatMap(([path, verbs]) =>
        Object.entries(verbs).map(([verb, operation]) => ({ path: `${verb} ${path}`, ...operation })),
      )
      .filter((operation) => operation['x-permission'] !== undefined);
    expect(operations.length).toBeGreaterThan(300);
    const wrong = operations.filter((operation) => {
      const anonymous = operation['x-permission'] === 'anonymous';
      return operation.security === undefined || (operation.security.length === 0) !== anonymous;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

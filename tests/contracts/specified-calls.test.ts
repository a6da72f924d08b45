import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths } from '#contract/hub.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { type SpecifiedCall, specifiedCalls } from '#tests/support/specified-calls.ts';

/** Every call that specification §7 and wire.md §2 to §3 name, asked of the running server: none is missing. */

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

let server: RunningTestServer;
const operations = new Map<string, Operation>();
let components: Record<string, Schema> = {};

beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.call(null, 'GET', '/api/docs/json');
  const document = body as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  components = document.components.schemas;
  for (const [path, verbs] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(verbs)) {
      operations.set(`${verb.toUpperCase()} ${path}`.toLowerCase(), operation);
    }
  }
});
afterAll(() => server?.close());

const keyOf = ({ verb, name }: SpecifiedCall) => `${verb} /api/services/app/${name}`.toLowerCase();

/** Names that the operation takes, in its query or its body, whatever their case. */
function takenBy({ parameters = [], requestBody }: Operation): Set<string> {
  const { schema } = requestBody?.content['application/json'] ?? {};
  const body = schema?.$ref ? components[schema.$ref.replace(/^.*\//, '')] : schema;
  return new Set([...parameters.map(({ name }) => name), ...Object.keys(body?.properties ?? {})].map(lower));
}
const lower = (name: string) => name.toLowerCase();

test('the transcription is whole: as many calls as the pages have', () => {
  expect(specifiedCalls.length).toBeGreaterThan(150);
  expect(specifiedCalls.filter(({ name }) => !/^\w+\/\w+$/.test(name))).toEqual([]);
});

test('none is missing', () => {
  const missing = specifiedCalls.filter((call) => !operations.has(keyOf(call)));
  expect(missing.map(({ verb, name }) => `${verb} ${name}`)).toEqual([]);
});

test('each takes what it is sent', () => {
  const unknown = specifiedCalls.flatMap((call) => {
    const operation = operations.get(keyOf(call));
    if (!operation) return [];
    const taken = takenBy(operation);
    return call.takes.filter((field) => !taken.has(lower(field))).map((field) => `${call.name} ${field}`);
  });
  expect(unknown).toEqual([]);
});

test('each is found whatever the case of its path, and asks who is there', async () => {
  const refused = await Promise.all(
    specifiedCalls
      .filter((call) => operations.has(keyOf(call)))
      .map(async (call) => {
        const { status } = await server.call(null, call.verb, `/api/services/app/${call.name.toLowerCase()}`);
        return [call.name, status] as const;
      }),
  );
  expect(refused.filter(([, status]) => status === 404 || status === 405)).toEqual([]);
});

describe('the other addresses', () => {
  test('signing in, the configuration of ABP, and the three hubs', async () => {
    expect(operations.has('post /api/tokenauth/authenticate')).toBe(true);
    expect(operations.has('get /abpuserconfiguration/getall')).toBe(true);
    expect(Object.values(hubPaths).sort()).toEqual(['/signalr', '/signalr-chat', '/signalr-instant']);
    for (const hub of Object.values(hubPaths)) {
      expect([hub, (await server.call(null, 'POST', `${hub}/negotiate?negotiateVersion=1`)).status]).toEqual([
        hub,
        401,
      ]);
    }
  });

  test('the configuration of ABP has every field that wire.md names', async () => {
    const { body } = await server.call('operator', 'GET', '/AbpUserConfiguration/GetAll');
    const { result } = body as { result: Record<string, Record<string, unknown>> };
    const fields: Record<string, string[]> = {
      multiTenancy: ['isEnabled', 'ignoreFeatureCheckForHostUsers', 'sides'],
      session: ['userId', 'tenantId', 'impersonatorUserId', 'impersonatorTenantId', 'multiTenancySide'],
      localization: ['currentCulture', 'languages', 'currentLanguage', 'sources', 'values'],
      features: ['allFeatures'],
      auth: ['allPermissions', 'grantedPermissions'],
      nav: ['menus'],
      setting: ['values'],
      clock: ['provider'],
      timing: ['timeZoneInfo'],
      security: ['antiForgery'],
      custom: [],
    };
    for (const [part, names] of Object.entries(fields)) {
      expect([part, Object.keys(result[part] ?? {})]).toEqual([part, expect.arrayContaining(names)]);
    }
    expect(Object.keys(result).sort()).toEqual(Object.keys(fields).sort());
  });
});

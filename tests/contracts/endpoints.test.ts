import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HubMethods, hubPaths } from '#contract/hub.ts';
import { resources } from '#resources';
import { breadth } from '#tests/support/breadth.ts';
import { type CallRule, ruleByCall } from '#tests/support/call-rules.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Every endpoint of the server with every role: who is let in follows from the rule that the endpoint itself
 * tells.
 */

type Rule = CallRule;

interface Operation {
  operationId?: string;
  'x-permission'?: Rule;
}

const people = ['operator', 'operator2', 'agent', 'atmb', 'aiw', 'admin', 'nobody'];
/** A record that is not there: who may do it is told so, and nothing is changed. */
const absent = '987654321';

let server: RunningTestServer;
const routes = new Set<string>();
const permissions = new Map<string, string[]>();
let operations: { verb: string; path: string; rule: Rule }[] = [];

beforeAll(async () => {
  const onApp = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route: RouteOptions) => {
      for (const verb of [route.method].flat()) routes.add(`${verb} ${route.url}`);
    });
  };
  subscribe('fastify.initialization', onApp);
  server = await startTestServer();
  unsubscribe('fastify.initialization', onApp);
  await makeUser(server, 'nobody');
  for (const user of people) {
    const info = await server.service(user, 'Session/GetCurrentUserInfo', {}, 'GET');
    permissions.set(user, (info as { permissions: string[] }).permissions);
  }
  const document = (await server.call(null, 'GET', '/api/docs/json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => {
      const rule = operation['x-permission'];
      if (rule === undefined) throw new Error(`${verb} ${path} does not say who may call it`);
      return { verb: verb.toUpperCase(), path, rule };
    }),
  );
});
afterAll(() => server?.close());

/** Decided here anew, from decisions.md §3: not by the code that is tested. */
function mayPass(user: string | null, rule: Rule): boolean {
  if (rule === 'anonymous') return true;
  if (user === null || rule === 'sourceToken') return false;
  const held = permissions.get(user) ?? [];
  return rule === 'signedIn' || ['Pages.Admin', ...rule].some((name) => held.includes(name));
}

const messages = {
  sourceToken: '数据源不存在或令牌错误',
  unauthenticated: '当前用户没有登录到系统！',
  forbidden: (names: string[]) => `您没有权限进行此操作,您至少需要下列权限的其中一项：${names.join(', ')}`,
};

/** The whole body of a refusal, letter for letter: what else it said would be too much. */
function refusal(path: string, status: 401 | 403, rule: Rule, body: unknown): object {
  const named = Array.isArray(rule) ? rule : [];
  const atRecords = path.startsWith('/api/records');
  const names = atRecords && named.length === 0 ? ['Pages.Admin'] : named;
  const message =
    rule === 'sourceToken'
      ? messages.sourceToken
      : status === 401
        ? messages.unauthenticated
        : messages.forbidden(names);
  if (!atRecords) {
    const error = { code: 0, message, details: null, validationErrors: null };
    return { result: null, targetUrl: null, success: false, error, unAuthorizedRequest: true, __abp: true };
  }
  const requestId = (body as { requestId?: unknown }).requestId;
  expect(requestId).toBeTypeOf('string');
  return { message, code: status === 401 ? 'unauthenticated' : 'forbidden', errors: {}, requestId };
}

/**
 * Without a session every operation is tried. Of the services' operations each person tries every third, so two or three
 * of them try each; the records endpoint is one code for all types, and of its operations each person tries every fifteenth.
 */
const strides = { records: breadth(15, 1), services: breadth(3, 1) };

/** The router does not look at the case, whatever the route: every so manieth will do. */
const shouting = breadth(40, 12);

const triedBy = (user: string | null) =>
  operations.filter(({ path }, index) => {
    const stride = path.startsWith('/api/records/') ? strides.records : user === null ? 1 : strides.services;
    return (index + people.indexOf(user ?? '')) % stride === 0;
  });

const bodyFor = (verb: string) => (verb === 'GET' || verb === 'DELETE' ? undefined : { version: 1 });

describe.each([null, ...people])('%s', (user) => {
  test('passes each operation of both HTTP endpoints, or is refused with not a word too much', async () => {
    const tried = triedBy(user);
    expect(tried.length).toBeGreaterThan(150);
    for (const { verb, path, rule } of tried) {
      // It would end the session that the others need; it has a test of its own.
      if (user !== null && path.endsWith('/LogOut')) continue;
      const answer = await server.call(user, verb, path.replace('{id}', absent), bodyFor(verb));
      const seen = `${user} ${verb} ${path} ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`;
      if (mayPass(user, rule)) {
        expect([401, 403], seen).not.toContain(answer.status);
        expect(answer.status, seen).toBeLessThan(500);
        continue;
      }
      const expected = user === null || rule === 'sourceToken' ? 401 : 403;
      expect(answer.status, seen).toBe(expected);
      expect(answer.body, seen).toEqual(refusal(path, expected, rule, answer.body));
    }
  });

  test('is held to the same where the path is written in another case', async () => {
    const own = people.indexOf(user ?? '');
    for (const { verb, path, rule } of operations.filter((_, index) => (index + own) % shouting === 0)) {
      if (path.endsWith('/LogOut')) continue;
      const shouted = path.replace('{id}', absent).toUpperCase();
      const answer = await server.call(user, verb, shouted, bodyFor(verb));
      const seen = `${user} ${verb} ${shouted} ${answer.status}`;
      if (mayPass(user, rule)) expect([401, 403], seen).not.toContain(answer.status);
      else expect(answer.status, seen).toBe(user === null || rule === 'sourceToken' ? 401 : 403);
    }
  });

  test('changes no record that services write', async () => {
    const written = resources.filter(({ readOnly }) => readOnly).flatMap(({ name }) => writesOf(name));
    for (const [index, [verb, path]] of written.entries()) {
      if ((index + people.indexOf(user ?? '')) % strides.services !== 0) continue;
      const answer = await server.call(user, verb, path.replace(':id', absent), bodyFor(verb));
      expect([verb, path, answer.status]).toEqual([verb, path, user === null ? 401 : 403]);
      expect(JSON.stringify(answer.body)).not.toContain(absent);
    }
  });

  test('learns of resources that are not there only with a session', async () => {
    const answer = await server.call(user, 'GET', '/api/records/secrets/1');
    expect(answer.status).toBe(user === null ? 401 : 404);
  });

  test('negotiates with a hub only with a session', async () => {
    for (const hub of Object.values(hubPaths)) {
      const answer = await server.call(user, 'POST', `${hub}/negotiate?negotiateVersion=1`);
      expect([hub, answer.status]).toEqual([hub, user === null ? 401 : 200]);
      if (user === null) expect(answer.body).toBe('Unauthorized');
    }
  });

  test('calls each hub method, or is told that the user may not', async () => {
    for (const hub of Object.values(hubPaths)) {
      if (user === null) {
        await expect(server.client(hub, 'no token at all').start()).rejects.toThrow('401');
        continue;
      }
      const connection = await server.hub(user, hub);
      for (const [name, { rule, args }] of Object.entries(hubMethods)) {
        const called = connection.invoke(name, ...args);
        if (mayPass(user, rule)) await expect(called).resolves.toEqual(answers[name] ?? null);
        else await expect(called).rejects.toThrow(`Failed to invoke '${name}' because user is unauthorized`);
      }
      await connection.stop();
    }
  });
});

/** What the methods answer that answer something. */
const answers: Partial<Record<string, unknown>> = {
  sendMessage: expect.any(String),
  CatchUp: expect.any(Boolean),
};

/** Each method of the hubs with who may call it, and arguments that do no harm. */
const hubMethods: Record<keyof HubMethods, { rule: Rule; args: unknown[] }> = {
  Register: { rule: 'signedIn', args: [] },
  SetViewport: {
    rule: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.AirspaceApproval'],
    args: [null],
  },
  SetGlobeViewport: {
    rule: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.AirspaceApproval'],
    args: [[100, 30, 101, 31]],
  },
  FollowFlights: {
    rule: ['Pages.FlightWatch.Navigation_3D', 'Pages.Navigation', 'Pages.StandingNAircraft'],
    args: [],
  },
  sendMessage: { rule: ['Pages.Chat'], args: [{ userId: 1, message: 'x' }] },
  CatchUp: { rule: 'signedIn', args: [1_000] },
  OffConnect: { rule: 'signedIn', args: ['0'] },
};

function writesOf(resource: string): [verb: string, path: string][] {
  const one = `/api/records/${resource}/:id`;
  return [
    ['POST', `/api/records/${resource}`],
    ['PATCH', one],
    ['DELETE', one],
    ['POST', `${one}/restore`],
    ['POST', `${one}/restore-version`],
    ['POST', `${one}/purge`],
    ['POST', `/api/records/${resource}/bulk`],
  ];
}

test('logging out needs a session, and ends it', async () => {
  const { accessToken } = await server.signIn('aiw');
  const token = `Bearer ${accessToken}`;
  expect((await server.call(token, 'POST', '/api/TokenAuth/LogOut', {})).status).toBe(200);
  expect((await server.call(token, 'POST', '/api/TokenAuth/LogOut', {})).status).toBe(401);
});

test('a HEAD says no more than its GET', async () => {
  for (const { verb, path, rule } of triedBy(null)) {
    if (verb !== 'GET') continue;
    const { status } = await server.call(null, 'HEAD', path.replace('{id}', absent));
    // A signed link that is none names nothing.
    // A phone that is not given gets no code, and without a ticket there is no registration.
    const statuses: Record<string, number> = { 'User/GetValidate': 400, 'Registration/GetState': 404 };
    const service = path.replace('/api/services/app/', '');
    const open = path.includes('{signed}') ? 404 : (statuses[service] ?? 200);
    expect([path, status]).toEqual([path, rule === 'anonymous' ? open : 401]);
  }
});

describe('/metrics', () => {
  const metrics = async (user: string | null, remoteAddress: string) => {
    const token = user && (await server.signIn(user)).accessToken;
    return server.app.inject({
      url: '/metrics',
      remoteAddress,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
  };

  test('are for this machine', async () => {
    const { statusCode, body } = await metrics(null, '127.0.0.1');
    expect(statusCode).toBe(200);
    expect(body).toContain('http_request_duration_seconds_bucket');
  });

  test.each([null, 'operator', 'atmb', 'nobody'])('are not for %s elsewhere', async (user) => {
    const { statusCode, body } = await metrics(user, '10.1.2.3');
    expect([statusCode, body.includes('_seconds')]).toEqual([403, false]);
  });

  test('are for an administrator anywhere', async () => {
    expect((await metrics('admin', '10.1.2.3')).statusCode).toBe(200);
  });

  test('label routes, never what came in a URL', async () => {
    await server.call('admin', 'GET', `/api/records/aircraft/${absent}?q=somebody`);
    const { body } = await metrics(null, '127.0.0.1');
    expect(body).toContain('/api/records/:resource/:id');
    expect(body).not.toMatch(new RegExp(`${absent}|somebody`));
  });
});

test('health, the document and the boundaries are open to everyone, and nothing else lies in /files', async () => {
  for (const path of ['/healthz', '/readyz', '/api/docs/json', '/api/docs/static/index.html']) {
    expect([path, (await fetch(server.address + path)).status]).toEqual([path, 200]);
  }
  const boundaries = '/files/boundaries.geojson';
  expect((await server.call(null, 'GET', boundaries)).status).toBe(404);
  writeFileSync(
    path.join(server.dataFolder, 'boundaries.geojson'),
    '{"type":"FeatureCollection","features":[]}',
  );
  writeFileSync(path.join(server.dataFolder, 'secret'), 'what tokens are signed with');
  const answer = await server.call(null, 'GET', boundaries);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/geo+json']);
  for (const path of [
    '/files/secret',
    '/files/',
    '/files/..%2fsecret',
    '/files/boundaries.geojson/../secret',
    '/secret',
  ]) {
    const { status, body } = await server.call('admin', 'GET', path);
    expect([path, status, JSON.stringify(body).includes('signed')]).toEqual([path, 404, false]);
  }
});

test('each call asks for what was decided, and there is none that was not', () => {
  const sorted = (rule: Rule | undefined) => (typeof rule === 'string' || !rule ? rule : [...rule].sort());
  const decided = ruleByCall();
  const calls = operations.filter(({ path }) => !path.startsWith('/api/records/'));
  const statuses = calls.map(({ verb, path, rule }) => [`${verb} ${path}`, sorted(rule)]);
  expect(statuses).toEqual(statuses.map(([call]) => [call, sorted(decided.get(String(call)))]));
  expect([...decided.keys()].filter((call) => !statuses.some(([one]) => one === call))).toEqual([]);
});

test('there is no route outside this walk', () => {
  // One set of routes serves every resource; the walk names each.
  const walked = new Set(
    operations.map(
      ({ verb, path }) =>
        `${verb} ${path.replace(/^\/api\/records\/[^/]+/, '/api/records/:resource').replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  for (const hub of Object.values(hubPaths)) {
    // Refused with 405, or for the lack of a connection that only negotiate gives.
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) walked.add(`${verb} ${hub}/negotiate`);
    for (const verb of ['GET', 'POST', 'DELETE']) walked.add(`${verb} ${hub}`);
  }
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/files/boundaries.geojson',
    // With a session alone (tests/server/features/map/basemap.test.ts).
    '/files/basemap.pmtiles',
    // Found only by the name that /api/catalogue tells (tests/server/overlays).
    '/api/catalogue/validators/:file',
  ])
    walked.add(`GET ${path}`);
  const outside = [...routes].filter((route) => {
    const [verb = '', path = ''] = route.split(' ');
    if (path.startsWith('/api/docs')) return verb !== 'GET' && verb !== 'HEAD';
    if (verb === 'HEAD') return !routes.has(`GET ${path}`);
    // Answers 401 without a session, 404 with one.
    if (path === '/api/records/:resource/*') return false;
    return !walked.has(route);
  });
  expect(outside).toEqual([]);
  // And the document tells of no endpoint that is not there.
  expect([...walked].filter((route) => !routes.has(route))).toEqual([]);
});

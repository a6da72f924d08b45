import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filePlan } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What any ABP client reads of an answer: envelope, status, language, names, and paths that nobody has. */

let server: RunningTestServer;
let web: string;
beforeAll(async () => {
  web = await mkdtemp(path.join(tmpdir(), 'clearway-web-'));
  await mkdir(path.join(web, 'assets'));
  await writeFile(path.join(web, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(path.join(web, 'assets', 'main-1a2b3c.js'), 'export {};');
  server = await startTestServer({ webFolder: web });
});
afterAll(async () => {
  await server?.close();
  await rm(web, { recursive: true, force: true });
});

const app = '/api/services/app';
const failed = (
  message: unknown,
  details: unknown,
  validationErrors: unknown,
  unAuthorizedRequest = false,
) => ({
  result: null,
  targetUrl: null,
  success: false,
  error: { code: 0, message, details, validationErrors },
  unAuthorizedRequest,
  __abp: true,
});

function isJson(answer: Answer): void {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
}

describe('the envelope', () => {
  test('of a success', async () => {
    const answer = await server.call('operator', 'GET', `${app}/Session/GetCurrentLoginInformations`);
    isJson(answer);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        result: {
          application: {
            version: '0.0.0',
            releaseDate: '2026-01-01T00:00:00.000Z',
            features: { SignalR: true, 'SignalR.AspNetCore': true },
            timeZone: 'Asia/Shanghai',
            dimAfterS: 15,
            dropAfterS: 60,
          },
          user: {
            id: expect.any(Number),
            userId: expect.any(Number),
            name: '何远',
            surname: '何',
            userName: 'operator',
            emailAddress: 'operator@clearway.example',
            examineState: 1,
            IsAuth: true,
          },
          tenant: { id: 1, tenancyName: 'Default', name: 'Clearway' },
        },
        targetUrl: null,
        success: true,
        error: null,
        unAuthorizedRequest: false,
        __abp: true,
      },
    ]);
  });

  test('without a session has no user', async () => {
    const answer = await server.call(null, 'GET', `${app}/Session/GetCurrentLoginInformations`);
    expect([answer.status, answer.body]).toMatchObject([200, { result: { user: null, tenant: null } }]);
  });

  test('of the current user holds what the specification names', async () => {
    const { body } = await server.call('operator', 'GET', `${app}/Session/GetCurrentUserInfo`);
    const { result } = body as { result: { user: object; roles: string[]; permissions: string[] } };
    for (const field of [
      ...['id', 'name', 'surname', 'bussinessName', 'coverageIds', 'coverageId3s', 'omGroup', 'atGroup'],
      ...['tags', 'longitude', 'latitude', 'drawnIds', 'userOthers', 'operateType', 'isAuth', 'isPilot'],
      'isAircraft',
    ]) {
      expect(result.user).toHaveProperty(field);
    }
    expect(result.roles).toEqual(['OM']);
    expect(result.permissions).toContain('Pages.Navigation.Create');
    expect(result).toMatchObject({ application: { name: 'Clearway' }, rules: expect.any(Array) });
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|argon2/);
  });

  test('400: every field at once, members in camelCase, the narrative of ABP', async () => {
    const answer = await server.call('admin', 'POST', `${app}/User/ResetPassword`, { userId: 'x' });
    isJson(answer);
    expect(answer.status).toBe(400);
    const { error } = answer.body as {
      error: { details: string; validationErrors: { members: string[]; message: string }[] };
    };
    expect(answer.body).toEqual(failed('您的请求无效!', error.details, error.validationErrors));
    expect(error.validationErrors.flatMap(({ members }) => members).sort()).toEqual([
      'adminPassword',
      'newPassword',
      'userId',
    ]);
    const lines = error.validationErrors.map(({ message }) => ` - ${message}`);
    expect(error.details).toBe(`${['在验证过程中发现以下错误.', ...lines].join('\r\n')}\r\n`);
  });

  test.each(['{broken', '[]', '"text"', '7', 'null'])('400: %s is no input', async (body) => {
    const answer = await server.call('admin', 'POST', `${app}/User/ResetPassword`, body);
    isJson(answer);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { success: false, error: { message: '您的请求无效!' }, __abp: true },
    ]);
  });

  test('401, 403 and 404', async () => {
    const nobody = await server.call(null, 'GET', `${app}/User/GetRoles`);
    isJson(nobody);
    expect([nobody.status, nobody.body]).toEqual([401, failed('当前用户没有登录到系统！', null, null, true)]);
    const other = await server.call('aiw', 'POST', `${app}/User/ResetPassword`, {});
    expect([other.status, other.body]).toEqual([
      403,
      failed('您没有权限进行此操作,您至少需要下列权限的其中一项：Pages.Users', null, null, true),
    ]);
    const absent = await server.call('operator', 'GET', `${app}/Navigation/GetNAircraftById?id=987654`);
    expect([absent.status, absent.body]).toEqual([
      404,
      failed('实体 飞行计划 不存在,id = 987654!', null, null),
    ]);
  });

  test('500: a rule of the job says no', async () => {
    const answer = await server.call('operator', 'POST', `${app}/User/ChangePassword`, {
      currentPassword: 'not it',
      newPassword: 'Whatever-1',
    });
    isJson(answer);
    expect([answer.status, answer.body]).toEqual([500, failed('密码错误.', null, null)]);
  });

  test('500: an error of ours is one sentence, and tells nothing of what went wrong', async () => {
    const { pool } = server.database.database;
    const plan = await filePlan(server, 'operator', { registration: 'B-10QA' });
    await pool.query('alter table operate_record rename to operate_record_away');
    const answer = await server.call('admin', 'GET', `${app}/OperateRecord/GetListById?id=${plan.id}`);
    const atRecords = await server.call('admin', 'GET', '/api/records/operateRecord');
    await pool.query('alter table operate_record_away rename to operate_record');
    const sentence = '对不起,在处理您的请求期间,产生了一个服务器内部错误!';
    expect([answer.status, answer.body]).toEqual([500, failed(sentence, null, null)]);
    expect([atRecords.status, atRecords.body]).toEqual([
      500,
      { message: sentence, code: 'internal', errors: {}, requestId: expect.any(String) },
    ]);
  });

  test('too large a body is refused, not read', async () => {
    const answer = await server.call('admin', 'POST', `${app}/User/ResetPassword`, {
      newPassword: 'x'.repeat(3_000_000),
    });
    expect([answer.status, answer.body]).toMatchObject([413, { success: false, __abp: true }]);
  });

  test('of the records endpoint is plain', async () => {
    const answer = await server.call('operator', 'GET', '/api/records/aircraft/987654');
    isJson(answer);
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        message: '实体 航空器 不存在,id = 987654!',
        code: 'notFound',
        errors: {},
        requestId: expect.any(String),
      },
    ]);
    expect(answer.headers.get('x-request-id')).toBe((answer.body as { requestId: string }).requestId);
    const stale = await server.call('admin', 'PATCH', '/api/records/role/1', {
      version: 0,
      displayName: 'x',
    });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'conflict', current: { id: 1 } }]);
  });
});

describe('the language', () => {
  const zh = '当前用户没有登录到系统！';
  const en = expect.stringMatching(/^[\x20-\x7e]+$/);
  test.each<[string, Record<string, string>, string, unknown]>([
    ['nothing said', {}, '', zh],
    ['query', {}, '?culture=en', en],
    ['query before header', { '.aspnetcore.culture': 'en' }, '?culture=zh-Hans', zh],
    ['header, plain', { '.aspnetcore.culture': 'en' }, '', en],
    ['header, cookie form', { '.AspNetCore.Culture': 'c=en|uic=en' }, '', en],
    [
      'header before cookie',
      { '.aspnetcore.culture': 'zh-Hans', cookie: '.AspNetCore.Culture=c=en|uic=en' },
      '',
      zh,
    ],
    ['cookie', { cookie: 'a=b; .AspNetCore.Culture=c%3Den%7Cuic%3Den' }, '', en],
    [
      'cookie before Accept-Language',
      { cookie: '.AspNetCore.Culture=c=zh-Hans|uic=zh-Hans', 'accept-language': 'en' },
      '',
      zh,
    ],
    ['Accept-Language', { 'accept-language': 'fr;q=0.9, en-GB;q=0.8' }, '', en],
    ['zh-CN is zh-Hans', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, '', zh],
    [
      'malformed header falls through',
      { '.aspnetcore.culture': 'c=null|uic=null', 'accept-language': 'en' },
      '',
      en,
    ],
    [
      'malformed cookie falls through',
      { cookie: '.AspNetCore.Culture=%E0%A4%A', 'accept-language': 'en' },
      '',
      en,
    ],
    [
      'malformed everything',
      { '.aspnetcore.culture': '|||', cookie: ';;=;', 'accept-language': ',;q' },
      '?culture=c%3Dx',
      zh,
    ],
    ['a language that we lack', { 'accept-language': 'tlh' }, '?culture=tlh', zh],
    ['two of them in the query', {}, '?culture=en&culture=zh-Hans', zh],
  ])('%s', async (_, headers, query, message) => {
    for (const url of [`${app}/User/GetRoles`, '/api/records/role']) {
      const { status, body } = await server.call(null, 'GET', url + query, undefined, new Headers(headers));
      const shown = url.startsWith(app)
        ? (body as { error: { message: string } }).error
        : (body as { message: string });
      expect([status, shown.message]).toEqual([401, message]);
    }
  });

  test('a tenant that is none is no hindrance', async () => {
    for (const value of ['null', '[object Object]', '1', '']) {
      const headers = new Headers({
        'abp.tenantid': value,
        'abp-tenantid': value,
        client: 'Web',
        version: '1.0',
      });
      expect((await server.call('operator', 'GET', `${app}/User/GetRoles`, undefined, headers)).status).toBe(
        200,
      );
    }
  });
});

describe('names in the query', () => {
  test('are read without regard to case, of GET and of POST', async () => {
    const plan = await filePlan(server, 'operator', { registration: 'B-10QA' });
    for (const name of ['id', 'Id', 'ID', 'iD']) {
      const url = `${app}/Navigation/GetNAircraftById?${name}=${plan.id}`;
      expect([name, (await server.call('admin', 'GET', url)).status]).toEqual([name, 200]);
      const posted = await server.call('admin', 'POST', `${app}/Navigation/DelNAircraft?${name}=987654`);
      expect([name, posted.status]).toEqual([name, 404]);
    }
    const page = await server.call(
      'admin',
      'GET',
      `${app}/FlowConfig/GetInbox?MaxResultCount=1&SKIPCOUNT=0&unknown=1`,
    );
    expect(page.status).toBe(200);
  });

  test('the path too', async () => {
    expect((await server.call('operator', 'GET', '/API/Services/APP/user/getroles')).status).toBe(200);
    expect((await server.call('operator', 'GET', '/api/RECORDS/AircraftType?_end=1')).status).toBe(200);
  });
});

describe('a path that nobody has', () => {
  test.each([
    ['GET', `${app}/User/NoSuchCall`],
    ['POST', `${app}/NoSuchService/Get`],
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/login'],
    ['DELETE', '/'],
    ['GET', '/signalr-other'],
    ['GET', '/AbpUserConfiguration/Nothing'],
    ['GET', '/assets/gone-000.js'],
    ['GET', '/base-map/gone.json'],
    ['GET', '/files/gone'],
    ['GET', '/AbpScripts/GetScripts?v=1'],
    ['GET', '/AbpServiceProxies/GetAll'],
    ['GET', '/abp'],
    ['HEAD', '/Abp/Languages'],
    ['GET', '/swagger'],
    ['GET', '/swagger/v1/swagger.json'],
    ['GET', '/swagger/index.html'],
    ['GET', '/main.js'],
    ['GET', '/navigation/old-chunk.JS?v=2'],
    ['GET', '/sw.mjs'],
    ['GET', '/favicon.png'],
  ])('%s %s: 404 and empty', async (verb, url) => {
    const answer = await server.call('admin', verb, url);
    expect([answer.status, answer.body]).toEqual([404, '']);
  });

  test('a verb that a call does not take is refused', async () => {
    for (const [verb, url] of [
      ['GET', `${app}/User/ChangePassword`],
      ['DELETE', `${app}/User/GetRoles`],
      ['PUT', '/api/records/role/1'],
    ] as const) {
      expect([url, [404, 405].includes((await server.call('admin', verb, url)).status)]).toEqual([url, true]);
    }
  });

  test.each([
    '/',
    '/login',
    '/home',
    '/baseManage/aircraftManage/3',
    '/404',
    '/situation/dynamic?x=/api/y',
    '/apiary',
    '/filesystem',
    '/aboutUs',
    '/swaggering',
    '/navigation/navigation?q=main.js',
  ])('GET %s is a page', async (url) => {
    const answer = await server.call(null, 'GET', url);
    expect([answer.status, answer.body]).toEqual([200, '<!doctype html><title>page</title>']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  test('what carries a hash in its name is kept for ever', async () => {
    const answer = await server.call(null, 'GET', '/assets/main-1a2b3c.js');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fetc/passwd',
    '/..%5cpackage.json',
  ])('no path leads out of the folder: %s', async (url) => {
    const response = await server.app.inject({ url });
    expect(response.body).not.toMatch(/"name"|root:/);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageOf } from '#tests/support/audit-world.ts';
import { breadth } from '#tests/support/breadth.ts';
import { idOf, type Row, rowsOf } from '#tests/support/people.ts';
import { type Applicant, applicantPassword, register } from '#tests/support/registering.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';
import { upload } from '#tests/support/uploads.ts';

let server: RunningTestServer;
let mine: Applicant;
let other: Applicant;
beforeAll(async () => {
  server = await startTestServer();
  mine = await register(server);
  other = await register(server);
});
afterAll(() => server?.close());

const records = (user: string, verb: string, path: string, body?: unknown) =>
  server.call(user, verb, `/api/records/${path}`, body);
const audit = (user: string, call: string, body: object) =>
  server.call(user, 'POST', `/api/services/app/Audit/${call}`, body);
const stateOf = async (who: Applicant) =>
  (await server.service(who.bearer, 'Registration/GetState', {}, 'GET')) as {
    company: { examineState: number };
    open: boolean;
  };

let count = 0;
async function aircraftValues(change: object = {}) {
  count += 1;
  const mark = String(count).padStart(2, '0');
  const { rows } = await rowsOf(server, 'admin', 'aircraftType');
  return {
    registration: `B-${mark}TK`,
    type: rows[0]?.id,
    serialNumber: `TK-${mark}`,
    airworthinessNumber: `AC-${mark}TK`,
    airworthinessExpiry: '2031-05-01',
    ...change,
  };
}

async function aircraftOf(who: Applicant): Promise<Row> {
  const made = await records(who.bearer, 'POST', 'aircraft', await aircraftValues());
  expect([made.status, JSON.stringify(made.body)]).toEqual([201, expect.any(String)]);
  return made.body as Row;
}

/** What a ticket opens; every other endpoint says no before it looks at anything. */
const open = new Set([
  'GET /api/catalogue',
  'GET /api/records/:resource',
  'GET /api/records/:resource/:id',
  'POST /api/records/:resource',
  'PATCH /api/records/:resource/:id',
  'DELETE /api/records/:resource/:id',
  'GET /api/records/:resource/:id/files',
  'POST /api/records/:resource/:id/files',
  'GET /api/records/:resource/:id/files/:file',
  'DELETE /api/records/:resource/:id/files/:file',
  'POST /api/records/:resource/:id/files/:file/restore',
  'POST /api/records/:resource/:id/files/:file/purge',
  'POST /api/records/:resource/:id/files/:file/link',
  'POST /api/services/app/Audit/Submit',
  'POST /api/services/app/Audit/Withdraw',
  'GET /api/services/app/Audit/GetTimeline',
  'GET /api/services/app/Registration/GetState',
  'GET /api/services/app/Registration/GetProgress',
]);

describe('the endpoints', () => {
  test('a ticket opens those of an applicant, and no other of the whole server', async () => {
    const { paths } = (await server.call(null, 'GET', '/api/docs/json')).body as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const services = Object.entries(paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => ({ verb: verb.toUpperCase(), path })),
    );
    const calls = services.filter(({ path }) => path.startsWith('/api/') && !path.includes('{'));
    expect(calls.length).toBeGreaterThan(80);
    const let_in: string[] = [];
    for (const [index, { verb, path }] of calls.entries()) {
      // The records endpoint is one code for all types.
      if (path.startsWith('/api/records/') && index % breadth(7, 1) !== 0) continue;
      const endpoint = `${verb} ${path.replace(/^\/api\/records\/[^/]+$/, '/api/records/:resource')}`;
      if (open.has(endpoint)) continue;
      const body = verb === 'GET' || verb === 'DELETE' ? undefined : {};
      const { status } = await server.call(mine.bearer, verb, path, body);
      if (status !== 403) let_in.push(`${verb} ${path}: ${status}`);
    }
    expect(let_in).toEqual([]);
  });

  test.each([
    ['POST', 'aircraft/bulk'],
    ['GET', 'aircraft/1/history'],
    ['GET', 'aircraft/1/uses'],
    ['POST', 'aircraft/1/purge'],
    ['POST', 'aircraft/1/restore'],
    ['GET', 'aircraft/export'],
    ['POST', 'aircraft/import'],
  ])('%s /api/records/%s is closed', async (verb, path) => {
    expect((await records(mine.bearer, verb, path, verb === 'GET' ? undefined : {})).status).toBe(403);
  });

  test('it is no session: it signs in to no hub, sees as nobody else, and a forged or changed one is nothing', async () => {
    const hub = server.client('/signalr-chat', mine.ticket);
    await expect(hub.start()).rejects.toThrow();
    const asRole = new Headers({ 'x-clearway-view-as': 'Admin' });
    expect((await server.call(mine.bearer, 'GET', '/api/records/aircraft', undefined, asRole)).status).toBe(
      403,
    );
    const forged = mine.bearer.replace(/^(Bearer cwr_)\w+/, `$1${'zz'}`);
    for (const bearer of [forged, `${mine.bearer}x`, 'Bearer cwr_', 'Bearer cwr_1.1.zzzzzz.x']) {
      expect((await server.call(bearer, 'GET', '/api/records/aircraft')).status).toBe(401);
    }
  });
});

describe('the rows', () => {
  test('are those of the user’s company alone: in lists, by id, with their files, and when they are changed', async () => {
    const ours = await aircraftOf(mine);
    const theirs = await aircraftOf(other);
    expect(ours.company).toBe(mine.companyId);
    const seen = async (resource: string) =>
      (await rowsOf(server, mine.bearer, resource)).rows.map(({ id }) => id);
    expect(await seen('aircraft')).toEqual([ours.id]);
    expect(await seen('company')).toEqual([mine.companyId]);
    expect(await seen('pilot')).toEqual([]);
    const refused = [
      await records(mine.bearer, 'GET', `aircraft/${theirs.id}`),
      await records(mine.bearer, 'PATCH', `aircraft/${theirs.id}`, { version: 1, callsign: 'CWT9' }),
      await records(mine.bearer, 'DELETE', `aircraft/${theirs.id}`),
      await records(mine.bearer, 'GET', `aircraft/${theirs.id}/files`),
      await upload(server, mine.bearer, `aircraft/${theirs.id}`, [{ name: 'a.txt', content: 'a' }]),
      await audit(mine.bearer, 'Submit', { resource: 'aircraft', id: theirs.id }),
      await server.call(
        mine.bearer,
        'GET',
        `/api/services/app/Audit/GetTimeline?resource=company&id=${other.companyId}`,
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    const moved = await records(mine.bearer, 'PATCH', `aircraft/${ours.id}`, {
      version: ours.version,
      company: other.companyId,
    });
    expect([400, 403]).toContain(moved.status);
    const planted = await records(
      mine.bearer,
      'POST',
      'aircraft',
      await aircraftValues({ company: other.companyId }),
    );
    expect([400, 403]).toContain(planted.status);
  });

  test('nothing else is there: users, plans, parameters, registrations are refused', async () => {
    for (const resource of ['user', 'plan', 'parameter', 'registration', 'phoneCode', 'role', 'session']) {
      expect([resource, (await records(mine.bearer, 'GET', resource)).status]).toEqual([resource, 403]);
    }
    expect((await records(mine.bearer, 'GET', 'aircraftType')).status).toBe(200);
    expect((await records(mine.bearer, 'POST', 'aircraftType', {})).status).toBe(403);
    expect((await records(mine.bearer, 'POST', 'company', {})).status).toBe(403);
    expect((await records(mine.bearer, 'DELETE', `company/${mine.companyId}`)).status).toBe(403);
  });

  test('what only services set stays theirs, and a pilot names no account', async () => {
    const company = (await records(mine.bearer, 'GET', `company/${mine.companyId}`)).body as Row;
    const accepted = await records(mine.bearer, 'PATCH', `company/${mine.companyId}`, {
      version: company.version,
      examineState: 1,
    });
    expect(accepted.status).toBe(400);
    const admin = await idOf(server, 'user', 'userName', 'admin');
    const pilot = await records(mine.bearer, 'POST', 'pilot', { name: '林一', user: admin });
    expect(pilot.status).toBe(400);
    expect(Object.keys((pilot.body as { errors: object }).errors)).toContain('user');
  });
});

test('an applicant enters no more records and files than the parameters say', async () => {
  const who = await register(server);
  const set = async (key: string, value: string) => {
    const [row] = (await rowsOf(server, 'admin', 'parameter', `key=${key}`)).rows as [Row];
    await records('admin', 'PATCH', `parameter/${row.id}`, { version: row.version, value });
  };
  await set('registration.mostRecords', '1');
  await set('registration.mostFiles', '1');
  const ours = await aircraftOf(who);
  // A path knows no case.
  for (const resource of ['aircraft', 'AIRCRAFT']) {
    const answer = await records(who.bearer, 'POST', resource, await aircraftValues());
    expect([answer.status, messageOf(answer)]).toEqual([403, '认证通过前最多录入 1 条。']);
  }
  const send = (resource: string) =>
    upload(server, who.bearer, `${resource}/${ours.id}`, [{ name: 'a.txt', content: 'paper' }]);
  expect((await send('aircraft')).status).toBe(201);
  expect((await send('Aircraft')).status).toBe(403);
  await set('registration.mostRecords', '20');
  await set('registration.mostFiles', '12');
});

test('from nothing to the first accepted aircraft, with no administrator but at the examination', async () => {
  const who = await register(server);
  const licence = await upload(
    server,
    who.bearer,
    `company/${who.companyId}`,
    [{ name: '执照.txt', content: '营业执照' }],
    'businessLicence',
  );
  expect(licence.status).toBe(201);
  const document = { resource: 'company', id: who.companyId };
  expect((await audit(who.bearer, 'Submit', document)).status).toBe(200);
  expect(await stateOf(who)).toMatchObject({ company: { examineState: 3 }, open: true });
  const locked = await records(who.bearer, 'PATCH', `company/${who.companyId}`, { version: 2, address: 'x' });
  expect(locked.status).toBe(409);

  const refused = await audit('admin', 'Decide', {
    ...document,
    decision: 'reject',
    stepIndex: 0,
    comment: '执照不清晰',
  });
  expect(refused.status, JSON.stringify(refused.body)).toBe(200);
  expect(await stateOf(who)).toMatchObject({ company: { examineState: 2 }, open: true });
  const timeline = (await server.service(who.bearer, 'Audit/GetTimeline', document, 'GET')) as {
    opinion: string;
  };
  expect(timeline.opinion).toBe('执照不清晰');
  const company = (await records(who.bearer, 'GET', `company/${who.companyId}`)).body as Row;
  const corrected = await records(who.bearer, 'PATCH', `company/${who.companyId}`, {
    version: company.version,
    address: '四川省广汉市三星堆路 1 号',
  });
  expect(corrected.status).toBe(200);
  expect((await audit(who.bearer, 'Submit', document)).status).toBe(200);
  const aircraft = await aircraftOf(who);
  const decided = await audit('admin', 'Decide', { ...document, decision: 'approve', stepIndex: 0 });
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);

  // The ticket has served: it shows, and changes nothing more.
  expect(await stateOf(who)).toMatchObject({ company: { examineState: 1 }, open: false });
  expect((await records(who.bearer, 'GET', `aircraft/${aircraft.id}`)).status).toBe(200);
  expect((await records(who.bearer, 'PATCH', `aircraft/${aircraft.id}`, { version: 1 })).status).toBe(403);
  expect((await audit(who.bearer, 'Submit', { resource: 'aircraft', id: aircraft.id })).status).toBe(403);

  const { accessToken } = await server.signIn(who.userName, applicantPassword);
  const user = `Bearer ${accessToken}`;
  const info = (await server.service(user, 'Session/GetCurrentLoginInformations', {}, 'GET')) as {
    user: { examineState: number; IsAuth: boolean };
  };
  expect(info.user).toMatchObject({ examineState: 1, IsAuth: true });
  const paper = { resource: 'aircraft', id: aircraft.id };
  expect((await audit(user, 'Submit', paper)).status).toBe(200);
  const audited = await audit('atmb', 'Decide', { ...paper, decision: 'approve', stepIndex: 0 });
  expect(audited.status, JSON.stringify(audited.body)).toBe(200);
  expect((await records(user, 'GET', `aircraft/${aircraft.id}`)).body).toMatchObject({ auditState: 1 });

  // Once the user has been here, an account that is closed does not come back by its ticket.
  const [row] = (await rowsOf(server, 'admin', 'user', `userName=${who.userName}`)).rows as [Row];
  await records('admin', 'PATCH', `user/${row.id}`, { version: row.version, isActive: false });
  expect(await stateOf(who)).toMatchObject({ open: false });
});

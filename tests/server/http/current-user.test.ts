import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** What the current user is told of themselves is what the records say at that moment (specification §3). */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const info = async (user: string) => {
  const { user: info } = (await server.service(user, 'Session/GetCurrentUserInfo', {}, 'GET')) as {
    user: { isAuth: boolean; isPilot: boolean; isAircraft: boolean; drawnIds: number[] };
  };
  const login = (await server.service(user, 'Session/GetCurrentLoginInformations', {}, 'GET')) as {
    user: { examineState: number; IsAuth: boolean };
  };
  const { isAuth, isPilot, isAircraft, drawnIds } = info;
  return { isAuth, isPilot, isAircraft, drawnIds, IsAuth: login.user.IsAuth };
};

test('the operator of a certified company with pilots and aircraft has all three', async () => {
  const whole = { isAuth: true, IsAuth: true, isPilot: true, isAircraft: true };
  expect(await info('operator')).toMatchObject(whole);
  // Who has no company of their own acts for those that they serve.
  expect(await info('agent')).toMatchObject({ isAuth: true, IsAuth: true, isPilot: true, isAircraft: true });
  for (const user of ['atmb', 'admin']) {
    expect(await info(user)).toMatchObject({
      isAuth: false,
      IsAuth: false,
      isPilot: false,
      isAircraft: false,
    });
  }
});

test('the facts follow the records: a new company has none, until it is certified and has them', async () => {
  const made = async (resource: string, values: object) => {
    const answer = await server.call('admin', 'POST', `/api/records/${resource}`, values);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as Row;
  };
  const company = await made('company', {
    name: '岷山通用航空有限公司',
    uscc: '91510100MA6CLEAR08',
    legalRepresentative: '甲',
    contact: '乙',
    phone: '028-85700001',
  });
  await makeUser(server, 'fresh', { roles: ['OM'], company: company.id });
  const none = { isAuth: false, IsAuth: false, isPilot: false, isAircraft: false };
  expect(await info('fresh')).toMatchObject(none);
  const pilot = await made('pilot', {
    name: '丙',
    company: company.id,
    licenceNumber: 'LIC-31',
    licenceClass: (await rowsOf(server, 'admin', 'pilot')).rows[0]?.licenceClass,
    medicalClass: (await rowsOf(server, 'admin', 'pilot')).rows[0]?.medicalClass,
    medicalExpiry: '2035-01-01',
    mobile: '13899990001',
  });
  expect(await info('fresh')).toMatchObject({ ...none, isPilot: true });
  await made('aircraft', {
    registration: 'B-70QZ',
    serialNumber: 'SN-7',
    type: (await rowsOf(server, 'admin', 'aircraftType')).rows[0]?.id,
    company: company.id,
    airworthinessNumber: 'AW-1',
    airworthinessExpiry: '2035-01-01',
  });
  const { pool } = server.database.database;
  await pool.query('update company set examine_state = 1 where id = $1', [company.id]);
  expect(await info('fresh')).toMatchObject({ isAuth: true, IsAuth: true, isPilot: true, isAircraft: true });
  expect((await server.call('admin', 'DELETE', `/api/records/pilot/${pilot.id}`)).status).toBe(200);
  await pool.query('update company set examine_state = 5 where id = $1', [company.id]);
  expect(await info('fresh')).toMatchObject({
    isAuth: false,
    IsAuth: false,
    isPilot: false,
    isAircraft: true,
  });
});

test('what the user drew is their own airspace templates that are not deleted', async () => {
  const corners = [
    [104.2, 30.9],
    [104.3, 30.9],
    [104.3, 31],
    [104.2, 30.9],
  ];
  const draw = async (user: string, name: string) => {
    const saved = (await server.service(user, 'Template/EditTemplate', {
      name,
      kind: 'temporary',
      shape: 'polygon',
      geometry: { type: 'Polygon', coordinates: [corners] },
      lower: { value: 0, unit: 'm', reference: 'AGL' },
      upper: { value: 300, unit: 'm', reference: 'AGL' },
    })) as { id: number };
    return saved.id;
  };
  const { drawnIds: before } = await info('operator');
  const [first, second] = [await draw('operator', 'one'), await draw('operator', 'two')];
  await draw('operator2', 'of another');
  expect((await info('operator')).drawnIds).toEqual([...before, first, second]);
  await server.call('operator', 'DELETE', `/api/records/airspaceTemplate/${first}`);
  expect((await info('operator')).drawnIds).toEqual([...before, second]);
});

test('the record of a user does not keep them: nothing there can contradict the facts', async () => {
  const id = await idOf(server, 'user', 'userName', 'operator');
  const { body } = await server.call('admin', 'GET', `/api/records/user/${id}`);
  for (const field of ['isAuth', 'isPilot', 'isAircraft', 'drawnIds']) expect(body).not.toHaveProperty(field);
});

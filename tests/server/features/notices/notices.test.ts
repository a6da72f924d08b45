import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hubPaths, type UserNotification } from '#contract/hub.ts';
import { idOf, makeUser } from '#tests/support/people.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server?.close();
});

interface Notice {
  id: number;
  title: string;
  levelText: string;
  creatorUserName: string | null;
  mustAcknowledge: boolean;
  acknowledgedAt: string | null;
}

const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();

async function announce(values: object): Promise<number> {
  const answer = await server.call('admin', 'POST', '/api/records/notice', {
    title: 'a notice',
    content: 'what it says',
    level: 2,
    kind: 'control',
    startTime: at(-hour),
    endTime: at(hour),
    ...values,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as { id: number }).id;
}

const control = async (user: string) =>
  (await server.service(user, 'Notice/GetControlList', {}, 'GET')) as Notice[];
const titles = async (user: string) => (await control(user)).map(({ title }) => title);

describe('control notices', () => {
  test('are those in force, the gravest first, with their level in words and who issued them', async () => {
    await announce({ title: 'second', level: 2 });
    await announce({ title: 'first', level: 1 });
    await announce({ title: 'over', startTime: at(-2 * hour), endTime: at(-hour) });
    await announce({ title: 'to come', startTime: at(hour), endTime: at(2 * hour) });
    await announce({ title: 'aeronautical', kind: 'aeronautical' });
    const shown = (await titles('operator')).filter((title) =>
      ['first', 'second', 'over', 'to come', 'aeronautical'].includes(title),
    );
    expect(shown).toEqual(['first', 'second']);
    const first = (await control('operator')).find(({ title }) => title === 'first');
    expect(first).toMatchObject({ levelText: '一级', mustAcknowledge: false });
    expect(first?.creatorUserName).toBeTruthy();
  });

  test('reach the companies they are addressed to, and bodies', async () => {
    const { companyId } = (
      (await server.service('operator', 'Session/GetCurrentUserInfo', {}, 'GET')) as {
        actor: { companyId: number };
      }
    ).actor;
    await announce({ title: 'for one company', companies: [companyId] });
    expect(await titles('operator')).toContain('for one company');
    expect(await titles('atmb')).toContain('for one company');
    expect(await titles('operator2')).not.toContain('for one company');
  });

  test('are listed with all others that one may read, by level, kind, words and whether they are in force', async () => {
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [100, 25],
          [100.2, 25],
          [100.2, 25.2],
          [100, 25.2],
          [100, 25],
        ],
      ],
    };
    await announce({
      title: 'listed and over',
      level: 3,
      startTime: at(-2 * hour),
      endTime: at(-hour),
      area,
    });
    const list = async (user: string, input: object) =>
      (await server.service(user, 'Notice/List', { maxResultCount: 100, ...input })) as {
        totalCount: number;
        items: (Notice & { area: unknown })[];
      };
    const found = await list('operator', { filter: 'listed and over' });
    expect(found).toMatchObject({
      totalCount: 1,
      items: [{ title: 'listed and over', levelText: '三级', area }],
    });
    expect((await list('operator', { filter: 'listed and over', inForce: true })).items).toEqual([]);
    expect((await list('operator', { filter: 'listed and over', level: 1 })).items).toEqual([]);
    // Addressed to another company above: not even counted.
    expect((await list('operator2', { filter: 'for one company' })).totalCount).toBe(0);
    expect((await list('operator', { filter: 'for one company' })).totalCount).toBe(1);
  });

  test('that stop an activity are acknowledged once, by each person for themselves', async () => {
    const id = await announce({ title: 'stop', kind: 'stopActivity' });
    const acknowledge = (user: string) =>
      server.service(user, 'Notice/AcknowledgeStopActivity', { id }) as Promise<{ acknowledgedAt: string }>;
    const first = await acknowledge('operator');
    expect(await acknowledge('operator')).toEqual(first);
    const mine = (await control('operator')).find((notice) => notice.id === id);
    expect(mine).toMatchObject({ mustAcknowledge: true, acknowledgedAt: first.acknowledgedAt });
    expect((await control('operator2')).find((notice) => notice.id === id)?.acknowledgedAt).toBeNull();
    const { rows } = await server.database.database.pool.query(
      'select count(*) from notice_acknowledgement where notice = $1',
      [id],
    );
    expect(rows[0].count).toBe(1);
  });

  test('that ask for nothing, or are not there, are not acknowledged', async () => {
    const path = '/api/services/app/Notice/AcknowledgeStopActivity';
    const plain = await announce({ title: 'plain' });
    expect((await server.call('operator', 'POST', path, { id: plain })).status).toBe(500);
    const over = await announce({ kind: 'stopActivity', startTime: at(-2 * hour), endTime: at(-hour) });
    expect((await server.call('operator', 'POST', path, { id: over })).status).toBe(404);
    expect((await server.call('operator', 'POST', path, { id: 'x' })).status).toBe(400);
  });
});

interface Reminder {
  id: number;
  content: string;
  opinion: string | null;
  isRead: number;
  resource: string | null;
  recordId: number | null;
}

const reminders = async (user: string) =>
  (await server.service(user, 'Reminder/GetList', {}, 'GET')) as Reminder[];

describe('a decision on a document of the company', () => {
  let aircraft: number;
  /** What came over ABP's hub, by who listens. */
  const heard: Record<string, UserNotification[]> = {};

  async function listen(name: string, user: string, registers: boolean): Promise<void> {
    const hub = server.client(hubPaths.abp, (await server.signIn(user)).encryptedAccessToken);
    const list: UserNotification[] = [];
    heard[name] = list;
    hub.on('getNotification', (notification: UserNotification) => list.push(notification));
    await hub.start();
    if (registers) await hub.invoke('Register');
  }

  beforeAll(async () => {
    aircraft = await idOf(server, 'aircraft', 'registration', 'B-70XN');
    const { body } = await server.call('admin', 'GET', `/api/records/aircraft/${aircraft}`);
    await makeUser(server, 'reminded', { roles: ['OM'], company: (body as { company: number }).company });
    await listen('registered', 'reminded', true);
    await listen('silent', 'reminded', false);
    await listen('other', 'operator2', true);
    await server.service('atmb', 'Audit/Decide', {
      resource: 'aircraft',
      id: aircraft,
      stepIndex: 0,
      decision: 'reject',
      comment: 'the insurance is missing',
    });
  });

  test('is kept as a reminder for its people, with the opinion', async () => {
    const { rows } = await server.database.database.pool.query(
      `select count(*) from reminder r join "user" u on u.id = r."user" join aircraft a on a.id = r.document_id
        where r.document_resource = 'aircraft' and a.id = $1 and r.asks is null and u.company is distinct from a.company`,
      [aircraft],
    );
    expect(rows[0].count).toBe(0);
    const stored = await server.database.database.pool.query<{
      content: string;
      content_en: string;
      opinion: string;
    }>(
      `select content, content_en, opinion from reminder
        where document_resource = 'aircraft' and document_id = $1 and asks is null`,
      [aircraft],
    );
    expect(stored.rows.length).toBeGreaterThan(0);
    expect(stored.rows[0]).toMatchObject({ opinion: 'the insurance is missing' });
    expect(stored.rows[0]?.content).toContain('B-70XN');
    expect(stored.rows[0]?.content_en).toMatch(/^[\x20-\x7e–“”]*$/);
  });

  test('is notified on the hub of ABP once, to every connection of its user', async () => {
    await eventually(() => heard.registered?.length === 1, 'the notification');
    const [mine] = await reminders('reminded');
    expect(heard.registered).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        tenantId: null,
        userId: expect.any(Number),
        state: 0,
        notification: {
          id: heard.registered?.[0]?.id,
          tenantId: null,
          notificationName: 'Reminder',
          data: {
            type: 'Abp.Notifications.MessageNotificationData',
            message: `${mine?.content}\nthe insurance is missing`,
            properties: {
              Message: `${mine?.content}\nthe insurance is missing`,
              MessageEn: expect.stringMatching(/B-70XN.*\nthe insurance is missing$/),
            },
          },
          entityTypeName: 'aircraft',
          entityId: aircraft,
          severity: 0,
          creationTime: expect.stringMatching(/Z$/),
        },
        targetNotifiers: null,
        targetNotifiersList: [],
      },
    ]);
    await eventually(() => heard.silent?.length === 1, 'the notification without Register');
    expect(heard.silent).toEqual(heard.registered);
    expect(heard.other).toEqual([]);
  });

  test('is read by its owner and by nobody else', async () => {
    const [mine] = await reminders('reminded');
    expect(mine).toMatchObject({
      isRead: 0,
      opinion: 'the insurance is missing',
      resource: 'aircraft',
      recordId: aircraft,
    });
    const id = mine?.id;
    const path = '/api/services/app/Reminder/SetRead';
    expect((await server.call('operator', 'POST', path, { id })).status).toBe(404);
    expect((await reminders('reminded')).map(({ isRead }) => isRead)).toEqual([0]);
    expect((await server.call('reminded', 'POST', path, { id })).status).toBe(200);
    expect((await reminders('reminded')).map(({ isRead }) => isRead)).toEqual([1]);
  });
});

test('what waits is counted by kind, for those who decide', async () => {
  const count = async (user: string) =>
    (await server.service(user, 'Message/GetCount', {}, 'GET')) as Record<string, number>;
  const before = await count('atmb');
  const { body } = await server.call('operator', 'GET', '/api/records/pilot?_end=1');
  const [pilot] = body as { id: number; version: number; mobile: string }[];
  if (!pilot) throw new Error('the demo has no pilot');
  // A change of what was vouched for reopens it; then it is submitted.
  await server.call('operator', 'PATCH', `/api/records/pilot/${pilot.id}`, {
    version: pilot.version,
    licenceNumber: '510100199001019999',
  });
  const submitted = await server.call('operator', 'POST', '/api/services/app/Audit/Submit', {
    resource: 'pilot',
    id: pilot.id,
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
  await eventually(
    async () => (await count('atmb')).pilot === (before.pilot ?? 0) + 1,
    'the pilot that waits',
  );
  const after = await count('atmb');
  expect(after.count).toBe((before.count ?? 0) + 1);
  expect(after.count).toBe(
    (after.aircraft ?? 0) + (after.auth ?? 0) + (after.naircraft ?? 0) + (after.pilot ?? 0),
  );
  expect(await count('operator')).toMatchObject({ pilot: 0 });

  // It is a message to those who decide, once, until it is decided; then its company has one of the decision.
  const messagesOf = async (user: string) =>
    (await reminders(user)).filter((one) => one.resource === 'pilot' && one.recordId === pilot.id);
  expect(await messagesOf('atmb')).toMatchObject([
    { isRead: 0, isWarning: false, content: expect.stringContaining('待您审批') },
  ]);
  // It follows the rights of users: one who gets the role has it, one who loses it or is deactivated does not.
  const late = await makeUser(server, 'lateDecider', { roles: ['ATMB'] });
  const isTold = async () =>
    (
      await server.database.database.pool.query(
        `select 1 from reminder where "user" = $1 and document_resource = 'pilot' and document_id = $2
          and message_type = 'flow.waits' and deleted_at is null`,
        [late, pilot.id],
      )
    ).rows.length;
  expect(await isTold()).toBe(1);
  const { body: user } = await server.call('admin', 'GET', `/api/records/user/${late}`);
  const deactivated = await server.call('admin', 'PATCH', `/api/records/user/${late}`, {
    version: (user as { version: number }).version,
    isActive: false,
  });
  expect(deactivated.status, JSON.stringify(deactivated.body)).toBe(200);
  expect(await isTold()).toBe(0);
  expect(await messagesOf('atmb')).toHaveLength(1);

  const decided = (await messagesOf('operator')).length;
  await server.service('atmb', 'Audit/Decide', {
    resource: 'pilot',
    id: pilot.id,
    stepIndex: 0,
    decision: 'reject',
    comment: 'the licence is not legible',
  });
  expect(await messagesOf('atmb')).toEqual([]);
  expect(await messagesOf('operator')).toHaveLength(decided + 1);
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import { openDatabase } from '#server/db/database.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createDeliveries } from '#server/engine/webhooks/deliveries.ts';
import { createWebhookSigning } from '#server/engine/webhooks/signing.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { silentLog } from '#tests/support/database.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { isSigned, startReceiver } from '#tests/support/receiver.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let other: RunningTestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let now = new Date();
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  receiver = await startReceiver();
  const clock = () => now;
  server = await startTestServer({ clock, config: { webhookPrivate: true } });
  // Two servers on one database, both sending.
  other = await startTestServer({ clock, beside: server, config: { webhookPrivate: true } });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await receiver?.close();
});
beforeEach(async () => {
  for (const { id } of (await rowsOf(server, 'admin', 'webhook')).rows) {
    await server.call('admin', 'DELETE', `/api/records/webhook/${id}`);
  }
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

let count = 0;
async function hook(values: object = {}, user = 'admin'): Promise<{ id: number; version: number }> {
  const answer = await server.call(user, 'POST', '/api/records/webhook', {
    name: `hook ${++count}`,
    url: receiver.url,
    resources: ['missionType'],
    events: ['create', 'update', 'delete', 'restore'],
    ...values,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: number; version: number };
}

interface Delivery {
  id: number;
  event: string;
  status: string;
  attempts: number;
  answerCode: number | null;
  error: string | null;
  nextAt: string | null;
}

async function deliveries(webhook: number): Promise<Delivery[]> {
  const { rows } = await rowsOf(server, 'admin', 'webhookDelivery', `webhook=${webhook}&_sort=id`);
  return rows as unknown as Delivery[];
}

const settled = (webhook: number, statuses: string[]) =>
  eventually(
    async () =>
      JSON.stringify((await deliveries(webhook)).map(({ status }) => status)) === JSON.stringify(statuses),
    `deliveries ${statuses.join(', ')}`,
  );

async function newMission(): Promise<{ id: number; version: number }> {
  const answer = await server.call('admin', 'POST', '/api/records/missionType', {
    code: `T${++count}`,
    name: `任务 ${count}`,
    nameEn: `Mission ${count}`,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as { id: number; version: number };
}

describe('a webhook', () => {
  test('is told of what happens to records of its types, signed, each once', async () => {
    const { id } = await hook();
    const { secret } = (await server.service('admin', 'Webhook/RenewSecret', { id })) as { secret: string };
    const mission = await newMission();
    const one = `/api/records/missionType/${mission.id}`;
    await server.call('admin', 'PATCH', one, { version: 1, name: '新名称' });
    await server.call('admin', 'DELETE', one);
    await server.call('admin', 'POST', `${one}/restore`, {});
    await settled(id, ['delivered', 'delivered', 'delivered', 'delivered']);
    expect(receiver.received.map(({ body }) => body.event).sort()).toEqual([
      'create',
      'delete',
      'restore',
      'update',
    ]);
    for (const got of receiver.received) {
      expect(isSigned(got, secret)).toBe(true);
      expect(isSigned({ ...got, text: `${got.text} ` }, secret)).toBe(false);
      expect(got.body).toMatchObject({ resource: 'missionType', by: 1, record: { id: mission.id } });
      expect(got.headers['x-clearway-delivery']).toBe(got.body.id);
    }
    const update = receiver.received.find(({ body }) => body.event === 'update');
    expect(update?.body.record).toMatchObject({ version: 2, name: '新名称' });
  });

  test('is not told of other types and events, nor while it is switched off', async () => {
    const { id } = await hook({ events: ['delete'] });
    const off = await hook({ isActive: false });
    const elsewhere = await hook({ resources: ['aircraftType'] });
    const mission = await newMission();
    await server.call('admin', 'DELETE', `/api/records/missionType/${mission.id}`);
    await settled(id, ['delivered']);
    expect([await deliveries(off.id), await deliveries(elsewhere.id)]).toEqual([[], []]);
  });

  test('is told nothing of a change that was refused', async () => {
    const { id } = await hook();
    const mission = await newMission();
    await settled(id, ['delivered']);
    const stale = { version: 99, name: 'x' };
    expect(
      (await server.call('admin', 'PATCH', `/api/records/missionType/${mission.id}`, stale)).status,
    ).toBe(409);
    expect(await deliveries(id)).toHaveLength(1);
  });

  test('gets no secret field, and nothing that whoever set it up may not see', async () => {
    const { id } = await hook({ resources: ['user'], events: ['create', 'update'] });
    const userId = await makeUser(server, `hooked${++count}`);
    await eventually(() => receiver.received.length >= 1, 'the event');
    await eventually(async () => (await deliveries(id)).every(({ status }) => status === 'delivered'));
    for (const { text, body } of receiver.received) {
      expect(body.record.id).toBe(userId);
      expect(text).not.toMatch(/passwordHash|coverageIds":\[/);
    }
  });

  test('whose address another changed sends no more than they may see, whoever changes it later', async () => {
    const permissions = ['Pages.Operating'];
    const role = { name: `OPS${++count}`, displayName: `运行 ${count}`, permissions };
    expect((await server.call('admin', 'POST', '/api/records/role', role)).status).toBe(201);
    const name = `mover${count}`;
    await makeUser(server, name, { roles: [role.name] });
    const { id } = await hook({ resources: ['company'] });
    const patch = async (user: string, resource: string, record: number, values: object) => {
      const { body } = await server.call('admin', 'GET', `/api/records/${resource}/${record}`);
      const { version } = body as { version: number };
      const path = `/api/records/${resource}/${record}`;
      expect((await server.call(user, 'PATCH', path, { version, ...values })).status).toBe(200);
    };
    const { url } = (await server.call('admin', 'GET', `/api/records/webhook/${id}`)).body as { url: string };
    await patch(name, 'webhook', id, { url: `${url}?moved` });
    await patch('admin', 'webhook', id, { remark: '改' });
    const company = (await rowsOf(server, 'admin', 'company')).rows[0];
    await patch('admin', 'company', company?.id ?? 0, { remark: `moved ${count}` });
    await settled(id, ['skipped']);
    expect(receiver.received).toEqual([]);
  });

  test('of someone who may not read the record sends nothing and says why', async () => {
    // Keeps parameters and webhooks, and sees no pilots.
    const role = await server.call('admin', 'POST', '/api/records/role', {
      name: `OPS${++count}`,
      displayName: `运行 ${count}`,
      permissions: ['Pages.Operating'],
    });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    const name = `keeper${count}`;
    await makeUser(server, name, { roles: [(role.body as { name: string }).name] });
    const { id } = await hook({ resources: ['company', 'missionType'] }, name);
    const company = (await rowsOf(server, 'admin', 'company')).rows[0];
    const patch = { version: company?.version, remark: `seen by nobody ${count}` };
    expect((await server.call('admin', 'PATCH', `/api/records/company/${company?.id}`, patch)).status).toBe(
      200,
    );
    await settled(id, ['skipped']);
    expect((await deliveries(id))[0]?.error).toContain('无权查看');
    expect(receiver.received).toEqual([]);
    // An administrator who changes it lends it nothing of their own.
    const webhook = (await server.call('admin', 'GET', `/api/records/webhook/${id}`)).body as {
      version: number;
    };
    await server.call('admin', 'PATCH', `/api/records/webhook/${id}`, {
      version: webhook.version,
      remark: 'x',
    });
    await newMission();
    await settled(id, ['skipped', 'delivered']);
  });

  test('is for who keeps the operation', async () => {
    const made = await hook();
    for (const user of ['operator', 'atmb']) {
      expect((await server.call(user, 'GET', '/api/records/webhook')).status).toBe(403);
      expect((await server.call(user, 'GET', '/api/records/webhookDelivery')).status).toBe(403);
      for (const call of ['RenewSecret', 'Ping', 'SendAgain']) {
        const at = `/api/services/app/Webhook/${call}`;
        expect((await server.call(user, 'POST', at, { id: made.id })).status).toBe(403);
      }
    }
    for (const url of ['ftp://example.org/', 'https://user:secret@example.org/', 'not an address']) {
      const answer = await server.call('admin', 'POST', '/api/records/webhook', {
        name: `bad ${++count}`,
        url,
        resources: ['missionType'],
        events: ['create'],
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: { url: expect.arrayContaining([expect.any(String)]) } },
      });
    }
  });

  test('signs with the newest secret alone', async () => {
    const { id } = await hook();
    const first = (await server.service('admin', 'Webhook/RenewSecret', { id })) as { secret: string };
    const second = (await server.service('admin', 'Webhook/RenewSecret', { id })) as { secret: string };
    expect(first.secret).not.toBe(second.secret);
    await server.service('admin', 'Webhook/Ping', { id });
    const [ping] = receiver.received;
    if (!ping) throw new Error('no ping came');
    expect([isSigned(ping, first.secret), isSigned(ping, second.secret)]).toEqual([false, true]);
    expect(
      JSON.stringify((await server.call('admin', 'GET', `/api/records/webhook/${id}`)).body),
    ).not.toContain('whsec');
  });
});

describe('a delivery that fails', () => {
  test('is tried again later and later, and noted each time', async () => {
    const { id } = await hook();
    receiver.answers.push(500, 'nothing', 404);
    await newMission();
    const reached = (attempts: number, status: string) =>
      eventually(async () => {
        const [delivery] = await deliveries(id);
        return delivery?.attempts === attempts && delivery.status === status;
      }, `attempt ${attempts} to be ${status}`);
    for (const [attempts, wait, code] of [
      [1, 10_000, 500],
      [2, 40_000, null],
      [3, 160_000, 404],
    ] as const) {
      await reached(attempts, 'pending');
      const [delivery] = await deliveries(id);
      expect(delivery?.answerCode).toBe(code);
      expect(delivery?.error).toBeTruthy();
      expect(Date.parse(delivery?.nextAt ?? '') - now.getTime()).toBe(wait);
      expect(receiver.received).toHaveLength(attempts);
      later(wait);
    }
    await reached(4, 'delivered');
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);
  });

  test('is given up after a day, and sent again when someone says so', async () => {
    const { id } = await hook();
    receiver.answers.push(...Array.from({ length: 30 }, () => 503));
    await newMission();
    await eventually(async () => {
      const [delivery] = await deliveries(id);
      if (delivery?.status === 'pending' && delivery.attempts > 0 && delivery.nextAt)
        now = new Date(delivery.nextAt);
      return delivery?.status === 'dead';
    }, 'the end of patience');
    const [dead] = await deliveries(id);
    expect(dead?.attempts).toBeGreaterThan(8);
    receiver.answers.length = 0;
    await server.service('admin', 'Webhook/SendAgain', { id: dead?.id });
    await settled(id, ['delivered']);
  });

  test('ends at once where the receiver says that it is gone', async () => {
    const { id } = await hook();
    receiver.answers.push(410);
    await newMission();
    await settled(id, ['dead']);
  });

  test('sends what the server wrote into a record in words', async () => {
    const made = await server.call('admin', 'POST', '/api/records/company', {
      name: '推送通航有限公司',
      uscc: `91510100MA0DEM008${usccCheckCharacter('91510100MA0DEM008')}`,
      legalRepresentative: '甲',
      contact: '乙',
      phone: '028-85700008',
    });
    const company = made.body as { id: number; version: number };
    await server.database.database.pool.query('update company set examine_opinion = $1 where id = $2', [
      storedText({ key: 'flow.timeLimit' }),
      company.id,
    ]);
    const { id } = await hook({ resources: ['company'], events: ['update'] });
    const change = { version: company.version, remark: '改' };
    await server.call('admin', 'PATCH', `/api/records/company/${company.id}`, change);
    await settled(id, ['delivered']);
    expect(receiver.received.map(({ body }) => body.record)).toMatchObject([
      { id: company.id, remark: '改', examineOpinion: '超过时限，按流程自动处理' },
    ]);
  });

  test('says why it failed in the language of whoever reads it, wherever they do', async () => {
    const { id } = await hook();
    receiver.answers.push(410);
    await newMission();
    await settled(id, ['dead']);
    const query = `/api/records/webhookDelivery?webhook=${id}`;
    const [row] = await deliveries(id);
    expect(row?.error).toBe('应答码 410');
    const english = new Headers({ 'accept-language': 'en' });
    const get = async (path: string) => (await server.call('admin', 'GET', path, undefined, english)).body;
    expect(await get(query)).toMatchObject([{ error: 'answered 410' }]);
    expect(await get(`/api/records/webhookDelivery/${row?.id}`)).toMatchObject({ error: 'answered 410' });
    // A search finds it by the words of either language; a file has those of its reader.
    for (const words of ['应答码 410', 'answered 410']) {
      const { rows } = await rowsOf(
        server,
        'admin',
        'webhookDelivery',
        `webhook=${id}&q=${encodeURIComponent(words)}`,
      );
      expect(rows.map((one) => one.id)).toEqual([row?.id]);
    }
    const file = `/api/records/webhookDelivery/export?webhook=${id}&format=csv`;
    expect(await get(file)).toContain('answered 410');
    expect((await server.call('admin', 'GET', file)).body).toContain('应答码 410');
    // What was kept before as a text is shown as it was.
    await server.database.database.pool.query(
      'update webhook_delivery set error = to_jsonb($1::text) where id = $2',
      ['没有应答', row?.id],
    );
    expect(await get(query)).toMatchObject([{ error: '没有应答' }]);
  });

  test('does not follow a redirect', async () => {
    const { id } = await hook();
    receiver.answers.push({ redirectTo: receiver.url });
    const answer = await server.service('admin', 'Webhook/Ping', { id });
    expect(answer).toMatchObject({
      received: false,
      answerCode: 302,
      error: expect.stringContaining('跳转'),
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('of a process that was killed while it sent is made by another server', async () => {
    const { id } = await hook();
    await newMission();
    await settled(id, ['delivered']);
    // As `kill -9` leaves it: claimed, and never settled.
    const database = openDatabase({ url: server.database.url, log: silentLog });
    await database.pool.query(
      "update webhook_delivery set status = 'sending', next_at = $1 where webhook = $2",
      [new Date(now.getTime() + 60_000).toISOString(), id],
    );
    await database.close();
    receiver.received.length = 0;
    later(59_000);
    expect((await deliveries(id))[0]?.status).toBe('sending');
    later(1_000);
    await settled(id, ['delivered']);
    expect(receiver.received).toHaveLength(1);
  });
});

test('two servers on one database send each event once', async () => {
  const { id } = await hook();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? server : other).call('admin', 'POST', '/api/records/missionType', {
        code: `P${++count}`,
        name: `并行 ${count}`,
        nameEn: `At once ${count}`,
      }),
    ),
  );
  await eventually(async () => {
    const all = await deliveries(id);
    return all.length === 40 && all.every(({ status }) => status === 'delivered');
  }, 'all deliveries');
  expect(receiver.received).toHaveLength(40);
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(40);
  expect((await deliveries(id)).every(({ attempts }) => attempts === 1)).toBe(true);
});

test('what is done is forgotten after a month', async () => {
  const { id } = await hook();
  await newMission();
  await settled(id, ['delivered']);
  const database = openDatabase({ url: server.database.url, log: silentLog });
  const broomAt = (clock: Date) =>
    createDeliveries({
      sql: database.kysely,
      catalogue: createCatalogue([]),
      changes: createChangeFeed(silentLog),
      actorOf: async () => null,
      signing: createWebhookSigning('a secret of the tests'),
      post: async () => ({ code: null, durationMs: 0, error: null }),
      clock: () => clock,
      log: silentLog,
    });
  await broomAt(new Date(now.getTime() + 29 * 86_400_000)).forget();
  expect(await deliveries(id)).toHaveLength(1);
  await broomAt(new Date(now.getTime() + 31 * 86_400_000)).forget();
  expect(await deliveries(id)).toEqual([]);
  await database.close();
});

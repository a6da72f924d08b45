import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChannelSettingsView } from '#contract/channels.ts';
import { createChannelOutbox } from '#server/features/channels/channel-outbox.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { headerOf, partsOf, startMailServer } from '#tests/support/mail-server.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { isSigned, startReceiver } from '#tests/support/receiver.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { eventually, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let other: RunningTestServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let hook: Awaited<ReturnType<typeof startReceiver>>;
let push: Awaited<ReturnType<typeof startPushService>>;
let now = new Date('2026-03-02T04:00:00Z');
const clock = () => now;
let reader: number;

/** A push service (RFC 8030): keeps what was posted, and answers as the test says. */
async function startPushService() {
  const received: { headers: Record<string, string | string[] | undefined>; body: Buffer; path: string }[] =
    [];
  const answers: number[] = [];
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts), path: request.url ?? '' });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/push`,
    received,
    answers,
    close: () => new Promise<void>((resolve) => service.close(() => resolve())),
  };
}

beforeAll(async () => {
  [mail, hook, push] = await Promise.all([startMailServer(), startReceiver(), startPushService()]);
  const config = {
    smtpUrl: mail.url,
    mailFrom: 'Clearway <no-reply@clearway.test>',
    publicUrl: 'https://clearway.test',
    pushContact: 'mailto:operations@clearway.test',
    webhookPrivate: true,
  };
  server = await startTestServer({ clock, config });
  // Two servers on one database, both sending.
  other = await startTestServer({ clock, config, beside: server });
  reader = await makeUser(server, 'reader', { roles: ['OM'], emailAddress: 'reader@clearway.test' });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await Promise.all([mail?.close(), hook?.close(), push?.close()]);
});
beforeEach(async () => {
  now = new Date('2026-03-02T04:00:00Z');
  for (const one of [mail, hook, push]) {
    one.received.length = 0;
    one.answers.length = 0;
  }
  mail.unknown.clear();
  await server.database.database.pool.query('delete from channel_delivery');
});

/** A reminder as features write it: by the records, with the rule of channels, and nothing else. */
async function remind(values: object = {}, user = reader): Promise<number> {
  const { database } = server.database;
  const outbox = createChannelOutbox({ sending: { email: true, push: true }, clock });
  const records = recordsOn(database, { clock, rules: [outbox.rule] });
  const { id } = await records.transaction((transaction) =>
    records.create(
      systemCaller(),
      'reminder',
      {
        user,
        content: '计划 <b>B-70XN</b> 已批准',
        contentEn: 'Plan <b>B-70XN</b> approved',
        documentResource: 'plan',
        documentId: 7,
        ...values,
      },
      transaction,
    ),
  );
  return id;
}

const save = (input: object, user = 'reader') =>
  server.call(user, 'POST', '/api/services/app/Channel/SaveSettings', { choices: {}, quiet: null, ...input });
const settings = (user = 'reader') =>
  server.service(user, 'Channel/GetSettings', {}, 'GET') as Promise<ChannelSettingsView>;

interface Delivery {
  id: number;
  kind: string;
  channel: string;
  status: string;
  attempts: number;
  error: string | null;
  nextAt: string | null;
}
const deliveries = async () =>
  (await rowsOf(server, 'admin', 'channelDelivery', '_sort=id')).rows as unknown as Delivery[];
/** `pending 1`: waiting for its second try. */
const settled = (wanted: string[]) =>
  eventually(
    async () =>
      JSON.stringify(
        (await deliveries()).map(({ status, attempts }) =>
          status === 'pending' ? `${status} ${attempts}` : status,
        ),
      ) === JSON.stringify(wanted),
    `deliveries ${wanted.join(', ')}`,
  );

describe('e-mail', () => {
  test('comes once from two servers, in the language of its reader, as text and as HTML without anything remote', async () => {
    await save({ choices: { plan: ['email'] } });
    const id = await remind({ opinion: '请保持距离 & 守听' });
    await settled(['delivered']);
    expect(mail.received).toHaveLength(1);
    // Its record is titled by what it is about.
    expect((await deliveries())[0]?.kind).toBe('plan');
    const [got] = mail.received;
    if (!got) throw new Error('no mail');
    expect([got.from, got.to]).toEqual(['no-reply@clearway.test', ['reader@clearway.test']]);
    expect(headerOf(got, 'Subject')).toBe('[计划] 计划 <b>B-70XN</b> 已批准');
    expect(headerOf(got, 'Auto-Submitted')).toBe('auto-generated');
    const { 'text/plain': text = '', 'text/html': html = '' } = partsOf(got);
    expect(text).toContain('计划 <b>B-70XN</b> 已批准');
    expect(text).toContain(`https://clearway.test/message/open/${id}`);
    expect(html).toContain('计划 &lt;b&gt;B-70XN&lt;/b&gt; 已批准');
    expect(html).toContain('请保持距离 &amp; 守听');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|src=/i);

    await server.call('reader', 'POST', '/api/services/app/User/ChangeLanguage', { languageName: 'en' });
    await remind();
    await settled(['delivered', 'delivered']);
    expect(headerOf(mail.received[1] ?? got, 'Subject')).toBe('[Plan] Plan <b>B-70XN</b> approved');
  });

  test('is tried again by the same message id when the server is busy, and given up when the address is refused', async () => {
    await save({ choices: { plan: ['email'] } });
    mail.answers.push('451 later');
    await remind();
    await settled(['pending 1']);
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ attempts: 1, nextAt: '2026-03-02T04:00:10.000Z' });
    now = new Date(now.getTime() + 11_000);
    await settled(['delivered']);
    expect(headerOf(mail.received[0] ?? { from: '', to: [], raw: '' }, 'Message-ID')).toMatch(
      /^<[0-9a-f-]{36}@clearway\.test>$/,
    );

    mail.unknown.add('reader@clearway.test');
    await remind();
    await settled(['delivered', 'dead']);
    const [, dead] = await deliveries();
    expect(dead?.error).toContain('550');
    // An administrator sees it and sends it again.
    mail.unknown.clear();
    await server.service('admin', 'Channel/SendAgain', { id: dead?.id });
    await settled(['delivered', 'delivered']);
    expect(
      (await server.call('admin', 'POST', '/api/services/app/Channel/SendAgain', { id: dead?.id })).status,
    ).toBe(409);
  });

  test('a try that its process did not survive is made again', async () => {
    await save({ choices: { plan: ['email'] } });
    mail.answers.push('451 later');
    await remind();
    await settled(['pending 1']);
    // As kill -9 leaves it: claimed by a server that is gone.
    await server.database.database.pool.query(
      "update channel_delivery set status = 'sending', next_at = $1",
      [new Date(now.getTime() + 120_000).toISOString()],
    );
    expect(mail.received).toHaveLength(0);
    now = new Date(now.getTime() + 121_000);
    await settled(['delivered']);
    expect(mail.received).toHaveLength(1);
  });
});

describe('quiet hours', () => {
  const quiet = { from: '11:00', until: '14:00', zone: 'Asia/Shanghai' };

  test('hold what can wait until they are over, and never a warning', async () => {
    await save({ choices: { plan: ['email'] }, quiet });
    await remind();
    await remind({ isWarning: true, content: '超时未着陆', contentEn: 'Overdue' });
    await settled(['pending 0', 'delivered']);
    expect((await deliveries())[0]?.nextAt).toBe('2026-03-02T06:00:00.000Z');
    expect(mail.received.map((one) => headerOf(one, 'Subject'))).toEqual(['[Warning: Plan] Overdue']);
    now = new Date('2026-03-02T06:00:01Z');
    await settled(['delivered', 'delivered']);
  });

  test('what was read meanwhile is not sent any more', async () => {
    await save({ choices: { plan: ['email'] }, quiet });
    const id = await remind();
    const opened = await server.service('reader', 'Channel/OpenMessage', { id });
    expect(opened).toMatchObject({ id, isRead: 1, resource: 'plan', recordId: 7 });
    now = new Date('2026-03-02T06:00:01Z');
    await settled(['skipped']);
    expect(mail.received).toHaveLength(0);
  });

  test('with a zone or a time that there is none are refused at their field', async () => {
    const wrong = await save({ quiet: { ...quiet, zone: 'Mars/Base' } });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).toContain('quiet.zone');
    expect((await save({ quiet: { ...quiet, from: '25:00' } })).status).toBe(400);
  });
});

describe('browser push', () => {
  test('is encrypted for the browser, signed by the server, and ends with its permission', async () => {
    const browser = createECDH('prime256v1');
    browser.generateKeys();
    const endpoint = `${push.url}/one`;
    const device = {
      endpoint,
      p256dh: browser.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    await server.service('reader', 'Channel/Subscribe', { ...device, device: 'Chromium' });
    await save({ choices: { plan: ['push'] } });
    await remind();
    await settled(['delivered']);
    const [got] = push.received;
    expect(got?.path).toBe('/push/one');
    expect(got?.headers['content-encoding']).toBe('aes128gcm');
    const { push: state } = await settings();
    expect(got?.headers.authorization).toContain(`k=${state.publicKey}`);
    expect(got?.body.includes(Buffer.from('B-70XN'))).toBe(false);
    expect(state.devices.map((one) => one.device)).toEqual(['Chromium']);

    push.answers.push(410);
    await remind();
    await settled(['delivered', 'skipped']);
    expect((await settings()).push.devices).toEqual([]);
  });

  test('a browser is of whoever signed in there last, and removed by its owner alone', async () => {
    const device = {
      endpoint: `${push.url}/two`,
      p256dh: 'A'.repeat(87),
      auth: 'B'.repeat(22),
      device: 'Firefox',
    };
    await server.service('reader', 'Channel/Subscribe', device);
    const { id } = (await server.service('operator', 'Channel/Subscribe', device)) as { id: number };
    expect((await settings()).push.devices).toEqual([]);
    expect(
      (await server.call('reader', 'POST', '/api/services/app/Channel/Unsubscribe', { id })).status,
    ).toBe(404);
    await server.service('operator', 'Channel/Unsubscribe', { id });
    expect((await settings('operator')).push.devices).toEqual([]);
  });
});

describe('a webhook of a user', () => {
  test('is signed by a secret that was told once, and keeps its id when it is sent again', async () => {
    await save({ choices: { plan: ['webhook'] }, webhookUrl: hook.url });
    const { secret } = (await server.service('reader', 'Channel/RenewWebhookSecret')) as { secret: string };
    hook.answers.push(500);
    const id = await remind();
    await settled(['pending 1']);
    now = new Date(now.getTime() + 11_000);
    await settled(['delivered']);
    expect(hook.received).toHaveLength(2);
    expect(new Set(hook.received.map(({ body }) => body.id)).size).toBe(1);
    expect(hook.received[1]?.body).toMatchObject({
      event: 'message',
      kind: 'plan',
      message: id,
      path: `/message/open/${id}`,
    });
    expect(hook.received.every((one) => isSigned(one, secret))).toBe(true);
  });

  test('without an address is refused as a channel at its field', async () => {
    await server.service('operator2', 'Channel/UseDefaults');
    const refused = await save({ choices: { plan: ['webhook'] } }, 'operator2');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('webhookUrl');
    expect((await save({ choices: { plan: ['webhook'] }, webhookUrl: null }, 'operator2')).status).toBe(400);
    expect((await save({ choices: {}, webhookUrl: hook.url }, 'operator2')).status).toBe(200);
    expect((await save({ choices: { plan: ['webhook'] } }, 'operator2')).status).toBe(200);
  });

  test('has no user name and no password in its address', async () => {
    const webhookUrl = hook.url.replace('//', '//user:secret@');
    const path = '/api/services/app/Channel/SaveSettings';
    const answer = await server.call('reader', 'POST', path, { choices: {}, quiet: null, webhookUrl });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('webhookUrl');
  });

  test('without the permission of the server never leads into the own network', async () => {
    const guarded = await startTestServer({ beside: server, clock });
    try {
      const answer = await guarded.call('reader', 'POST', '/api/services/app/Channel/SaveSettings', {
        choices: {},
        quiet: null,
        webhookUrl: hook.url,
      });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain('webhookUrl');
      // And this server sends nothing that is not set up.
      const there = (await guarded.service(
        'reader',
        'Channel/GetSettings',
        {},
        'GET',
      )) as ChannelSettingsView;
      expect([there.email.configured, there.push.publicKey]).toEqual([false, null]);
    } finally {
      await guarded.close();
    }
  });
});

describe('settings', () => {
  test('of roles hold for their users until they set something themselves', async () => {
    await server.service('reader', 'Channel/UseDefaults');
    const role = (await rowsOf(server, 'admin', 'role', 'name=OM')).rows[0]?.id;
    await server.service('admin', 'Channel/SaveRoleSettings', {
      role,
      choices: { plan: ['email'], notice: [] },
      quiet: { from: '23:00', until: '05:00', zone: 'Asia/Shanghai' },
    });
    const given = await settings();
    expect([given.inForce.plan, given.inForce.notice]).toEqual([['email'], []]);
    await remind();
    await settled(['delivered']);
    await save({ choices: { plan: ['screen'] } });
    await remind();
    expect((await settings()).inForce.plan).toEqual(['screen']);
    expect(await deliveries()).toHaveLength(1);
    expect(
      (await server.call('reader', 'GET', `/api/services/app/Channel/GetRoleSettings?role=${role}`)).status,
    ).toBe(403);
  });

  test('a test says at once what came of it, and what is not set up', async () => {
    expect(await server.service('reader', 'Channel/Test', { channel: 'email' })).toEqual({
      sent: true,
      error: null,
    });
    expect(mail.received).toHaveLength(1);
    mail.answers.push('554 no');
    const failed = (await server.service('reader', 'Channel/Test', { channel: 'email' })) as {
      sent: boolean;
      error: string;
    };
    expect([failed.sent, failed.error]).toEqual([false, 'the mail server did not accept it (554)']);
    expect(
      (await server.call('operator', 'POST', '/api/services/app/Channel/Test', { channel: 'webhook' }))
        .status,
    ).toBe(500);
  });

  test("another's message is not opened", async () => {
    const id = await remind();
    expect(
      (await server.call('operator', 'POST', '/api/services/app/Channel/OpenMessage', { id })).status,
    ).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userIsNotActive } from '#domain/identity/sign-in-result.ts';
import { startSteps } from '#domain/identity/start-steps.ts';
import { messageOf } from '#tests/support/audit-world.ts';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { startReceiver } from '#tests/support/receiver.ts';
import {
  applicantPassword,
  errorsOf,
  newApplication,
  proofOf,
  register,
  sendApplication,
} from '#tests/support/registering.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let at = Date.now();
let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(at) });
});
afterAll(() => server?.close());

const minute = 60_000;
const post = (user: string | null, call: string, body: object) =>
  server.call(user, 'POST', `/api/services/app/${call}`, body);
const validate = (telphone: string, on = server) =>
  on.call(null, 'GET', `/api/services/app/User/GetValidate?telphone=${telphone}`);
const setParameter = async (key: string, value: string) => {
  const { rows } = await rowsOf(server, 'admin', 'parameter', `key=${key}`);
  const [row] = rows as [Row];
  const answer = await server.call('admin', 'PATCH', `/api/records/parameter/${row.id}`, {
    version: row.version,
    value,
  });
  expect(answer.status).toBe(200);
};

test('a company registers with its first user: both are there, neither may do anything, and a ticket is given', async () => {
  const done = await register(server);
  expect(done.ticket).toMatch(/^cwr_/);
  expect(Date.parse(done.ticketExpiresAt) - at).toBeGreaterThan(29 * 86_400_000);
  const company = (await server.call('admin', 'GET', `/api/records/company/${done.companyId}`)).body as Row;
  expect(company).toMatchObject({ examineState: 0, legalRepresentative: '陈启航' });
  const { rows } = await rowsOf(server, 'admin', 'user', `userName=${done.userName}`);
  expect(rows[0]).toMatchObject({
    company: done.companyId,
    isActive: false,
    phoneNumber: null,
  });
  expect(rows[0]?.roles).toEqual([await idOf(server, 'role', 'name', 'OM')]);
  expect(rows[0]?.authProtocolAcceptedAt).toEqual(expect.any(String));
  await expect(server.signIn(done.userName, applicantPassword)).rejects.toThrow(/未激活/);
});

describe('what is refused leaves nothing behind', () => {
  test.each([
    ['a wrong check character', { company: { uscc: '91510100MA00000000' } }, 'company.uscc'],
    ['no name of the company', { company: { name: ' ' } }, 'company.name'],
    ['a user name that is taken', { user: { userName: 'operator' } }, 'user.userName'],
    ['a password that is too plain', { user: { password: 'abcdefgh' } }, 'user.password'],
    ['a phone that is none', { phone: '12345' }, 'phone'],
    ['an older protocol', { protocolVersion: 0 }, 'protocolVersion'],
    ['a code that was never given', { phoneCode: '123456' }, 'phoneCode'],
  ])('%s', async (_, change, field) => {
    const before = (await rowsOf(server, 'admin', 'company')).total;
    const answer = await sendApplication(server, newApplication(change));
    expect([400, 409]).toContain(answer.status);
    expect(Object.keys(errorsOf(answer))).toEqual([field]);
    expect((await rowsOf(server, 'admin', 'company')).total).toBe(before);
  });

  test('a company that is there already', async () => {
    const first = newApplication();
    expect((await sendApplication(server, first)).status).toBe(200);
    const second = newApplication({ company: first.company });
    const answer = await sendApplication(server, second);
    expect(Object.keys(errorsOf(answer))).toEqual(['company.name']);
    expect((await rowsOf(server, 'admin', 'user', `userName=${second.user.userName}`)).total).toBe(0);
  });

  test('what only services set is not set by who registers', async () => {
    const done = await register(server, { company: { examineState: 1, examineOpinion: 'fine', id: 7 } });
    const { body } = await server.call('admin', 'GET', `/api/records/company/${done.companyId}`);
    expect(body).toMatchObject({ examineState: 0, examineOpinion: null });
  });

  test('a machine: no work, the work of another, the same work twice, a field that nobody sees', async () => {
    const proof = await proofOf(server);
    const refusals = [
      await sendApplication(server, newApplication(), { ...proof, nonce: 'zzzzzz' }),
      await sendApplication(server, newApplication(), { ...proof, challenge: `a${proof.challenge}` }),
      await sendApplication(server, newApplication({ website: 'http://buy.example' }), proof),
    ];
    expect((await sendApplication(server, newApplication(), proof)).status).toBe(200);
    refusals.push(await sendApplication(server, newApplication(), proof));
    at += 11 * minute;
    refusals.push(await sendApplication(server, newApplication(), await oldProof()));
    expect(refusals.map((one) => [one.status, messageOf(one)])).toEqual(
      refusals.map(() => [500, '提交已过期，请重新提交。']),
    );

    async function oldProof() {
      const given = await proofOf(server);
      at += 11 * minute;
      return given;
    }
  });
});

test('registration is closed, and limited for each address, by parameters', async () => {
  await setParameter('registration.open', 'false');
  expect(messageOf(await sendApplication(server, newApplication()))).toBe('目前未开放注册，请联系管理员。');
  await setParameter('registration.open', 'true');
  await setParameter('registration.perAddressPerDay', '1');
  expect(messageOf(await sendApplication(server, newApplication()))).toMatch(/^此网络地址今日注册次数过多/);
  await setParameter('registration.perAddressPerDay', '1000');
});

describe('GetValidate', () => {
  test('says the same of every number, known or not, and refuses what is none', async () => {
    const known = (await rowsOf(server, 'admin', 'user', 'userName=operator')).rows[0]?.phoneNumber;
    expect(known).toMatch(/^1/);
    const answers = [await validate(String(known)), await validate('13712345678')];
    expect(answers.map(({ body }) => (body as { result: object }).result)).toEqual([
      { delivery: 'desk', expiresInSeconds: 1800, retryAfterSeconds: 60 },
      { delivery: 'desk', expiresInSeconds: 1800, retryAfterSeconds: 60 },
    ]);
    expect(Object.keys(errorsOf(await validate('0281234567')))).toEqual(['telphone']);
  });

  test('without a gateway the staff see the code; with it the phone is proven, once', async () => {
    const phone = '13700000001';
    expect((await validate(phone)).status).toBe(200);
    const { rows } = await rowsOf(server, 'admin', 'phoneCode', `phone=${phone}`);
    expect(rows[0]).toMatchObject({
      delivery: 'desk',
      state: 'waiting',
      code: expect.stringMatching(/^\d{6}$/),
    });
    expect(rows[0]).not.toHaveProperty('codeHash');
    expect((await server.call('operator', 'GET', '/api/records/phoneCode')).status).toBe(403);
    const phoneCode = String(rows[0]?.code);
    const done = await register(server, { phone, phoneCode });
    expect(done.phoneVerified).toBe(true);
    const user = (await rowsOf(server, 'admin', 'user', `userName=${done.userName}`)).rows[0];
    expect(user?.phoneNumber).toBe(phone);
    const used = (await rowsOf(server, 'admin', 'phoneCode', `phone=${phone}`)).rows[0];
    expect(used).toMatchObject({ state: 'used', code: null });
    const again = await sendApplication(server, newApplication({ phone, phoneCode }));
    expect(errorsOf(again)).toEqual({ phoneCode: '验证码已失效，请重新获取。' });
  });

  test('a code that was tried five times wrongly, or that is old, is over', async () => {
    const phone = '13700000002';
    await validate(phone);
    const codeOf = async () =>
      String(
        (await rowsOf(server, 'admin', 'phoneCode', `phone=${phone}&_sort=id&_order=desc`)).rows[0]?.code,
      );
    const right = await codeOf();
    const wrong = right === '000000' ? '000001' : '000000';
    const tried: string[] = [];
    // Work that has led to nothing is still done.
    const proof = await proofOf(server);
    for (const phoneCode of [wrong, wrong, wrong, wrong, wrong, right]) {
      tried.push(
        errorsOf(await sendApplication(server, newApplication({ phone, phoneCode }), proof)).phoneCode ?? '',
      );
    }
    expect(tried).toEqual([...Array(5).fill('验证码不正确。'), '验证码已失效，请重新获取。']);
    at += 2 * minute;
    await validate(phone);
    const next = await codeOf();
    at += 31 * minute;
    const late = await sendApplication(server, newApplication({ phone, phoneCode: next }));
    expect(errorsOf(late)).toEqual({ phoneCode: '验证码已失效，请重新获取。' });
  });

  test('codes are given a minute apart, and five in a day', async () => {
    const phone = '13700000003';
    const texts: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      const answer = await validate(phone);
      texts.push(answer.status === 200 ? 'given' : messageOf(answer));
      if (i === 0) texts.push(messageOf(await validate(phone)));
      at += 2 * minute;
    }
    expect(texts).toEqual([
      'given',
      '验证码刚刚发出，请在 60 秒后重新获取。',
      ...Array(4).fill('given'),
      '此号码 24 小时内最多获取 5 次验证码，请明天再试。',
    ]);
  });

  test('with a gateway the code goes to the phone and to nobody else, and a phone must be proven', async () => {
    const receiver = await startReceiver();
    const smsUrl = receiver.url.replace('http://', 'http://clearway:p%40ss@');
    const beside = await startTestServer({ beside: server, clock: () => new Date(at), config: { smsUrl } });
    try {
      const phone = '13700000004';
      expect((await validate(phone, beside)).body).toMatchObject({ result: { delivery: 'gateway' } });
      const [sent] = receiver.received;
      const message: unknown = JSON.parse(sent?.text ?? '');
      expect(message).toMatchObject({ phone, code: expect.stringMatching(/^\d{6}$/) });
      expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('clearway:p@ss').toString('base64')}`);
      const stored = (await rowsOf(server, 'admin', 'phoneCode', `phone=${phone}`)).rows[0];
      expect(stored).toMatchObject({ delivery: 'gateway', code: null });
      const without = await sendApplication(beside, newApplication({ phone }));
      expect(errorsOf(without)).toEqual({ phoneCode: '请输入手机验证码。' });
      receiver.answers.push(500);
      at += 2 * minute;
      expect((await validate(phone, beside)).status).toBe(503);
    } finally {
      await beside.close();
      await receiver.close();
    }
  });
});

describe('the protocol', () => {
  test('is read by everyone in their language, and changed by who keeps static pages', async () => {
    const inEnglish = new Headers({ '.AspNetCore.Culture': 'c=en|uic=en' });
    const protocol = '/api/services/app/User/GetAuthProtocol';
    const english = await server.call(null, 'GET', protocol, undefined, inEnglish);
    expect(english.body).toMatchObject({ result: { title: 'Registration and service agreement' } });
    expect((await post('operator', 'User/SaveAuthProtocol', { value: 'x' })).status).toBe(403);
    expect((await post(null, 'User/SaveAuthProtocol', { value: 'x' })).status).toBe(401);
    const before = (await server.service(null, 'User/GetAuthProtocol', {}, 'GET')) as { version: number };
    const saved = await server.service('admin', 'User/SaveAuthProtocol', { value: '# 一\n新的协议' });
    expect(saved).toMatchObject({ value: '# 一\n新的协议', version: before.version + 1 });
    const old = await sendApplication(server, newApplication({ protocolVersion: before.version }));
    expect(errorsOf(old)).toEqual({ protocolVersion: '注册协议已更新，请重新阅读并同意。' });
    expect(Object.keys(errorsOf(await post('admin', 'User/SaveAuthProtocol', { value: '  ' })))).toEqual([
      'value',
    ]);
  });
});

test('signing in says by a number that the account waits, and what is still to be done is told to its company', async () => {
  const done = await register(server);
  const answer = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: done.userName,
    password: applicantPassword,
  });
  expect(answer.body).toMatchObject({ error: { code: userIsNotActive } });
  const wrong = await server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress: done.userName,
    password: 'Wrong-2026!',
  });
  expect(wrong.body).toMatchObject({ error: { code: 0 } });
  const progress = (bearer: string) => server.service(bearer, 'Registration/GetProgress', {}, 'GET');
  expect(await progress(done.bearer)).toEqual(startSteps.map((step) => ({ step, count: 0, done: false })));
  const ofDemo = (await progress('operator')) as { step: string; count: number; done: boolean }[];
  expect(ofDemo.find(({ step }) => step === 'aircraft')).toMatchObject({ done: true });
  expect(await progress('admin')).toBeNull();
});

describe('a ticket that was lost', () => {
  test('is given anew for the password that was chosen, and ends the one before', async () => {
    const done = await register(server);
    const renewed = (await server.service(null, 'Registration/RenewTicket', {
      userName: done.userName.toUpperCase(),
      password: applicantPassword,
    })) as { ticket: string };
    const state = (ticket: string) =>
      server.call(`Bearer ${ticket}`, 'GET', '/api/services/app/Registration/GetState');
    expect((await state(renewed.ticket)).body).toMatchObject({
      result: { company: { id: done.companyId, examineState: 0 }, open: true, phoneVerified: false },
    });
    expect((await state(done.ticket)).status).toBe(404);
  });

  test('is refused alike for a wrong password, an unknown name and an account that is active', async () => {
    const done = await register(server);
    await makeUser(server, 'active');
    const texts: string[] = [];
    for (const [userName, password] of [
      [done.userName, 'Wrong-2026!'],
      ['nobody-of-this-name', applicantPassword],
      ['operator', 'Demo-2026!'],
    ]) {
      texts.push(messageOf(await post(null, 'Registration/RenewTicket', { userName, password } as object)));
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^没有与此用户名和密码相符/);
  });

  test('is over after its days', async () => {
    const done = await register(server);
    at += 31 * 86_400_000;
    const answer = await server.call(done.bearer, 'GET', '/api/services/app/Registration/GetState');
    expect([answer.status, messageOf(answer)]).toEqual([404, expect.stringMatching(/^申请凭证无效或已过期/)]);
    expect((await server.call(done.bearer, 'GET', '/api/records/aircraft')).status).toBe(401);
  });
});

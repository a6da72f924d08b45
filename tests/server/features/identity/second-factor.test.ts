import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { codeAt } from '#tests/support/authenticator.ts';
import { idOf, makeUser, rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * Two-step sign-in at the front door: enrolling, the code, recovery codes, replay, who must and who resets.
 */

let server: RunningTestServer;
let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
/** Codes work once, so each try has a step of its own. */
const nextStep = () => {
  aheadMs += 30_000;
};

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server?.close());

const account = '/api/services/app/MyAccount';
const tryIn = (userNameOrEmailAddress: string, twoFactorVerificationCode?: string, password = demoPassword) =>
  server.call(null, 'POST', '/api/TokenAuth/Authenticate', {
    userNameOrEmailAddress,
    password,
    ...(twoFactorVerificationCode === undefined ? {} : { twoFactorVerificationCode }),
  });
const resultOf = (answer: Answer) => (answer.body as { result: Record<string, unknown> }).result;
const detailsOf = (answer: Answer) => (answer.body as { error: { details: string } }).error.details;
const infoOf = (bearer: string) => server.call(bearer, 'GET', '/api/services/app/Session/GetCurrentUserInfo');

interface Enrolled {
  bearer: string;
  secret: string;
  recoveryCodes: string[];
}

async function enrol(userName: string): Promise<Enrolled> {
  const bearer = `Bearer ${(await server.signIn(userName)).accessToken}`;
  const begun = await server.service(bearer, 'MyAccount/BeginSecondFactor', { password: demoPassword });
  const { secret } = begun as { secret: string };
  nextStep();
  const code = codeAt(secret, clock());
  const { recoveryCodes } = (await server.service(bearer, 'MyAccount/ConfirmSecondFactor', { code })) as {
    recoveryCodes: string[];
  };
  return { bearer, secret, recoveryCodes };
}

describe('whoever has enrolled', () => {
  let anna: Enrolled;
  let elsewhere: string;
  beforeAll(async () => {
    await makeUser(server, 'anna', { roles: ['OM'] });
    elsewhere = `Bearer ${(await server.signIn('anna')).accessToken}`;
    anna = await enrol('anna');
  });

  test('stays signed in there, and nowhere else', async () => {
    expect((await infoOf(anna.bearer)).status).toBe(200);
    expect((await infoOf(elsewhere)).status).toBe(401);
  });

  test('is asked for a code after the right password only', async () => {
    const answer = await tryIn('anna');
    expect([answer.status, resultOf(answer)]).toEqual([
      200,
      {
        requiresTwoFactorVerification: true,
        twoFactorAuthProviders: ['Authenticator'],
        userId: expect.any(Number),
      },
    ]);
    expect(detailsOf(await tryIn('anna', '123456', 'Not-the-one-1'))).toBe('用户名或密码无效');
  });

  test('comes in with the code of the app, once', async () => {
    nextStep();
    const code = codeAt(anna.secret, clock());
    expect(resultOf(await tryIn('anna', ` ${code} `)).accessToken).toBeTypeOf('string');
    const replayed = await tryIn('anna', code);
    expect([replayed.status, detailsOf(replayed)]).toEqual([500, '验证码无效或已使用过.']);
  });

  test('of two who bring the same code at once, one comes in', async () => {
    nextStep();
    const code = codeAt(anna.secret, clock());
    const answers = await Promise.all([tryIn('anna', code), tryIn('anna', code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 500]);
  });

  test('comes in with a recovery code, once, as people copy it', async () => {
    expect(anna.recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = anna.recoveryCodes;
    expect((await tryIn('anna', first)).status).toBe(200);
    expect((await tryIn('anna', first)).status).toBe(500);
    expect((await tryIn('anna', second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await server.service(anna.bearer, 'MyAccount/GetSecondFactor', {}, 'GET')).toEqual({
      enrolledAt: expect.any(String),
      required: false,
      recoveryCodesLeft: 8,
    });
  });

  test('cannot begin anew without switching it off, which takes password and code', async () => {
    const again = await server.call(anna.bearer, 'POST', `${account}/BeginSecondFactor`, {
      password: demoPassword,
    });
    expect(again.status).toBe(500);
    nextStep();
    const code = codeAt(anna.secret, clock());
    const wrong = { password: 'Not-the-one-1', code };
    expect((await server.call(anna.bearer, 'POST', `${account}/RemoveSecondFactor`, wrong)).status).toBe(500);
    const noCode = { password: demoPassword, code: '000000' };
    const refused = await server.call(anna.bearer, 'POST', `${account}/RemoveSecondFactor`, noCode);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { validationErrors: [{ members: ['code'], message: '验证码无效或已使用过.' }] } },
    ]);
    // The wrong password has not used the code up.
    const proof = { password: demoPassword, code };
    const made = (await server.service(anna.bearer, 'MyAccount/NewRecoveryCodes', proof)) as {
      recoveryCodes: string[];
    };
    expect((await tryIn('anna', anna.recoveryCodes[2])).status).toBe(500);
    expect((await tryIn('anna', made.recoveryCodes[0])).status).toBe(200);
    nextStep();
    const off = { password: demoPassword, code: codeAt(anna.secret, clock()) };
    expect(await server.service(anna.bearer, 'MyAccount/RemoveSecondFactor', off)).toBe(true);
    expect(resultOf(await tryIn('anna')).accessToken).toBeTypeOf('string');
  });
});

test('wrong codes lock the account as wrong passwords do', async () => {
  await makeUser(server, 'guessed', { roles: ['OM'] });
  const { secret } = await enrol('guessed');
  for (let i = 1; i <= 4; i++)
    expect(detailsOf(await tryIn('guessed', '00000'))).toBe('验证码无效或已使用过.');
  // The password alone, again and again, forgives nothing.
  expect(resultOf(await tryIn('guessed')).requiresTwoFactorVerification).toBe(true);
  expect(detailsOf(await tryIn('guessed', '00000'))).toContain('已锁定');
  nextStep();
  expect(detailsOf(await tryIn('guessed', codeAt(secret, clock())))).toContain('已锁定');
  const { rows } = await rowsOf(
    server,
    'admin',
    'loginAttempt',
    'userNameOrEmailAddress=guessed&_sort=id&_order=asc',
  );
  expect(rows.map(({ result }) => result).slice(-7)).toEqual([
    ...Array(4).fill('wrongCode'),
    'codeAsked',
    'lockedOut',
    'lockedOut',
  ]);
});

test('an enrolment that is not confirmed changes nothing, and waits a quarter of an hour', async () => {
  await makeUser(server, 'hesitant', { roles: ['OM'] });
  const bearer = `Bearer ${(await server.signIn('hesitant')).accessToken}`;
  const confirm = (code: string) => server.call(bearer, 'POST', `${account}/ConfirmSecondFactor`, { code });
  expect((await confirm('123456')).status).toBe(500);
  const { secret } = (await server.service(bearer, 'MyAccount/BeginSecondFactor', {
    password: demoPassword,
  })) as { secret: string };
  expect((await confirm('12345')).status).toBe(400);
  expect(resultOf(await tryIn('hesitant')).accessToken).toBeTypeOf('string');
  aheadMs += 16 * 60_000;
  expect((await confirm(codeAt(secret, clock()))).status).toBe(500);
});

test('what is kept gives nothing away: sealed secrets, hashed codes, no endpoint', async () => {
  await makeUser(server, 'kept', { roles: ['OM'] });
  const { secret, recoveryCodes } = await enrol('kept');
  const { pool } = server.database.database;
  const stored = JSON.stringify([
    (await pool.query('select * from second_factor')).rows,
    (await pool.query('select * from recovery_code')).rows,
    (await pool.query('select * from record_history')).rows,
  ]);
  expect(stored).not.toContain(secret);
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll('-', ''));
  }
  for (const table of ['secondFactor', 'recoveryCode', 'passwordHistory', 'second_factor']) {
    expect([table, (await server.call('admin', 'GET', `/api/records/${table}`)).status]).toEqual([
      table,
      404,
    ]);
  }
});

describe('a role that asks for it', () => {
  let roleId: number;
  let bearer: string;
  const setRequired = async (requireSecondFactor: boolean) => {
    const { rows } = await rowsOf(server, 'admin', 'role', `id=${roleId}`);
    const change = { version: rows[0]?.version, requireSecondFactor };
    expect((await server.call('admin', 'PATCH', `/api/records/role/${roleId}`, change)).status).toBe(200);
  };
  beforeAll(async () => {
    const made = await server.call('admin', 'POST', '/api/records/role', {
      name: 'Guarded',
      displayName: 'Guarded',
      permissions: ['Pages.Navigation'],
    });
    roleId = (made.body as { id: number }).id;
    await makeUser(server, 'guarded', { roles: ['Guarded'] });
    bearer = `Bearer ${(await server.signIn('guarded')).accessToken}`;
  });

  test('shuts every endpoint but enrolment, in the middle of a session too', async () => {
    const plans = () => server.call(bearer, 'POST', '/api/services/app/Navigation/GetNAircraft', {});
    expect((await plans()).status).toBe(200);
    await setRequired(true);
    const refused = await plans();
    expect([refused.status, refused.headers.get('x-clearway-duty')]).toEqual([403, 'enrolSecondFactor']);
    expect(refused.body).toMatchObject({
      error: { message: '您的角色要求两步验证，请先启用两步验证，再继续使用。' },
    });
    for (const [verb, path] of [
      ['GET', '/api/records/plan'],
      ['GET', '/api/catalogue'],
      ['POST', '/api/services/app/ApiToken/Create'],
      ['PUT', `${account}/UpdateProfile`],
      ['GET', `${account}/GetSessions`],
    ] as const) {
      expect([path, (await server.call(bearer, verb, path, verb === 'GET' ? undefined : {})).status]).toEqual(
        [path, 403],
      );
    }
    expect(resultOf(await infoOf(bearer)).duty).toBe('enrolSecondFactor');
    const { encryptedAccessToken } = await server.signIn('guarded');
    await expect(server.client('/signalr-chat', encryptedAccessToken).start()).rejects.toThrow('401');
  });

  test('opens them again once the user has enrolled, and cannot be switched off by them', async () => {
    const enrolled = await enrol('guarded');
    const answer = await server.call(
      enrolled.bearer,
      'POST',
      '/api/services/app/Navigation/GetNAircraft',
      {},
    );
    expect(answer.status).toBe(200);
    nextStep();
    const proof = { password: demoPassword, code: codeAt(enrolled.secret, clock()) };
    const off = await server.call(enrolled.bearer, 'POST', `${account}/RemoveSecondFactor`, proof);
    expect([off.status, off.body]).toMatchObject([
      500,
      { error: { message: '您的角色要求两步验证，不能停用。' } },
    ]);
    bearer = enrolled.bearer;
  });

  test('an administrator resets it: every session ends, and they enrol anew', async () => {
    const userId = await idOf(server, 'user', 'userName', 'guarded');
    const reset = (user: string, adminPassword = demoPassword) =>
      server.call(user, 'POST', `${account}/ResetSecondFactor`, { adminPassword, userId });
    expect((await reset('operator')).status).toBe(403);
    expect((await reset('admin', 'Not-the-one-1')).status).toBe(500);
    expect((await reset('admin')).status).toBe(200);
    expect((await infoOf(bearer)).status).toBe(401);
    const again = `Bearer ${(await server.signIn('guarded')).accessToken}`;
    expect(resultOf(await infoOf(again)).duty).toBe('enrolSecondFactor');
    await setRequired(false);
    expect(resultOf(await infoOf(again)).duty).toBe(null);
  });
});

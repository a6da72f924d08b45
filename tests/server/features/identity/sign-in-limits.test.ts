import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword } from '#server/demo/seed-demo.ts';
import { makeUser, rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** How often one may try to sign in, and that the answers do not tell which names exist. */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => server?.close());

let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return `203.0.113.${addresses % 250}`;
};
const tryIn = (
  userNameOrEmailAddress: string,
  password: string,
  { user = null, address = elsewhere() }: { user?: string | null; address?: string } = {},
) =>
  server.call(
    user,
    'POST',
    '/api/TokenAuth/Authenticate',
    { userNameOrEmailAddress, password },
    new Headers({ 'x-forwarded-for': address }),
  );
const outcome = ({ status, body }: Answer) => [
  status,
  (body as { error: { details: string } }).error?.details,
];
const resultsOf = async (name: string) =>
  (await rowsOf(server, 'admin', 'loginAttempt', `userNameOrEmailAddress=${name}`)).rows.map(
    ({ result }) => result,
  );

test('of thirty tries at one moment no more are judged than one after another', async () => {
  await makeUser(server, 'raced');
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => tryIn('raced', n === 17 ? demoPassword : `Wrong-one-${n}`)),
  );
  const results = await resultsOf('raced');
  expect(results).toHaveLength(30);
  const checked = results.filter((result) => result !== 'lockedOut');
  expect(checked.length).toBeLessThanOrEqual(5);
  // Where the right one was not among them, or others had locked meanwhile, it cleared nothing.
  if (!checked.includes('success')) {
    expect(outcome(await tryIn('raced', demoPassword))[1]).toContain('账户已锁定');
  }
});

test('a name of nobody answers as an account does, locked too', async () => {
  await makeUser(server, 'somebody');
  const answers: Record<string, unknown[][]> = {};
  for (const name of ['somebody', 'nobody-at-all']) {
    answers[name] = [];
    for (let n = 0; n < 7; n++) answers[name]?.push(outcome(await tryIn(name, 'Wrong-one-1')));
  }
  expect(answers['nobody-at-all']).toEqual(answers.somebody);
  expect(answers.somebody?.map(([, text]) => String(text).includes('锁定'))).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('an account that an administrator locked says so to the right password alone', async () => {
  const id = await makeUser(server, 'closed');
  await server.service('admin', 'User/LockUser', { id });
  expect(outcome(await tryIn('closed', 'Wrong-one-1'))).toEqual(
    outcome(await tryIn('nobody-here', 'Wrong-one-1')),
  );
  expect(outcome(await tryIn('closed', demoPassword))[1]).toContain('管理员');
  for (let n = 0; n < 4; n++) await tryIn('closed', 'Wrong-one-1');
  expect(outcome(await tryIn('closed', demoPassword))[1]).toContain('分钟');
});

test('a token of one’s own opens no other count', async () => {
  const address = elsewhere();
  const left = async (user: string | null) =>
    Number((await tryIn('nobody-2', 'x', { user, address })).headers.get('x-ratelimit-remaining'));
  const first = await left(null);
  expect([await left('operator'), await left('admin'), await left(null)]).toEqual([
    first - 1,
    first - 2,
    first - 3,
  ]);
});

test('one name is tried sixty times a minute, from however many addresses', async () => {
  const answers: Answer[] = [];
  for (let n = 0; n < 61; n++) answers.push(await tryIn('everywhere', 'x'));
  expect(answers.slice(0, 60).every(({ status }) => status === 500)).toBe(true);
  expect(answers[60]?.status).toBe(429);
  expect(Number(answers[60]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await tryIn('somebody-else', 'x')).status).toBe(500);
});

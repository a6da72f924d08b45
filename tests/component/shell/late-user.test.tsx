import { expect, test } from 'vitest';
import { admin, server, signIn, userOf } from '#tests/component/support/mount.tsx';
import { loadUser } from '#web/client/auth.ts';
import { currentUser, session } from '#web/client/session.ts';

/** Answers in the envelope, each once it is let go. */
function asking(): { answer(userId: number): void }[] {
  const asked: { answer(userId: number): void }[] = [];
  server().on('/api/services/app/Session/GetCurrentUserInfo', () => {
    const said = (userId: number) =>
      Response.json({ success: true, result: userOf({ ...admin, userId }), error: null });
    return new Promise<Response>((resolve) => asked.push({ answer: (userId) => resolve(said(userId)) }));
  });
  return asked;
}

const shown = () => currentUser.get()?.user.id;

test('an answer that comes after the next sign-in makes nobody the user of before', async () => {
  signIn(admin);
  const asked = asking();
  const before = loadUser();
  await expect.poll(() => asked.length).toBe(1);
  session.clear();
  session.keep({ accessToken: 'next', encryptedAccessToken: 'next', expireInSeconds: 60 }, false);
  const after = loadUser();
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(72);
  await after;
  expect(shown()).toBe(72);
  asked[0]?.answer(71);
  await expect.poll(() => asked.length).toBe(3);
  expect(shown()).toBe(72);
  asked[2]?.answer(72);
  expect((await before).user.id).toBe(72);
});

test('after the sign-out it is refused, and nobody is signed in', async () => {
  signIn(admin);
  const asked = asking();
  const before = loadUser();
  await expect.poll(() => asked.length).toBe(1);
  session.clear();
  asked[0]?.answer(71);
  await expect(before).rejects.toMatchObject({ statusCode: 401 });
  expect(shown()).toBeUndefined();
});

test('who asks twice at the same time asks once', async () => {
  signIn(admin);
  const asked = asking();
  const both = Promise.all([loadUser(), loadUser()]);
  await expect.poll(() => asked.length).toBe(1);
  asked[0]?.answer(71);
  await both;
  expect([asked.length, shown()]).toEqual([1, 71]);
});

import type { AuthProvider } from '@refinedev/core';
import type { CurrentUser } from '#contract/session.ts';
import type { Credentials } from '#contract/token-auth.ts';
import { type Label, labelIn } from '#domain/text/label.ts';
import { safePath } from './guard.ts';
import { RequestError } from './http.ts';
import { disconnectHubs } from './hub.ts';
import { i18n } from './i18n.ts';
import { callAbp, callService } from './services.ts';
import { currentUser, session, sessionEnded, signInRequirementDue } from './session.ts';
import { shownLocale } from './shown-locale.ts';
import { clearButUnsent } from './unsent.ts';
import { forgetView, viewing } from './view-as.ts';

/** Signed in. `redirect`: where the server says that the user goes, if it is a path of this site. */
interface SignedIn {
  redirect: string | null;
}

/**
 * Signs in and loads the user; `code`: the password is right, and a code is asked for too. Rejects with the texts of
 * specification §5 where the server knows no roles. `keepPage`: a page that holds typed values is open; it stays even
 * where this fails.
 */
export async function signIn(credentials: Credentials, keepPage = false): Promise<SignedIn | 'code'> {
  const result = await callAbp('/api/TokenAuth/Authenticate', credentials);
  if ('requiresTwoFactorVerification' in result) return 'code';
  session.keep(result, credentials.rememberClient === true);
  try {
    const user = await loadUser();
    if (keepPage) signInRequirementDue.set(user.duty ?? null);
    return { redirect: safePath(result.redirect) };
  } catch (error) {
    if (keepPage) sessionEnded.set(true);
    else session.clear();
    throw error;
  }
}

let loading: { session: number; user: Promise<CurrentUser> } | undefined;

/** Asks who the token belongs to; loaders that ask at the same time share one answer. */
export function loadUser(): Promise<CurrentUser> {
  const asked = session.number();
  // An answer that is still on its way to the session before is somebody else's.
  if (loading?.session === asked) return loading.user;
  const user = askUser(asked).finally(() => {
    if (loading?.user === user) loading = undefined;
  });
  loading = { session: asked, user };
  return user;
}

/** A role that is gone, or that one may no longer see as, does not end the session: one is oneself again. */
async function askWhoever(): Promise<CurrentUser | null> {
  const ask = () => callService('Session', 'GetCurrentUserInfo', {});
  return ask().catch((error: unknown) => {
    const refused = error instanceof RequestError && [400, 403].includes(error.statusCode);
    if (!refused || viewing.get() === null) throw error;
    forgetView();
    return ask();
  });
}

async function askUser(asked: number): Promise<CurrentUser> {
  const answer = await askWhoever();
  if (session.number() !== asked) {
    if (session.bearer()) return loadUser();
    throw refusedSignIn('noUser', 401);
  }
  if (!answer?.user) {
    throw refusedSignIn('noUser', 401);
  }
  if (!Array.isArray(answer.roles) || answer.roles.length === 0) {
    throw refusedSignIn('noRoles', 403);
  }
  if (!answer.duty) signInRequirementDue.set(null);
  currentUser.set(answer);
  return answer;
}

/** The texts of specification §5, to the letter; here, for they may be due before the texts of the screen have come. */
const refusals = {
  noUser: { 'zh-Hans': '验证失败，请重新登录。', en: 'Verification failed. Sign in again.' },
  noRoles: { 'zh-Hans': '用户角色为空!', en: 'This account has no role. Contact an administrator.' },
} satisfies Record<string, Label>;

function refusedSignIn(code: keyof typeof refusals, statusCode: number): RequestError {
  return new RequestError(labelIn(refusals[code], shownLocale.get()), { statusCode, code });
}

/** Ends the session at the server and here: token, roles, local and session storage (specification §4). */
export async function signOut(): Promise<void> {
  // The session that ends is one's own, and a view changes nothing.
  forgetView();
  await disconnectHubs();
  try {
    await callAbp('/api/TokenAuth/LogOut', {});
  } catch {
    // The server may be away or the token already ended; here it ends in any case.
  }
  session.clear();
  clearButUnsent(window.localStorage);
  window.sessionStorage.clear();
}

/** refine's seam over the same functions. */
export const authProvider: AuthProvider = {
  login: async (credentials: Credentials) => {
    try {
      const answer = await signIn(credentials);
      if (answer === 'code') throw new Error(i18n.t('account.code.asked'));
      return { success: true, redirectTo: answer.redirect ?? '/' };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { success: false, error: { name: i18n.t('shell.login.failed'), message } };
    }
  },
  logout: async () => {
    await signOut();
    return { success: true, redirectTo: '/login' };
  },
  check: async () =>
    session.bearer()
      ? { authenticated: true }
      : { authenticated: false, redirectTo: '/login', logout: false },
  onError: async () => ({}),
  getIdentity: async () => currentUser.get()?.user ?? null,
  getPermissions: async () => currentUser.get()?.permissions ?? [],
};

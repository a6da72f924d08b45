import type { CurrentUser } from '#contract/session.ts';
import type { SignedIn } from '#contract/token-auth.ts';
import type { SignInRequirement } from '#domain/identity/sign-in-requirement.ts';
import { dropCookie, readCookie, writeCookie } from './cookies.ts';
import { createStore } from './store.ts';

const bearerCookie = 'Abp.AuthToken';
/** The name that the specification gives (§9). */
const opaqueCookie = 'enc_auth_token';

/** null: signed out, or not asked yet. */
export const currentUser = createStore<Omit<CurrentUser, 'application'> | null>(null);

/**
 * Set when the server says that the token has ended while a screen is open: a prompt offers to sign in again.
 */
export const sessionEnded = createStore(false);

/**
 * What the server waits for before it answers anything else, once it has said so in the middle of a session.
 */
export const signInRequirementDue = createStore<SignInRequirement | null>(null);

/** Good news that leads to the sign-in page, by its key: a changed password. Shown there once. */
export const signInNotice = createStore<string | null>(null);

/** Why the guard sent someone to the sign-in page; shown there once (specification §8). */
export const signInFailure = createStore<string | null>(null);

/** When what is shown began to be asked for: with the page, or with the sign-in on it; of `performance.now()`. */
let beganMs = 0;
let number = 0;

export const session = {
  /** Changes with each sign-in and each end: an answer that was asked for under another number is of another session. */
  number: (): number => number,
  /** Since when data of this session may have been read, in ms. */
  ageMs: (): number => performance.now() - beganMs,
  bearer: (): string | undefined => readCookie(bearerCookie) || undefined,
  opaque: (): string | undefined => readCookie(opaqueCookie) || undefined,
  /** With remember-me the token lives expireInSeconds × 1000 ms, without it until the browser is closed. */
  keep(
    result: Pick<SignedIn, 'accessToken' | 'encryptedAccessToken' | 'expireInSeconds'>,
    remember: boolean,
  ): void {
    const lifeMs = remember ? result.expireInSeconds * 1000 : undefined;
    writeCookie(bearerCookie, result.accessToken, lifeMs);
    writeCookie(opaqueCookie, result.encryptedAccessToken, lifeMs);
    sessionEnded.set(false);
    beganMs = performance.now();
    number += 1;
  },
  clear(): void {
    number += 1;
    dropCookie(bearerCookie);
    dropCookie(opaqueCookie);
    currentUser.set(null);
    sessionEnded.set(false);
    signInRequirementDue.set(null);
  },
};

/** Whoever is signed in has the screens of records; an applicant with a ticket has only their own pages. */
export function hasScreens(): boolean {
  return session.bearer() !== undefined;
}

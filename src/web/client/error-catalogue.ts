import { isObject } from '#domain/text/narrow.ts';
import type { RequestError } from './http.ts';

/** The error catalogue of specification §8 as values: what is said of a failure, and how. No screen in it. */

/** How long a refusal that has only a message stays. */
export const messageSeconds = 5;

/** Codes that older servers of this kind send for an ended session: no token, signed in elsewhere, token expired. */
const endedCodes: readonly unknown[] = [50008, 50012, 50014];

/** The status that an answer counts as: a code for an ended session is a 401 whatever its status is. */
export function countedStatus(status: number, body: unknown): number {
  if (!isObject(body)) return status;
  const error = isObject(body.error) ? body.error : {};
  return endedCodes.includes(body.code) || endedCodes.includes(error.code) ? 401 : status;
}

/** By its name: this file is read where there is no page, and so no class of it. */
function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && error.name === 'RequestError';
}

export type Saying =
  /** The prompt to sign in again says it. */
  | { kind: 'signIn' }
  /** The confirm that leads to the unfinished plans. */
  | { kind: 'notFinish' }
  | { kind: 'notification'; message: string; details: string }
  | { kind: 'message'; message: string };

export function isNotFinish(error: unknown): boolean {
  return isRequestError(error) && error.statusCode === 500 && error.message === 'NotFinish';
}

/** Texts are keys of the catalogues, or what the server said in the user's language. */
export function sayingOf(error: unknown): Saying {
  if (isNotFinish(error)) return { kind: 'notFinish' };
  if (isRequestError(error)) {
    if (error.statusCode === 401 || endedCodes.includes(Number(error.code))) return { kind: 'signIn' };
    const message = error.message || 'shell.error.unknown';
    return error.details
      ? { kind: 'notification', message, details: error.details }
      : { kind: 'message', message };
  }
  const message = error instanceof Error && error.message ? error.message : 'shell.error.unknown';
  return { kind: 'message', message };
}

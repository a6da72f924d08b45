import { verbs } from 'virtual:call-verbs';
import type { CallName, InputOf, OutputOf, ServiceName } from '#contract/services.ts';
import type { TokenAuthCalls } from '#contract/token-auth.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { countedStatus } from './error-catalogue.ts';
import { noteUnauthorized, RequestError, send } from './http.ts';

/** Opens the ABP envelope of wire.md §1: its `result`, or a RequestError. */
export function unwrap(status: number, body: unknown, requestId: string | null = null): unknown {
  if (isObject(body) && body.success === true) return body.result;
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const errors: Record<string, string[]> = {};
  for (const item of Array.isArray(error.validationErrors) ? error.validationErrors : []) {
    if (!isObject(item)) continue;
    for (const member of Array.isArray(item.members) ? item.members : []) {
      const field = String(member);
      errors[field] = [...(errors[field] ?? []), String(item.message)];
    }
  }
  const code = isObject(body) && typeof body.code === 'number' ? body.code : error.code;
  noteUnauthorized(countedStatus(status, body));
  throw new RequestError(textOf(error.message) ?? 'shell.error.unknown', {
    statusCode: status,
    code: code === undefined ? '' : String(code),
    details: textOf(error.details),
    errors,
    requestId,
  });
}

/**
 * One call of specification §7, e.g. `callService('Feedback', 'Close', { id: 7 })`, typed by the contract.
 * GET and DELETE carry `input` in the query, the others in the body. Throws RequestError with the server's text.
 */
export async function callService<S extends ServiceName, M extends CallName<S>>(
  service: S,
  method: M,
  input: InputOf<S, M>,
): Promise<OutputOf<S, M>>;
export async function callService(service: string, method: string, input: unknown = {}): Promise<unknown> {
  const verb = verbs[`${service}/${method}`] ?? 'POST';
  const path = `/api/services/app/${service}/${method}`;
  const body = isObject(input) ? input : {};
  const inQuery = verb === 'GET' || verb === 'DELETE';
  const answer = await send(path, { method: verb, ...(inQuery ? { query: queryOf(body) } : { body }) });
  // The one edge where the wire gets its type: the server checks each answer against its schema.
  return unwrap(answer.status, answer.body, answer.requestId);
}

/** What a form holds, as the input of a call: the form judged it by the record's schema, and the server will again. */
export function formInput<T>(values: Record<string, unknown>): T {
  return values as T;
}

/** Calls outside `/api/services/app`, in the same envelope (`/api/TokenAuth/…`). */
export async function callAbp<P extends keyof TokenAuthCalls>(
  path: P,
  body: TokenAuthCalls[P]['input'],
): Promise<TokenAuthCalls[P]['output']>;
export async function callAbp(path: string, body: unknown): Promise<unknown> {
  const answer = await send(path, { method: 'POST', body });
  return unwrap(answer.status, answer.body, answer.requestId);
}

function queryOf(input: object): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    query[key] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return query;
}

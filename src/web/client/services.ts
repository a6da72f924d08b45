import { countedStatus } from './error-catalogue.ts';
import { isObject, noteUnauthorized, RequestError, send, textOf } from './http.ts';

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

type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of specification §7, e.g. `callService('Navigation', 'DoFlyApprove', {id: 7, decision: 'approve'})`.
 * GET and DELETE carry `input` in the query, the others in the body. Throws RequestError with the server's text.
 */
export async function callService<T>(
  service: string,
  method: string,
  input: Record<string, unknown> = {},
  verb: Verb = 'POST',
): Promise<T> {
  const path = `/api/services/app/${service}/${method}`;
  const inQuery = verb === 'GET' || verb === 'DELETE';
  const answer = await send(
    path,
    inQuery ? { method: verb, query: queryOf(input) } : { method: verb, body: input },
  );
  // The one edge where the wire gets its type: the server validates each answer against its schema.
  return unwrap(answer.status, answer.body, answer.requestId) as T;
}

/** Calls outside `/api/services/app`, in the same envelope (`/api/TokenAuth/…`). */
export async function callAbp<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
  const answer = await send(path, { method: 'POST', body });
  return unwrap(answer.status, answer.body, answer.requestId) as T;
}

function queryOf(input: Record<string, unknown>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    query[key] = Array.isArray(value) ? value.join(',') : String(value);
  }
  return query;
}

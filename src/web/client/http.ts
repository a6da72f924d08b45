import type { HttpError } from '@refinedev/core';
import {
  idleHeader,
  type SignInRequirement,
  signInRequirementHeader,
} from '#domain/identity/sign-in-requirement.ts';
import { screenHeader } from '#domain/record/screen-header.ts';
import { isObject, textOf } from '#domain/text/narrow.ts';
import { idleSeconds } from './activity.ts';
import { mapToken } from './map-token.ts';
import { preferences } from './preferences.ts';
import { rawMessage } from './raw-message.ts';
import { currentUser, session, sessionEnded, signInRequirementDue } from './session.ts';
import { ticket } from './ticket.ts';
import { viewHeaders } from './view-as.ts';

/** Specification §9. */
export const requestTimeoutMs = 10_000;
export const clientVersion = '0.1.0';

/** A request that failed, with all that the server said about why. */
export class RequestError extends Error implements HttpError {
  [field: string]: unknown;
  /** 0: no answer at all. */
  readonly statusCode: number;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly details: string | null;
  /** The record as it is now, on a stale save. */
  readonly current: unknown;
  readonly rule: string | null;
  readonly requestId: string | null;
  /** The request that was refused, e.g. `PATCH /api/records/aircraft/7`. */
  readonly request: string | null;

  constructor(
    message: string,
    facts: {
      statusCode: number;
      code?: string;
      errors?: Record<string, string[]>;
      details?: string | null;
      current?: unknown;
      rule?: string | null;
      requestId?: string | null;
      request?: string | null;
    },
  ) {
    super(message);
    this.name = 'RequestError';
    this.statusCode = facts.statusCode;
    this.code = facts.code ?? '';
    this.errors = facts.errors ?? {};
    this.details = facts.details ?? null;
    this.current = facts.current;
    this.rule = facts.rule ?? null;
    this.requestId = facts.requestId ?? null;
    this.request = facts.request ?? null;
  }
}

/** The headers that specification §7 asks of every call. */
export function commonHeaders(): Record<string, string> {
  const { locale } = preferences.get();
  const bearer = mapToken.inUse() ?? session.bearer() ?? ticket.inUse();
  return {
    ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
    '.AspNetCore.Culture': `c=${locale}|uic=${locale}`,
    'Abp.TenantId': '1',
    'X-Client': 'Web',
    [screenHeader]: '1',
    [idleHeader]: String(idleSeconds()),
    'X-Client-Version': clientVersion,
    ...viewHeaders(),
  };
}

interface RequestOptions {
  method?: string;
  /** A list is written as its name repeated. */
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Sends and gives the parsed body with the status; throws RequestError only where there is no answer. */
export async function send(
  path: string,
  { method = 'GET', query, body, signal }: RequestOptions = {},
): Promise<{ status: number; body: unknown; requestId: string | null }> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  try {
    const response = await fetch(withQuery(path, query), {
      method,
      credentials: 'include',
      headers: {
        ...commonHeaders(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    noteSignInRequirement(response.headers.get(signInRequirementHeader));
    const text = await response.text();
    return { status: response.status, body: parsed(text), requestId: response.headers.get('x-request-id') };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RequestError(timeout.aborted ? 'shell.error.timeout' : 'shell.error.noAnswer', {
      statusCode: 0,
      code: timeout.aborted ? 'timeout' : 'noAnswer',
      details: timeout.aborted ? null : rawMessage(error),
    });
  }
}

function withQuery(path: string, query: RequestOptions['query']): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    for (const one of typeof value === 'object' ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * A 401 while signed in: the session ended on the server. The screen keeps what was typed and offers to sign
 * in again.
 */
export function noteUnauthorized(status: number): void {
  if (status === 401 && (session.bearer() || currentUser.get())) sessionEnded.set(true);
}

const duties: readonly string[] = ['changePassword', 'enrolSecondFactor'] satisfies SignInRequirement[];

function isSignInRequirement(text: string | null): text is SignInRequirement {
  return text !== null && duties.includes(text);
}

/** An endpoint was shut because something must be done first: the screen leads there. */
function noteSignInRequirement(text: string | null): void {
  if (isSignInRequirement(text) && session.bearer()) signInRequirementDue.set(text);
}

/** `{message, code, errors, rule?, current?, requestId}` of the records endpoint → RequestError. */
export function recordsError(status: number, body: unknown, request: string | null = null): RequestError {
  const facts = isObject(body) ? body : {};
  const errors: Record<string, string[]> = {};
  if (isObject(facts.errors)) {
    for (const [field, texts] of Object.entries(facts.errors)) {
      errors[field] = (Array.isArray(texts) ? texts : [texts]).map(String);
    }
  }
  return new RequestError(textOf(facts.message) ?? 'shell.error.unknown', {
    statusCode: status,
    code: textOf(facts.code) ?? '',
    errors,
    current: facts.current,
    rule: textOf(facts.rule),
    requestId: textOf(facts.requestId),
    request,
  });
}

import { clientVersion, commonHeaders } from './http.ts';

/** Of one visit at most: a page that fails in a loop tells of it once. */
const mostOfVisit = 20;
const reported = new Set<string>();

/**
 * Errors that are no error of a script: the browser says them of sizes and of what it does not let us read.
 */
const noise = [/^ResizeObserver loop/, /^Script error\.?$/];

/**
 * Tells the server's error log of an error of this page. Whatever becomes of that is nobody's concern here.
 */
export function reportError(error: unknown): void {
  const { name, message, stack } = factsOf(error);
  if (message === '' || noise.some((pattern) => pattern.test(message)) || isAnswer(error)) return;
  const key = `${name} ${message} ${stack.slice(0, 300)}`;
  if (reported.has(key) || reported.size >= mostOfVisit) return;
  reported.add(key);
  const body = {
    name: name.slice(0, 128),
    message: message.slice(0, 1000),
    stack: stack.slice(0, 10_000),
    page: window.location.pathname.slice(0, 256),
    release: clientVersion,
  };
  void fetch('/api/services/app/ErrorLog/Report', {
    method: 'POST',
    keepalive: true,
    headers: { ...commonHeaders(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

/** Listens to what nobody caught, in the built product alone. */
export function collectErrors(): void {
  if (!import.meta.env.PROD) return;
  window.addEventListener('error', ({ error, message }) => reportError(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}

/** A refusal or a silence of the server is told to the person, and is in the server's own log. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'RequestError' || error.name === 'AbortError' || 'statusCode' in error)
  );
}

function factsOf(error: unknown): { name: string; message: string; stack: string } {
  if (error instanceof Error) {
    return { name: error.name || 'Error', message: error.message || error.name, stack: error.stack ?? '' };
  }
  return { name: 'Error', message: typeof error === 'string' ? error : '', stack: '' };
}

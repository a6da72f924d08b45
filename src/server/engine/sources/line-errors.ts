import type { Text } from '#domain/text/errors.ts';

/** The reason of a failed socket in the reader's words: its code stays behind it, for whoever looks after the network. */
export function socketError(error: unknown): Text {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const key = socketErrors[code];
  if (key) return { key };
  const reason = code || (error instanceof Error ? error.message.slice(0, 100) : 'error');
  return { key: 'track.line.failed', values: { reason } };
}

const socketErrors: Readonly<Record<string, string>> = {
  EADDRINUSE: 'track.line.inUse',
  EADDRNOTAVAIL: 'track.line.noAddress',
  EACCES: 'track.line.notAllowed',
  ECONNREFUSED: 'track.line.refused',
  ECONNRESET: 'track.line.closed',
  EPIPE: 'track.line.closed',
  ETIMEDOUT: 'track.line.timeout',
  EHOSTUNREACH: 'track.line.unreachable',
  ENETUNREACH: 'track.line.unreachable',
  ENOTFOUND: 'track.line.unknownHost',
  EAI_AGAIN: 'track.line.unknownHost',
};

import { randomBytes } from 'node:crypto';
import { availableTransports } from './transports.ts';

/** What a client is told before it connects, or why not. */
export type NegotiateAnswer =
  | { body: Record<string, unknown>; version: 0 | 1; stateful: boolean }
  | { body: { error: string } };

export interface ConnectionIds {
  /** Known to other clients and to logs. */
  connectionId: string;
  /** Secret: whoever holds it may connect as this connection. */
  connectionToken: string;
}

/** Two different 128-bit random values, base64url. */
export function newConnectionIds(): ConnectionIds {
  return {
    connectionId: randomBytes(16).toString('base64url'),
    connectionToken: randomBytes(16).toString('base64url'),
  };
}

/**
 * The rules of negotiate versions 0 and 1: no version is 0, a later one is answered with 1,
 * something that is no version gets an error in a 200. Stateful reconnect is granted to who asks for it, since a
 * client that did not stops at it.
 */
export function negotiate(query: URLSearchParams, ids: ConnectionIds): NegotiateAnswer {
  const version = query.get('negotiateVersion');
  const wanted = version === null ? 0 : /^[+-]?\d{1,9}$/.test(version.trim()) ? Number(version) : Number.NaN;
  if (Number.isNaN(wanted)) {
    return { body: { error: `The client requested an invalid protocol version '${version}'` } };
  }
  if (wanted < 0) {
    return {
      body: {
        error: `The client requested version '${wanted}', but the server does not support this version.`,
      },
    };
  }
  const { connectionId, connectionToken } = ids;
  if (wanted === 0) {
    return { version: 0, stateful: false, body: { negotiateVersion: 0, connectionId, availableTransports } };
  }
  const stateful = query.get('useStatefulReconnect')?.toLowerCase() === 'true';
  return {
    version: 1,
    stateful,
    body: {
      negotiateVersion: 1,
      connectionId,
      connectionToken,
      ...(stateful ? { useStatefulReconnect: true } : {}),
      availableTransports,
    },
  };
}

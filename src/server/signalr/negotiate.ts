import { randomBytes } from 'node:crypto';
import { availableTransports } from './transports.ts';

/** What a client is told before it connects, or why not. */
export type NegotiateAnswer =
  | { body: Record<string, unknown>; token: string; stateful: boolean }
  | { body: { error: string } };

/** 128 random bits, base64url: known to other clients and to logs. */
export const newConnectionId = (): string => randomBytes(16).toString('base64url');

/**
 * The rules of negotiate versions 0 and 1: no version is 0, a later one is answered with 1,
 * something that is no version gets an error in a 200. Stateful reconnect is granted to who asks for it, since a
 * client that did not stops at it. `tokenOf` makes the secret with which a client connects as this connection.
 */
export function negotiate(
  query: URLSearchParams,
  connectionId: string,
  tokenOf: (stateful: boolean) => string,
): NegotiateAnswer {
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
  if (wanted === 0) {
    return {
      token: connectionId,
      stateful: false,
      body: { negotiateVersion: 0, connectionId, availableTransports },
    };
  }
  const stateful = query.get('useStatefulReconnect')?.toLowerCase() === 'true';
  const connectionToken = tokenOf(stateful);
  return {
    token: connectionToken,
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

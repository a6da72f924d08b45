import { bySchema, type EventsOf, type MethodDefinition } from './hub-definition.ts';
import type { SignalRServer } from './server.ts';

/** The code with which a client says that its user logs out. */
const logout = '2';

/**
 * `OffConnect('2')`: the user is offline and their hub sessions end, on every hub and server. The connections
 * of the session that logs out stay away; those of their other devices are told to come back, and do so where
 * they are still signed in.
 */
export function offConnect<E extends EventsOf<E>>(
  signalr: Pick<SignalRServer, 'disconnectUser' | 'disconnectSession'>,
): MethodDefinition<E, [code: string], void> {
  return {
    arguments: bySchema<[code: string]>({ type: 'string', maxLength: 8 }),
    writes: true,
    call(caller, code) {
      if (code !== logout) return;
      signalr.disconnectSession(caller.sessionId);
      signalr.disconnectUser(caller.actor.userId, {
        allowReconnect: true,
        exceptSessionId: caller.sessionId,
      });
    },
  };
}

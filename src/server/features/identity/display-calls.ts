import type { SessionPolicy } from '#domain/identity/session-policy.ts';
import { refused } from '#domain/text/errors.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/**
 * Displays: screens on a wall at which nobody sits. Whoever makes one leaves it behind: their own session ends there, and
 * what remains on the browser reads and nothing more.
 */
export function displayHandlers(deps: {
  sessions: Sessions;
  tokens: Tokens;
  policy: () => Promise<SessionPolicy>;
  /** Closes the hub connections of a session that has ended. */
  onEnd(sessionKey: string): void;
}) {
  const { sessions, tokens, policy, onEnd } = deps;
  return {
    async BeginDisplay({ name }, { actor, sessionId, client }) {
      if ((await policy()).displayDays === 0) throw refused('session.display.none');
      const { key, startedAt, expiresAt } = await sessions.begin({
        userId: actor.userId,
        remember: false,
        isDisplay: true,
        deviceName: name.trim(),
        clientIpAddress: client?.address ?? '',
        browserInfo: client?.browser ?? '',
      });
      const issued = await tokens.issue({
        sessionId: key,
        userId: actor.userId,
        name: actor.userName,
        roles: actor.roles,
        issuedAt: startedAt,
        expiresAt,
      });
      if (sessionId !== null) {
        await sessions.end(sessionId, 'signOut');
        onEnd(sessionId);
      }
      return issued;
    },
  } satisfies Partial<Handlers<'MyAccount'>>;
}

import { localeOf } from '#server/http/locale.ts';
import type { Principal } from '#server/signalr/hub.ts';
import type { Credentials } from '#server/signalr/server.ts';
import { type ApiTokens, tokenMark } from './api-tokens.ts';
import type { Sessions } from './sessions.ts';

/** Who connects to a hub: by an API token, or by the token of a session in either of its forms; null: nobody. */
export function createHubAuthenticator(deps: { apiTokens: ApiTokens; sessions: Sessions }) {
  const { apiTokens, sessions } = deps;
  return async ({ token, encryptedToken, headers, query }: Credentials): Promise<Principal | null> => {
    const principal = token?.startsWith(tokenMark)
      ? await apiTokens.principalOf(token)
      : await sessions.principalOf({
          ...(token ? { accessToken: token } : {}),
          ...(encryptedToken ? { encryptedAccessToken: encryptedToken } : {}),
        });
    // Whoever has a duty does that before anything is heard.
    if (!principal || principal.signInRequirement) return null;
    const { actor, sessionId, language, readOnly, display } = principal;
    return {
      actor,
      sessionId,
      locale: localeOf(headers, Object.fromEntries(query), language),
      readOnly,
      unattended: display !== null,
    };
  };
}

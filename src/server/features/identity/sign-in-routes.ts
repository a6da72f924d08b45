import type { FastifyInstance } from 'fastify';
import { type Credentials, credentials } from '#contract/token-auth.ts';
import { wrap } from '#server/http/envelope.ts';
import { permissionNote } from '#server/http/permission-note.ts';
import { callerOf, clientOf, invalid } from '#server/http/service-routes.ts';
import type { Sessions } from './sessions.ts';
import type { SignIn } from './sign-in.ts';

/** `POST /api/TokenAuth/Authenticate` and `POST /api/TokenAuth/LogOut`, in the ABP envelope (wire.md §2). */
export async function tokenAuthRoutes(
  app: FastifyInstance,
  options: {
    signIn: SignIn;
    sessions: Sessions;
    onEnd: (sessionId: string) => void;
    attemptsPerMinute: number;
  },
): Promise<void> {
  const { signIn, sessions, onEnd, attemptsPerMinute } = options;
  // By address, and by the name that is tried, from wherever it is.
  const byAccount = app.createRateLimit({
    max: attemptsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ body }) => `name ${nameIn(body)}`,
  });

  app.post<{ Body: Credentials }>(
    '/api/TokenAuth/Authenticate',
    {
      schema: {
        tags: ['TokenAuth'],
        operationId: 'TokenAuth_Authenticate',
        summary: 'Sign in',
        ...permissionNote('anonymous'),
        body: credentials,
      },
      attachValidation: true,
      config: {
        rateLimit: { max: attemptsPerMinute, timeWindow: '1 minute' },
        openToSignInRequirement: true,
        anonymous: true,
      },
    },
    async (request, reply) => {
      if (request.validationError) throw invalid(request.validationError.validation ?? []);
      const limit = await byAccount(request);
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', limit.ttlInSeconds);
        throw Object.assign(new Error('too many attempts on one account'), { statusCode: 429 });
      }
      const { userNameOrEmailAddress, password, rememberClient, twoFactorVerificationCode } = request.body;
      const code = twoFactorVerificationCode?.trim() ?? '';
      const client = clientOf(request);
      return wrap(
        await signIn({
          userNameOrEmailAddress,
          password,
          code: code === '' ? null : code,
          remember: rememberClient === true,
          clientIpAddress: client.address,
          browserInfo: client.browser,
        }),
      );
    },
  );

  app.post(
    '/api/TokenAuth/LogOut',
    {
      schema: {
        tags: ['TokenAuth'],
        operationId: 'TokenAuth_LogOut',
        summary: 'End the session of this token',
        ...permissionNote('signedIn'),
      },
      // Whoever only looks may leave.
      config: { openToSignInRequirement: true, writes: false },
    },
    async (request) => {
      const { sessionId } = callerOf(request);
      if (sessionId) {
        await sessions.end(sessionId, 'signOut');
        onEnd(sessionId);
      }
      return wrap(null);
    },
  );
}

function nameIn(body: unknown): string {
  const name =
    typeof body === 'object' && body !== null && 'userNameOrEmailAddress' in body ? body : undefined;
  return String(name?.userNameOrEmailAddress ?? '')
    .trim()
    .toLowerCase();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Nobody need sign in for it: its calls are counted by address. */
    anonymous?: boolean;
  }
}

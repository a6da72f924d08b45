import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SignInRequirement, signInRequirementHeader } from '#domain/identity/sign-in-requirement.ts';
import { AppError } from '#domain/text/errors.ts';

/**
 * Who has a duty does that and nothing else: every endpoint is shut to them but those that say of themselves
 * that they serve it. The answer names the duty, so that a screen can lead them to it.
 */
export function enforceSignInRequirement(request: FastifyRequest, reply: FastifyReply): void {
  const signInRequirement = request.caller?.signInRequirement;
  if (!signInRequirement || request.routeOptions.config.openToSignInRequirement === true) return;
  reply.header(signInRequirementHeader, signInRequirement);
  throw new AppError('forbidden', {
    key: `session.duty.${signInRequirement}` satisfies `session.duty.${SignInRequirement}`,
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to whoever must first change their password or enrol a second factor. */
    openToSignInRequirement?: boolean;
  }
}

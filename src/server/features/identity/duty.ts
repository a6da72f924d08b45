import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Duty, dutyHeader } from '#domain/identity/duty.ts';
import { AppError } from '#domain/text/errors.ts';

/**
 * Who has a duty does that and nothing else: every door is shut to him but those that say of themselves that they
 * serve it. The answer names the duty, so that a screen can lead him to it.
 */
export function holdToDuty(request: FastifyRequest, reply: FastifyReply): void {
  const duty = request.caller?.duty;
  if (!duty || request.routeOptions.config.duty === true) return;
  reply.header(dutyHeader, duty);
  throw new AppError('forbidden', { key: `session.duty.${duty}` satisfies `session.duty.${Duty}` });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Open to whoever must first change his password or enrol a second factor. */
    duty?: boolean;
  }
}

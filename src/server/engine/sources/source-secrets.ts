import { createHmac } from 'node:crypto';
import { createSeal } from '#server/kernel/seal.ts';

/** Passwords of sources as they are stored: sealed under the server's own secret, and never told to anybody. */
export interface SourceSecrets {
  seal(password: string): string;
  /** Throws where it was sealed under another secret. */
  open(sealed: string): string;
  /** A code for whoever signs in at a source under this name: always the same, and told by no other secret. */
  codeOf(name: string): string;
}

/** Digits of a code; devices keep few. */
const codeDigits = 16;

/** `resource`: of whose sources; what is sealed for one opens for no other. */
export function createSourceSecrets(
  serverSecret: string,
  resource: 'surveillanceSource' | 'informationSource',
): SourceSecrets {
  const seal = createSeal(serverSecret, resource);
  return {
    seal: (password) => seal.close(Buffer.from(password, 'utf8')),
    open: (sealed) => seal.open(sealed).toString('utf8'),
    codeOf: (name) =>
      createHmac('sha256', `${resource}\0${serverSecret}`).update(name).digest('hex').slice(0, codeDigits),
  };
}

import { createSeal } from '#server/kernel/seal.ts';

/** Passwords of sources as they are stored: sealed under the server's own secret, and never told to anybody. */
export interface SourceSecrets {
  seal(password: string): string;
  /** Throws where it was sealed under another secret. */
  open(sealed: string): string;
}

export function createSourceSecrets(serverSecret: string): SourceSecrets {
  const seal = createSeal(serverSecret, 'surveillanceSource');
  return {
    seal: (password) => seal.close(Buffer.from(password, 'utf8')),
    open: (sealed) => seal.open(sealed).toString('utf8'),
  };
}

import { tryWork } from '#domain/identity/proof-of-work.ts';
import { callService } from '#web/client/services.ts';

export interface Proof {
  challenge: string;
  nonce: string;
}

/** So many tries between two looks at the page: it stays alive while it works. */
const batch = 2_000;

/** Does the little work that the server asks of whoever registers. */
export async function solveChallenge(): Promise<Proof> {
  const { challenge, bits } = await callService('Registration', 'GetChallenge', {});
  for (let from = 0; ; from += batch) {
    const nonce = tryWork(challenge, bits, from, batch);
    if (nonce !== null) return { challenge, nonce };
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** What a hash costs: memory in KiB, and passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** OWASP's parameters of argon2id with one lane: 19 MiB, two passes. */
const productCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With no hash (unknown user) it takes as long and answers false, so that names can't be told apart by time. */
  verify(password: string, passwordHash: string | null): Promise<boolean>;
}

export function createPasswords(cost = productCost): Passwords {
  const options = { algorithm: 2 satisfies Algorithm.Argon2id, parallelism: 1, ...cost };
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, options),
    async verify(password, passwordHash) {
      decoy ??= hash('nobody has this password', options);
      const matches = await verify(passwordHash ?? (await decoy), password).catch(() => false);
      return passwordHash !== null && matches;
    },
  };
}

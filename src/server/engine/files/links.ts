import { createSigned } from '#server/kernel/signed.ts';

/** A link to one file that opens without a session until its time is over. */
export interface FileLinks {
  sign(fileId: number, expiresAt: Date): Promise<string>;
  /** Whose link it is; `forged`: not one of ours, `expired`: its time is over. */
  read(text: string, now: Date): Promise<{ fileId: number; expiresAt: Date } | 'forged' | 'expired'>;
}

export function createFileLinks(secret: string): FileLinks {
  const signed = createSigned(secret, 'file link');
  return {
    sign: (fileId, expiresAt) => signed.sign({ file: fileId }, expiresAt),

    async read(text, now) {
      const read = await signed.read(text, now);
      if (typeof read === 'string') return read;
      return { fileId: Number(read.claims.file), expiresAt: read.expiresAt };
    },
  };
}

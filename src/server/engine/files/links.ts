import { createSigned } from '#server/kernel/signed.ts';

/** A link to one file, made by a user (`by`: their id), that opens without a session until its time is over. */
export interface FileLinks {
  sign(fileId: number, by: number, expiresAt: Date): Promise<string>;
  /** Whose link it is; `forged`: not one of ours, `expired`: its time is over. */
  read(
    text: string,
    now: Date,
  ): Promise<{ fileId: number; by: number; expiresAt: Date } | 'forged' | 'expired'>;
}

export function createFileLinks(secret: string): FileLinks {
  const signed = createSigned(secret, 'file link');
  return {
    sign: (fileId, by, expiresAt) => signed.sign({ file: fileId, by }, expiresAt),

    async read(text, now) {
      const read = await signed.read(text, now);
      if (typeof read === 'string') return read;
      return { fileId: Number(read.claims.file), by: Number(read.claims.by ?? 0), expiresAt: read.expiresAt };
    },
  };
}

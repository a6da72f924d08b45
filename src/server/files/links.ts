import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A link to one file that opens without a session until its time is over. */
export interface FileLinks {
  sign(fileId: number, expiresAt: Date): string;
  /** Whose link it is; `forged`: not one of ours, `expired`: its time is over. */
  read(text: string, now: Date): { fileId: number; expiresAt: Date } | 'forged' | 'expired';
}

/** `{file}.{seconds}.{HMAC-SHA256}`, all in base 36 and base64url: it fits into a path and tells nothing. */
export function createFileLinks(secret: string): FileLinks {
  const key = createHash('sha256').update(`file link\0${secret}`).digest();
  const mac = (body: string) => createHmac('sha256', key).update(body).digest();

  return {
    sign(fileId, expiresAt) {
      const body = `${fileId.toString(36)}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`;
      return `${body}.${mac(body).toString('base64url')}`;
    },

    read(text, now) {
      const parts = /^([0-9a-z]{1,11}\.[0-9a-z]{1,8})\.([A-Za-z0-9_-]{43})$/.exec(text);
      const [, body = '', given = ''] = parts ?? [];
      const said = Buffer.from(given, 'base64url');
      const ours = mac(body);
      if (!parts || said.length !== ours.length || !timingSafeEqual(said, ours)) return 'forged';
      const [file = '', seconds = ''] = body.split('.');
      const expiresAt = new Date(Number.parseInt(seconds, 36) * 1000);
      if (expiresAt <= now) return 'expired';
      return { fileId: Number.parseInt(file, 36), expiresAt };
    },
  };
}

import { createHmac } from 'node:crypto';
import { purposeKey } from '#server/kernel/purpose-key.ts';

/** Signs what webhooks send. Secrets are drawn from the server's own: none is kept anywhere. */
export interface WebhookSigning {
  /** What the receiver is told once. Another version is another secret. */
  secretOf(webhookId: number, version: number): string;
  /** `t={unix seconds},v1={hex}`: HMAC-SHA256 by the secret over `{t}.{body}`. */
  sign(secret: string, body: string, at: Date): string;
}

/** `purpose`: secrets of one are none of the other. */
export function createWebhookSigning(
  serverSecret: string,
  purpose: 'webhook' | 'messageGateway' | 'channel' = 'webhook',
): WebhookSigning {
  const key = purposeKey(serverSecret, purpose);
  return {
    secretOf: (webhookId, version) =>
      `whsec_${createHmac('sha256', key).update(`${webhookId} ${version}`).digest('base64url')}`,
    sign(secret, body, at) {
      const t = Math.floor(at.getTime() / 1000);
      return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
    },
  };
}

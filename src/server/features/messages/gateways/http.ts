import type { Post } from '#server/engine/webhooks/post.ts';
import type { WebhookSigning } from '#server/engine/webhooks/signing.ts';
import type { SendThrough } from './gateway.ts';

/**
 * Posts a message as JSON, with our row's number as its Idempotency-Key: a receiver that keeps the keys it has seen
 * takes each message once, however often an answer is lost. Any 2xx answer acknowledges it.
 */
export function createHttpGateway(deps: {
  post: Post;
  signing: WebhookSigning;
  clock: () => Date;
}): SendThrough {
  const { post, signing, clock } = deps;
  return async (gateway, message) => {
    const { id, type, text, envelope, priority, addressees, reference, filingTime } = message;
    const body = JSON.stringify({ reference, type, text, envelope, priority, addressees, filingTime });
    const version = gateway.secretVersion ?? 0;
    const signature: Record<string, string> =
      version > 0
        ? { 'x-clearway-signature': signing.sign(signing.secretOf(gateway.id, version), body, clock()) }
        : {};
    const { error, code } = await post(
      gateway.address,
      {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Clearway-Messages',
        'idempotency-key': `clearway-message-${id}`,
        'x-clearway-message': type,
        ...signature,
      },
      body,
    );
    return error ? { ok: false, error, unknown: code === null } : { ok: true, acknowledged: true };
  };
}

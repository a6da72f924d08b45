import type { Locale } from '#domain/text/label.ts';
import type { Logger } from '#server/kernel/logger.ts';

/** Brings a text to a phone. */
export interface MessageGateway {
  /** False: it was not taken. */
  send(message: { phone: string; code: string; text: string; locale: Locale }): Promise<boolean>;
}

const patienceMs = 8_000;

/**
 * The gateway of SMS_URL: `{phone, code, text, locale}` is posted as JSON, and any answer of 2xx means taken. A user
 * and password in the address go as Basic authorization. Null where none is set.
 */
export function createMessageGateway({
  url,
  log,
}: {
  url: string | null;
  log: Logger;
}): MessageGateway | null {
  if (url === null) return null;
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    ...(username === '' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };
  return {
    async send(message) {
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers,
          body: JSON.stringify(message),
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        });
        await answer.body?.cancel();
        if (!answer.ok) log.warn({ status: answer.status }, 'the message gateway did not take a message');
        return answer.ok;
      } catch (error) {
        log.warn({ error }, 'the message gateway cannot be reached');
        return false;
      }
    },
  };
}

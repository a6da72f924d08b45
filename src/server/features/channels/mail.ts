import { createTransport } from 'nodemailer';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';

export interface Mail {
  to: string;
  /** The same at every try: by it a receiver knows a message that it has already. */
  key: string;
  locale: Locale;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** Where it is opened; null: nowhere. */
  link: string | null;
  attachments: { filename: string; contentType: string; content: Buffer }[];
}

/** Null: taken by the mail server. `permanent`: no further try will change it. */
export type MailOutcome = { error: Text; permanent: boolean } | null;

export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
  close(): void;
}

const patienceMs = 20_000;

/** Mail through the server of SMTP_URL: plain text, and the same as simple HTML that loads nothing. Null: none is set. */
export function createMailer({ url, from }: { url: string | null; from: string | null }): Mailer | null {
  if (url === null || from === null) return null;
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^@\s<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ to, key, locale, subject, paragraphs, link, attachments }) {
      const why = textIn({ key: 'channels.mail.why' }, locale);
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          messageId: `<${key}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': locale === 'en' ? 'en' : 'zh-CN',
          },
          text: [...paragraphs, ...(link ? [link] : []), why].join('\n\n'),
          html: htmlOf(paragraphs, link, why, locale),
          attachments: attachments.map((one) => ({ ...one, contentDisposition: 'attachment' as const })),
        });
        return null;
      } catch (error) {
        return outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A refusal of the address or the message is final (RFC 5321, 4.2.1); one of the connection is not. */
function outcomeOf(error: unknown): MailOutcome {
  const { responseCode, command, code, message } = error as {
    responseCode?: number;
    command?: string;
    code?: string;
    message?: string;
  };
  const permanent =
    responseCode !== undefined && responseCode >= 500 && ['RCPT TO', 'DATA'].includes(String(command));
  const reason = String(responseCode ?? code ?? message ?? '').slice(0, 100);
  return { error: { key: 'channels.mail.failed', values: { reason } }, permanent };
}

function htmlOf(paragraphs: readonly string[], link: string | null, why: string, locale: Locale): string {
  const open = textIn({ key: 'channels.mail.open' }, locale);
  const body = paragraphs.map((text) => `<p style="white-space:pre-line">${escaped(text)}</p>`);
  if (link) body.push(`<p><a href="${escaped(link)}">${escaped(open)}</a></p>`);
  body.push(`<hr><p style="color:#555">${escaped(why)}</p>`);
  const lang = locale === 'en' ? 'en' : 'zh-CN';
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">${body.join('')}</body></html>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => entities[one] ?? one);
}

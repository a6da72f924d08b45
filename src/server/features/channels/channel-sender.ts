import { sql as raw } from 'kysely';
import { messageKindOf } from '#domain/notices/message-kinds.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { storedText, wordedIn } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import { nextTry } from '#server/engine/webhooks/back-off.ts';
import type { Post } from '#server/engine/webhooks/post.ts';
import type { WebhookSigning } from '#server/engine/webhooks/signing.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { drain } from '#server/kernel/drain.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Mail, Mailer } from './mail.ts';
import type { Pusher } from './push.ts';
import { type TellingUser, tellingUsers } from './settings-of.ts';

export interface ChannelSender {
  /** Sends what is due, until nothing is; gives how many were tried. Safe on any number of servers at once. */
  tick(): Promise<number>;
  /** Sends one that the caller has just written, at once; null: sent. */
  sendNow(id: number): Promise<Text | null>;
  /** Removes what is done and older than a month. */
  forget(): Promise<void>;
}

/** What goes with a message about a record: a report's result. */
export type AttachmentsOf = (
  about: { resource: string | null; id: number | null; user: number },
  locale: Locale,
) => Promise<Mail['attachments']>;

type Claimed = Pick<
  Row<'channelDelivery'>,
  'id' | 'key' | 'channel' | 'user' | 'reminder' | 'subscription' | 'attempts' | 'firstTriedAt'
>;

/** What is said, in the language of its reader. */
interface Message {
  id: number | null;
  kind: string;
  content: string;
  opinion: string | null;
  isWarning: boolean;
  resource: string | null;
  recordId: number | null;
  at: string;
}

/** Null: it went. `final`: no further try will change it; `skip`: nothing is to be sent any more. */
type Failure = { error: Text; final?: boolean; skip?: boolean } | null;

const together = 10;
/** A try that was not settled within this time was cut short by the end of its process; it is made again. */
const claimMs = 120_000;
const retentionDays = 30;
/** A push must fit into 4,096 bytes with what encrypting adds. */
const longestPush = 800;

export function createChannelSender(deps: {
  sql: Sql;
  changes: ChangeFeed;
  mailer: Mailer | null;
  pusher: Pusher | null;
  post: Post;
  signing: WebhookSigning;
  attachmentsOf: AttachmentsOf;
  publicUrl: string | null;
  clock: () => Date;
  log: Logger;
}): ChannelSender {
  const { sql, changes, mailer, pusher, post, signing, attachmentsOf, publicUrl, clock, log } = deps;

  /** Takes what is due for this server alone: rows that another has locked are passed over. */
  async function claim(one?: number): Promise<Claimed[]> {
    const now = clock();
    const at = now.toISOString();
    const until = new Date(now.getTime() + claimMs).toISOString();
    const { rows } = await raw<Claimed>`
      update channel_delivery set status = 'sending', attempts = attempts + 1, next_at = ${until}::timestamptz,
        first_tried_at = coalesce(first_tried_at, ${at}::timestamptz), updated_at = ${at}::timestamptz
      where id in (
        select id from channel_delivery
        where status in ('pending', 'sending')
          and ${one === undefined ? raw`next_at <= ${at}::timestamptz` : raw`id = ${one} and attempts = 0`}
        order by id limit ${together} for update skip locked)
      returning id, key, channel, "user", reminder, subscription, attempts, first_tried_at`.execute(sql);
    return rows;
  }

  async function messageOf({ reminder, user }: Claimed, locale: Locale): Promise<Message | Failure> {
    if (reminder === null) {
      const content = textIn({ key: 'channels.testMessage' }, locale);
      const about = { resource: null, recordId: null, opinion: null, isWarning: false };
      return { id: null, kind: 'system', content, ...about, at: clock().toISOString() };
    }
    const row = await sql
      .selectFrom('reminder')
      .selectAll()
      .where('id', '=', reminder)
      .where('user', '=', user)
      .executeTakeFirst();
    if (!row || row.deletedAt !== null) return { error: { key: 'channels.takenBack' }, skip: true };
    const kind = messageKindOf(row.documentResource, row.messageType);
    // Who has read it needs no telling; a report is sent to be kept.
    if (row.isRead === 1 && kind !== 'report') return { error: { key: 'channels.read' }, skip: true };
    return {
      id: row.id,
      kind,
      content: locale === 'en' ? row.contentEn : row.content,
      opinion: wordedIn(row.opinion, locale),
      isWarning: row.isWarning === true,
      resource: row.documentResource,
      recordId: row.documentId,
      at: row.createdAt,
    };
  }

  async function sendMail({ key }: Claimed, user: TellingUser, message: Message): Promise<Failure> {
    if (!mailer) return { error: { key: 'channels.mail.none' }, skip: true };
    if (!user.emailAddress) return { error: { key: 'channels.mail.noAddress' }, skip: true };
    const { content, opinion, resource, recordId } = message;
    const outcome = await mailer.send({
      to: user.emailAddress,
      key,
      locale: user.language,
      subject: subjectOf(message, user.language),
      paragraphs: [content, ...(opinion ? [opinion] : [])],
      link: publicUrl && `${publicUrl}${pathOf(message)}`,
      attachments: await attachmentsOf({ resource, id: recordId, user: user.id }, user.language),
    });
    return outcome && { error: outcome.error, final: outcome.permanent };
  }

  async function push({ key, subscription }: Claimed, user: TellingUser, message: Message): Promise<Failure> {
    if (!pusher) return { error: { key: 'channels.push.notConfigured' }, skip: true };
    const target = await sql
      .selectFrom('pushSubscription')
      .select(['id', 'endpoint', 'p256dh', 'auth'])
      .where('id', '=', subscription ?? 0)
      .where('user', '=', user.id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!target) return { error: { key: 'channels.push.gone' }, skip: true };
    const payload = {
      title: subjectOf(message, user.language),
      body: message.content.slice(0, longestPush),
      path: pathOf(message),
      tag: key,
      locale: user.language,
    };
    // A topic is at most 32 characters of base64url (RFC 8030, 5.4).
    const { code, error } = await pusher.send(target, payload, key.replaceAll('-', ''), message.isWarning);
    if (code === 404 || code === 410) {
      // The browser has taken its permission back.
      await sql.deleteFrom('pushSubscription').where('id', '=', target.id).execute();
      return { error: { key: 'channels.push.gone' }, skip: true };
    }
    return error && { error, final: code === 400 || code === 413 };
  }

  async function callWebhook({ key }: Claimed, { id, own }: TellingUser, message: Message): Promise<Failure> {
    if (!own?.webhookUrl) return { error: { key: 'channels.webhook.none' }, skip: true };
    const { id: number, ...rest } = message;
    const path = pathOf(message);
    const body = JSON.stringify({ id: key, event: 'message', message: number, ...rest, path });
    const { code, error } = await post(
      own.webhookUrl,
      {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Clearway-Webhook',
        'idempotency-key': key,
        'x-clearway-event': 'message',
        'x-clearway-delivery': key,
        'x-clearway-signature': signing.sign(signing.secretOf(id, own.secretVersion ?? 0), body, clock()),
      },
      body,
    );
    return error && { error, final: code === 410 };
  }

  async function attempt(claimed: Claimed): Promise<Failure> {
    const [user] = await tellingUsers(sql, [claimed.user]);
    if (!user) return { error: { key: 'channels.userGone' }, skip: true };
    const message = await messageOf(claimed, user.language);
    if (message === null || 'error' in message) return message;
    if (claimed.channel === 'email') return sendMail(claimed, user, message);
    return claimed.channel === 'push' ? push(claimed, user, message) : callWebhook(claimed, user, message);
  }

  async function deliver(claimed: Claimed): Promise<Failure> {
    const failure = await attempt(claimed);
    if (!failure) {
      await settle(claimed, 'delivered', null, null);
      return null;
    }
    // A test is told at once, and not tried again behind its user's back.
    const isOver = failure.skip || failure.final || claimed.reminder === null;
    const next = isOver
      ? null
      : nextTry(claimed.attempts, new Date(claimed.firstTriedAt ?? clock()), clock());
    await settle(claimed, next ? 'pending' : failure.skip ? 'skipped' : 'dead', next, failure.error);
    return failure;
  }

  async function settle(
    { id, attempts }: Claimed,
    status: 'pending' | 'delivered' | 'skipped' | 'dead',
    next: Date | null,
    error: Text | null,
  ): Promise<void> {
    const at = clock().toISOString();
    const record = await sql
      .updateTable('channelDelivery')
      .set((eb) => ({
        status,
        version: eb('version', '+', 1),
        updatedAt: at,
        nextAt: next?.toISOString() ?? null,
        deliveredAt: status === 'delivered' ? at : null,
        error: error ? JSON.stringify(storedText(error)) : null,
      }))
      .where('id', '=', id)
      // Another server may have taken it up again where this one was too slow.
      .where('status', '=', 'sending')
      .where('attempts', '=', attempts)
      .returningAll()
      .executeTakeFirst();
    if (record) changes.publish({ resource: 'channelDelivery', id, action: 'update', record, by: null, at });
  }

  return {
    tick: () =>
      drain(
        () => claim(),
        deliver,
        (error) => log.error({ error }, 'a message was not sent'),
      ),

    async sendNow(id) {
      const [mine] = await claim(id);
      // Another round has it in hand already.
      return mine ? ((await deliver(mine))?.error ?? null) : null;
    },

    async forget() {
      const before = new Date(clock().getTime() - retentionDays * 86_400_000).toISOString();
      await sql
        .deleteFrom('channelDelivery')
        .where('status', 'in', ['delivered', 'skipped', 'dead'])
        .where('updatedAt', '<', before)
        .execute();
    },
  };
}

/** Where a message is opened in the product: it leads on to what it is about. */
function pathOf({ id }: Message): string {
  return id === null ? '/account/channels' : `/message/open/${id}`;
}

function subjectOf({ kind, isWarning, content }: Message, locale: Locale): string {
  const name = textIn({ key: `channels.kind.${kind}` }, locale);
  const values = { kind: name, content: (content.split('\n')[0] ?? '').slice(0, 80) };
  return textIn({ key: isWarning ? 'channels.subject.warning' : 'channels.subject', values }, locale);
}

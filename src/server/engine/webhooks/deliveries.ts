import { sql as raw } from 'kysely';
import { type Actor, abilityOf, coverageField, may, rulesFor } from '#domain/identity/access.ts';
import type { Text } from '#domain/text/errors.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import { drain } from '#server/kernel/drain.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { nextTry } from './back-off.ts';
import type { Outcome, Post } from './post.ts';
import type { WebhookSigning } from './signing.ts';

export interface Deliveries {
  /** Sends what is due, until nothing is; gives how many were tried. Safe on any number of servers at once. */
  tick(): Promise<number>;
  /** Sends one that the caller has just written, at once, and gives what came of it. */
  sendNow(id: number): Promise<Outcome | null>;
  /** Removes what is done and older than a month. */
  forget(): Promise<void>;
}

interface Claimed {
  id: number;
  key: string;
  webhook: number;
  event: string;
  resource: string | null;
  recordId: number | null;
  occurredAt: string;
  actor: number | null;
  attempts: number;
  firstTriedAt: string;
  payload: StoredRecord | null;
}

interface Hook {
  url: string;
  isActive: boolean | null;
  deletedAt: string | null;
  createdBy: number | null;
  updatedBy: number | null;
  addressBy: number | null;
  secretVersion: number;
}

const together = 10;
/** A try that was not settled within this time was cut short by the end of its process; it is made again. */
const claimMs = 60_000;
const retentionDays = 30;

/** What an alert is about, as values: its record holds them as one text. */
function figuresIn(event: string, record: StoredRecord | null): { figures?: unknown } {
  if (!event.startsWith('alert') || typeof record?.details !== 'string') return {};
  try {
    return { figures: JSON.parse(record.details) };
  } catch {
    return {};
  }
}

export function createDeliveries(deps: {
  sql: Sql;
  catalogue: Catalogue;
  changes: ChangeFeed;
  actorOf(userId: number): Promise<Actor | null>;
  signing: WebhookSigning;
  post: Post;
  clock: () => Date;
  log: Logger;
}): Deliveries {
  const { sql, catalogue, changes, actorOf, signing, post, clock, log } = deps;

  /** Takes what is due for this server alone: rows that another has locked are passed over. */
  async function claim(one?: number): Promise<Claimed[]> {
    const now = clock();
    const at = now.toISOString();
    const until = new Date(now.getTime() + claimMs).toISOString();
    const { rows } = await raw<Claimed>`
      update webhook_delivery set status = 'sending', attempts = attempts + 1, next_at = ${until}::timestamptz,
        first_tried_at = coalesce(first_tried_at, ${at}::timestamptz), updated_at = ${at}::timestamptz
      where id in (
        select id from webhook_delivery
        where status in ('pending', 'sending')
          and ${one === undefined ? raw`next_at <= ${at}::timestamptz` : raw`id = ${one} and attempts = 0`}
        order by id limit ${together} for update skip locked)
      returning id, key, webhook, event, resource, record_id, occurred_at, actor, attempts, first_tried_at, payload`.execute(
      sql,
    );
    return rows;
  }

  /** The record as everyone may see it who set this webhook up or changed it since; a text: why it is not sent. */
  async function recordFor(
    hook: Hook,
    { resource, payload }: Claimed,
  ): Promise<{ record: StoredRecord | null } | { refused: Text }> {
    const type = catalogue.types.get(resource ?? '');
    if (payload === null) return { record: null };
    if (!type) return { refused: { key: 'webhooks.notReadable' } };
    let record = payload;
    for (const id of new Set([hook.createdBy, hook.updatedBy, hook.addressBy])) {
      // Without a user it was set up by the server itself.
      if (id === null) continue;
      const actor = await actorOf(id);
      if (!actor) return { refused: { key: 'webhooks.keeperGone' } };
      const ability = abilityOf(rulesFor(actor, catalogue.resources));
      if (!may(ability, 'read', type.resource.name, payload))
        return { refused: { key: 'webhooks.notReadable' } };
      record = presentFor({ ability, locale: 'zh-Hans' }, type, record);
    }
    const { [coverageField]: _, ...open } = record;
    return { record: { ...open, id: record.id, version: record.version } };
  }

  async function settle(
    claimed: Claimed,
    status: 'pending' | 'delivered' | 'skipped' | 'dead',
    values: { nextAt?: Date | null; code?: number | null; durationMs?: number; error?: Text | null },
  ): Promise<void> {
    const at = clock().toISOString();
    const error = values.error ? JSON.stringify(storedText(values.error)) : null;
    const settled = await sql
      .updateTable('webhookDelivery')
      .set((eb) => ({
        status,
        version: eb('version', '+', 1),
        updatedAt: at,
        nextAt: values.nextAt?.toISOString() ?? null,
        deliveredAt: status === 'delivered' ? at : null,
        answerCode: values.code && values.code >= 100 && values.code <= 999 ? values.code : null,
        durationMs: values.durationMs ?? null,
        error,
      }))
      .where('id', '=', claimed.id)
      // Another server may have taken it up again where this one was too slow.
      .where('status', '=', 'sending')
      .where('attempts', '=', claimed.attempts)
      .returningAll()
      .executeTakeFirst();
    if (!settled) return;
    const { payload: _, ...record } = settled;
    changes.publish({ resource: 'webhookDelivery', id: claimed.id, action: 'update', record, by: null, at });
  }

  async function deliver(claimed: Claimed): Promise<Outcome | null> {
    const { rows } = await raw<Hook>`
      select url, is_active, deleted_at, created_by, updated_by, address_by, coalesce(secret_version, 0) as secret_version
      from webhook where id = ${claimed.webhook}`.execute(sql);
    const [hook] = rows;
    const isPing = claimed.event === 'ping';
    if (!hook || hook.deletedAt !== null || (hook.isActive !== true && !isPing)) {
      await settle(claimed, 'skipped', { error: { key: 'webhooks.inactive' } });
      return null;
    }
    const shown = await recordFor(hook, claimed);
    if ('refused' in shown) {
      await settle(claimed, 'skipped', { error: shown.refused });
      return null;
    }
    const { record } = shown;
    const { key, event, resource, occurredAt, actor } = claimed;
    const payload = {
      id: key,
      event,
      resource,
      at: occurredAt,
      by: actor,
      record,
      ...figuresIn(event, record),
    };
    const body = JSON.stringify(payload);
    const outcome = await post(
      hook.url,
      {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Clearway-Webhook',
        'x-clearway-event': event,
        'x-clearway-delivery': key,
        'x-clearway-signature': signing.sign(
          signing.secretOf(claimed.webhook, hook.secretVersion),
          body,
          clock(),
        ),
      },
      body,
    );
    const { code, durationMs, error } = outcome;
    const gone = code === 410;
    const again =
      error && !gone && !isPing && nextTry(claimed.attempts, new Date(claimed.firstTriedAt), clock());
    if (!error) await settle(claimed, 'delivered', { code, durationMs });
    else
      await settle(claimed, again ? 'pending' : 'dead', { nextAt: again || null, code, durationMs, error });
    return outcome;
  }

  return {
    tick: () =>
      drain(
        () => claim(),
        deliver,
        (error) => log.error({ error }, 'a webhook delivery failed'),
      ),

    async sendNow(id) {
      const [mine] = await claim(id);
      return mine ? deliver(mine) : null;
    },

    async forget() {
      const before = new Date(clock().getTime() - retentionDays * 86_400_000).toISOString();
      await sql
        .deleteFrom('webhookDelivery')
        .where('status', 'in', ['delivered', 'skipped', 'dead'])
        .where('updatedAt', '<', before)
        .execute();
    },
  };
}

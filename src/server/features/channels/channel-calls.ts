import { type ChannelChoices, type QuietHours, settingsInForce } from '#domain/notices/channels.ts';
import { AppError, fieldError, formError } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { isTimeZone } from '#domain/text/times.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { webTarget } from '#server/engine/webhooks/post.ts';
import type { WebhookSigning } from '#server/engine/webhooks/signing.ts';
import { readOwnMessage } from '#server/features/notices/own-messages.ts';
import { messageOf } from '#server/features/notices/user-message-calls.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { insertDue, type Sending, targetsOf } from './channel-outbox.ts';
import type { ChannelSender } from './channel-sender.ts';
import { ownSetting, settingsIn, tellingUsers } from './settings-of.ts';

/** Browsers of one user. */
const mostDevices = 20;

/** How a user is told: their own settings, those of roles, tests, and browsers that take pushes. */
export function createChannelService(deps: {
  records: Records;
  sql: Sql;
  sending: Sending;
  publicKey: string | null;
  sender: Pick<ChannelSender, 'sendNow'>;
  signing: WebhookSigning;
  guard: NetworkGuard;
  clock: () => Date;
}): Service {
  const { records, sql, sending, publicKey, sender, signing, guard, clock } = deps;

  /** Writes the one setting of a user or a role. */
  async function save(
    caller: Caller,
    of: { user: number } | { role: number },
    values: { choices: ChannelChoices; quiet: QuietHours | null; webhookUrl?: string | null | undefined },
  ): Promise<void> {
    const { choices, quiet, webhookUrl } = values;
    if (quiet && !isTimeZone(quiet.zone))
      throw formError('quiet.zone', 'format.timeZone', { example: 'Asia/Shanghai' });
    const stored = {
      choices,
      quietFrom: quiet?.from ?? null,
      quietUntil: quiet?.until ?? null,
      quietZone: quiet?.zone ?? null,
      ...(webhookUrl === undefined ? {} : { webhookUrl: webhookUrl || null }),
    };
    const service = asService(caller);
    await records.transaction(async (transaction) => {
      const before = await ownSetting(transaction.sql, of);
      if (before)
        await records.update(service, 'channelSetting', before.id, before.version, stored, transaction);
      else await records.create(service, 'channelSetting', { ...of, ...stored }, transaction);
    });
  }

  async function judgeAddress(field: string, address: string): Promise<void> {
    const target = webTarget(address);
    const error = target ? await guard.check(target.host) : { key: 'webhooks.badAddress' };
    if (error) throw formError(field, error.key, error.values);
  }

  async function ownDevice(caller: Caller, id: number) {
    const row = await sql
      .selectFrom('pushSubscription')
      .select('id')
      .where('id', '=', id)
      .where('user', '=', caller.actor.userId)
      .executeTakeFirst();
    if (!row)
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'PushSubscription', id } });
  }

  async function me(caller: Caller) {
    const [user] = await tellingUsers(sql, [caller.actor.userId]);
    if (!user) throw new AppError('forbidden', { key: 'channels.userGone' });
    return user;
  }

  return implement('Channel', {
    async GetSettings(_, caller) {
      const { own, settings, emailAddress, id } = await me(caller);
      const devices = await sql
        .selectFrom('pushSubscription')
        .select(['id', 'device', 'createdAt'])
        .where('user', '=', id)
        .where('deletedAt', 'is', null)
        .orderBy('id')
        .execute();
      return {
        own: own !== null,
        choices: own ? settingsIn(own).choices : {},
        quiet: settings.quiet,
        webhookUrl: own?.webhookUrl ?? null,
        inForce: settings.choices,
        email: { configured: sending.email, address: emailAddress },
        push: { publicKey, devices },
      };
    },
    async SaveSettings({ choices, quiet, webhookUrl }, caller) {
      if (webhookUrl) await judgeAddress('webhookUrl', webhookUrl);
      else if (Object.values(choices).some((chosen) => chosen?.includes('webhook'))) {
        const stored = webhookUrl === undefined ? await ownSetting(sql, { user: caller.actor.userId }) : null;
        if (!stored?.webhookUrl) throw formError('webhookUrl', 'channels.webhook.needed');
      }
      await save(caller, { user: caller.actor.userId }, { choices, quiet, webhookUrl });
      return null;
    },
    async UseDefaults(_, caller) {
      await records.transaction(async (transaction) => {
        const own = await ownSetting(transaction.sql, { user: caller.actor.userId });
        // The address and its secret are no choice, and stay.
        if (own)
          await records.update(
            asService(caller),
            'channelSetting',
            own.id,
            own.version,
            { choices: {}, quietFrom: null, quietUntil: null, quietZone: null },
            transaction,
          );
      });
      return null;
    },
    async GetRoleSettings({ role }, caller) {
      await records.get(caller, 'role', role);
      const row = await ownSetting(sql, { role });
      const own = row ? settingsIn(row) : null;
      return {
        own: row !== undefined,
        choices: own?.choices ?? {},
        quiet: own?.quiet ?? null,
        inForce: settingsInForce(null, own ? [own] : []).choices,
      };
    },
    async SaveRoleSettings({ role, choices, quiet }, caller) {
      await records.get(caller, 'role', role);
      await save(caller, { role }, { choices, quiet });
      return null;
    },
    async Test({ channel }, caller) {
      const targets = await targetsOf(sql, sending, await me(caller), channel);
      if (targets.length === 0) throw new AppError('refused', { key: `channels.notSetUp.${channel}` });
      // The rounds take it up only where this call comes to no end.
      const nextAt = new Date(clock().getTime() + 60_000).toISOString();
      const ids = await insertDue(
        sql,
        targets.map((one) => ({ ...one, kind: 'system' as const, reminder: null, nextAt })),
      );
      const errors = await Promise.all(ids.map((id) => sender.sendNow(id)));
      const error = errors.find((one) => one !== null) ?? null;
      return { sent: error === null, error: error && textIn(error, caller.locale) };
    },
    async Subscribe(input, caller) {
      if (!sending.push) throw new AppError('refused', { key: 'channels.notSetUp.push' });
      await judgeAddress('endpoint', input.endpoint);
      const user = caller.actor.userId;
      return records.transaction(async (transaction) => {
        // A browser belongs to whoever signed in there last.
        await transaction.sql.deleteFrom('pushSubscription').where('endpoint', '=', input.endpoint).execute();
        const { count } = await transaction.sql
          .selectFrom('pushSubscription')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('user', '=', user)
          .executeTakeFirstOrThrow();
        if (count >= mostDevices)
          throw new AppError('refused', { key: 'channels.push.tooMany', values: { most: mostDevices } });
        const { id } = await transaction.sql
          .insertInto('pushSubscription')
          .values({ ...input, user, createdBy: user, updatedBy: user })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id };
      });
    },
    async Unsubscribe({ id }, caller) {
      await ownDevice(caller, id);
      await sql.deleteFrom('pushSubscription').where('id', '=', id).execute();
      return null;
    },
    async RenewWebhookSecret(_, caller) {
      const user = caller.actor.userId;
      const version = await records.transaction(async (transaction) => {
        const own = await ownSetting(transaction.sql, { user });
        if (!own?.webhookUrl) throw fieldError('webhookUrl', 'channels.notSetUp.webhook');
        const secretVersion = (own.secretVersion ?? 0) + 1;
        await records.update(
          asService(caller),
          'channelSetting',
          own.id,
          own.version,
          { secretVersion },
          transaction,
        );
        return secretVersion;
      });
      return { secret: signing.secretOf(user, version) };
    },
    async OpenMessage({ id }, caller) {
      return messageOf(await readOwnMessage(records, caller, id), caller.locale);
    },
    async SendAgain({ id }, caller) {
      await records.get(caller, 'channelDelivery', id);
      const put = await sql
        .updateTable('channelDelivery')
        .set((eb) => ({
          status: 'pending',
          attempts: 0,
          firstTriedAt: null,
          nextAt: clock().toISOString(),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('status', 'in', ['dead', 'skipped'])
        .returning('id')
        .executeTakeFirst();
      if (!put) throw new AppError('conflict', { key: 'channels.notGivenUp' });
      return null;
    },
  });
}

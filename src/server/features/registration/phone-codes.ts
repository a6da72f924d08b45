import { createHmac, randomInt } from 'node:crypto';
import { sql as raw } from 'kysely';
import { formats } from '#domain/record/formats.ts';
import { AppError, formError, refused } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { lockNames } from '#server/db/advisory-locks.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';
import type { MessageGateway } from './message-gateway.ts';

/**
 * How the code reaches the phone's owner: by the configured gateway, or read out by the staff who call them.
 */
export type Delivery = 'gateway' | 'desk';

export interface RequestedCode {
  delivery: Delivery;
  expiresInSeconds: number;
  /** Before that no other is given to this number. */
  retryAfterSeconds: number;
}

export interface PhoneCodes {
  readonly delivery: Delivery;
  /** Makes a code for a number and sends it on its way; says the same of every number, known or not. */
  ask(caller: Caller, phone: string): Promise<RequestedCode>;
  /** Refuses a wrong code at `field`, and counts it. Nothing is used up yet. */
  check(phone: string, code: string, field: string): Promise<void>;
  /** Uses it up in the transaction that relies on it: of two that come at once, one. */
  use(transaction: Transaction, phone: string, code: string, field: string): Promise<void>;
}

const pauseSeconds = 60;
const mostOfPhone = 5;
const mostOfAddress = 20;
const mostWrong = 5;
const hourMs = 3_600_000;

export function createPhoneCodes(deps: {
  sql: Sql;
  records: Records;
  parameters: Pick<Parameters, 'number'>;
  gateway: MessageGateway | null;
  secret: string;
  clock: () => Date;
}): PhoneCodes {
  const { sql, records, parameters, gateway, clock } = deps;
  const key = purposeKey(deps.secret, 'phone code');
  const hashOf = (phone: string, code: string) =>
    createHmac('sha256', key).update(`${phone} ${code}`).digest('hex');
  const delivery: Delivery = gateway ? 'gateway' : 'desk';

  async function refuseTooMany(db: Sql, phone: string, address: string, now: Date): Promise<void> {
    const since = (ms: number) => new Date(now.getTime() - ms).toISOString();
    const { rows } = await raw<{ phone: string; askedAt: string; clientIpAddress: string | null }>`
      select phone, asked_at, client_ip_address from phone_code
      where asked_at > ${since(24 * hourMs)}::timestamptz
        and (phone = ${phone} or client_ip_address = ${address})`.execute(db);
    const ofPhone = rows.filter((row) => row.phone === phone);
    const last = Math.max(0, ...ofPhone.map(({ askedAt }) => Date.parse(askedAt)));
    const wait = Math.ceil((last + pauseSeconds * 1000 - now.getTime()) / 1000);
    if (wait > 0) throw refused('register.codeTooSoon', { seconds: wait });
    if (ofPhone.length >= mostOfPhone) throw refused('register.codesOfPhone', { most: mostOfPhone });
    const ofAddress = rows.filter(
      ({ clientIpAddress, askedAt }) => clientIpAddress === address && askedAt > since(hourMs),
    );
    if (ofAddress.length >= mostOfAddress) throw refused('register.codesOfAddress');
  }

  /** The newest one that still holds; what is over loses its figures. */
  async function waiting(db: Sql, phone: string, lock: boolean) {
    const { rows } = await raw<{ id: number; version: number; codeHash: string; attempts: number }>`
      select id, version, code_hash, attempts from phone_code
      where phone = ${phone} and state = 'waiting' and deleted_at is null
        and expires_at > ${clock().toISOString()}::timestamptz
      order by id desc limit 1 ${lock ? raw`for update` : raw``}`.execute(db);
    return rows[0];
  }

  async function match(db: Sql, phone: string, code: string, field: string, lock: boolean) {
    const found = await waiting(db, phone, lock);
    if (!found || found.attempts >= mostWrong) throw formError(field, 'register.codeOver');
    if (found.codeHash !== hashOf(phone, code.trim())) {
      // Counted by itself, whatever becomes of what it was entered for; who holds the lock was judged before.
      if (!lock) await raw`update phone_code set attempts = attempts + 1 where id = ${found.id}`.execute(sql);
      throw formError(field, 'register.codeWrong');
    }
    return found;
  }

  return {
    delivery,

    async ask(caller, phone) {
      if (!formats['mobile-cn']?.validate(phone))
        throw formError('telphone', 'format.mobileCn', { example: '13800138000' });
      const now = clock();
      const address = caller.client?.address ?? '';
      const minutes = await parameters.number('registration.codeMinutes');
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const { id } = await records.transaction(async (transaction) => {
        // One at a time for each number: two that come at once are not both the first.
        await lockNames(transaction.sql, [`phone code ${phone}`]);
        await refuseTooMany(transaction.sql, phone, address, now);
        await raw`update phone_code set state = 'over', code = null
          where state = 'waiting' and (phone = ${phone} or expires_at <= ${now.toISOString()}::timestamptz)`.execute(
          transaction.sql,
        );
        return records.create(
          systemCaller(),
          'phoneCode',
          {
            phone,
            code: delivery === 'desk' ? code : null,
            codeHash: hashOf(phone, code),
            delivery,
            state: 'waiting',
            askedAt: now.toISOString(),
            expiresAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
            clientIpAddress: address.slice(0, 64),
          },
          transaction,
        );
      });
      if (gateway) {
        const text = textIn({ key: 'register.sms', values: { code, minutes } }, caller.locale);
        const taken = await gateway.send({ phone, code, text, locale: caller.locale });
        if (!taken) {
          await raw`update phone_code set state = 'over' where id = ${id}`.execute(sql);
          throw new AppError('unavailable', { key: 'register.gatewayAway' });
        }
      }
      return { delivery, expiresInSeconds: minutes * 60, retryAfterSeconds: pauseSeconds };
    },

    async check(phone, code, field) {
      await match(sql, phone, code, field, false);
    },

    async use(transaction, phone, code, field) {
      const found = await match(transaction.sql, phone, code, field, true);
      const values = { state: 'used' as const, usedAt: clock().toISOString(), code: null };
      await records.update(systemCaller(), 'phoneCode', found.id, found.version, values, transaction);
    },
  };
}

import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { sql as raw } from 'kysely';
import type { OutputOf } from '#contract/services.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';

/** The device that asks, as far as it can be told. */
export interface Device {
  name: string;
  address: string;
  browser: string;
}

type BindView = OutputOf<'DeviceBinding', 'Get'>;
type BindState = BindView['state'];

export interface OpenedSession {
  accessToken: string;
  encryptedAccessToken: string;
  expireInSeconds: number;
}

export type OpenSession = (userId: number, device: Device) => Promise<OpenedSession | null>;

export interface BindCodes {
  /** A new code of the user; the one before, of the same session, is over. */
  make(caller: Caller): Promise<BindView & { code: string }>;
  view(caller: Caller, id: number): Promise<BindView>;
  /** The owner lets the device in that asks, or does not; `name`: what they call it from now on. */
  answer(caller: Caller, id: number, grant: boolean, name?: string): Promise<BindView>;
  /** A second device comes with the code: it is given a secret, by which alone it is let in later. */
  ask(device: Device, code: string): Promise<{ secret: string; checkNumber: string; expiresAt: string }>;
  /** What became of it; once it is granted, a session of the device's own, and that once. */
  collect(device: Device, secret: string): Promise<{ state: BindState; session: OpenedSession | null }>;
}

/** No letter that is taken for a figure. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 8;
/** How long the owner has to answer once a device has asked. */
const answerMs = 120_000;

export function createBindCodes(deps: {
  sql: Sql;
  records: Records;
  parameters: Pick<Parameters, 'number'>;
  openSession: OpenSession;
  secret: string;
  clock: () => Date;
}): BindCodes {
  const { sql, records, parameters, openSession, clock } = deps;
  const key = purposeKey(deps.secret, 'bind code');
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  const system = systemCaller();

  async function own(caller: Caller, id: number): Promise<StoredRecord> {
    const found = await records.get(system, 'bindCode', id).catch(() => null);
    if (found?.user === caller.actor.userId) return found;
    throw new AppError('notFound', { key: 'register.bindUnknown' });
  }

  function viewOf(row: StoredRecord): BindView {
    const over = String(row.expiresAt) <= clock().toISOString();
    const state = String(row.state) as BindState;
    const open = state === 'waiting' || state === 'asked';
    return {
      id: row.id,
      state: over && open ? 'over' : state,
      device:
        typeof row.deviceName === 'string'
          ? { name: row.deviceName, address: String(row.clientIpAddress ?? '') }
          : null,
      checkNumber: stringOf(row.checkNumber),
      expiresAt: String(row.expiresAt),
    };
  }

  /** Moves a row from a state, if it is still there: of two that come at once, one. */
  async function move(id: number, from: BindState, values: Record<string, unknown>): Promise<StoredRecord> {
    return records.transaction(async (transaction) => {
      const { rows } = await raw<{ version: number }>`
        select version from bind_code where id = ${id} and state = ${from}
          and expires_at > ${clock().toISOString()}::timestamptz for update`.execute(transaction.sql);
      if (!rows[0]) throw refused('register.bindOver');
      return records.update(system, 'bindCode', id, rows[0].version, values, transaction);
    });
  }

  return {
    async make(caller) {
      const minutes = await parameters.number('registration.bindMinutes');
      let code = '';
      for (let i = 0; i < codeLength; i += 1) code += alphabet.charAt(randomInt(alphabet.length));
      const row = await records.transaction(async (transaction) => {
        await raw`update bind_code set state = 'refused'
          where "user" = ${caller.actor.userId} and owner_session is not distinct from ${caller.sessionId}
            and state in ('waiting', 'asked')`.execute(transaction.sql);
        const values = {
          user: caller.actor.userId,
          codeHash: hashOf(code),
          ownerSession: caller.sessionId,
          state: 'waiting' as const,
          expiresAt: new Date(clock().getTime() + minutes * 60_000).toISOString(),
        };
        return records.create(system, 'bindCode', values, transaction);
      });
      return { ...viewOf(row), code: `${code.slice(0, 4)}-${code.slice(4)}` };
    },

    async view(caller, id) {
      return viewOf(await own(caller, id));
    },

    async answer(caller, id, grant, name) {
      await own(caller, id);
      const values = {
        state: grant ? 'granted' : 'refused',
        ...(name ? { deviceName: name.slice(0, 64) } : {}),
      };
      return viewOf(await move(id, 'asked', values));
    },

    async ask(device, code) {
      const plain = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
      const { rows } = await raw<{ id: number }>`
        select id from bind_code where code_hash = ${hashOf(plain)} and state = 'waiting'
          and expires_at > ${clock().toISOString()}::timestamptz limit 1`.execute(sql);
      // One that was used, refused or is over is told apart from one that never was by nobody.
      if (!rows[0]) throw refused('register.bindUnknown');
      const secret = randomBytes(32).toString('base64url');
      const checkNumber = String(randomInt(0, 100)).padStart(2, '0');
      const expiresAt = new Date(clock().getTime() + answerMs).toISOString();
      await move(rows[0].id, 'waiting', {
        state: 'asked',
        secretHash: hashOf(secret),
        checkNumber,
        deviceName: device.name.slice(0, 64),
        clientIpAddress: device.address.slice(0, 64),
        browserInfo: device.browser.slice(0, 512),
        expiresAt,
      });
      return { secret, checkNumber, expiresAt };
    },

    async collect(device, secret) {
      const { rows } = await raw<{ id: number; user: number }>`
        select id, "user" from bind_code where secret_hash = ${hashOf(secret)} and deleted_at is null
        limit 1`.execute(sql);
      const [row] = rows;
      if (!row) throw refused('register.bindUnknown');
      const found = await records.get(system, 'bindCode', row.id);
      const { state } = viewOf(found);
      if (state !== 'granted') return { state, session: null };
      await move(found.id, 'granted', { state: 'used' });
      const name = found.deviceName ?? device.name;
      const session = await openSession(row.user, { ...device, name });
      if (!session) throw refused('register.bindOver');
      return { state: 'used', session };
    },
  };
}

import { createHmac, randomBytes } from 'node:crypto';
import { invitationMark } from '#domain/identity/invitation.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { purposeKey } from '#server/kernel/purpose-key.ts';
import type { Credentials } from './credentials.ts';
import type { ManageableUser } from './manageable-user.ts';

export interface Invitations {
  /** A new invitation of a user who never signed in; the one before no longer holds. */
  make(caller: Caller, userId: number): Promise<{ token: string; expiresAt: string }>;
  /** Nobody sets a password by it any more. */
  revoke(caller: Caller, userId: number): Promise<void>;
  /** A password drawn by lot, to be changed at the first sign-in; it is told here and nowhere else. */
  firstPassword(caller: Caller, userId: number): Promise<string>;
  /** Whom a token invites. */
  read(token: string): Promise<{ userName: string; name: string }>;
  /** The invited user chooses their password, once. */
  accept(token: string, password: string): Promise<{ userName: string }>;
}

const hourMs = 3_600_000;

export function createInvitations(deps: {
  sql: Sql;
  records: Records;
  credentials: Credentials;
  manageableUser: ManageableUser;
  parameters: Pick<Parameters, 'number'>;
  secret: string;
  clock: () => Date;
}): Invitations {
  const { sql, records, credentials, manageableUser, parameters, clock } = deps;
  const key = purposeKey(deps.secret, 'invitation');
  const hashOf = (token: string) => createHmac('sha256', key).update(token).digest('hex');

  /** Whoever has signed in keeps their password: it is reset, which the administrator confirms with their own. */
  async function assertNew(caller: Caller, userId: number): Promise<void> {
    await manageableUser(caller, userId);
    const { isActive, lastLoginAt } = await records.get(asService(caller), 'user', userId);
    if (lastLoginAt !== null) throw refused('session.invitationSignedIn');
    if (isActive !== true) throw refused('session.invitationInactive');
  }

  async function write(caller: Caller, userId: number, values: Record<string, unknown>): Promise<void> {
    const service = asService(caller);
    await records.transaction(async (transaction) => {
      const user = await records.lockForChange(service, 'user', userId, transaction);
      await records.update(service, 'user', userId, user.version, values, transaction);
    });
  }

  async function invited(token: string, on: Sql, lock = false) {
    const query = on
      .selectFrom('user')
      .select(['id', 'userName', 'name', 'isActive', 'invitationExpiresAt', 'invitationUsedAt'])
      .where('invitationHash', '=', hashOf(token))
      .where('deletedAt', 'is', null);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    if (row?.isActive !== true) throw new AppError('refused', { key: 'session.invitationUnknown' });
    if (row.invitationUsedAt !== null) throw refused('session.invitationUsed', { name: row.userName });
    if (String(row.invitationExpiresAt) <= clock().toISOString()) throw refused('session.invitationOver');
    return row;
  }

  return {
    async make(caller, userId) {
      await assertNew(caller, userId);
      const token = `${invitationMark}${randomBytes(32).toString('base64url')}`;
      const hours = await parameters.number('registration.invitationHours');
      const expiresAt = new Date(clock().getTime() + hours * hourMs).toISOString();
      await write(caller, userId, {
        invitationHash: hashOf(token),
        invitationExpiresAt: expiresAt,
        invitationUsedAt: null,
      });
      return { token, expiresAt };
    },

    async revoke(caller, userId) {
      await manageableUser(caller, userId);
      await write(caller, userId, { invitationHash: null, invitationExpiresAt: null });
    },

    async firstPassword(caller, userId) {
      await assertNew(caller, userId);
      const password = drawn();
      await credentials.set(caller, userId, password, { mustChange: true });
      return password;
    },

    async read(token) {
      const { userName, name } = await invited(token, sql);
      return { userName, name };
    },

    async accept(token, password) {
      const { id, userName } = await invited(token, sql);
      await credentials.assertNew(id, password, 'password');
      await credentials.set(systemCaller(), id, password, {
        mustChange: false,
        first: async (on) => {
          // Of two who come with it at once, one.
          await invited(token, on, true);
          // Kept, to say of the link that it was used.
          return { invitationHash: hashOf(token), invitationUsedAt: clock().toISOString() };
        },
      });
      return { userName };
    },
  };
}

/** No letter that is taken for a figure; each kind of sign that a policy may ask for. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const drawnLength = 16;

function drawn(): string {
  const bytes = randomBytes(4 * drawnLength);
  let text = '';
  // Those beyond the last whole alphabet are passed over: every sign is as likely.
  for (const byte of bytes) {
    if (text.length === drawnLength) break;
    if (byte < 256 - (256 % alphabet.length)) text += alphabet.charAt(byte % alphabet.length);
  }
  return `${text}-aZ7`;
}

import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { createSeal, type Seal } from '#server/kernel/seal.ts';
import { base32, matchingStep, totpDigits, totpUri } from './totp.ts';

const issuer = 'Clearway';
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;
const recoveryCodes = 10;
/** 80 bits each: so many that a fast hash keeps them. */
const recoveryBytes = 10;
/** How long a QR code that was shown waits for its first code. */
const pendingMs = 15 * 60_000;

/** The second factors of accounts: an authenticator app (RFC 6238), and recovery codes for when it is lost. */
export interface SecondFactors {
  /** A new secret, shown and not yet in force: what is in force stays until `confirm`. */
  begin(userId: number, userName: string): Promise<{ secret: string; uri: string }>;
  /** The first code of the new secret puts it in force; gives the recovery codes, this once. Null: a wrong code. */
  confirm(caller: Caller, userId: number, code: string): Promise<string[] | null>;
  /** Takes a code of the app or a recovery code; each works once. */
  take(userId: number, code: string): Promise<boolean>;
  /** Nothing is asked at sign-in any more. */
  remove(caller: Caller, userId: number): Promise<void>;
  /** New recovery codes in the place of those that are left. */
  renewCodes(userId: number): Promise<string[]>;
  codesLeft(userId: number): Promise<number>;
}

export function createSecondFactors(deps: {
  sql: Sql;
  records: Records;
  /** The server's; what is kept is sealed by a key that is drawn from it. */
  secret: string;
  clock: () => Date;
}): SecondFactors {
  const { sql, records, clock } = deps;
  const seal = createSeal(deps.secret, 'second factor');

  async function codesIn(on: Sql, userId: number): Promise<string[]> {
    await on.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
    const codes = Array.from({ length: recoveryCodes }, () => readable(base32(randomBytes(recoveryBytes))));
    await on
      .insertInto('recoveryCode')
      .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
      .execute();
    return codes;
  }

  async function note(
    caller: Caller,
    userId: number,
    secondFactorAt: string | null,
    on: Transaction,
  ): Promise<void> {
    const service = asService(caller);
    const user = await records.get(service, 'user', userId, on.sql);
    await records.update(service, 'user', userId, user.version, { secondFactorAt }, on);
  }

  async function takeRecovery(userId: number, code: string): Promise<boolean> {
    const used = await sql
      .deleteFrom('recoveryCode')
      .where('userId', '=', userId)
      .where('codeHash', '=', hashOf(userId, code))
      .returning('userId')
      .executeTakeFirst();
    return used !== undefined;
  }

  return {
    async begin(userId, userName) {
      const secret = randomBytes(secretBytes);
      const pending = { pending: seal.close(secret, owner(userId)), pendingAt: clock().toISOString() };
      await sql
        .insertInto('secondFactor')
        .values({ userId, ...pending })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(pending))
        .execute();
      return { secret: base32(secret), uri: totpUri(issuer, userName, secret) };
    },

    async confirm(caller, userId, code) {
      const now = clock();
      const row = await sql
        .selectFrom('secondFactor')
        .select(['pending', 'pendingAt'])
        .where('userId', '=', userId)
        .executeTakeFirst();
      const begun = typeof row?.pendingAt === 'string' ? Date.parse(row.pendingAt) : 0;
      if (typeof row?.pending !== 'string' || now.getTime() - begun > pendingMs) {
        throw new AppError('refused', { key: 'session.secondFactorNotBegun' });
      }
      const { pending } = row;
      const secret = openOf(seal, userId, pending);
      const step = secret && matchingStep(secret, code, now, 0);
      if (step === null) return null;
      return records.transaction(async (transaction) => {
        const stored = await transaction.sql
          .updateTable('secondFactor')
          .set({ secret: pending, pending: null, pendingAt: null, lastStep: step })
          .where('userId', '=', userId)
          .where('pending', '=', pending)
          .returning('userId')
          .executeTakeFirst();
        // Another page has begun anew, or has confirmed this one already.
        if (!stored) throw new AppError('refused', { key: 'session.secondFactorNotBegun' });
        await note(caller, userId, now.toISOString(), transaction);
        return codesIn(transaction.sql, userId);
      });
    },

    async take(userId, given) {
      const code = plain(given);
      if (!isAppCode(code)) return takeRecovery(userId, code);
      const row = await sql
        .selectFrom('secondFactor')
        .select(['secret', 'lastStep'])
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (typeof row?.secret !== 'string') return false;
      const secret = openOf(seal, userId, row.secret);
      const step = secret && matchingStep(secret, code, clock(), row.lastStep);
      if (step === null) return false;
      // Of two who bring the same code at once, one comes first.
      const first = await sql
        .updateTable('secondFactor')
        .set({ lastStep: step })
        .where('userId', '=', userId)
        .where('lastStep', '<', step)
        .returning('userId')
        .executeTakeFirst();
      return first !== undefined;
    },

    async remove(caller, userId) {
      await records.transaction(async (transaction) => {
        await transaction.sql.deleteFrom('secondFactor').where('userId', '=', userId).execute();
        await transaction.sql.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
        await note(caller, userId, null, transaction);
      });
    },

    renewCodes: (userId) => sql.transaction().execute((transaction) => codesIn(transaction, userId)),

    async codesLeft(userId) {
      const row = await sql
        .selectFrom('recoveryCode')
        .select((select) => select.fn.countAll().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
  };
}

const owner = (userId: number) => `user ${userId}`;

/** Null: sealed by another server's secret, or for another user. */
function openOf(seal: Seal, userId: number, text: string): Buffer | null {
  try {
    return seal.open(text, owner(userId));
  } catch {
    return null;
  }
}

function isAppCode(code: string): boolean {
  return code.length === totpDigits && /^\d+$/.test(code);
}

/** As people copy it: in groups of four, in either case, with blanks. */
function readable(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

function plain(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

function hashOf(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('hex');
}

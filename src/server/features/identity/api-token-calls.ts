import { permissionNames } from '#domain/identity/permissions.ts';
import { notHeld } from '#domain/identity/token-scope.ts';
import { AppError, formError } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records, RowsQuery } from '#server/engine/records/records.ts';
import { asCaller, type StoredRecord } from '#server/engine/records/stored-record.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { newToken, sessionKeyOf } from './api-tokens.ts';

const longestDays = 366;
const mostLiving = 20;
const resource = 'apiToken';

/**
 * A user's tokens for programs. Only they make them, in a session; they and whoever keeps users revokes them.
 */
export function createApiTokenService(deps: {
  records: Records;
  clock: () => Date;
  /** Ends the hub connections that were opened by a token. */
  onRevoke(sessionKey: string): void;
}): Service {
  const { records, clock, onRevoke } = deps;

  async function own(caller: Caller, sql?: Sql): Promise<StoredRecord[]> {
    const query: RowsQuery = {
      most: 1000,
      sort: [{ field: 'id', order: 'desc' }],
      filter: { field: 'user', operator: 'eq', value: caller.actor.userId },
    };
    return records.rows(asService(caller), resource, query, sql);
  }

  function stateOf(record: StoredRecord): 'living' | 'ended' | 'revoked' {
    if (record.revokedAt !== null) return 'revoked';
    return Date.parse(String(record.expiresAt)) > clock().getTime() ? 'living' : 'ended';
  }

  function present(record: StoredRecord) {
    return {
      id: record.id,
      name: String(record.name),
      prefix: String(record.prefix),
      permissions: Array.isArray(record.permissions) ? record.permissions.map(String) : [],
      readOnly: record.readOnly === true,
      createdAt: String(record.createdAt),
      expiresAt: String(record.expiresAt),
      lastUsedAt: stringOf(record.lastUsedAt),
      revokedAt: stringOf(record.revokedAt),
      state: stateOf(record),
    };
  }

  function endOf(text: string): string {
    const end = Date.parse(text);
    const now = clock().getTime();
    if (Number.isNaN(end) || end <= now) throw formError('expiresAt', 'tokens.ended');
    if (end > now + longestDays * 86_400_000) throw formError('expiresAt', 'tokens.tooLong');
    return new Date(end).toISOString();
  }

  return implement('ApiToken', {
    GetList: async (_input, caller) => ({ items: (await own(caller)).map(present) }),
    async Create({ name, permissions = [], readOnly = false, expiresAt }, caller) {
      const { actor } = caller;
      if (name.trim() === '') throw formError('name', 'common.invalid.required', { field: 'name' });
      const unheld = [
        ...permissions.filter((one) => !permissionNames.includes(one)),
        ...notHeld(actor, permissions),
      ];
      if (unheld.length > 0) {
        throw formError('permissions', 'tokens.notHeld', { list: [...new Set(unheld)].join(', ') });
      }
      const end = endOf(expiresAt);
      const living = (await own(caller)).filter((record) => stateOf(record) === 'living');
      if (living.length >= mostLiving)
        throw new AppError('refused', { key: 'tokens.tooMany', values: { most: mostLiving } });
      const { secret, prefix, tokenHash } = newToken();
      const made = await records.transaction((transaction) =>
        records.create(
          asService(caller),
          resource,
          {
            name: name.trim(),
            user: actor.userId,
            company: actor.companyId,
            prefix,
            tokenHash,
            permissions: permissionNames.filter((one) => permissions.includes(one)),
            readOnly,
            expiresAt: end,
          },
          transaction,
        ),
      );
      return { secret, token: present(made) };
    },
    async Revoke({ id }, caller) {
      const record = await records.transaction(async (transaction) => {
        const service = asService(caller);
        const mine = (await own(caller, transaction.sql)).find((one) => one.id === id);
        // Another's is found only by whoever may read tokens, among their rows.
        const found = mine ?? (await records.get(caller, resource, id, transaction.sql).catch(hidden(id)));
        if (!mine) await records.lockForChange(caller, 'user', Number(found.user), asCaller(transaction));
        if (found.revokedAt !== null) throw new AppError('conflict', { key: 'tokens.revoked' });
        const revokedAt = clock().toISOString();
        return records.update(service, resource, id, found.version, { revokedAt }, transaction);
      });
      onRevoke(sessionKeyOf(id));
      return present(record);
    },
  });
}

/** To whoever may not read tokens, another's token is simply not there. */
function hidden(id: number) {
  return (error: unknown): never => {
    if (error instanceof AppError && error.code === 'forbidden') {
      throw new AppError('notFound', { key: 'common.notFound', values: { type: 'ApiToken', id } });
    }
    throw error;
  };
}

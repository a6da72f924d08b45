import type { SavedView } from '#contract/preferences.ts';
import { holds, mayEver } from '#domain/identity/access.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { PreferenceStore } from './preference-store.ts';

const mostViews = 200;
/** Who manages what others see. */
const maintainers = ['Pages.Roles'];

/** Key of the preference in which a person's own default lies; 0: the plain list, whatever others set. */
const ownDefault = (resource: string) => `view.default.${resource}`;

/**
 * Saved views of the lists: a private one is its owner's alone; those of a role or of everyone are made by
 * who keeps roles.
 */
export function createViewService(deps: {
  catalogue: Catalogue;
  records: Records;
  preferences: PreferenceStore;
  sql: Sql;
}): Service {
  const { catalogue, records, preferences, sql } = deps;

  /** The list must be there, and be the caller's to read. */
  function refuseUnreadable(caller: Caller, resource: string): void {
    const { name } = catalogue.find(resource).resource;
    if (!mayEver(caller.ability, 'read', name)) throw notThere();
  }

  async function rolesOf({ actor }: Caller, db: Sql = sql): Promise<Set<number>> {
    if (actor.roles.length === 0) return new Set();
    const rows = await db.selectFrom('role').select('id').where('name', 'in', actor.roles).execute();
    return new Set(rows.map(({ id }) => id));
  }

  function sees(caller: Caller, roles: Set<number>, row: Record<string, unknown>): boolean {
    if (row.audience === 'private') return row.owner === caller.actor.userId;
    if (row.audience === 'everyone' || holds(caller.actor, maintainers)) return true;
    return roles.has(Number(row.role));
  }

  async function visible(caller: Caller, resource: string, db: Sql = sql) {
    const roles = await rolesOf(caller, db);
    const rows = await db
      .selectFrom('savedView')
      .leftJoin('role', 'role.id', 'savedView.role')
      .leftJoin('user', 'user.id', 'savedView.owner')
      .selectAll('savedView')
      .select('user.name as ownerName')
      .select(nameSql('role', caller.locale, 'display_name').as('roleName'))
      .where('savedView.resource', '=', resource)
      .where('savedView.deletedAt', 'is', null)
      .orderBy('savedView.name')
      .execute();
    return { roles, rows: rows.filter((row) => sees(caller, roles, row)) };
  }

  /** Mine over my role's over everyone's. */
  async function defaultOf(caller: Caller, resource: string, found: Awaited<ReturnType<typeof visible>>) {
    const own = await preferences.read(caller.actor.userId, ownDefault(resource));
    if (own === 0) return null;
    const { rows, roles } = found;
    const chosen =
      rows.find(({ id }) => id === own) ??
      rows.find((row) => row.isDefault === true && row.audience === 'role' && roles.has(Number(row.role))) ??
      rows.find((row) => row.isDefault === true && row.audience === 'everyone');
    return chosen ? chosen.id : null;
  }

  /** A view of the caller's to change: unseen it is not there, seen and not theirs it is forbidden. */
  async function changeable(caller: Caller, id: number, transaction: Transaction): Promise<StoredRecord> {
    const row = await records.get(asService(caller), 'savedView', id, transaction.sql).catch(() => {
      throw notThere();
    });
    if (row.deletedAt !== null || !sees(caller, await rolesOf(caller, transaction.sql), row))
      throw notThere();
    if (row.audience !== 'private') refuseOthers(caller);
    return row;
  }

  return implement('View', {
    async GetList({ resource }, caller) {
      refuseUnreadable(caller, resource);
      const found = await visible(caller, resource);
      const own = await preferences.read(caller.actor.userId, ownDefault(resource));
      return {
        items: found.rows.map((row) => presented(caller, row)),
        defaultId: await defaultOf(caller, resource, found),
        ownDefaultId: numberOf(own),
        mayShare: holds(caller.actor, maintainers),
      };
    },
    async Save(input, caller) {
      refuseUnreadable(caller, input.resource);
      if (input.audience !== 'private') refuseOthers(caller);
      if (input.audience === 'role' && !input.role) throw fieldError('role', 'view.roleNeeded');
      if (input.name.trim() === '') throw fieldError('name', 'view.nameNeeded');
      const id = await records.transaction(async (transaction) => {
        const { rows } = await visible(caller, input.resource, transaction.sql);
        const same = rows.find(
          (row) => row.id !== input.id && row.name === input.name.trim() && row.audience === input.audience,
        );
        if (same) throw fieldError('name', 'view.nameTaken');
        const values = {
          name: input.name.trim(),
          audience: input.audience,
          role: input.audience === 'role' ? input.role : null,
          query: input.query,
          layout: input.layout,
        };
        const service = asService(caller);
        if (input.id === undefined) {
          const own = rows.filter(({ owner }) => owner === caller.actor.userId);
          if (own.length >= mostViews) throw refused('view.tooMany', { most: mostViews });
          const owner = caller.actor.userId;
          const made = { ...values, resource: input.resource, owner };
          return (await records.create(service, 'savedView', made, transaction)).id;
        }
        const before = await changeable(caller, input.id, transaction);
        if (before.resource !== input.resource) throw notThere();
        const version = input.version ?? before.version;
        // Who else sees it begins with nothing that was never meant for them.
        const moved = before.audience !== input.audience || before.role !== values.role;
        const change = moved ? { ...values, isDefault: false } : values;
        return (await records.update(service, 'savedView', input.id, version, change, transaction)).id;
      });
      const { rows } = await visible(caller, input.resource);
      const saved = rows.find((row) => row.id === id);
      if (!saved) throw notThere();
      return presented(caller, saved);
    },
    Delete: ({ id }, caller) =>
      records.transaction(async (transaction) => {
        await changeable(caller, id, transaction);
        await records.trash(asService(caller), 'savedView', id, transaction);
        return { id };
      }),
    async SetDefault({ resource, id, shared = false, on = true }, caller) {
      refuseUnreadable(caller, resource);
      const found = await visible(caller, resource);
      const chosen = found.rows.find((row) => row.id === id);
      if (id && !chosen) throw notThere();
      if (!shared) {
        await preferences.write(caller.actor.userId, ownDefault(resource), id ?? null);
      } else {
        if (!chosen || chosen.audience === 'private') throw notThere();
        refuseOthers(caller);
        await records.transaction(async (transaction) => {
          for (const row of found.rows) {
            if (row.audience !== chosen.audience || row.role !== chosen.role) continue;
            const isDefault = row.id === chosen.id && on;
            if ((row.isDefault === true) === isDefault) continue;
            const change = { isDefault };
            const { id: own, version } = row;
            await records.update(asService(caller), 'savedView', own, version, change, transaction);
          }
        });
      }
      return { defaultId: await defaultOf(caller, resource, await visible(caller, resource)) };
    },
  });
}

function refuseOthers(caller: Caller): void {
  if (!holds(caller.actor, maintainers)) throw new AppError('forbidden', { key: 'view.sharedForbidden' });
}

function notThere(): AppError {
  return new AppError('notFound', { key: 'view.notFound' });
}

function presented({ actor }: Caller, row: Record<string, unknown>): SavedView {
  const mine = row.owner === actor.userId;
  const shared = row.audience === 'role' || row.audience === 'everyone' ? row.audience : 'private';
  return {
    id: Number(row.id),
    version: Number(row.version),
    name: String(row.name),
    audience: shared,
    role: numberOf(row.role),
    roleName: stringOf(row.roleName),
    ownerName: typeof row.ownerName === 'string' ? row.ownerName : '',
    mine,
    mayChange: shared === 'private' ? mine : holds(actor, maintainers),
    isDefault: row.isDefault === true,
    query: typeof row.query === 'string' ? row.query : '',
    layout: typeof row.layout === 'object' && row.layout !== null ? row.layout : {},
  };
}

import { type Static, Type } from '@sinclair/typebox';
import { holds, mayEver } from '#domain/identity/access.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { PreferenceStore } from './preference-store.ts';

const audience = Type.Union([Type.Literal('private'), Type.Literal('role'), Type.Literal('everyone')]);

const layout = Type.Object(
  {
    /** Widths in px, by field. */
    widths: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 20, maximum: 4000 }))),
    pins: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Literal('left'), Type.Literal('right')])),
    ),
    density: Type.Optional(
      Type.Union([Type.Literal('compact'), Type.Literal('middle'), Type.Literal('large')]),
    ),
  },
  { additionalProperties: false },
);

const view = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  name: Type.String(),
  audience,
  role: nullable(Type.Integer()),
  roleName: nullable(Type.String()),
  ownerName: Type.String(),
  mine: Type.Boolean(),
  mayChange: Type.Boolean(),
  /** Those who see it begin with it, unless they chose another. */
  isDefault: Type.Boolean(),
  query: Type.String(),
  layout,
});

const resourceName = Type.String({ minLength: 1, maxLength: 64 });
const mostViews = 200;
/** Who manages what others see. */
const keepers = ['Pages.Roles'];

/** Key of the preference in which a person's own default lies; 0: the plain list, whatever others set. */
const ownDefault = (resource: string) => `view.default.${resource}`;

/** Saved views of the lists: a private one is its owner's alone; those of a role or of everyone are made by who keeps roles. */
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
    return new Set(rows.map(({ id }) => Number(id)));
  }

  function sees(caller: Caller, roles: Set<number>, row: Record<string, unknown>): boolean {
    if (row.audience === 'private') return row.owner === caller.actor.userId;
    if (row.audience === 'everyone' || holds(caller.actor, keepers)) return true;
    return roles.has(Number(row.role));
  }

  async function visible(caller: Caller, resource: string, db: Sql = sql) {
    const roles = await rolesOf(caller, db);
    const rows = await db
      .selectFrom('savedView')
      .leftJoin('role', 'role.id', 'savedView.role')
      .leftJoin('user', 'user.id', 'savedView.owner')
      .selectAll('savedView')
      .select(['role.displayName as roleName', 'user.name as ownerName'])
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
    return chosen ? Number(chosen.id) : null;
  }

  /** A view of the caller's to change: unseen it is not there, seen and not his it is forbidden. */
  async function changeable(caller: Caller, id: number, unit: Unit): Promise<StoredRecord> {
    const row = await records.get(asService(caller), 'savedView', id, unit.sql).catch(() => {
      throw notThere();
    });
    if (row.deletedAt !== null || !sees(caller, await rolesOf(caller, unit.sql), row)) throw notThere();
    if (row.audience !== 'private') refuseOthers(caller);
    return row;
  }

  return {
    name: 'View',
    methods: [
      method({
        verb: 'GET',
        name: 'GetList',
        permission: 'signedIn',
        summary: 'The views of a list that the caller sees, and the one that he begins with',
        input: Type.Object({ resource: resourceName }),
        output: Type.Object({
          items: Type.Array(view),
          defaultId: nullable(Type.Integer()),
          /** His own choice: an id, 0 for the plain list, null where he made none. */
          ownDefaultId: nullable(Type.Integer()),
          mayShare: Type.Boolean(),
        }),
        async handle({ resource }, caller) {
          refuseUnreadable(caller, resource);
          const found = await visible(caller, resource);
          const own = await preferences.read(caller.actor.userId, ownDefault(resource));
          return {
            items: found.rows.map((row) => presented(caller, row)),
            defaultId: await defaultOf(caller, resource, found),
            ownDefaultId: typeof own === 'number' ? own : null,
            mayShare: holds(caller.actor, keepers),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'Save',
        permission: 'signedIn',
        summary: 'Makes a view, or changes the one with this id',
        input: Type.Object({
          id: Type.Optional(Type.Integer({ minimum: 1 })),
          /** Of the view that the change was made from. */
          version: Type.Optional(Type.Integer({ minimum: 1 })),
          resource: resourceName,
          name: Type.String({ minLength: 1, maxLength: 60 }),
          audience,
          role: Type.Optional(Type.Integer({ minimum: 1 })),
          query: Type.String({ maxLength: 8000 }),
          layout,
        }),
        output: view,
        async handle(input, caller) {
          refuseUnreadable(caller, input.resource);
          if (input.audience !== 'private') refuseOthers(caller);
          if (input.audience === 'role' && !input.role) throw atField('role', 'view.roleNeeded');
          if (input.name.trim() === '') throw atField('name', 'view.nameNeeded');
          const id = await records.transaction(async (unit) => {
            const { rows } = await visible(caller, input.resource, unit.sql);
            const same = rows.find(
              (row) =>
                row.id !== input.id && row.name === input.name.trim() && row.audience === input.audience,
            );
            if (same) throw atField('name', 'view.nameTaken');
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
              return (await records.create(service, 'savedView', made, unit)).id;
            }
            const before = await changeable(caller, input.id, unit);
            if (before.resource !== input.resource) throw notThere();
            const version = input.version ?? before.version;
            // Who else sees it begins with nothing that was never meant for him.
            const moved = before.audience !== input.audience || before.role !== values.role;
            const change = moved ? { ...values, isDefault: false } : values;
            return (await records.update(service, 'savedView', input.id, version, change, unit)).id;
          });
          const { rows } = await visible(caller, input.resource);
          const saved = rows.find((row) => row.id === id);
          if (!saved) throw notThere();
          return presented(caller, saved);
        },
      }),
      method({
        verb: 'DELETE',
        name: 'Delete',
        permission: 'signedIn',
        summary: 'Deletes a view',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ id: Type.Integer() }),
        handle: ({ id }, caller) =>
          records.transaction(async (unit) => {
            await changeable(caller, id, unit);
            await records.trash(asService(caller), 'savedView', id, unit);
            return { id };
          }),
      }),
      method({
        verb: 'POST',
        name: 'SetDefault',
        permission: 'signedIn',
        summary: 'What the caller begins a list with, or (shared) what everyone does who sees the view',
        input: Type.Object({
          resource: resourceName,
          /** A view; 0: the plain list; absent: whatever others set. */
          id: Type.Optional(Type.Integer({ minimum: 0 })),
          shared: Type.Optional(Type.Boolean()),
          /** With `shared`: false takes it back. */
          on: Type.Optional(Type.Boolean()),
        }),
        output: Type.Object({ defaultId: nullable(Type.Integer()) }),
        async handle({ resource, id, shared = false, on = true }, caller) {
          refuseUnreadable(caller, resource);
          const found = await visible(caller, resource);
          const chosen = found.rows.find((row) => row.id === id);
          if (id && !chosen) throw notThere();
          if (!shared) {
            await preferences.write(caller.actor.userId, ownDefault(resource), id ?? null);
          } else {
            if (!chosen || chosen.audience === 'private') throw notThere();
            refuseOthers(caller);
            await records.transaction(async (unit) => {
              for (const row of found.rows) {
                if (row.audience !== chosen.audience || row.role !== chosen.role) continue;
                const isDefault = row.id === chosen.id && on;
                if ((row.isDefault === true) === isDefault) continue;
                const change = { isDefault };
                const { id: own, version } = row;
                await records.update(
                  asService(caller),
                  'savedView',
                  Number(own),
                  Number(version),
                  change,
                  unit,
                );
              }
            });
          }
          return { defaultId: await defaultOf(caller, resource, await visible(caller, resource)) };
        },
      }),
    ],
  };
}

function refuseOthers(caller: Caller): void {
  if (!holds(caller.actor, keepers)) throw new AppError('forbidden', { key: 'view.sharedForbidden' });
}

function notThere(): AppError {
  return new AppError('notFound', { key: 'view.notFound' });
}

function atField(field: string, key: string): AppError {
  return new AppError('validation', { key }, { fields: [{ field, text: { key } }] });
}

function presented({ actor }: Caller, row: Record<string, unknown>): Static<typeof view> {
  const mine = row.owner === actor.userId;
  const shared = row.audience === 'role' || row.audience === 'everyone' ? row.audience : 'private';
  return {
    id: Number(row.id),
    version: Number(row.version),
    name: String(row.name),
    audience: shared,
    role: typeof row.role === 'number' ? row.role : null,
    roleName: typeof row.roleName === 'string' ? row.roleName : null,
    ownerName: typeof row.ownerName === 'string' ? row.ownerName : '',
    mine,
    mayChange: shared === 'private' ? mine : holds(actor, keepers),
    isDefault: row.isDefault === true,
    query: typeof row.query === 'string' ? row.query : '',
    layout: typeof row.layout === 'object' && row.layout !== null ? row.layout : {},
  };
}

import { type Static, Type } from '@sinclair/typebox';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import {
  allRows,
  idInput,
  idsOf,
  listQuery,
  livingRecord,
  orNull,
  pagedInput,
  textOf,
  withFieldNames,
} from '#server/features/abp/abp.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { asked, rolesById } from './user-accounts.ts';
import { userDto, userSortable, userView } from './user-dto.ts';

const resource = 'organizationUnit';
const keepers = ['Pages.Organizations'];

const unitDto = Type.Object({
  id: Type.Integer(),
  parentId: nullable(Type.Integer()),
  code: Type.String(),
  displayName: Type.String(),
  kind: Type.String(),
  hasArea: Type.Boolean(),
  memberCount: Type.Integer(),
  roleCount: Type.Integer(),
  version: Type.Integer(),
  creationTime: Type.String(),
  creatorUserId: nullable(Type.Integer()),
  lastModificationTime: nullable(Type.String()),
  lastModifierUserId: nullable(Type.Integer()),
});

const nameInput = Type.String({ minLength: 1, maxLength: 128 });
const members = Type.Object({ totalCount: Type.Integer(), items: Type.Array(userDto) });
const memberPair = Type.Object({
  userId: Type.Integer({ minimum: 1 }),
  organizationUnitId: Type.Integer({ minimum: 1 }),
});

/** The tree of organization units as ABP's clients keep it. Codes follow from the tree (organization/unit-codes.ts). */
export function createOrganizationUnitService(deps: {
  records: Records;
  catalogue: Catalogue;
  clock: () => Date;
}): Service {
  const { records, catalogue, clock } = deps;

  function view(unit: StoredRecord, memberCount: number): Static<typeof unitDto> {
    const number = (value: unknown) => (typeof value === 'number' ? value : null);
    return {
      id: unit.id,
      parentId: number(unit.parent),
      code: textOf(unit.code),
      displayName: textOf(unit.displayName),
      kind: textOf(unit.kind),
      hasArea: typeof unit.area === 'object' && unit.area !== null,
      memberCount,
      // Roles belong to users here, never to units.
      roleCount: 0,
      version: unit.version,
      creationTime: textOf(unit.createdAt),
      creatorUserId: number(unit.createdBy),
      lastModificationTime: unit.version > 1 ? textOf(unit.updatedAt) : null,
      lastModifierUserId: unit.version > 1 ? number(unit.updatedBy) : null,
    };
  }

  const membersOf = (id: number) => ({ field: 'organizationUnits', operator: 'eq' as const, value: id });

  /** How many of the users that the caller sees belong to each unit; nothing for who sees no users. */
  async function memberCounts(caller: Caller): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    if (!caller.ability.can('read', 'user', 'organizationUnits')) return counts;
    const { items } = await records.list(caller, 'user', allRows);
    for (const unit of items.flatMap((user) => idsOf(user.organizationUnits))) {
      counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    return counts;
  }

  const viewOf = async (caller: Caller, id: number) => {
    const unit = await livingRecord(records, caller, resource, id);
    return view(
      presentFor(caller, catalogue.find(resource), unit),
      (await memberCounts(caller)).get(id) ?? 0,
    );
  };

  async function users(caller: Caller, query: Parameters<Records['list']>[2]) {
    const { items, total } = await records.list(caller, 'user', query);
    const type = catalogue.find('user');
    const roles = await rolesById(records);
    const now = clock().toISOString();
    return {
      totalCount: total,
      items: items.map((user) => userView(presentFor(caller, type, user), roles, now)),
    };
  }

  /** Changes the units of a user, who must be one that the caller may change. */
  async function changeUnits(
    caller: Caller,
    unit: Unit,
    userId: number,
    change: (units: number[]) => number[],
  ): Promise<void> {
    const user = await records.lockForChange(caller, 'user', userId, asked(unit));
    const units = idsOf(user.organizationUnits);
    const next = change(units);
    await records.update(caller, 'user', userId, user.version, { organizationUnits: next }, asked(unit));
  }

  const change = (caller: Caller, id: number, values: Record<string, unknown>, version?: number | null) =>
    withFieldNames({ parent: 'newParentId' }, () =>
      records.transaction(async (unit) => {
        const before = await records.lockForChange(caller, resource, id, asked(unit));
        await records.update(caller, resource, id, version ?? before.version, values, asked(unit));
      }),
    );

  return {
    name: 'OrganizationUnit',
    methods: [
      method({
        verb: 'GET',
        name: 'GetOrganizationUnits',
        permission: 'signedIn',
        summary: 'Every organization unit by code: a tree by parentId',
        input: Type.Object({}),
        output: Type.Object({ items: Type.Array(unitDto) }),
        async handle(_input, caller) {
          const { items } = await records.list(caller, resource, {
            ...allRows,
            sort: [{ field: 'code', order: 'asc' }],
          });
          const counts = await memberCounts(caller);
          const type = catalogue.find(resource);
          return {
            items: items.map((unit) => view(presentFor(caller, type, unit), counts.get(unit.id) ?? 0)),
          };
        },
      }),
      method({
        verb: 'GET',
        name: 'GetOrganizationUnitUsers',
        permission: ['Pages.Users'],
        summary: 'The users of a unit, by page',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }), ...pagedInput }),
        output: members,
        async handle({ id, ...page }, caller) {
          await records.get(caller, resource, id);
          const usual = [{ field: 'userName', order: 'asc' as const }];
          return users(caller, listQuery(page, { sortable: userSortable, usual, filters: [membersOf(id)] }));
        },
      }),
      method({
        verb: 'POST',
        name: 'CreateOrganizationUnit',
        permission: keepers,
        summary: 'Make a unit below another, or at the top; its code is given to it',
        input: Type.Object({
          parentId: Type.Optional(orNull(Type.Integer())),
          displayName: nameInput,
          kind: Type.Optional(Type.String()),
        }),
        output: unitDto,
        async handle({ parentId, ...values }, caller) {
          const made = await withFieldNames({ parent: 'parentId' }, () =>
            records.create(caller, resource, { ...values, parent: parentId ?? null }),
          );
          return viewOf(caller, made.id);
        },
      }),
      method({
        verb: 'PUT',
        name: 'UpdateOrganizationUnit',
        permission: keepers,
        summary: 'Give a unit another name',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }), displayName: nameInput }),
        output: unitDto,
        async handle({ id, displayName }, caller) {
          await change(caller, id, { displayName });
          return viewOf(caller, id);
        },
      }),
      method({
        verb: 'POST',
        name: 'MoveOrganizationUnit',
        permission: keepers,
        summary: 'Put a unit with all below it under another, or at the top: all of them are numbered anew',
        input: Type.Object({
          id: Type.Integer({ minimum: 1 }),
          newParentId: Type.Optional(orNull(Type.Integer())),
          /** Of the unit that is moved; absent: whichever it has. */
          version: Type.Optional(orNull(Type.Integer())),
        }),
        output: unitDto,
        async handle({ id, newParentId, version }, caller) {
          await change(caller, id, { parent: newParentId ?? null }, version ?? null);
          return viewOf(caller, id);
        },
      }),
      method({
        verb: 'DELETE',
        name: 'DeleteOrganizationUnit',
        permission: keepers,
        summary: 'Put a unit into the trash; not one that has units, users or records',
        input: idInput,
        output: Type.Null(),
        async handle({ id }, caller) {
          await records.trash(caller, resource, id);
          return null;
        },
      }),
      method({
        verb: 'POST',
        name: 'AddUsersToOrganizationUnit',
        permission: ['Pages.Users'],
        session: true,
        summary: 'Add users to a unit',
        input: Type.Object({
          userIds: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 500 }),
          organizationUnitId: Type.Integer({ minimum: 1 }),
        }),
        output: Type.Null(),
        async handle({ userIds, organizationUnitId: id }, caller) {
          await records.transaction(async (unit) => {
            await records.get(caller, resource, id, unit.sql);
            for (const user of [...new Set(userIds)].sort((a, b) => a - b)) {
              await changeUnits(caller, unit, user, (units) => [...new Set([...units, id])]);
            }
          });
          return null;
        },
      }),
      method({
        verb: 'DELETE',
        name: 'RemoveUserFromOrganizationUnit',
        permission: ['Pages.Users'],
        session: true,
        summary: 'Take a user out of a unit',
        input: memberPair,
        output: Type.Null(),
        async handle({ userId, organizationUnitId: id }, caller) {
          await records.transaction((unit) =>
            changeUnits(caller, unit, userId, (units) => units.filter((own) => own !== id)),
          );
          return null;
        },
      }),
      method({
        verb: 'POST',
        name: 'FindUsers',
        permission: ['Pages.Users'],
        writes: false,
        summary: 'Users who are not in a unit yet, by page',
        input: Type.Object({
          organizationUnitId: Type.Integer({ minimum: 1 }),
          filter: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
          ...pagedInput,
        }),
        output: Type.Object({
          totalCount: Type.Integer(),
          items: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
        }),
        async handle({ organizationUnitId: id, filter, ...page }, caller) {
          await records.get(caller, resource, id);
          const inside = await records.list(caller, 'user', { ...allRows, filter: membersOf(id) });
          const found = await users(
            caller,
            listQuery(page, {
              sortable: userSortable,
              usual: [{ field: 'userName', order: 'asc' }],
              keyword: filter,
              filters: [
                inside.items.length > 0 && {
                  field: 'id',
                  operator: 'nin',
                  value: inside.items.map((user) => user.id),
                },
              ],
            }),
          );
          return {
            totalCount: found.totalCount,
            items: found.items.map(({ id: user, fullName, userName }) => ({
              name: `${fullName} (${userName})`,
              value: String(user),
            })),
          };
        },
      }),
    ],
  };
}

import type { UnitDto } from '#contract/organization-unit.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller, type StoredRecord, type Transaction } from '#server/engine/records/stored-record.ts';
import { allRows, idsOf, listQuery, livingRecord, textOf, withFieldNames } from '#server/features/abp/abp.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { rolesById } from './user-accounts.ts';
import { userSortable, userView } from './user-dto.ts';

const resource = 'organizationUnit';

/** The tree of organization units as ABP's clients keep it. Codes follow from the tree (organization/unit-codes.ts). */
export function createOrganizationUnitService(deps: {
  records: Records;
  catalogue: Catalogue;
  clock: () => Date;
}): Service {
  const { records, catalogue, clock } = deps;

  function view(unit: StoredRecord, memberCount: number): UnitDto {
    return {
      id: unit.id,
      parentId: numberOf(unit.parent),
      code: textOf(unit.code),
      displayName: textOf(unit.displayName),
      displayNameEn: stringOf(unit.displayNameEn),
      kind: textOf(unit.kind),
      hasArea: typeof unit.area === 'object' && unit.area !== null,
      memberCount,
      // Roles belong to users here, never to units.
      roleCount: 0,
      version: unit.version,
      creationTime: textOf(unit.createdAt),
      creatorUserId: numberOf(unit.createdBy),
      lastModificationTime: unit.version > 1 ? textOf(unit.updatedAt) : null,
      lastModifierUserId: unit.version > 1 ? numberOf(unit.updatedBy) : null,
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
    transaction: Transaction,
    userId: number,
    change: (units: number[]) => number[],
  ): Promise<void> {
    const user = await records.lockForChange(caller, 'user', userId, asCaller(transaction));
    const units = idsOf(user.organizationUnits);
    const next = change(units);
    await records.update(
      caller,
      'user',
      userId,
      user.version,
      { organizationUnits: next },
      asCaller(transaction),
    );
  }

  const change = (caller: Caller, id: number, values: Record<string, unknown>, version?: number | null) =>
    withFieldNames({ parent: 'newParentId' }, () =>
      records.transaction(async (transaction) => {
        const before = await records.lockForChange(caller, resource, id, asCaller(transaction));
        await records.update(caller, resource, id, version ?? before.version, values, asCaller(transaction));
      }),
    );

  return implement('OrganizationUnit', {
    async GetOrganizationUnits(_input, caller) {
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
    async GetOrganizationUnitUsers({ id, ...page }, caller) {
      await records.get(caller, resource, id);
      const usual = [{ field: 'userName', order: 'asc' as const }];
      return users(caller, listQuery(page, { sortable: userSortable, usual, filters: [membersOf(id)] }));
    },
    async GetOrganizationUnitRoles({ id }, caller) {
      await records.get(caller, resource, id);
      return { totalCount: 0, items: [] };
    },
    async CreateOrganizationUnit({ parentId, ...values }, caller) {
      const made = await withFieldNames({ parent: 'parentId' }, () =>
        records.untyped.create(caller, resource, { ...values, parent: parentId ?? null }),
      );
      return viewOf(caller, made.id);
    },
    async UpdateOrganizationUnit({ id, displayName }, caller) {
      await change(caller, id, { displayName });
      return viewOf(caller, id);
    },
    async MoveOrganizationUnit({ id, newParentId, version }, caller) {
      await change(caller, id, { parent: newParentId ?? null }, version ?? null);
      return viewOf(caller, id);
    },
    async DeleteOrganizationUnit({ id }, caller) {
      await records.trash(caller, resource, id);
      return null;
    },
    async AddUsersToOrganizationUnit({ userIds, organizationUnitId: id }, caller) {
      await records.transaction(async (transaction) => {
        await records.get(caller, resource, id, transaction.sql);
        for (const user of [...new Set(userIds)].sort((a, b) => a - b)) {
          await changeUnits(caller, transaction, user, (units) => [...new Set([...units, id])]);
        }
      });
      return null;
    },
    async RemoveUserFromOrganizationUnit({ userId, organizationUnitId: id }, caller) {
      await records.transaction((transaction) =>
        changeUnits(caller, transaction, userId, (units) => units.filter((own) => own !== id)),
      );
      return null;
    },
    async FindUsers({ organizationUnitId: id, filter, ...page }, caller) {
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
  });
}

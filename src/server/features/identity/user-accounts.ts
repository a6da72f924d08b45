import type { InputOf } from '#contract/services.ts';
import type { UserDto } from '#contract/user.ts';
import { AppError, formError, refused } from '#domain/text/errors.ts';
import { own } from '#domain/text/own.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asCaller, type StoredRecord } from '#server/engine/records/stored-record.ts';
import { allRows, listQuery, livingRecord, withFieldNames } from '#server/features/abp/abp.ts';
import type { Handlers } from '#server/http/service.ts';
import { type Caller, systemCaller } from '#server/kernel/caller.ts';
import type { Credentials } from './credentials.ts';
import type { ManageableUser } from './manageable-user.ts';
import type { EndReason } from './sessions.ts';
import { userSortable, userValues, userView } from './user-dto.ts';

const resource = 'user';
const fieldNames = { roles: 'roleNames', coverage: 'coverageIds' };

export interface UserAccountsDeps {
  records: Records;
  catalogue: Catalogue;
  credentials: Credentials;
  manageableUser: ManageableUser;
  clock: () => Date;
  /** Ends every session of a user but one: their old password, or none, must not keep an endpoint open. */
  endSessionsOf(userId: number, exceptSessionId: string | null, reason: EndReason): Promise<void>;
}

/** All roles by id: there are few. */
export async function rolesById(records: Records): Promise<Map<number, StoredRecord>> {
  const { items } = await records.list(systemCaller(), 'role', allRows);
  return new Map(items.map((role) => [role.id, role]));
}

/**
 * GetAll, Get, Create, Update and Delete of users as ABP's clients make them, by the rules of the records.
 */
export function userAccountHandlers(deps: UserAccountsDeps) {
  const { records, catalogue, credentials, manageableUser, clock, endSessionsOf } = deps;

  async function views(caller: Caller, items: StoredRecord[]): Promise<UserDto[]> {
    const type = catalogue.find(resource);
    const roles = await rolesById(records);
    const now = clock().toISOString();
    return items.map((item) => userView(presentFor(caller, type, item), roles, now));
  }

  async function viewOf(caller: Caller, id: number): Promise<UserDto> {
    const [view] = await views(caller, [await livingRecord(records, caller, resource, id)]);
    if (!view) throw new Error(`user ${id} has no view`);
    return view;
  }

  /** The ids of roles by name, in any case: ABP's clients send them normalized. */
  async function roleIds(names: string[] | null | undefined): Promise<number[] | undefined> {
    if (!names) return undefined;
    const roles = [...(await rolesById(records)).values()];
    return [...new Set(names)].map((name, index) => {
      const role = roles.find((one) => String(one.name).toUpperCase() === name.trim().toUpperCase());
      if (!role) throw formError(`roleNames.${index}`, 'admin.unknownRole', { name });
      return role.id;
    });
  }

  /** Without a password: they get theirs by an invitation, or are given one. */
  async function make(
    caller: Caller,
    input: Omit<InputOf<'User', 'Create'>, 'password'> & Record<string, unknown>,
  ): Promise<number> {
    const values = userValues(input, await roleIds(input.roleNames));
    const { id } = await identity(input, () => records.create(caller, resource, values));
    return id;
  }

  const handlers = {
    async GetAll({ keyword, isActive, ...page }, caller) {
      const query = listQuery(page, {
        sortable: userSortable,
        usual: [{ field: 'userName', order: 'asc' }],
        keyword,
        filters: [typeof isActive === 'boolean' && { field: 'isActive', operator: 'eq', value: isActive }],
      });
      const { items, total } = await records.list(caller, resource, query);
      return { totalCount: total, items: await views(caller, items) };
    },
    Get: ({ id }, caller) => viewOf(caller, id),
    async Create(input, caller) {
      await credentials.assertGiven(input.userName, input.password, 'password');
      const id = await make(caller, input);
      // Until this is done nobody signs in by it.
      await credentials.set(caller, id, input.password, { mustChange: true });
      return viewOf(caller, id);
    },
    async Update(input, caller) {
      await manageableUser(caller, input.id);
      const values = userValues(input, await roleIds(input.roleNames));
      await identity(input, () =>
        records.transaction(async (transaction) => {
          const before = await records.lockForChange(caller, resource, input.id, asCaller(transaction));
          const version = input.version ?? before.version;
          await records.update(caller, resource, input.id, version, values, asCaller(transaction));
        }),
      );
      if (input.isActive === false) await endSessionsOf(input.id, null, 'administrator');
      return viewOf(caller, input.id);
    },
    async Delete({ id }, caller) {
      await manageableUser(caller, id);
      await records.trash(caller, resource, id);
      await endSessionsOf(id, null, 'administrator');
      return null;
    },
  } satisfies Partial<Handlers<'User'>>;
  return { ...handlers, invited: make };
}

const takenTexts: Record<string, string> = {
  userName: 'admin.userNameTaken',
  emailAddress: 'admin.emailAddressTaken',
};

/** What is taken is a business rule to ABP (identity errors), all of it in one sentence. */
async function identity<T>(input: object, work: () => Promise<T>): Promise<T> {
  try {
    return await withFieldNames(fieldNames, work);
  } catch (error) {
    const field = takenField(error);
    if (field === undefined) throw error;
    const name = String(Object.entries(input).find(([key]) => key === field)?.[1] ?? '');
    throw refused(own(takenTexts, field) ?? 'common.validation', { name });
  }
}

function takenField(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const fields = error.extra.fields ?? [];
  const taken = Object.keys(takenTexts).find((name) =>
    fields.some(
      ({ field, text }) => field === name && (error.code === 'conflict' || text.key === takenTexts[name]),
    ),
  );
  return fields.length === 1 ? taken : undefined;
}

import type { InputOf } from '#contract/services.ts';
import { ownFields, type UserDto } from '#contract/user.ts';
import { isLockedAt } from '#domain/identity/lockout.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { idsOf, textOf, textsOf } from '#server/features/abp/abp.ts';

/** A user as the caller may see them: what is not for the caller is empty. */
export function userView(
  record: StoredRecord,
  roles: ReadonlyMap<number, StoredRecord>,
  now: string,
): UserDto {
  const name = textOf(record.name);
  const surname = textOf(record.surname);
  return {
    id: record.id,
    userName: textOf(record.userName),
    name,
    surname,
    emailAddress: stringOf(record.emailAddress),
    isActive: record.isActive === true,
    fullName: fullNameOf(name, surname),
    lastLoginTime: stringOf(record.lastLoginAt),
    creationTime: textOf(record.createdAt),
    roleNames: idsOf(record.roles).flatMap((id) => {
      const role = roles.get(id);
      return role ? [textOf(role.name).toUpperCase()] : [];
    }),
    version: record.version,
    phoneNumber: stringOf(record.phoneNumber),
    bussinessName: stringOf(record.bussinessName),
    company: numberOf(record.company),
    organizationUnits: idsOf(record.organizationUnits),
    coverageIds: idsOf(record.coverage),
    servedCompanies: idsOf(record.servedCompanies),
    omGroup: stringOf(record.omGroup),
    atGroup: stringOf(record.atGroup),
    tags: textsOf(record.tags),
    operateType: stringOf(record.operateType),
    longitude: numberOf(record.longitude),
    latitude: numberOf(record.latitude),
    language: stringOf(record.language),
    isLocked: isLockedAt(record.lockoutEndAt, now),
    lockoutEndAt: stringOf(record.lockoutEndAt),
    nameEn: stringOf(record.nameEn),
  };
}

/**
 * As ABP has it, name before surname; our own screens keep the whole name in `name`, where the surname is not
 * said twice.
 */
function fullNameOf(name: string, surname: string): string {
  const words = name.split(/\s+/);
  const hanSurname = /^\p{Script=Han}+$/u.test(surname);
  const isWhole =
    words.includes(surname) || (hanSurname && (name.startsWith(surname) || name.endsWith(surname)));
  return isWhole ? name : `${name} ${surname}`.trim();
}

/** The input as values of the record; `roles`: the ids of the roles named, absent where none are. */
export function userValues(
  input: Partial<InputOf<'User', 'Create'>> & Record<string, unknown>,
  roles: number[] | undefined,
): Record<string, unknown> {
  const values: Record<string, unknown> = {
    userName: input.userName,
    name: input.name,
    surname: input.surname === '' ? null : input.surname,
    emailAddress: input.emailAddress === '' ? null : input.emailAddress,
    isActive: input.isActive,
    coverage: input.coverageIds,
    roles,
  };
  for (const field of ownFields) values[field] = input[field] === '' ? null : input[field];
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Sorting by ABP's names and ours. */
export const userSortable: Readonly<Record<string, string>> = {
  id: 'id',
  username: 'userName',
  name: 'name',
  surname: 'surname',
  fullname: 'name',
  emailaddress: 'emailAddress',
  isactive: 'isActive',
  lastlogintime: 'lastLoginAt',
  creationtime: 'createdAt',
  phonenumber: 'phoneNumber',
};

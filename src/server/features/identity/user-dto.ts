import { type Static, Type } from '@sinclair/typebox';
import { isLockedAt } from '#domain/identity/lockout.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import { idsOf, orNull, textOf, textsOf } from '#server/features/abp/abp.ts';
import { nullable } from '#server/http/nullable.ts';

const text = Type.String();
const optionalText = nullable(Type.String());
const ids = Type.Array(Type.Integer());

/** ABP's UserDto, and after it what this product knows of a user. */
export const userDto = Type.Object({
  id: Type.Integer(),
  userName: text,
  name: text,
  surname: text,
  emailAddress: optionalText,
  isActive: Type.Boolean(),
  fullName: text,
  lastLoginTime: optionalText,
  creationTime: text,
  /** Normalized, in upper case, as ABP has them. */
  roleNames: Type.Array(text),
  version: Type.Integer(),
  phoneNumber: optionalText,
  bussinessName: optionalText,
  company: nullable(Type.Integer()),
  organizationUnits: ids,
  coverageIds: ids,
  servedCompanies: ids,
  omGroup: optionalText,
  atGroup: optionalText,
  tags: Type.Array(text),
  operateType: optionalText,
  longitude: nullable(Type.Number()),
  latitude: nullable(Type.Number()),
  language: optionalText,
  isLocked: Type.Boolean(),
  lockoutEndAt: optionalText,
});

export type UserDto = Static<typeof userDto>;

/** A user as the caller may see him: what is not for the caller is empty. */
export function userView(
  record: StoredRecord,
  roles: ReadonlyMap<number, StoredRecord>,
  now: string,
): UserDto {
  const optional = (value: unknown) => (typeof value === 'string' ? value : null);
  const figure = (value: unknown) => (typeof value === 'number' ? value : null);
  const name = textOf(record.name);
  const surname = textOf(record.surname);
  return {
    id: record.id,
    userName: textOf(record.userName),
    name,
    surname,
    emailAddress: optional(record.emailAddress),
    isActive: record.isActive === true,
    fullName: fullNameOf(name, surname),
    lastLoginTime: optional(record.lastLoginAt),
    creationTime: textOf(record.createdAt),
    roleNames: idsOf(record.roles).flatMap((id) => {
      const role = roles.get(id);
      return role ? [textOf(role.name).toUpperCase()] : [];
    }),
    version: record.version,
    phoneNumber: optional(record.phoneNumber),
    bussinessName: optional(record.bussinessName),
    company: figure(record.company),
    organizationUnits: idsOf(record.organizationUnits),
    coverageIds: idsOf(record.coverage),
    servedCompanies: idsOf(record.servedCompanies),
    omGroup: optional(record.omGroup),
    atGroup: optional(record.atGroup),
    tags: textsOf(record.tags),
    operateType: optional(record.operateType),
    longitude: figure(record.longitude),
    latitude: figure(record.latitude),
    language: optional(record.language),
    isLocked: isLockedAt(record.lockoutEndAt, now),
    lockoutEndAt: optional(record.lockoutEndAt),
  };
}

/** As ABP has it, name before surname; our own screens keep the whole name in `name`, where the surname is not said twice. */
function fullNameOf(name: string, surname: string): string {
  const words = name.split(/\s+/);
  const hanSurname = /^\p{Script=Han}+$/u.test(surname);
  const isWhole =
    words.includes(surname) || (hanSurname && (name.startsWith(surname) || name.endsWith(surname)));
  return isWhole ? name : `${name} ${surname}`.trim();
}

/** What Create and Update take beside ABP's own fields; the records engine judges the values. */
const ownFields = [
  'phoneNumber',
  'bussinessName',
  'company',
  'organizationUnits',
  'servedCompanies',
  'omGroup',
  'atGroup',
  'tags',
  'operateType',
  'longitude',
  'latitude',
  'language',
] as const;

const abpFields = {
  userName: Type.String({ minLength: 1, maxLength: 256 }),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  surname: Type.Optional(orNull(Type.String({ maxLength: 64 }))),
  emailAddress: Type.Optional(orNull(Type.String({ maxLength: 256 }))),
  isActive: Type.Optional(Type.Boolean()),
  roleNames: Type.Optional(orNull(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }))),
  coverageIds: Type.Optional(Type.Array(Type.Integer())),
  ...Object.fromEntries(ownFields.map((field) => [field, Type.Optional(Type.Unknown())])),
};

export const createUserInput = Type.Object({
  ...abpFields,
  password: Type.String({ minLength: 1, maxLength: 128 }),
});

export const updateUserInput = Type.Object({
  ...abpFields,
  id: Type.Integer({ minimum: 1 }),
  /** Of the record that the change was made from; absent: whatever is there is replaced, as ABP does. */
  version: Type.Optional(orNull(Type.Integer())),
});

/** The input as values of the record; `roles`: the ids of the roles named, absent where none are. */
export function userValues(
  input: Partial<Static<typeof createUserInput>> & Record<string, unknown>,
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

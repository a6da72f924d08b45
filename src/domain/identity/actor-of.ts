import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { Actor, RecordRule, RoleGrant } from './access.ts';

/** Who a user is by their record (relations as ids) and the records of their roles. */
export function actorOf(user: Record<string, unknown>, roles: Record<string, unknown>[]): Actor {
  const companyId = numberOf(user.company);
  const nameEn = stringOf(user.nameEn);
  return {
    userId: Number(user.id ?? 0),
    userName: String(user.userName),
    name: String(user.name),
    ...(nameEn ? { nameEn } : {}),
    companyId,
    companyIds: [...new Set([...(companyId === null ? [] : [companyId]), ...numbers(user.servedCompanies)])],
    coverageIds: numbers(user.coverage),
    roles: roles.map((role) => String(role.name)),
    permissions: [...new Set(roles.flatMap((role) => strings(role.permissions)))],
    organizationUnitIds: numbers(user.organizationUnits),
    grants: roles.map(grantOf),
  };
}

/** A stored role as access sees it. */
export function grantOf(role: Record<string, unknown>): RoleGrant {
  const roleId = numberOf(role.id);
  return {
    role: String(role.name),
    ...(roleId === null ? {} : { roleId }),
    permissions: strings(role.permissions),
    recordRules: readRecordRules(role.recordRules),
  };
}

/** The schema of the role has judged them; what is no rule is none. */
function readRecordRules(value: unknown): RecordRule[] {
  return Array.isArray(value) ? value.filter(isRecordRule) : [];
}

function isRecordRule(value: unknown): value is RecordRule {
  return typeof value === 'object' && value !== null && 'resource' in value;
}

/** The numbers of a stored list. */
export function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

/** The texts of a stored list. */
export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

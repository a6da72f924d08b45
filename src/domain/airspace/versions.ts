import { extentFields } from '#domain/geo/shapes.ts';
import type { AirspaceVersion } from '#domain/record/records.gen.ts';

/** The fields that a version of an airspace keeps: all that says where and when it is, and whose. */
export const versionFields = [
  'name',
  'nameEn',
  'kind',
  'airspaceClass',
  'company',
  ...extentFields,
  'lower',
  'upper',
  'validFrom',
  'validTo',
  'schedule',
  'sharing',
] as const satisfies (keyof AirspaceVersion)[];

/** What of an airspace is of its version. */
export function versionOf(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(versionFields.map((field) => [field, record[field] ?? null]));
}

/** Do two records say the same of where and when the airspace is? */
export function sameVersion(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  return versionFields.every((field) => stable(a[field]) === stable(b[field]));
}

/** The version in force at a moment (UTC ms); null: there was none yet. */
export function versionAt<V extends { number: number; effectiveFrom: string; effectiveTo?: string | null }>(
  versions: readonly V[],
  at: number,
): V | null {
  let found: V | null = null;
  for (const version of versions) {
    if (Date.parse(version.effectiveFrom) > at) continue;
    if (version.effectiveTo && Date.parse(version.effectiveTo) <= at) continue;
    if (!found || version.number > found.number) found = version;
  }
  return found;
}

/** JSON with its keys in order, and times by their moment: a database does not keep how they were written. */
function stable(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) => {
    if (typeof part === 'string' && /^\d{4}-\d\d-\d\dT/.test(part)) return Date.parse(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

import { formatAltitude, isAltitude } from '#domain/geo/altitude.ts';
import { type Locale, labelIn } from '#domain/text/label.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { systemCaller } from '#server/kernel/caller.ts';

/** The values of a detour as its messages list them: `Upper limit 900 m AMSL, Destination aerodrome ZUUU Shuangliu`. */
export async function detourWords(
  records: Records,
  sql: Sql,
  change: object,
): Promise<(locale: Locale) => string> {
  const { properties } = records.untyped.resource('jobTask').schema;
  const namesIn = async (locale: Locale) =>
    (
      await records.labels({ ...systemCaller(), locale }, 'jobTask', [{ id: 1, version: 1, ...change }], sql)
    ).get(1) ?? {};
  const names = { 'zh-Hans': await namesIn('zh-Hans'), en: await namesIn('en') };
  return (locale) =>
    Object.entries(change)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => {
        const label = properties[field]?.['x-label'];
        const text = isAltitude(value) ? formatAltitude(value) : (names[locale][field] ?? stringOf(value));
        return [label && labelIn(label, locale), text].filter(Boolean).join(' ');
      })
      .join(locale === 'en' ? ', ' : '，');
}

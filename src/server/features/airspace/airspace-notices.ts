import { sql as raw } from 'kysely';
import type { Surroundings } from '#domain/airspace/draft.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Sql } from '#server/db/sql.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { columnsOf, recordOf } from '#server/engine/records/rows.ts';
import { scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Notices with an area, of those that the caller may read and with the fields that they may see. */
export async function readableNotices(
  sql: Sql,
  caller: Caller,
  type: RecordType,
): Promise<Surroundings['notices']> {
  const scope = scopeOf(caller, type, 'read', 't');
  if (!scope) return [];
  const { rows } = await raw<Record<string, unknown>>`
    select ${columnsOf(type)} from notice as t
    where t.deleted_at is null and t.area is not null and ${scope} order by t.id`.execute(sql);
  const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null);
  return rows.flatMap((row) => {
    const { id, title, titleEn, area, lower, upper, startTime, endTime } = presentFor(
      caller,
      type,
      recordOf(type, row),
    );
    if (!isGeometry(area, ['Polygon', 'MultiPolygon'])) return [];
    return [
      {
        id,
        label: typeof title === 'string' ? title : `#${id}`,
        labelEn: typeof titleEn === 'string' ? titleEn : null,
        geometry: area,
        lower: isAltitude(lower) ? lower : null,
        upper: isAltitude(upper) ? upper : null,
        from: time(startTime),
        to: time(endTime),
      },
    ];
  });
}

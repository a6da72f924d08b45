import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import type { Sql } from '#server/db/sql.ts';
import type { NoticeVolume, VolumeParameters, VolumeSource } from './known-volume.ts';

/** Control notices and stops of activity that say where: by their own area. */
export const noticeSource: VolumeSource = {
  name: 'notice',
  async load(sql: Sql, ids: number[] | null, _parameters: VolumeParameters) {
    const query = sql
      .selectFrom('notice')
      .selectAll()
      .where('deletedAt', 'is', null)
      .where('area', 'is not', null)
      .where('kind', 'in', ['control', 'stopActivity', 'aeronautical']);
    const rows = ids === null ? await query.execute() : await query.where('id', 'in', ids).execute();
    const companies = await addressees(
      sql,
      rows.map(({ id }) => id),
    );
    const volumes = new Map(
      rows.flatMap((row): [number, NoticeVolume[]][] => {
        const id = row.id;
        if (!isGeometry(row.area, ['Polygon', 'MultiPolygon'])) return [];
        return [
          [
            id,
            [
              {
                source: 'notice',
                owner: { resource: 'notice', id, label: row.title },
                part: 0,
                footprint: row.area,
                marginM: 0,
                lower: isAltitude(row.lower) ? row.lower : null,
                upper: isAltitude(row.upper) ? row.upper : null,
                from: typeof row.startTime === 'string' ? Date.parse(row.startTime) : null,
                to: typeof row.endTime === 'string' ? Date.parse(row.endTime) : null,
                kind: row.kind,
                level: row.level ?? 4,
                companies: companies.get(id) ?? [],
              },
            ],
          ],
        ];
      }),
    );
    return { volumes };
  },
};

async function addressees(sql: Sql, ids: number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  if (ids.length === 0) return found;
  const rows = await sql
    .selectFrom('noticeCompanies')
    .select(['ownerId', 'targetId'])
    .where('ownerId', 'in', ids)
    .execute();
  for (const { ownerId, targetId } of rows) {
    const id = ownerId;
    found.set(id, [...(found.get(id) ?? []), targetId]);
  }
  return found;
}

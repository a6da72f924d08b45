import { sql as raw } from 'kysely';
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
                owner: { resource: 'notice', id, label: row.title, labelEn: row.titleEn },
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

/**
 * The companies that each notice is for: those that it names, and those of whose people it names a role, a unit or an area.
 * A notice that names people of no company is for no company: 0 stands for that.
 */
async function addressees(sql: Sql, ids: number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  if (ids.length === 0) return found;
  const { rows } = await raw<{ id: number; company: number | null }>`
    select owner_id as id, target_id as company from notice_companies where owner_id = any(${ids}::bigint[])
    union
    select n.owner_id, u.company from (
      select r.owner_id, m.owner_id as member from notice_roles r join user_roles m on m.target_id = r.target_id
      union
      select a.owner_id, m.owner_id from notice_units a join user_organization_units m on m.target_id = a.target_id
      union
      select a.owner_id, m.owner_id from notice_units a join user_coverage m on m.target_id = a.target_id
    ) n left join "user" u on u.id = n.member and u.deleted_at is null and u.is_active
    where n.owner_id = any(${ids}::bigint[])
    union
    select owner_id, null from notice_roles where owner_id = any(${ids}::bigint[])
    union
    select owner_id, null from notice_units where owner_id = any(${ids}::bigint[])`.execute(sql);
  for (const { id, company } of rows)
    found.set(Number(id), [...(found.get(Number(id)) ?? []), Number(company ?? 0)]);
  return found;
}

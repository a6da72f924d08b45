import { sql as raw } from 'kysely';
import type { WaitingApplication } from '#domain/airspace/draft.ts';
import { auditState } from '#domain/approvals/audit.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { columnsOf, recordOf } from '#server/engine/records/rows.ts';
import { scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { nearAirspace } from './airspace-rows.ts';

const areas = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/**
 * The applications that wait for a decision, among the caller's rows and with the fields that they may see: a
 * body knows of all in its area, an applicant of none but its own.
 */
export async function waitingApplications(
  sql: Sql,
  caller: Caller,
  type: RecordType,
): Promise<WaitingApplication[]> {
  const scope = scopeOf(caller, type, 'read', 't');
  if (!scope) return [];
  const { rows } = await raw<Record<string, unknown>>`
    select ${columnsOf(type)} from airspace as t
    where t.deleted_at is null and t.audit_state = ${auditState.waiting} and ${scope}
    order by t.submitted_at, t.id`.execute(sql);
  return rows.flatMap((row) => {
    const record = presentFor(caller, type, recordOf(type, row));
    const { geometry, submittedAt } = record;
    if (!isGeometry(geometry, areas)) return [];
    return [
      {
        ...nearAirspace(record, geometry),
        submittedAt: stringOf(submittedAt),
      },
    ];
  });
}

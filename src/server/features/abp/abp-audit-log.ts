import { sql as raw } from 'kysely';
import { formError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import type { Sql } from '#server/db/sql.ts';
import { historyTable } from '#server/db/table-model.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { implement, type Service } from '#server/http/service.ts';

interface Row {
  id: number;
  resource: string;
  recordId: number;
  version: number;
  action: string;
  at: string;
  by: number | null;
  byName: string | null;
  source: string;
  fields: string[];
}

/** By ABP's name, in lower case, the column that sorts. */
const sortable: Readonly<Record<string, string>> = {
  id: 'id',
  executiontime: 'at',
  username: 'by_name',
  servicename: 'resource',
  methodname: 'action',
};

/**
 * `AuditLog/GetAuditLogs` of ABP's clients (wire.md §3), over the history of all records: who changed what,
 * when and from which endpoint. Refused changes leave no history, so nothing has an exception. Values are not
 * told here; the history of the record tells them to whom they are for.
 */
export function createAuditLogService(deps: { sql: Sql; catalogue: Catalogue }): Service {
  const { sql, catalogue } = deps;
  return implement('AuditLog', {
    async GetAuditLogs(input, { locale }) {
      const { skipCount = 0, maxResultCount = 10 } = input;
      // What the history does not keep matches nothing, as an empty column would.
      if (input.hasException === true || (input.minExecutionDuration ?? 0) > 0 || filled(input.browserInfo)) {
        return { totalCount: 0, items: [] };
      }
      const from = timeOf('startDate', input.startDate);
      const to = timeOf('endDate', input.endDate);
      const conditions = [
        raw`true`,
        ...(from ? [raw`at >= ${from}::timestamptz`] : []),
        ...(to ? [raw`at <= ${to}::timestamptz`] : []),
        ...contains('by_name', input.userName),
        ...contains('resource', input.serviceName),
        ...contains('action', input.methodName),
      ];
      const where = raw.join(conditions, raw` and `);
      const counted = await raw<{ count: number }>`
            select count(*) as count from ${raw.table(historyTable)} where ${where}`.execute(sql);
      const { rows } = await raw<Row>`
            select id, resource, record_id, version, action, at, by, by_name, source,
              array(select change ->> 'field' from jsonb_array_elements(changes) as change) as fields
            from ${raw.table(historyTable)} where ${where}
            order by ${orderOf(input.sorting)} limit ${maxResultCount} offset ${skipCount}`.execute(sql);
      return {
        totalCount: counted.rows[0]?.count ?? 0,
        items: rows.map((row) => {
          const schema = catalogue.resources.find(({ name }) => name === row.resource)?.schema;
          return {
            id: row.id,
            userId: row.by,
            userName: row.byName,
            impersonatorTenantId: null,
            impersonatorUserId: null,
            serviceName: row.resource,
            methodName: row.action,
            parameters: JSON.stringify({ id: row.recordId, version: row.version, fields: row.fields }),
            executionTime: new Date(row.at).toISOString(),
            executionDuration: 0,
            clientIpAddress: null,
            clientName: row.source,
            browserInfo: null,
            exception: null,
            customData: schema ? labelIn(schema['x-label'], locale) : null,
          };
        }),
      };
    },
  });
}

function filled(value: string | null | undefined): boolean {
  return (value?.trim() ?? '') !== '';
}

function contains(column: string, value: string | null | undefined) {
  if (!filled(value)) return [];
  const pattern = `%${value?.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return [raw`${raw.ref(column)} ilike ${pattern}`];
}

function timeOf(field: string, value: string | null | undefined): string | null {
  if (!filled(value)) return null;
  const at = Date.parse(value ?? '');
  if (Number.isNaN(at)) throw formError(field, 'common.invalid.form', { field });
  return new Date(at).toISOString();
}

function orderOf(sorting: string | undefined) {
  const [, name = '', direction = ''] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/i.exec(sorting ?? '') ?? [];
  if (!filled(sorting)) return raw`id desc`;
  const column = own(sortable, name.toLowerCase().replace(/^auditlog\./, ''));
  if (!column) throw formError('sorting', 'common.invalid.form', { field: 'sorting' });
  return direction.toLowerCase() === 'desc'
    ? raw`${raw.ref(column)} desc, id desc`
    : raw`${raw.ref(column)} asc, id asc`;
}

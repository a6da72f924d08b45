import { type RawBuilder, sql as raw } from 'kysely';
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
  userName: string | null;
  source: string;
  fields: string[];
}

/** The login name; of a user who was purged the name that the history has. */
const userName = raw`coalesce(u.user_name, h.by_name)`;

/** By ABP's name, in lower case, the column that sorts. */
const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: raw.ref('h.id'),
  executiontime: raw.ref('h.at'),
  username: userName,
  servicename: raw.ref('h.resource'),
  methodname: raw.ref('h.action'),
};

/**
 * `AuditLog/GetAuditLogs` of ABP's clients (wire.md §3), over the history of all records: who changed what,
 * when and from which endpoint. Not recorded: how long a request took (`executionDuration` is 0), addresses and browsers, and
 * requests that failed, which leave no history; errors of the server are in the records of type `errorLog`. Values are only in
 * the history of the record, for those who may read it.
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
        ...(from ? [raw`h.at >= ${from}::timestamptz`] : []),
        ...(to ? [raw`h.at <= ${to}::timestamptz`] : []),
        ...contains(userName, input.userName),
        ...contains(raw.ref('h.resource'), input.serviceName),
        ...contains(raw.ref('h.action'), input.methodName),
      ];
      const entries = raw`${raw.table(historyTable)} as h left join "user" u on u.id = h.by`;
      const where = raw.join(conditions, raw` and `);
      const counted = await raw<{ count: number }>`
            select count(*) as count from ${entries} where ${where}`.execute(sql);
      const { rows } = await raw<Row>`
            select h.id, h.resource, h.record_id, h.version, h.action, h.at, h.by, ${userName} as user_name, h.source,
              array(select change ->> 'field' from jsonb_array_elements(h.changes) as change) as fields
            from ${entries} where ${where}
            order by ${orderOf(input.sorting)} limit ${maxResultCount} offset ${skipCount}`.execute(sql);
      return {
        totalCount: counted.rows[0]?.count ?? 0,
        items: rows.map((row) => {
          const schema = catalogue.resources.find(({ name }) => name === row.resource)?.schema;
          return {
            id: row.id,
            userId: row.by,
            userName: row.userName,
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

function contains(column: RawBuilder<unknown>, value: string | null | undefined) {
  if (!filled(value)) return [];
  const pattern = `%${value?.trim().replace(/[\\%_]/g, '\\$&')}%`;
  return [raw`${column} ilike ${pattern}`];
}

function timeOf(field: string, value: string | null | undefined): string | null {
  if (!filled(value)) return null;
  const at = Date.parse(value ?? '');
  if (Number.isNaN(at)) throw formError(field, 'common.invalid.form', { field });
  return new Date(at).toISOString();
}

function orderOf(sorting: string | undefined) {
  const [, name = '', direction = ''] = /^\s*([\w.]+)(?:\s+(asc|desc))?\s*$/i.exec(sorting ?? '') ?? [];
  if (!filled(sorting)) return raw`h.id desc`;
  const column = own(sortable, name.toLowerCase().replace(/^auditlog\./, ''));
  if (!column) throw formError('sorting', 'common.invalid.form', { field: 'sorting' });
  return direction.toLowerCase() === 'desc' ? raw`${column} desc, h.id desc` : raw`${column} asc, h.id asc`;
}

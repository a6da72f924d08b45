import { type RawBuilder, sql as raw } from 'kysely';
import { mayReadField } from '#domain/identity/access.ts';
import { closedKinds } from '#domain/identity/closed-kinds.ts';
import { kindsOf, takesFiles } from '#domain/record/files.ts';
import { fieldError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { storedNamesIn } from '#server/engine/records/names.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { scopeOf } from '#server/engine/records/scope.ts';
import type { Caller } from '#server/kernel/caller.ts';

export interface FileQuery {
  /** Only files of records of these types; absent: of all. */
  resources?: string[];
  /** Only those that the caller added themselves. */
  own?: boolean;
  /** Part of the name of a file or of its record. */
  query?: string;
  /** ABP's: `name`, `size`, `creationTime`, `mediaType` or `kind`, with `asc` or `desc`. */
  sorting?: string;
  skip: number;
  most: number;
}

export interface FoundFile {
  id: number;
  operateType: string;
  recordId: number;
  recordName: string;
  kind: string | null;
  kindName: string | null;
  name: string;
  size: number;
  mediaType: string;
  creationTime: string;
  creatorUserName: string | null;
  url: string;
}

const sortable: Record<string, string> = {
  name: 'name',
  size: 'size',
  creationtime: 'created_at',
  mediatype: 'media_type',
  kind: 'kind',
};

/** Files across records: only of records that the caller may read, by the very condition that lists them. */
export function createFileQueries(deps: { sql: Sql; catalogue: Catalogue }) {
  const { sql, catalogue } = deps;

  /** The files of one type of record, each with the name of its record. */
  function filesOf(caller: Caller, type: RecordType, query: FileQuery): RawBuilder<unknown> | undefined {
    const scope = scopeOf(caller, type, 'read', 't');
    if (!scope) return undefined;
    const { name, titleField } = type.resource;
    const title = mayReadField(caller.ability, name, titleField)
      ? raw`${raw.ref(`t.${titleField}`)}::text`
      : raw`null::text`;
    const wanted = query.query?.trim().replace(/[\\%_]/g, '\\$&');
    const like = `%${wanted}%`;
    return raw`
      select a.id, a.resource, a.record_id, a.kind, a.name, a.size, a.media_type, a.created_at, a.added_by_name,
        ${title} as record_name
      from attachment as a join ${raw.table(type.table)} as t on t.id = a.record_id
      where a.resource = ${name} and a.deleted_at is null and t.deleted_at is null and ${scope}
        and (a.kind is null or a.kind <> all(${closedKinds(caller.actor, type.resource)}::text[]))
        ${query.own ? raw`and a.created_by = ${caller.actor.userId}` : raw``}
        ${wanted ? raw`and (a.name ilike ${like} or ${title} ilike ${like})` : raw``}`;
  }

  return async (caller: Caller, query: FileQuery): Promise<{ totalCount: number; items: FoundFile[] }> => {
    const types = [...catalogue.types.values()].filter(
      ({ resource }) => takesFiles(resource) && (query.resources?.includes(resource.name) ?? true),
    );
    const parts = types.flatMap((type) => filesOf(caller, type, query) ?? []);
    if (parts.length === 0) return { totalCount: 0, items: [] };
    const all = raw.join(parts, raw` union all `);
    const [rows, counted] = await Promise.all([
      raw<Row>`select * from (${all}) as f order by ${orderOf(query.sorting)}, id desc
        limit ${query.most} offset ${query.skip}`.execute(sql),
      raw<{ total: number }>`select count(*) as total from (${all}) as f`.execute(sql),
    ]);
    const nameOf = await storedNamesIn(
      sql,
      caller.locale,
      rows.rows.map(({ addedByName }) => addedByName),
    );
    return {
      totalCount: counted.rows[0]?.total ?? 0,
      items: rows.rows.map((row) =>
        present({ ...row, addedByName: nameOf(row.addedByName) }, catalogue, caller),
      ),
    };
  };
}

interface Row {
  id: number;
  resource: string;
  recordId: number;
  kind: string | null;
  name: string;
  size: number;
  mediaType: string;
  createdAt: string;
  addedByName: string | null;
  recordName: string | null;
}

function present(row: Row, catalogue: Catalogue, caller: Caller): FoundFile {
  const { resource } = catalogue.find(row.resource);
  const kind = kindsOf(resource).find(({ name }) => name === row.kind);
  return {
    id: row.id,
    operateType: row.resource,
    recordId: row.recordId,
    recordName: row.recordName ?? `#${row.recordId}`,
    kind: row.kind,
    kindName: kind ? labelIn(kind.label, caller.locale) : null,
    name: row.name,
    size: row.size,
    mediaType: row.mediaType,
    creationTime: row.createdAt,
    creatorUserName: row.addedByName,
    url: `/api/records/${row.resource}/${row.recordId}/files/${row.id}`,
  };
}

function orderOf(sorting = 'creationTime desc'): RawBuilder<unknown> {
  const [field = '', direction = 'asc', ...rest] = sorting.trim().toLowerCase().split(/\s+/);
  const column = own(sortable, field);
  if (!column || !['asc', 'desc'].includes(direction) || rest.length > 0) {
    throw fieldError('sorting', 'records.query.sort', { name: sorting });
  }
  return raw`${raw.ref(column)} ${raw.raw(direction)} nulls last`;
}

import { AppError, type FieldError, formError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { own } from '#domain/text/own.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Filter, ListQuery, Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

interface Paged {
  sorting?: string;
  skipCount?: number;
  maxResultCount?: number;
}

/** The question to the records; `sortable`: ABP's names, in lower case, and the fields that they are. */
export function listQuery(
  { sorting, skipCount = 0, maxResultCount = 10 }: Paged,
  options: {
    sortable: Readonly<Record<string, string>>;
    usual: ListQuery['sort'];
    filters?: (Filter | false)[];
    keyword?: string | null | undefined;
  },
): ListQuery {
  const filters = (options.filters ?? []).filter((filter): filter is Filter => filter !== false);
  const keyword = options.keyword?.trim();
  return {
    start: skipCount,
    end: skipCount + maxResultCount,
    sort: sortOf(sorting, options.sortable) ?? options.usual,
    filter: filters.length > 0 ? { operator: 'and', value: filters } : undefined,
    search: keyword || undefined,
    trash: 'without',
  };
}

/** `userName asc, id DESC` → fields; undefined where nothing is said. */
function sortOf(
  sorting: string | undefined,
  sortable: Readonly<Record<string, string>>,
): ListQuery['sort'] | undefined {
  if (!sorting?.trim()) return undefined;
  return sorting.split(',').map((part) => {
    const found = /^\s*([\w.]+)(?:\s+(asc|desc|ascending|descending))?\s*$/i.exec(part);
    const field = own(sortable, found?.[1]?.toLowerCase() ?? '');
    if (!found || !field) {
      throw formError('sorting', 'common.invalid.form', { field: 'sorting' });
    }
    return { field, order: found[2]?.toLowerCase().startsWith('desc') ? 'desc' : 'asc' };
  });
}

/** The same refusal with its fields by the names of the call. */
export async function withFieldNames<T>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !error.extra.fields) throw error;
    const fields = error.extra.fields.map((error): FieldError => {
      const [first = '', ...rest] = error.field.split('.');
      const name = own(names, first);
      return name === undefined ? error : { ...error, field: [name, ...rest].join('.') };
    });
    throw new AppError(error.code, error.text, { ...error.extra, fields });
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A record that is not in the trash: to a client of ABP what was deleted is not there. */
export async function livingRecord(
  records: Records,
  caller: Caller,
  resource: string,
  id: number,
  sql?: Sql,
): Promise<StoredRecord> {
  const record = await records.untyped.get(caller, resource, id, sql);
  if (record.deletedAt === null) return record;
  const type = labelIn(records.untyped.resource(resource).schema['x-label'], caller.locale);
  throw new AppError('notFound', { key: 'common.notFound', values: { type, id } });
}

/** Every row of a small table. */
export const allRows: ListQuery = {
  start: 0,
  end: 10_000,
  sort: [{ field: 'id', order: 'asc' }],
  filter: undefined,
  search: undefined,
  trash: 'without',
};

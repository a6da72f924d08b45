import type {
  BaseKey,
  CrudFilters,
  CrudOperators,
  DataProvider,
  GetManyParams,
  GetManyResponse,
  HttpError,
} from '@refinedev/core';
import restProvider, { axiosInstance } from '@refinedev/simple-rest';
import { isObject } from '#domain/text/narrow.ts';
import { countedStatus } from './error-catalogue.ts';
import { commonHeaders, noteUnauthorized, RequestError, recordsError, requestTimeoutMs } from './http.ts';
import { rawMessage } from './raw-message.ts';

export const recordsPath = '/api/records';

/**
 * refine's operators → suffixes of the records endpoint. Total on purpose: simple-rest sends what it does not
 * know as equality, which widens or narrows an answer in silence.
 */
const suffixes: Record<Exclude<CrudOperators, 'and' | 'or'>, string | null> = {
  eq: '',
  ne: '_ne',
  eqs: null,
  nes: null,
  lt: '_lt',
  lte: '_lte',
  gt: '_gt',
  gte: '_gte',
  in: '_in',
  nin: '_nin',
  ina: null,
  nina: null,
  contains: '_contains',
  ncontains: '_ncontains',
  containss: null,
  ncontainss: null,
  startswith: '_startswith',
  nstartswith: null,
  startswiths: null,
  nstartswiths: null,
  endswith: '_endswith',
  nendswith: null,
  endswiths: null,
  nendswiths: null,
  between: '_between',
  nbetween: '_nbetween',
  null: '_null',
  nnull: '_nnull',
};

const listed = new Set(['in', 'nin', 'between', 'nbetween']);

interface Condition {
  field: string;
  operator: string;
  value: unknown;
}
type Tree = Condition | { operator: 'and' | 'or'; value: Tree[] };

/** One filter of refine as the door's JSON; throws on an operator that the endpoint does not speak. */
function treeOf(filter: CrudFilters[number]): Tree {
  if (filter.operator === 'and' || filter.operator === 'or') {
    return { operator: filter.operator, value: filter.value.map(treeOf) };
  }
  if (!('field' in filter)) throw new Error(`A condition "${filter.operator}" names no field`);
  if (suffixes[filter.operator] === null || suffixes[filter.operator] === undefined) {
    throw new Error(`The records door has no operator "${filter.operator}"`);
  }
  return { field: filter.field, operator: filter.operator, value: filter.value };
}

/**
 * The filters as query parameters. Plain conditions go as `field_op=value`; anything nested, and a second
 * condition on the same key, goes into the one JSON `filter`. `q` and `_trash` pass as they are.
 */
export function filterQuery(filters: CrudFilters | undefined): URLSearchParams {
  const query = new URLSearchParams();
  const nested: Tree[] = [];
  for (const filter of filters ?? []) {
    if ('field' in filter && (filter.field === 'q' || filter.field === '_trash')) {
      if (filter.value !== undefined && filter.value !== '') query.set(filter.field, String(filter.value));
      continue;
    }
    const tree = treeOf(filter);
    const key = 'field' in tree ? `${tree.field}${suffixes[filter.operator as keyof typeof suffixes]}` : '';
    if (!('field' in tree) || query.has(key)) nested.push(tree);
    else for (const value of plainValues(tree)) query.append(key, value);
  }
  if (nested.length > 0) {
    query.set('filter', JSON.stringify(nested.length === 1 ? nested[0] : { operator: 'and', value: nested }));
  }
  return query;
}

/** A list goes as the key repeated: a text may hold a comma of its own. */
function plainValues({ operator, value }: Condition): string[] {
  if (listed.has(operator)) return (Array.isArray(value) ? value : [value]).map(String);
  if (operator === 'null' || operator === 'nnull') return ['true'];
  return [String(value)];
}

axiosInstance.defaults.timeout = requestTimeoutMs;
axiosInstance.defaults.withCredentials = true;
axiosInstance.interceptors.request.use((config) => {
  for (const [name, value] of Object.entries(commonHeaders())) config.headers.set(name, value);
  return config;
});
// simple-rest's own interceptor runs first and spreads the error; the response is still on it.
axiosInstance.interceptors.response.use(undefined, (error: unknown) => Promise.reject(toRequestError(error)));

/** Keeps what simple-rest drops: `errors`, `code`, `current`, the rule and the request id. */
export function toRequestError(error: unknown): HttpError {
  if (error instanceof RequestError) return error;
  if (isObject(error) && isObject(error.response) && typeof error.response.status === 'number') {
    noteUnauthorized(countedStatus(error.response.status, error.response.data));
    const { method, url } = isObject(error.config) ? error.config : {};
    return recordsError(error.response.status, error.response.data, `${String(method)} ${String(url)}`);
  }
  const timedOut = isObject(error) && error.code === 'ECONNABORTED';
  return new RequestError(timedOut ? 'shell.error.timeout' : 'shell.error.noAnswer', {
    statusCode: 0,
    code: timedOut ? 'timeout' : 'noAnswer',
    details: timedOut ? null : rawMessage(error),
  });
}

const base = restProvider(recordsPath, axiosInstance);

/** All records by their ids, of any number: asked for in pieces that fit a URL. */
async function getMany({ resource, ids }: GetManyParams): Promise<GetManyResponse> {
  const unique = [...new Set(ids.map(String))];
  const pieces: string[][] = [];
  for (let start = 0; start < unique.length; start += 100) pieces.push(unique.slice(start, start + 100));
  const answers = await Promise.all(
    pieces.map((piece) => {
      const query = new URLSearchParams({
        id_in: piece.join(','),
        _trash: 'with',
        _start: '0',
        _end: String(piece.length),
      });
      return axiosInstance.get(`${recordsPath}/${resource}?${query}`);
    }),
  );
  return { data: answers.flatMap(({ data }) => (Array.isArray(data) ? data : [])) };
}

function versionOf(variables: unknown): unknown {
  return isObject(variables) ? variables.version : undefined;
}

async function updateOne(resource: string, id: BaseKey, variables: unknown) {
  // A save that names no version would overwrite in silence; better that it fails here.
  if (versionOf(variables) === undefined) throw new Error(`A save of ${resource} ${id} names no version`);
  return axiosInstance.patch(`${recordsPath}/${resource}/${id}`, variables);
}

/**
 * refine's data provider for the records endpoint: simple-rest with its silences mended (stack.md, traps).
 */
// The wire is typed by the caller's schema; refine's generics have no other place to take it from.
export const dataProvider = {
  ...base,
  getList: async ({ resource, pagination, filters, sorters, meta }) => {
    const query = filterQuery(filters);
    if (meta?.count) query.set('_count', String(meta.count));
    const { currentPage = 1, pageSize = 20, mode = 'server' } = pagination ?? {};
    if (mode === 'server') {
      query.set('_start', String((currentPage - 1) * pageSize));
      query.set('_end', String(currentPage * pageSize));
    }
    if (sorters && sorters.length > 0) {
      query.set('_sort', sorters.map(({ field }) => field).join(','));
      query.set('_order', sorters.map(({ order }) => order).join(','));
    }
    const { data, headers } = await axiosInstance.get(`${recordsPath}/${resource}?${query}`);
    const total = Number(headers['x-total-count']);
    if (!Number.isFinite(total)) throw new Error(`The list of ${resource} came without x-total-count`);
    return { data, total, estimated: headers['x-total-estimated'] === 'true' };
  },
  getMany,
  update: async ({ resource, id, variables }) => ({ data: (await updateOne(resource, id, variables)).data }),
  createMany: async ({ resource, variables }) => {
    const data = [];
    for (const values of variables)
      data.push((await axiosInstance.post(`${recordsPath}/${resource}`, values)).data);
    return { data };
  },
  updateMany: async ({ resource, ids, variables }) => {
    const { failed } = await changeMany(resource, {
      action: 'update',
      ids: ids.map(Number),
      set: isObject(variables) ? variables : {},
    });
    if (failed[0]) throw new RequestError(failed[0].message, { statusCode: 422, code: failed[0].code });
    return { data: [] };
  },
  deleteMany: async ({ resource, ids }) => {
    const { failed } = await changeMany(resource, { action: 'delete', ids: ids.map(Number) });
    if (failed[0]) throw new RequestError(failed[0].message, { statusCode: 422, code: failed[0].code });
    return { data: [] };
  },
} as DataProvider;

/** Beyond this one request takes no more; the endpoint says so too. */
export const mostAtOnce = 10_000;
const bulkTimeoutMs = 180_000;

export type BulkAction = 'update' | 'undo' | 'delete' | 'restore' | 'purge';

export interface BulkChange {
  action: BulkAction;
  /** Either these records, or all that the list's query meets. */
  ids?: readonly number[];
  where?: string;
  set?: object;
  clear?: readonly string[];
  /** For an undo, in place of ids: what the report of the change called changed. */
  versions?: readonly RecordVersion[];
}

export interface RecordVersion {
  id: number;
  version: number;
}

export interface BulkFailure {
  id: number;
  title: string;
  message: string;
  code: string;
  errors: Record<string, string[]>;
}

export interface BulkReport {
  matched: number;
  done: number;
  failed: BulkFailure[];
  changed: RecordVersion[];
}

/**
 * Changes many records in one request; each is permitted and judged by itself, and those that failed are
 * named.
 */
export async function changeMany(resource: string, change: BulkChange): Promise<BulkReport> {
  const { data } = await axiosInstance.post(`${recordsPath}/${resource}/bulk`, change, {
    timeout: bulkTimeoutMs,
  });
  const { matched, done = 0, failed = [], changed = [] } = data;
  return { matched, done, failed, changed };
}

/** How many records a change would meet. */
export async function countMany(resource: string, change: BulkChange): Promise<number> {
  const { data } = await axiosInstance.post(`${recordsPath}/${resource}/bulk`, { ...change, preview: true });
  return data.matched;
}

/** Removes a record from the trash for good. */
export async function purgeRecord(resource: string, id: BaseKey): Promise<void> {
  await axiosInstance.post(`${recordsPath}/${resource}/${id}/purge`);
}

/** Sets fields of one record, from the version that was read. */
export async function patchRecord(
  resource: string,
  id: BaseKey,
  values: { version: number } & Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { data } = await axiosInstance.patch(`${recordsPath}/${resource}/${id}`, values);
  return data;
}

/** Takes a record out of the trash. */
export async function restoreRecord(resource: string, id: BaseKey): Promise<Record<string, unknown>> {
  const { data } = await axiosInstance.post(`${recordsPath}/${resource}/${id}/restore`);
  return data;
}

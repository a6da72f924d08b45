import type { CrudFilter } from '@refinedev/core';
import type { Resource } from '#domain/record/resource.ts';
import { fieldOf, isSortable } from './fields.ts';
import {
  conditionOf,
  crudOf,
  type FieldFilter,
  type FilterNode,
  isGroup,
  jsonOfTree,
  treeOfJson,
} from './list/filter-tree.ts';

/** All that a list shows, as it stands in its address: a reload, Back and a pasted link show the same. */
export interface ListState {
  /**
   * A saved view by its id; `none`: the plain list, whatever the default is; absent: whatever one begins
   * with.
   */
  view?: number | 'none';
  page: number;
  size: number;
  sort: { field: string; order: 'asc' | 'desc' }[];
  q: string;
  trash: boolean;
  /** All of them must hold; a group inside may ask for any of its own. */
  filters: FilterNode[];
  /** Fields shown, in order; absent: those of the entry. */
  columns?: string[] | undefined;
}

export const pageSizes = [10, 20, 50, 100, 200, 500, 1000];
const standardSize = 20;

export function standardState(resource: Resource): ListState {
  return {
    page: 1,
    size: standardSize,
    sort: resource.sort ? [resource.sort] : [],
    q: '',
    trash: false,
    filters: [],
  };
}

/**
 * Reads an address; what it does not say is as in `base`, the saved view it begins from. What the schema does
 * not know is reported: ignored, it would widen the answer.
 */
export function parseListState(
  query: URLSearchParams,
  resource: Resource,
  base: ListState = standardState(resource),
): { state: ListState; unknown: string[] } {
  const state = { ...base };
  const unknown: string[] = [];
  const own: FilterNode[] = [];
  let filtered = false;
  for (const [key, value] of query) {
    const report = () => unknown.push(`${key}=${value}`);
    if (key === 'page') {
      state.page = positive(value) ?? 1;
      if (positive(value) === undefined) report();
    } else if (key === 'size') {
      const size = Number(value);
      if (pageSizes.includes(size)) state.size = size;
      else report();
    } else if (key === 'q') state.q = value;
    else if (key === 'trash') {
      state.trash = value === '1';
      if (value !== '1') report();
    } else if (key === 'sort') state.sort = parseSort(value, resource, unknown);
    else if (key === 'cols') readColumns(value, resource, state, unknown);
    else if (key === 'view') {
      const view = value === 'none' ? value : positive(value);
      if (view === undefined) report();
      else state.view = view;
    } else if (key === 'filter') {
      filtered = true;
      // `filter=` alone: none, where the view would have some.
      const tree = value === '' ? [] : treeOfJson(resource, value);
      if (tree) own.push(...tree);
      else report();
    } else if (key.startsWith('f.')) {
      filtered = true;
      const filter = parseFilter(key, value, resource);
      if (filter) own.push(filter);
      else report();
    } else report();
  }
  if (filtered) state.filters = own;
  return { state, unknown };
}

function positive(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function parseSort(text: string, resource: Resource, unknown: string[]): ListState['sort'] {
  const sort: ListState['sort'] = [];
  for (const part of text.split(',').filter(Boolean)) {
    const field = part.replace(/^-/, '');
    const schema = fieldOf(resource, field);
    if (schema && isSortable(schema)) sort.push({ field, order: part.startsWith('-') ? 'desc' : 'asc' });
    else unknown.push(`sort=${part}`);
  }
  return sort;
}

function readColumns(text: string, resource: Resource, state: ListState, unknown: string[]): void {
  const names = [...new Set(text.split(',').filter(Boolean))];
  for (const name of names) if (!fieldOf(resource, name)) unknown.push(`cols=${name}`);
  const columns = names.filter((name) => fieldOf(resource, name));
  // `cols=` alone: those of the entry, where the view would have others.
  if (columns.length > 0) state.columns = columns;
  else delete state.columns;
}

function parseFilter(key: string, value: string, resource: Resource): FieldFilter | undefined {
  const [, field = '', operator = ''] = key.split('.');
  const several = operator === 'in' || operator === 'nin' || operator === 'between';
  return conditionOf(resource, field, operator, several ? listOf(value) : [value]);
}

/** A comma parts a list; one that is part of a value is written `\,`. */
function listOf(text: string): string[] {
  return text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ','));
}

function listText(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join(',');
}

function sortText(sort: ListState['sort']): string {
  return sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
}

/** The conditions as they stand in an address: plain ones each by itself, groups in one JSON tree. */
function writeFilters(filters: readonly FilterNode[]): [string, string][] {
  const groups = filters.filter(isGroup);
  if (filters.length === 0) return [['filter', '']];
  const plain = filters.flatMap((node): [string, string][] =>
    isGroup(node)
      ? []
      : [[`f.${node.field}.${node.operator}`, node.values.length === 0 ? '1' : listText(node.values)]],
  );
  return groups.length === 0 ? plain : [...plain, ['filter', JSON.stringify(jsonOfTree(groups))]];
}

/** Writes an address; what is as in `base` is left out, so that the plain list has the plain address. */
export function writeListState(
  state: ListState,
  resource: Resource,
  base: ListState = standardState(resource),
): URLSearchParams {
  const query = new URLSearchParams();
  if (state.view !== undefined) query.set('view', String(state.view));
  if (state.q !== base.q) query.set('q', state.q);
  if (!same(state.filters, base.filters)) {
    for (const [key, value] of writeFilters(state.filters)) query.append(key, value);
  }
  if (!same(state.sort, base.sort)) query.set('sort', sortText(state.sort));
  if (!same(state.columns, base.columns)) query.set('cols', state.columns?.join(',') ?? '');
  if (state.size !== base.size) query.set('size', String(state.size));
  if (state.trash) query.set('trash', '1');
  if (state.page !== 1) query.set('page', String(state.page));
  return query;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a saved view keeps of a state: not the page one stands on, and not the trash. */
export function viewQuery(state: ListState, resource: Resource): string {
  const { view: _, ...query } = state;
  return writeListState({ ...query, page: 1, trash: false }, resource).toString();
}

/**
 * What a saved view begins with. Columns that this user may not see are not theirs; conditions on them are
 * reported.
 */
export function viewState(
  query: string,
  resource: Resource,
  view: number,
): { state: ListState; unknown: string[] } {
  const { state, unknown } = parseListState(new URLSearchParams(query), resource);
  return { state: { ...state, view }, unknown: unknown.filter((part) => !part.startsWith('cols=')) };
}

/** The same as refine's filters for the data provider, relative dates resolved at `nowMs`. */
export function crudFilters(
  { filters, q, trash }: Pick<ListState, 'filters' | 'q' | 'trash'>,
  resource: Resource,
  nowMs = Date.now(),
): CrudFilter[] {
  const list = crudOf(resource, filters, nowMs);
  if (q !== '') list.push({ field: 'q', operator: 'eq', value: q });
  if (trash) list.push({ field: '_trash', operator: 'eq', value: 'only' });
  return list;
}

import type { CrudFilter } from '@refinedev/core';
import type { Resource } from '../../domain/resource.ts';
import { type FilterOperator, fieldOf, isSortable, operatorsOf } from './fields.ts';

/** All that a list shows, as it stands in its address: a reload, Back and a pasted link show the same. */
export interface ListState {
  page: number;
  size: number;
  sort: { field: string; order: 'asc' | 'desc' }[];
  q: string;
  trash: boolean;
  filters: FieldFilter[];
}

export interface FieldFilter {
  field: string;
  operator: FilterOperator;
  /** As written in the address; empty for `null` and `nnull`. */
  values: string[];
}

export const pageSizes = [10, 20, 50, 100];
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

/** Reads an address. A condition that the schema does not know is reported: ignored, it would widen the answer. */
export function parseListState(
  query: URLSearchParams,
  resource: Resource,
): { state: ListState; unknown: string[] } {
  const state = standardState(resource);
  const unknown: string[] = [];
  for (const [key, value] of query) {
    if (key === 'page') state.page = positive(value) ?? 1;
    else if (key === 'size') {
      const size = positive(value) ?? standardSize;
      state.size = pageSizes.includes(size) ? size : standardSize;
    } else if (key === 'q') state.q = value;
    else if (key === 'trash') state.trash = value === '1';
    else if (key === 'sort') state.sort = parseSort(value, resource, unknown);
    else if (key.startsWith('f.')) {
      const filter = parseFilter(key, value, resource);
      if (filter) state.filters.push(filter);
      else unknown.push(`${key}=${value}`);
    } else unknown.push(`${key}=${value}`);
  }
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

function parseFilter(key: string, value: string, resource: Resource): FieldFilter | undefined {
  const [, field = '', wanted = ''] = key.split('.');
  const schema = fieldOf(resource, field);
  const operator = schema && operatorsOf(schema).find((known) => known === wanted);
  if (!operator) return undefined;
  if (operator === 'null' || operator === 'nnull') return { field, operator, values: [] };
  const several = operator === 'in' || operator === 'nin' || operator === 'between';
  return { field, operator, values: several ? value.split(',') : [value] };
}

/** Writes an address; what is as usual is left out, so that the plain list has the plain address. */
export function writeListState(state: ListState, resource: Resource): URLSearchParams {
  const usual = standardState(resource);
  const query = new URLSearchParams();
  if (state.q !== '') query.set('q', state.q);
  for (const { field, operator, values } of state.filters) {
    query.append(`f.${field}.${operator}`, values.length === 0 ? '1' : values.join(','));
  }
  const sort = state.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
  const usualSort = usual.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
  if (sort !== usualSort) query.set('sort', sort);
  if (state.trash) query.set('trash', '1');
  if (state.size !== usual.size) query.set('size', String(state.size));
  if (state.page !== 1) query.set('page', String(state.page));
  return query;
}

/** The same as refine's filters for the data provider. An open end of a range becomes gte or lte. */
export function crudFilters({ filters, q, trash }: ListState): CrudFilter[] {
  const list: CrudFilter[] = filters.map(({ field, operator, values }) => {
    const [first = '', second = ''] = values;
    switch (operator) {
      case 'null':
      case 'nnull':
        return { field, operator, value: true };
      case 'in':
      case 'nin':
        return { field, operator, value: values };
      case 'between':
        if (second === '') return { field, operator: 'gte', value: first };
        if (first === '') return { field, operator: 'lte', value: second };
        return { field, operator, value: [first, second] };
      default:
        return { field, operator, value: first };
    }
  });
  if (q !== '') list.push({ field: 'q', operator: 'eq', value: q });
  if (trash) list.push({ field: '_trash', operator: 'eq', value: 'only' });
  return list;
}

/** refine keeps one condition of each field and operator; a second one is put where it is kept, into an `and`. */
export function apart(filters: CrudFilter[]): CrudFilter[] {
  const seen = new Set<string>();
  const plain: CrudFilter[] = [];
  const again: CrudFilter[] = [];
  for (const filter of filters) {
    const key = 'field' in filter ? `${filter.field} ${filter.operator}` : '';
    (seen.has(key) ? again : plain).push(filter);
    seen.add(key);
  }
  // refine's type wants plain conditions in the group, and crudFilters makes no others.
  const group = again.filter((filter) => 'field' in filter);
  return group.length === 0 ? plain : [...plain, { operator: 'and', key: 'again', value: group }];
}

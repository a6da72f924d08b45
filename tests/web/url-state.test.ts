import { describe, expect, test } from 'vitest';
import { resources } from '../../resources.config.ts';
import {
  crudFilters,
  type ListState,
  parseListState,
  standardState,
  writeListState,
} from '../../src/web/resources/url-state.ts';

const found = resources.find(({ name }) => name === 'aircraft');
if (!found) throw new Error('there is no resource "aircraft"');
const aircraft = found;

const state: ListState = {
  page: 3,
  size: 50,
  sort: [
    { field: 'callsign', order: 'desc' },
    { field: 'registration', order: 'asc' },
  ],
  q: 'B-71 & co',
  trash: true,
  filters: [
    { field: 'status', operator: 'in', values: ['active', 'maintenance'] },
    { field: 'airworthinessExpiry', operator: 'between', values: ['2026-01-01', ''] },
    { field: 'insuranceExpiry', operator: 'null', values: [] },
    { field: 'company', operator: 'nin', values: ['4'] },
  ],
};

describe('a list and its address', () => {
  test('what is written is read again', () => {
    const query = new URLSearchParams(writeListState(state, aircraft).toString());
    expect(parseListState(query, aircraft)).toEqual({ state, unknown: [] });
  });

  test('the plain list has the plain address', () => {
    expect(writeListState(standardState(aircraft), aircraft).toString()).toBe('');
  });

  test.each([
    ['f.nothing.eq=1'],
    ['f.status.between=a,b'],
    ['f.status=active'],
    ['sort=nothing'],
    ['status=active'],
  ])('%s is reported, not ignored', (query) => {
    expect(parseListState(new URLSearchParams(query), aircraft).unknown).toEqual([query]);
  });

  test.each(['page=0', 'page=-1', 'page=x', 'size=7'])('%s falls back to the usual', (query) => {
    const { state: read } = parseListState(new URLSearchParams(query), aircraft);
    expect([read.page, read.size]).toEqual([1, 20]);
  });

  test('conditions for the records door', () => {
    expect(crudFilters(state)).toEqual([
      { field: 'status', operator: 'in', value: ['active', 'maintenance'] },
      { field: 'airworthinessExpiry', operator: 'gte', value: '2026-01-01' },
      { field: 'insuranceExpiry', operator: 'null', value: true },
      { field: 'company', operator: 'nin', value: ['4'] },
      { field: 'q', operator: 'eq', value: 'B-71 & co' },
      { field: '_trash', operator: 'eq', value: 'only' },
    ]);
  });
});

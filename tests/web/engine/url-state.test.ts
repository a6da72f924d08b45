import { describe, expect, test } from 'vitest';
import { resources } from '#resources';
import type { FilterNode } from '#web/engine/list/filter-tree.ts';
import {
  crudFilters,
  type ListState,
  parseListState,
  standardState,
  viewQuery,
  viewState,
  writeListState,
} from '#web/engine/url-state.ts';

const found = resources.find(({ name }) => name === 'aircraft');
if (!found) throw new Error('there is no resource "aircraft"');
const aircraft = found;
const read = (query: string, base?: ListState) =>
  parseListState(new URLSearchParams(query), aircraft, ...(base ? [base] : []));

const anyOf: FilterNode = {
  operator: 'or',
  value: [
    { field: 'callsign', operator: 'contains', values: ['a,b & c'] },
    {
      operator: 'and',
      value: [
        { field: 'insuranceExpiry', operator: 'relative', values: ['next30d'] },
        { field: 'seats', operator: 'gte', values: ['4'] },
      ],
    },
  ],
};

const state: ListState = {
  page: 3,
  size: 500,
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
    { field: 'createdAt', operator: 'relative', values: ['thisWeek'] },
    anyOf,
  ],
  columns: ['registration', 'updatedAt', 'company'],
};

describe('a list and its address', () => {
  test.each<[string, ListState]>([
    ['everything at once', state],
    ['a saved view', { ...state, view: 7 }],
    ['the plain list on purpose', { ...standardState(aircraft), view: 'none' }],
    ['one group', { ...standardState(aircraft), filters: [anyOf] }],
    [
      'two groups',
      { ...standardState(aircraft), filters: [anyOf, { ...anyOf, value: anyOf.value.slice(1) }] },
    ],
    [
      'the same field twice',
      {
        ...standardState(aircraft),
        filters: [
          { field: 'callsign', operator: 'ncontains', values: ['A'] },
          { field: 'callsign', operator: 'ncontains', values: ['B'] },
        ],
      },
    ],
    [
      'a value with a comma',
      { ...standardState(aircraft), filters: [{ field: 'status', operator: 'in', values: ['a,b', 'c'] }] },
    ],
  ])('%s: what is written is read again', (_, written) => {
    const query = writeListState(written, aircraft).toString();
    expect(read(query)).toEqual({ state: written, unknown: [] });
  });

  test('the plain list has the plain address', () => {
    expect(writeListState(standardState(aircraft), aircraft).toString()).toBe('');
  });

  test.each([
    ['f.nothing.eq=1'],
    ['f.status.between=a,b'],
    ['f.status=active'],
    ['f.seats.eq=four'],
    ['f.seats.gte=many'],
    ['f.company.in=four'],
    ['f.insuranceExpiry.lte=2026-13-01'],
    ['f.insuranceExpiry.between=2026-01-01,2026-02-01,2026-03-01'],
    ['f.insuranceExpiry.relative=someday'],
    ['f.insuranceExpiry.relative=last9999d'],
    ['f.status.relative=today'],
    ['filter={'],
    ['filter={"operator":"xor","value":[]}'],
    ['filter={"field":"nothing","operator":"eq","value":"1"}'],
    ['filter={"operator":"or","value":[{"field":"status","operator":"gte","value":"a"}]}'],
    ['filter=[{"field":"status","operator":"eq","value":"a"}]'],
    ['sort=nothing'],
    ['sort=geometry'],
    ['status=active'],
    ['cols=nothing'],
    ['view=mine'],
    ['page=0'],
    ['page=-1'],
    ['page=x'],
    ['size=7'],
    ['trash=yes'],
  ])('%s is reported, not ignored', (query) => {
    expect(read(query.replaceAll('&', '%26')).unknown).toEqual([query]);
  });

  test('groups deeper than three are reported', () => {
    const leaf = { field: 'callsign', operator: 'eq', value: 'A' };
    const nested = (depth: number): unknown =>
      depth === 0 ? leaf : { operator: 'or', value: [nested(depth - 1)] };
    const query = (depth: number) =>
      new URLSearchParams({ filter: JSON.stringify(nested(depth)) }).toString();
    expect(read(query(3)).unknown).toEqual([]);
    expect(read(query(4)).unknown).toHaveLength(1);
  });

  test('conditions for the records endpoint', () => {
    const now = Date.parse('2026-11-21T17:30:00Z');
    expect(crudFilters(state, aircraft, now)).toEqual([
      { field: 'status', operator: 'in', value: ['active', 'maintenance'] },
      { field: 'airworthinessExpiry', operator: 'gte', value: '2026-01-01' },
      { field: 'insuranceExpiry', operator: 'null', value: true },
      { field: 'company', operator: 'nin', value: ['4'] },
      // Past midnight in Beijing: Sunday the 22nd, whose week began on the 16th.
      {
        field: 'createdAt',
        operator: 'between',
        value: ['2026-11-15T16:00:00.000Z', '2026-11-22T15:59:59.999Z'],
      },
      {
        operator: 'or',
        value: [
          { field: 'callsign', operator: 'contains', value: 'a,b & c' },
          {
            operator: 'and',
            value: [
              { field: 'insuranceExpiry', operator: 'between', value: ['2026-11-22', '2026-12-21'] },
              { field: 'seats', operator: 'gte', value: '4' },
            ],
          },
        ],
      },
      { field: 'q', operator: 'eq', value: 'B-71 & co' },
      { field: '_trash', operator: 'eq', value: 'only' },
    ]);
  });
});

describe('a list that begins with a saved view', () => {
  const query = 'q=B-10&f.status.in=active&sort=-callsign&cols=registration,callsign&size=50';
  const { state: base, unknown } = viewState(query, aircraft, 7);

  test('the view alone says all of it', () => {
    expect(unknown).toEqual([]);
    expect(writeListState(base, aircraft, base).toString()).toBe('view=7');
    expect(read('view=7', base).state).toEqual(base);
    expect(viewQuery(base, aircraft)).toBe(new URLSearchParams(query).toString().replace(/^/, ''));
  });

  test.each<[string, Partial<ListState>, string]>([
    ['another search', { q: 'B-7' }, 'view=7&q=B-7'],
    ['no search', { q: '' }, 'view=7&q='],
    ['no condition', { filters: [] }, 'view=7&filter='],
    [
      'another condition',
      { filters: [{ field: 'callsign', operator: 'null', values: [] }] },
      'view=7&f.callsign.null=1',
    ],
    ['no sort', { sort: [] }, 'view=7&sort='],
    ['the usual size', { size: 20 }, 'view=7&size=20'],
    ['other columns', { columns: ['registration'] }, 'view=7&cols=registration'],
    ['a page', { page: 2 }, 'view=7&page=2'],
  ])('%s is written beside it, and read again', (_, change, expected) => {
    const changed = { ...base, ...change };
    expect(writeListState(changed, aircraft, base).toString()).toBe(expected);
    expect(read(expected, base)).toEqual({ state: changed, unknown: [] });
  });

  test('the usual columns are written as none', () => {
    const { columns: _, ...usual } = base;
    expect(writeListState(usual, aircraft, base).toString()).toBe('view=7&cols=');
    expect(read('view=7&cols=', base).state).toEqual(usual);
  });

  test('columns of a view that are not the user’s to see are left out, conditions on them are told', () => {
    const shared = viewState('cols=registration,secret&f.secret.eq=1', aircraft, 8);
    expect(shared.state.columns).toEqual(['registration']);
    expect(shared.unknown).toEqual(['f.secret.eq=1']);
  });
});

import type { CrudFilters } from '@refinedev/core';
import { beforeAll, describe, expect, test, vi } from 'vitest';

let filterQuery: typeof import('#web/client/data.ts').filterQuery;
let toRequestError: typeof import('#web/client/data.ts').toRequestError;
let unwrap: typeof import('#web/client/services.ts').unwrap;

beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '' });
  ({ filterQuery, toRequestError } = await import('#web/client/data.ts'));
  ({ unwrap } = await import('#web/client/services.ts'));
});

const query = (filters: CrudFilters) => decodeURIComponent(filterQuery(filters).toString());

describe('filters for the records endpoint', () => {
  test.each([
    ['eq', 'x', 'f=x'],
    ['ne', 'x', 'f_ne=x'],
    ['lt', 1, 'f_lt=1'],
    ['lte', 1, 'f_lte=1'],
    ['gt', 1, 'f_gt=1'],
    ['gte', 1, 'f_gte=1'],
    ['in', ['a', 'b'], 'f_in=a&f_in=b'],
    ['nin', [1], 'f_nin=1'],
    ['contains', 'x', 'f_contains=x'],
    ['ncontains', 'x', 'f_ncontains=x'],
    ['startswith', 'x', 'f_startswith=x'],
    ['endswith', 'x', 'f_endswith=x'],
    ['between', [1, 2], 'f_between=1&f_between=2'],
    ['nbetween', [1, 2], 'f_nbetween=1&f_nbetween=2'],
    ['null', true, 'f_null=true'],
    ['nnull', true, 'f_nnull=true'],
  ] as const)('%s', (operator, value, expected) => {
    expect(query([{ field: 'f', operator, value }])).toBe(expected);
  });

  test.each(['containss', 'ina', 'nstartswith', 'eqs'] as const)('%s is refused, not guessed', (operator) => {
    expect(() => filterQuery([{ field: 'f', operator, value: 'x' }])).toThrow(operator);
  });

  test('or and and go as one JSON', () => {
    const filters: CrudFilters = [
      { field: 'state', operator: 'eq', value: 4 },
      {
        operator: 'or',
        value: [
          { field: 'a', operator: 'eq', value: 1 },
          { operator: 'and', value: [{ field: 'b', operator: 'null', value: true }] },
        ],
      },
    ];
    const sent = filterQuery(filters);
    expect(sent.get('state')).toBe('4');
    expect(JSON.parse(sent.get('filter') ?? '')).toEqual({
      operator: 'or',
      value: [
        { field: 'a', operator: 'eq', value: 1 },
        { operator: 'and', value: [{ field: 'b', operator: 'null', value: true }] },
      ],
    });
  });

  test('a second condition on the same key does not overwrite the first', () => {
    const sent = filterQuery([
      { field: 'a', operator: 'ne', value: 1 },
      { field: 'a', operator: 'ne', value: 2 },
    ]);
    expect(sent.get('a_ne')).toBe('1');
    expect(JSON.parse(sent.get('filter') ?? '')).toEqual({ field: 'a', operator: 'ne', value: 2 });
  });
});

describe('errors', () => {
  test('keep what the records endpoint said', () => {
    const error = toRequestError({
      response: {
        status: 409,
        data: {
          message: 'stale',
          code: 'conflict',
          errors: { icao24: ['used'] },
          current: { id: 7, version: 3 },
          rule: 'Art 11',
          requestId: 'r1',
        },
      },
    });
    expect(error).toMatchObject({
      message: 'stale',
      statusCode: 409,
      code: 'conflict',
      errors: { icao24: ['used'] },
      current: { id: 7, version: 3 },
      rule: 'Art 11',
      requestId: 'r1',
    });
  });

  test('no answer and a late answer are told apart', () => {
    expect(toRequestError({ code: 'ECONNABORTED' })).toMatchObject({ statusCode: 0, code: 'timeout' });
    expect(toRequestError({ code: 'ERR_NETWORK' })).toMatchObject({ statusCode: 0, code: 'noAnswer' });
  });

  test('the ABP envelope opens to its result or to its error', () => {
    expect(unwrap(200, { success: true, result: { id: 1 }, error: null, __abp: true })).toEqual({ id: 1 });
    const refusal = {
      success: false,
      result: null,
      error: {
        code: 0,
        message: 'NotFinish',
        details: 'why',
        validationErrors: [{ message: 'bad', members: ['name', 'code'] }],
      },
    };
    expect(() => unwrap(500, refusal)).toThrow('NotFinish');
    try {
      unwrap(500, refusal);
    } catch (error) {
      expect(error).toMatchObject({
        statusCode: 500,
        details: 'why',
        errors: { name: ['bad'], code: ['bad'] },
      });
    }
  });
});

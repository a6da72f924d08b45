import { describe, expect, test } from 'vitest';
import { filterNow } from '#domain/statistics/filter-now.ts';
import {
  aggregateQuery,
  keyCondition,
  plainTile,
  type Tile,
  tidyTile,
  tileErrors,
} from '#domain/statistics/tile.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { resources } from '#resources';

const plan = resources.find(({ name }) => name === 'plan');
if (!plan) throw new Error('there is no plan');
const tile = (part: Partial<Tile>): Tile => ({ ...plainTile('plan', 'T'), ...part });

describe('what a tile may be', () => {
  const good: Partial<Tile>[] = [
    {},
    { measure: 'sum', of: 'aircraftCount' },
    { chart: 'bar', by: 'state' },
    { chart: 'bar', by: 'company', most: 5 },
    { chart: 'bar', by: 'restricted' },
    { chart: 'bar', by: 'startTime', bucket: 'hour', last: 24 },
    { chart: 'line', by: 'createdAt', bucket: 'day' },
    { chart: 'table', by: 'missionType', measure: 'avg', of: 'flightNum' },
    { chart: 'map', by: 'geometry' },
  ];
  test.each(good)('%o', (part) => expect(tileErrors(tile(part), plan)).toEqual([]));

  const bad: [part: Partial<Tile>, field: keyof Tile, key: string][] = [
    [{ measure: 'sum' }, 'of', 'dashboard.of.missing'],
    [{ of: 'aircraftCount' }, 'of', 'dashboard.of'],
    [{ measure: 'sum', of: 'mission' }, 'of', 'dashboard.of'],
    [{ measure: 'sum', of: 'company' }, 'of', 'dashboard.of'],
    [{ measure: 'sum', of: 'state' }, 'of', 'dashboard.of'],
    [{ measure: 'sum', of: 'constructor' }, 'of', 'dashboard.of'],
    [{ by: 'state' }, 'by', 'dashboard.by'],
    [{ chart: 'bar' }, 'by', 'dashboard.by.missing.bar'],
    [{ chart: 'line' }, 'by', 'dashboard.by.missing.line'],
    [{ chart: 'table' }, 'by', 'dashboard.by.missing.table'],
    [{ chart: 'map' }, 'by', 'dashboard.by.missing.map'],
    [{ chart: 'line', by: 'state' }, 'by', 'dashboard.by'],
    [{ chart: 'bar', by: 'mission' }, 'by', 'dashboard.by'],
    [{ chart: 'map', by: 'state' }, 'by', 'dashboard.by'],
    [{ chart: 'line', by: 'startTime' }, 'bucket', 'dashboard.bucket'],
    [{ chart: 'line', by: 'validFrom', bucket: 'hour' }, 'bucket', 'dashboard.bucket'],
    [{ chart: 'bar', by: 'state', bucket: 'day' }, 'bucket', 'dashboard.notTime'],
    [{ chart: 'bar', by: 'state', last: 3 }, 'last', 'dashboard.notTime'],
    [{ chart: 'line', by: 'startTime', bucket: 'day', most: 3 }, 'most', 'dashboard.notGroups'],
  ];
  test.each(bad)('%o is refused at %s', (part, field, key) => {
    const errors = tileErrors(tile(part), plan);
    expect(errors.map((error) => [error.field, error.text.key])).toEqual([[field, key]]);
    for (const { text } of errors) {
      for (const locale of ['zh-Hans', 'en'] as const)
        expect(textIn(text, locale)).not.toContain('dashboard.');
    }
  });

  test('a type that there is not, or that the user may not read', () => {
    expect(tileErrors(tile({}), undefined)).toMatchObject([
      { field: 'resource', text: { key: 'dashboard.type' } },
    ]);
  });
});

test('a changed choice takes with it what it has no more use for', () => {
  const line = tile({ chart: 'line', by: 'startTime', bucket: 'hour', last: 5 });
  expect(tidyTile({ ...line, chart: 'figure' }, plan)).toEqual(tile({}));
  expect(tidyTile({ ...line, by: 'validFrom' }, plan)).toMatchObject({
    by: 'validFrom',
    bucket: 'day',
    last: 5,
  });
  expect(tidyTile({ ...line, chart: 'bar', by: 'state' }, plan)).toEqual(tile({ chart: 'bar', by: 'state' }));
  expect(tidyTile(tile({ measure: 'count', of: 'aircraftCount' }), plan)).toEqual(tile({}));
  expect(tidyTile(tile({ chart: 'bar', by: 'startTime' }), plan)).toMatchObject({ bucket: 'day' });
});

test('what is asked of the endpoint', () => {
  expect(aggregateQuery(tile({}), plan)).toEqual({});
  expect(aggregateQuery(tile({ chart: 'bar', by: 'state', measure: 'max', of: 'flightNum' }), plan)).toEqual({
    _measure: 'max',
    _of: 'flightNum',
    _by: 'state',
    _most: '12',
  });
  expect(aggregateQuery(tile({ chart: 'line', by: 'startTime', bucket: 'month' }), plan)).toEqual({
    _by: 'startTime',
    _bucket: 'month',
    _last: '30',
  });
});

test('one line of it as the condition of a list', () => {
  const zone = 'Asia/Shanghai';
  const at = (part: Partial<Tile>, key: string | null) => keyCondition(tile(part), plan, key, zone);
  expect(at({ by: 'state' }, '9')).toEqual({ field: 'state', operator: 'in', value: ['9'] });
  expect(at({ by: 'state' }, null)).toEqual({ field: 'state', operator: 'null', value: true });
  expect(at({ by: 'restricted' }, 'true')).toEqual({ field: 'restricted', operator: 'eq', value: 'true' });
  expect(at({ by: 'startTime', bucket: 'hour' }, '2026-11-24T00')).toEqual({
    field: 'startTime',
    operator: 'between',
    value: ['2026-11-23T16:00:00.000Z', '2026-11-23T16:59:59.999Z'],
  });
  expect(at({ by: 'startTime', bucket: 'month' }, '2026-02')).toMatchObject({
    value: ['2026-01-31T16:00:00.000Z', '2026-02-28T15:59:59.999Z'],
  });
  expect(at({ by: 'validFrom', bucket: 'month' }, '2026-02')).toMatchObject({
    value: ['2026-02-01', '2026-02-28'],
  });
});

test('relative dates and open ends mean what they mean now, in the depth of a filter too', () => {
  const now = Date.parse('2026-11-23T17:00:00Z');
  const read = (filter: unknown) => filterNow(plan, filter, now, 'Asia/Shanghai');
  expect(read({ field: 'startTime', operator: 'relative', value: 'today' })).toEqual({
    field: 'startTime',
    operator: 'between',
    value: ['2026-11-23T16:00:00.000Z', '2026-11-24T15:59:59.999Z'],
  });
  expect(read({ field: 'validFrom', operator: 'relative', value: 'yesterday' })).toMatchObject({
    value: ['2026-11-23', '2026-11-23'],
  });
  expect(
    read({ operator: 'or', value: [{ field: 'flightNum', operator: 'between', value: ['', '3'] }] }),
  ).toEqual({ operator: 'or', value: [{ field: 'flightNum', operator: 'lte', value: '3' }] });
  expect(read({ field: 'flightNum', operator: 'between', value: ['2'] })).toMatchObject({
    operator: 'gte',
    value: '2',
  });
  expect(read({ field: 'startTime', operator: 'relative', value: 'someday' })).toBeUndefined();
  expect(
    read({ operator: 'and', value: [{ field: 'startTime', operator: 'relative', value: 'someday' }] }),
  ).toBeUndefined();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Aggregate } from '#domain/record/aggregates.ts';
import { filterNow } from '#domain/statistics/filter-now.ts';
import { aggregateQuery } from '#domain/statistics/tile.ts';
import { resources } from '#resources';
import { dashboards } from '#server/demo/data/dashboards.ts';
import { idOf, type Row, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Dashboards as records: who builds them, who sees them, and what a tile may be. */

let server: RunningTestServer;
let atmb = 0;
beforeAll(async () => {
  server = await startTestServer();
  atmb = await idOf(server, 'role', 'name', 'ATMB');
});
afterAll(() => server?.close());

const plain = { title: '计划', resource: 'plan', chart: 'figure', measure: 'count' };
let made = 0;
const make = (tiles: object[], rest: object = {}, user = 'admin', headers = new Headers()) => {
  made += 1;
  return server.call(user, 'POST', '/api/records/dashboard', { name: `D${made}`, tiles, ...rest }, headers);
};

describe('a tile that cannot be counted is refused at its field, in the language of who asks', () => {
  const wrong: [part: object, field: string][] = [
    [{ resource: 'nosuch' }, 'resource'],
    [{ measure: 'sum' }, 'of'],
    [{ measure: 'sum', of: 'mission' }, 'of'],
    [{ measure: 'sum', of: 'nosuch' }, 'of'],
    [{ chart: 'bar' }, 'by'],
    [{ chart: 'line', by: 'state' }, 'by'],
    [{ chart: 'bar', by: 'startTime' }, 'bucket'],
    [{ filter: { field: 'nosuch', operator: 'eq', value: 1 } }, 'filter'],
    [{ filter: { field: 'state', operator: 'contains', value: 'x' } }, 'filter'],
    [{ filter: { field: 'startTime', operator: 'relative', value: 'someday' } }, 'filter'],
    [{ filter: { operator: 'and', value: 'x' } }, 'filter'],
    [{ chart: 'pie' }, 'chart'],
    [{ measure: 'median' }, 'measure'],
    [{ colour: 'red' }, 'colour'],
  ];
  test.each(wrong)('%o', async (part, field) => {
    const at = `tiles.1.${field}`;
    const texts: string[] = [];
    for (const locale of ['zh-Hans', 'en']) {
      const headers = new Headers({ '.AspNetCore.Culture': `c=${locale}|uic=${locale}` });
      const { status, body } = await make([plain, { ...plain, ...part }], {}, 'admin', headers);
      const { errors } = body as { errors: Record<string, string[]> };
      expect([status, Object.keys(errors)]).toEqual([400, [at]]);
      texts.push(errors[at]?.[0] ?? '');
    }
    expect(texts[0]).toMatch(/[\u4e00-\u9fff]/);
    expect(texts[1]).toMatch(/^[\x20-\x7e…]+$/);
  });
});

test('a dashboard is for the roles that it names, and for everyone where it names none', async () => {
  const ofTower = await make([plain], { roles: [atmb] });
  const ofAll = await make([plain]);
  expect([ofTower.status, ofAll.status]).toEqual([201, 201]);
  const seen = async (user: string) => {
    const { body } = await server.call(user, 'GET', '/api/records/dashboard?_sort=id');
    return (body as Row[]).map(({ id }) => id);
  };
  const ids = [(ofTower.body as Row).id, (ofAll.body as Row).id];
  expect(await seen('admin')).toEqual(expect.arrayContaining(ids));
  expect(await seen('atmb')).toEqual(expect.arrayContaining(ids));
  const rest = await seen('operator');
  expect([rest.includes(ids[0] ?? 0), rest.includes(ids[1] ?? 0)]).toEqual([false, true]);
});

test('only who administers builds one', async () => {
  const { status } = await make([plain], {}, 'atmb');
  expect(status).toBe(403);
});

test('the boards of the demo are there, and every tile of theirs is answered', async () => {
  const { rows } = await rowsOf(server, 'admin', 'dashboard');
  for (const board of dashboards(() => undefined)) {
    expect(rows.map(({ name }) => name)).toContain(board.name);
    for (const tile of board.tiles) {
      const resource = resources.find(({ name }) => name === tile.resource);
      if (!resource) throw new Error(`there is no ${tile.resource}`);
      const filter = tile.filter && filterNow(resource, tile.filter, Date.now(), 'Asia/Shanghai');
      const query = new URLSearchParams({
        ...aggregateQuery(tile, resource),
        ...(filter ? { filter: JSON.stringify(filter) } : {}),
      });
      const { status, body } = await server.call(
        'admin',
        'GET',
        `/api/records/${tile.resource}/aggregate?${query}`,
      );
      expect([tile.title, status, body]).toEqual([tile.title, 200, expect.anything()]);
      expect((body as Aggregate).degrees === null).toBe(tile.chart !== 'map');
    }
  }
});

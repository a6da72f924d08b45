import restProvider, { axiosInstance } from '@refinedev/simple-rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A data provider that was not written for us (refine's simple-rest), at the records' own address. */

let server: RunningTestServer;
let provider: ReturnType<typeof restProvider>;
let airports: number[];

beforeAll(async () => {
  server = await startTestServer();
  const { accessToken } = await server.signIn('admin');
  axiosInstance.defaults.headers.common.Authorization = `Bearer ${accessToken}`;
  provider = restProvider(`${server.address}/api/records`);
  const pages = await Promise.all([
    list('_start=0&_end=1000&_sort=id&_fields=icao'),
    list('_start=1000&_end=2000&_sort=id&_fields=icao'),
  ]);
  airports = pages.flatMap(({ body }) => idsOf(body as { id: number }[]));
  expect(airports.length).toBeGreaterThan(1000);
});
afterAll(async () => {
  delete axiosInstance.defaults.headers.common.Authorization;
  await server?.close();
});

const idsOf = (rows: { id?: unknown }[]) => rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
const list = (query: string) => server.call('admin', 'GET', `/api/records/airport?${query}`);

describe('records by their ids', () => {
  test.each([1, 20, 21, 250, 1000, 1200])('%d of them are all answered', async (count) => {
    const ids = airports.slice(0, count);
    const { data } = (await provider.getMany?.({ resource: 'airport', ids })) ?? { data: [] };
    expect(idsOf(data)).toEqual(ids);
  });

  test('several thousand fit into one address; more than that is refused as too long', async () => {
    // Numbers of seven digits, as a large installation has them, and among them those that are there.
    const many = (count: number) => [
      ...airports.slice(0, 300),
      ...Array.from({ length: count }, (_, i) => 5_000_000 + i),
    ];
    const labelsOf = (ids: number[]) =>
      list(new URLSearchParams(ids.map((id) => ['id', String(id)])).toString());
    const answer = await labelsOf(many(5000));
    expect([answer.status, idsOf(answer.body as { id: number }[])]).toEqual([200, airports.slice(0, 300)]);
    expect((await list(`id_in=${many(7000).join(',')}`)).status).toBe(200);
    // How long a head may be is for the socket to say.
    const { accessToken } = await server.signIn('admin');
    const tooLong = await fetch(
      `${server.address}/api/records/airport?${many(7000)
        .map((id) => `id=${id}`)
        .join('&')}`,
      { headers: { authorization: `Bearer ${accessToken}` } },
    );
    expect(tooLong.status).toBe(431);
  });

  test('an id that is asked for in a condition among others is one condition, no more', async () => {
    const [first = 0, second = 0] = airports;
    const { body } = await list(`id=${first}&id=${second}&id_ne=${second}`);
    expect(idsOf(body as { id: number }[])).toEqual([first]);
  });
});

describe('a list without pages', () => {
  const whole = (resource: string) => provider.getList({ resource, pagination: { mode: 'off' } });

  test('has every record', async () => {
    const { rows } = await rowsOf(server, 'admin', 'aircraftType');
    expect(rows.length).toBeGreaterThan(20);
    const { data, total } = await whole('aircraftType');
    expect([total, idsOf(data)]).toEqual([rows.length, idsOf(rows)]);
  });

  test('is refused above a thousand, in plain words, and says how many there are', async () => {
    const answer = await list('');
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({
        code: 'validation',
        message: '列表超过 1000 条记录。请用 _start 与 _end 分页读取，或缩小筛选范围。',
      }),
    ]);
    expect(answer.headers.get('x-total-count')).toBe(String(airports.length));
    const english = new Headers({ 'accept-language': 'en' });
    const other = await server.call('admin', 'GET', '/api/records/airport', undefined, english);
    expect(other.body).toMatchObject({ message: expect.stringContaining('more than 1000 records') });
    await expect(whole('airport')).rejects.toMatchObject({ statusCode: 400 });
  });

  test('goes on from a first row, and ends where there are no more than a thousand', async () => {
    const { status, body } = await list(`_start=${airports.length - 1000}&_sort=id&_order=asc`);
    expect([status, idsOf(body as { id: number }[])]).toEqual([200, airports.slice(-1000)]);
    expect((await list(`_start=${airports.length - 1001}`)).status).toBe(400);
    expect((await list('_start=x')).status).toBe(400);
    expect((await list('_start=0&_end=')).status).toBe(400);
  });

  test('by a filter has what the filter finds', async () => {
    const { rows, total } = await rowsOf(server, 'admin', 'airport', 'icao_startswith=ZU');
    expect(total).toBeGreaterThan(20);
    const { data } = await provider.getList({
      resource: 'airport',
      pagination: { mode: 'off' },
      filters: [{ field: 'icao_startswith', operator: 'eq', value: 'ZU' }],
    });
    expect(idsOf(data)).toEqual(idsOf(rows));
  });
});

describe('a record', () => {
  test('is changed from its version, and put into the trash, where it can still be read', async () => {
    const { data: made } = await provider.create({
      resource: 'dictionary',
      variables: { code: 'foreign', name: '外部', nameEn: 'Foreign' },
    });
    const id = Number(made.id);
    const change = (variables: object) => provider.update({ resource: 'dictionary', id, variables });
    await expect(change({ name: '外来' })).rejects.toMatchObject({
      statusCode: 400,
      response: { data: { errors: { version: [expect.any(String)] } } },
    });
    expect((await change({ name: '外来', version: made.version })).data).toMatchObject({
      name: '外来',
      version: 2,
    });
    await expect(change({ name: '又改', version: made.version })).rejects.toMatchObject({
      statusCode: 409,
      response: { data: { code: 'conflict', current: { name: '外来', version: 2 } } },
    });
    const { data: gone } = await provider.deleteOne({ resource: 'dictionary', id, variables: {} });
    expect(gone.deletedAt).toEqual(expect.any(String));
    expect((await provider.getOne({ resource: 'dictionary', id })).data).toMatchObject({ id, version: 3 });
    const { data: listed } = await provider.getList({
      resource: 'dictionary',
      pagination: { mode: 'off' },
    });
    expect(idsOf(listed)).not.toContain(id);
  });
});

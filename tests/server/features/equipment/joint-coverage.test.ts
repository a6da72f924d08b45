import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { LonLat } from '#domain/geo/geodesy.ts';
import { addCells, addSlots } from '#server/features/equipment/equipment-rows.ts';
import { makeUser } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** Coverage of all sources together: by how many each cell is heard, gaps by flights, and what nobody covers. */

let server: RunningTestServer;
const now = Date.parse('2026-11-20T06:30:00Z');
const day = Math.floor(now / 86_400_000);
const iso = (hour: number, minute = 0) =>
  new Date(day * 86_400_000 + (hour * 60 + minute) * 60_000).toISOString();
let ids: number[] = [];
/** A row of cells of 0.05° through 30.52° N. */
const cellOf = (longitude: number) =>
  Math.floor((30.52 + 90) / 0.05) * 7_200 + Math.floor((longitude + 180) / 0.05);

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(now) });
  const { kysely: sql } = server.database.database;
  await sql.updateTable('surveillanceSource').set({ enabled: false }).execute();
  const make = async (name: string, values: object) => {
    const answer = await server.call('admin', 'POST', '/api/records/surveillanceSource', {
      name,
      type: 'Cat21',
      transport: 'httpPush',
      enabled: true,
      ...values,
    });
    expect(answer.status).toBe(201);
    return (answer.body as { id: number }).id;
  };
  ids = [
    await make('联合甲', { position: { type: 'Point', coordinates: [104, 30.5] }, rangeKm: 40 }),
    await make('联合乙', {}),
    await make('停用', { enabled: false }),
  ];
  const heard = (source: number, longitude: number) => ({
    sourceId: ids[source] ?? 0,
    day,
    cell: cellOf(longitude),
    band: 1,
    reports: 9,
    hours: 1 << 3,
    lastAt: now,
  });
  await addCells(sql, [
    heard(0, 103.92),
    heard(1, 103.92),
    heard(0, 103.97),
    heard(1, 104.92),
    heard(2, 104.02),
  ]);
  // The one that declares worked from 02:00 to 04:00, and then failed.
  await addSlots(
    sql,
    [2, 3, 4].map((hour) => ({
      sourceId: ids[0] ?? 0,
      at: Date.parse(iso(hour)),
      upS: hour < 4 ? 900 : 0,
      downS: hour < 4 ? 0 : 900,
      reports: 0,
      delays: [],
    })),
  );
  await fly({
    line: [
      [103.91, 30.52],
      [104.04, 30.52],
    ],
    hour: 2,
    state: 10,
  });
  // While it had failed, not yet flown, refused, and one of which a sortie was left out.
  await fly({
    line: [
      [104.06, 30.52],
      [104.09, 30.52],
    ],
    hour: 4,
    state: 10,
  });
  await fly({
    line: [
      [104.11, 30.52],
      [104.14, 30.52],
    ],
    hour: 2,
    state: 8,
  });
  await fly({
    line: [
      [105.11, 30.52],
      [105.14, 30.52],
    ],
    hour: 2,
    state: 3,
  });
  await fly({
    line: [
      [104.16, 30.52],
      [104.19, 30.52],
    ],
    hour: 2,
    state: 10,
    actualNum: 0,
  });
  // Where nobody declares anything, planned alone, at heights of another band.
  await fly({
    line: [
      [105.01, 30.52],
      [105.04, 30.52],
    ],
    hour: 5,
    state: 4,
    upper: 3_500,
  });
});
afterAll(() => server?.close());

async function fly(flight: {
  line: LonLat[];
  hour: number;
  state: 3 | 4 | 8 | 10;
  upper?: number;
  actualNum?: number;
}): Promise<void> {
  const { kysely: sql } = server.database.database;
  const company = (await sql.selectFrom('company').select('id').executeTakeFirstOrThrow()).id;
  const missionType = (await sql.selectFrom('missionType').select('id').executeTakeFirstOrThrow()).id;
  const aircraft = (await sql.selectFrom('aircraft').select('id').executeTakeFirstOrThrow()).id;
  const isFlown = flight.state === 10;
  const { id } = await sql
    .insertInto('plan')
    .values({
      kind: 'quick',
      urgency: 'normal',
      company,
      missionType,
      state: flight.state,
      startTime: iso(flight.hour),
      endTime: iso(flight.hour + 1),
      takeoffAt: isFlown ? iso(flight.hour, 5) : null,
      realEta: isFlown ? iso(flight.hour, 50) : null,
      actualNum: flight.actualNum ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const amsl = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });
  await sql
    .insertInto('jobTask')
    .values({
      plan: id,
      company,
      sequence: 1,
      callsign: `J${id}`,
      aircraft,
      etd: iso(flight.hour),
      eta: iso(flight.hour + 1),
      geometry: JSON.stringify({ type: 'LineString', coordinates: flight.line }),
      lower: JSON.stringify(amsl(600)),
      upper: JSON.stringify(amsl(flight.upper ?? 1_200)),
    })
    .execute();
}

const get = (input: object = {}, user = 'admin') =>
  server.service(user, 'Equipment/GetJointCoverage', input, 'GET') as Promise<
    OutputOf<'Equipment', 'GetJointCoverage'>
  >;

test('cells are told by one source or several, gaps by flights that were flown, blind ones by plans', async () => {
  const found = await get({ days: 1 });
  expect(found).toMatchObject({ sources: 2, declaring: 1, flights: 5, isCut: false, band: 'all' });
  expect(found.several).toEqual([[103.9, 30.5, 1]]);
  expect(found.single).toEqual([
    [103.95, 30.5, 1],
    [104.9, 30.5, 1],
  ]);
  // What a source heard that is switched off now is not heard.
  expect(found.gaps).toEqual([[104, 30.5, 1, Date.parse(iso(2))]]);
  expect(found.blind).toEqual([[105, 30.5, 1, Date.parse(iso(5))]]);
  expect(found.bands.all).toMatchObject({ several: 1, single: 2, gaps: 1, blind: 1 });
  expect(found.bands.middle).toMatchObject({ several: 1, single: 2, gaps: 1, blind: 0 });
  expect(found.bands.low).toMatchObject({ several: 0, single: 0, gaps: 0, blind: 0 });
  expect(found.bands.unknown).toMatchObject({ gaps: null, blind: null, untested: null });
  expect((await get({ days: 1, band: 'middle' })).blind).toEqual([]);
});

test('is a table of cells too', async () => {
  const path = '/api/services/app/Equipment/ExportCsv?table=joint&days=1';
  const { status, body } = await server.call('admin', 'GET', path);
  expect(status).toBe(200);
  const text = String(body);
  expect(text).toContain('缺口,104,30.5,,,1,,2026-11-20 10:00:00');
  expect(text).toContain('有计划飞行，无覆盖,105,30.5,,,1,,2026-11-20 13:00:00');
  expect(text).toContain('两个及以上数据源,103.9,30.5,2,18,,2026-11-20 14:30:00,');
  expect(text).toContain('仅一个数据源，无冗余,103.95,30.5,1,9,,');
});

test('is for those who may see the monitor', async () => {
  for (const path of ['GetJointCoverage', 'Export?table=joint']) {
    expect((await server.call('operator', 'GET', `/api/services/app/Equipment/${path}`)).status).toBe(403);
    expect((await server.call(null, 'GET', `/api/services/app/Equipment/${path}`)).status).toBe(401);
  }
});

test('flights that the reader may not see tell nothing', async () => {
  const role = { name: 'TECH', displayName: '技术', permissions: ['Pages.Statistics.SoftwareMonitor'] };
  expect((await server.call('admin', 'POST', '/api/records/role', role)).status).toBe(201);
  await makeUser(server, 'technician', { roles: [role.name] });
  const found = await get({ days: 1 }, 'technician');
  expect(found).toMatchObject({ flights: null, gaps: [], blind: [] });
  expect(found.several).toHaveLength(1);
  expect(found.bands.all).toMatchObject({ several: 1, gaps: null, blind: null });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DecodedWeather } from '#domain/weather/weather.ts';
import { createIntake } from '#server/features/information/intake.ts';
import { createWeatherReader } from '#server/features/weather/weather-reader.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** What holds after reports came in whatever order. */

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world?.close());

const at = Date.UTC(2026, 10, 22, 6, 0);
const server = () =>
  createIntake({
    records: world.records,
    sql: world.sql,
    readers: [createWeatherReader({ records: world.records })],
  }).take;
const take = async (text: string, receivedAt = at) =>
  (await server()(text, { sourceId: null, receivedAt, isDemo: false })).map(({ state }) => state);
const rows = (station: string) =>
  world.sql
    .selectFrom('weatherReport')
    .select(['kind', 'state', 'amendment', 'raw', 'decoded', 'airport', 'heading', 'issuedAt', 'validTo'])
    .where('station', '=', station)
    .orderBy('id')
    .execute();
const states = async (station: string) => (await rows(station)).map(({ state }) => state);

describe('observations', () => {
  test('stand beside each other by their times, whenever they come', async () => {
    expect(await take('SACI31 ZBBB 220500\nMETAR ZUUU 220500Z 02003MPS 3000 BR 10/09 Q1022=')).toEqual([
      'stored',
    ]);
    expect(await take('METAR ZUUU 220400Z 02003MPS 2000 BR 10/09 Q1022=')).toEqual(['stored']);
    const [row] = await rows('ZUUU');
    expect(row).toMatchObject({ kind: 'METAR', amendment: 'none', heading: 'SACI31 ZBBB 220500' });
    const airport = await world.sql
      .selectFrom('airport')
      .select('id')
      .where('icao', '=', 'ZUUU')
      .executeTakeFirstOrThrow();
    expect(row?.airport).toBe(airport.id);
    expect(JSON.parse(row?.decoded ?? '')).toMatchObject({ visibility: { minimumM: 3000 }, qnhHpa: 1022 });
    expect(await states('ZUUU')).toEqual(['current', 'current']);
  });

  test('are replaced by their correction, before or after it', async () => {
    expect(await take('METAR ZSSS 220500Z 02003MPS 3000 BR 10/09 Q1022=')).toEqual(['stored']);
    expect(await take('METAR COR ZSSS 220500Z 02003MPS 0300 FG 10/09 Q1022=')).toEqual(['stored']);
    // A wrong copy of the first comes from elsewhere.
    expect(await take('METAR ZSSS 220500Z 02003MPS 3000 BR 10/09 Q1023=')).toEqual(['late']);
    // The second correction goes before the first.
    expect(await take('SACI31 ZBBB 220500 CCB\nZSSS 220500Z 02003MPS 0200 FG 10/09 Q1022=')).toEqual([
      'stored',
    ]);
    expect(await states('ZSSS')).toEqual(['superseded', 'superseded', 'superseded', 'current']);
  });

  test('are not taken away by one of the same time that is missing', async () => {
    expect(await take('METAR ZUCK 220500Z 02003MPS 3000 BR 10/09 Q1022=')).toEqual(['stored']);
    expect(await take('SACI32 ZUUU 220500\nMETAR ZUCK 220500Z NIL=')).toEqual(['late']);
    expect(await states('ZUCK')).toEqual(['current', 'superseded']);
    expect(await take('METAR ZUCK 220400Z NIL=')).toEqual(['stored']);
    expect(await take('METAR ZUCK 220400Z 02003MPS 3000 BR 10/09 Q1022=')).toEqual(['stored']);
    expect((await states('ZUCK')).slice(2)).toEqual(['superseded', 'current']);
  });

  test('that say the same in other letters are stored once', async () => {
    expect(await take('METAR ZGGG 220500Z 02003MPS CAVOK 10/09 Q1022=')).toEqual(['stored']);
    expect(await take('SACI31 ZBBB 220500\nZGGG 220500Z 02003MPS CAVOK 10/09 Q1022=')).toEqual(['duplicate']);
    expect(await states('ZGGG')).toEqual(['current']);
  });
});

describe('forecasts', () => {
  test('are replaced by newer ones of their type, and late ones change nothing', async () => {
    expect(await take('TAF ZUUU 220410Z 2206/2312 02003MPS 6000=')).toEqual(['stored']);
    expect(await take('TAF ZUUU 220310Z 2203/2212 02003MPS 5000=')).toEqual(['stored']);
    expect(await take('TAF AMD ZUUU 220540Z 2206/2312 02003MPS 0800 FG=')).toEqual(['stored']);
    expect(await take('TAF ZUUU 212210Z 2200/2306 02003MPS 9999=')).toEqual(['late']);
    const found = (await rows('ZUUU')).filter(({ kind }) => kind === 'TAF');
    expect(found.map(({ state, amendment }) => [state, amendment])).toEqual([
      ['superseded', 'none'],
      ['current', 'none'],
      ['current', 'AMD'],
      ['superseded', 'none'],
    ]);
  });

  test('are cancelled, also those that come after the cancellation', async () => {
    expect(await take('TAF ZLXY 220410Z 2206/2312 02003MPS 6000=')).toEqual(['stored']);
    expect(await take('TAF AMD ZLXY 220530Z 2206/2312 CNL=')).toEqual(['stored']);
    expect(await take('TAF COR ZLXY 220410Z 2206/2312 02003MPS 5000=')).toEqual(['late']);
    expect(await states('ZLXY')).toEqual(['cancelled', 'cancelled', 'cancelled']);
    const later = Date.UTC(2026, 10, 22, 10, 20);
    expect(await take('TAF ZLXY 221010Z 2212/2318 02003MPS 5000=', later)).toEqual(['stored']);
    expect((await states('ZLXY')).at(-1)).toBe('current');
  });
});

describe('warnings', () => {
  const sigmet =
    'ZBPE SIGMET 2 VALID 220320/220720 ZBAA-\nZBPE BEIJING FIR SEV TURB FCST WI N4000 E11000 - N4200 E11500 - N3930 E11500 - N4000 E11000 FL180/340 MOV E 30KMH NC=';

  test('are stored with their areas and levels, once by whatever bulletin', async () => {
    expect(await take(sigmet)).toEqual(['stored']);
    expect(await take(`WSCI31 ZBBB 220310\n${sigmet.replace('-\n', '- ')}`)).toEqual(['duplicate']);
    const [row] = await world.sql
      .selectFrom('weatherReport')
      .select(['phenomenon', 'area', 'lower', 'upper', 'sequence', 'validTo', 'state'])
      .where('station', '=', 'ZBPE')
      .execute();
    expect(row).toMatchObject({
      phenomenon: 'SEV TURB',
      sequence: '2',
      state: 'current',
      lower: { value: 180, unit: 'FL' },
      upper: { value: 340, unit: 'FL' },
      area: { type: 'Polygon' },
    });
  });

  test('are cancelled by their number, before they come too', async () => {
    expect(
      await take('ZBPE SIGMET 3 VALID 220500/220720 ZBAA-\nZBPE BEIJING FIR CNL SIGMET 2 220320/220720='),
    ).toEqual(['stored']);
    expect(await take(sigmet.replace('SIGMET 2', 'SIGMET 4'))).toEqual(['stored']);
    expect(await states('ZBPE')).toEqual(['cancelled', 'cancelled', 'current']);
    expect(
      await take('ZSHA SIGMET 2 VALID 220500/220720 ZSSS-\nZSHA SHANGHAI FIR CNL SIGMET 1 220320/220720='),
    ).toEqual(['stored']);
    expect(await take(sigmet.replaceAll('ZBPE', 'ZSHA').replace('SIGMET 2', 'SIGMET 1'))).toEqual(['late']);
    expect(await states('ZSHA')).toEqual(['cancelled', 'cancelled']);
  });
});

describe('a grid of winds aloft', () => {
  const head = 'latitude,longitude,time,issued,level,direction_deg,speed_mps';
  /** More than are written together. */
  const points = Array.from({ length: 620 }, (_, point) => ({
    latitude: (20 + Math.floor(point / 31) / 4).toFixed(2),
    longitude: (90 + (point % 31) / 4).toFixed(2),
  }));
  const row = (
    { latitude, longitude }: (typeof points)[number],
    hour: string,
    issued: string,
    speed: number,
  ) => `${latitude},${longitude},2026-11-22T${hour}:00Z,2026-11-22T${issued}:00Z,850hPa,270,${speed}`;
  const grid = (hour: string, issued: string, speed: number) =>
    [head, ...points.map((point) => row(point, hour, issued, speed))].join('\n');
  const counted = (states: readonly string[]) =>
    Object.fromEntries(
      [...new Set(states)].map((one) => [one, states.filter((state) => state === one).length]),
    );
  const stored = async () =>
    counted(
      (
        await world.sql.selectFrom('weatherReport').select('state').where('kind', '=', 'windsAloft').execute()
      ).map(({ state }) => state),
    );

  test('is stored point by point, with the history of each, and known when it comes again', async () => {
    expect(counted(await take(grid('12', '00', 10)))).toEqual({ stored: 620 });
    expect(await stored()).toEqual({ current: 620 });
    const [one] = await rows('2000N09000E');
    expect(one).toMatchObject({ amendment: 'none', airport: null });
    const { id } = await world.sql
      .selectFrom('weatherReport')
      .select('id')
      .where('station', '=', '2000N09000E')
      .executeTakeFirstOrThrow();
    expect(await world.records.history(world.admin, 'weatherReport', id)).toMatchObject([
      { action: 'create', version: 1 },
    ]);
    expect(counted(await take(grid('12', '00', 10)))).toEqual({ duplicate: 620 });
    // The same figures in another table say nothing new.
    expect(counted(await take(grid('12', '00', 10).replaceAll('850hPa', '850 hPa')))).toEqual({
      duplicate: 620,
    });
    expect(await stored()).toEqual({ current: 620 });
  });

  test('takes the place of the run before it, whichever comes first', async () => {
    expect(counted(await take(grid('18', '03', 12)))).toEqual({ stored: 620 });
    expect(counted(await take(grid('18', '05', 13)))).toEqual({ stored: 620 });
    expect(counted(await take(grid('18', '00', 11)))).toEqual({ late: 620 });
    expect(await stored()).toEqual({ current: 2 * 620, superseded: 2 * 620 });
    const [point] = points;
    if (!point) throw new Error('no point');
    // Two runs of one point in one table, the newer first.
    const both = [head, row(point, '21', '05', 9), row(point, '21', '03', 8)].join('\n');
    expect(await take(both)).toEqual(['stored', 'late']);
    const newest = (await rows('2000N09000E')).filter(({ state }) => state === 'current').at(-1);
    expect(JSON.parse(newest?.decoded ?? '')).toMatchObject({ levels: [{ speedMps: 9 }] });
  });

  test('keeps a point that cannot be read with its reason, and takes all others', async () => {
    const before = await stored();
    const text = grid('09', '00', 10)
      .replace(/,10$/m, ',-1')
      .replace('24.75,97.50,2026-11-22T09:00Z', '24.75,97.50,nine');
    expect(counted(await take(text))).toEqual({ unreadable: 2, stored: 618 });
    expect((await stored()).current).toBe((before.current ?? 0) + 618);
    const kept = await world.sql
      .selectFrom('informationMessage')
      .select(['raw', 'reason', 'recordId'])
      .where('kind', '=', 'windsAloft')
      .where('state', '=', 'unreadable')
      .orderBy('id')
      .execute();
    expect(kept).toMatchObject([
      { reason: { key: 'information.unreadable.level' }, recordId: null },
      { reason: { key: 'information.unreadable.time' }, recordId: null },
    ]);
    expect(kept[1]?.raw).toContain('24.75,97.50,nine');
  });
});

test('two servers that take one bulletin at once store each report once', async () => {
  const text = `SACI31 ZBBB 220500\n${['ZPPP', 'ZHHH', 'ZYTX', 'ZWWW']
    .map(
      (station) =>
        `METAR ${station} 220500Z 02003MPS CAVOK 10/09 Q1022=\nMETAR COR ${station} 220500Z 02003MPS 9999 NSC 10/09 Q1022=`,
    )
    .join('\n')}`;
  await Promise.all(Array.from({ length: 4 }, () => take(text)));
  for (const station of ['ZPPP', 'ZHHH', 'ZYTX', 'ZWWW']) {
    expect((await states(station)).sort()).toEqual(['current', 'superseded']);
    const current = (await rows(station)).find(({ state }) => state === 'current');
    expect(
      (JSON.parse(current?.decoded ?? '{}') as DecodedWeather & { isCorrected: boolean }).isCorrected,
    ).toBe(true);
  }
});

test('what cannot be read is told, and nothing of it stored', async () => {
  const [taken] = await server()('METAR ZYCC 990500Z CAVOK=', {
    sourceId: null,
    receivedAt: at,
    isDemo: false,
  });
  expect(taken).toMatchObject({
    state: 'unreadable',
    reason: { key: 'information.unreadable.time' },
    recordId: null,
  });
  expect(await rows('ZYCC')).toEqual([]);
});

import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlertStatistics } from '#contract/alerts.ts';
import type { InputOf } from '#contract/services.ts';
import { type AlertCounts, alertCounts, classifications, hourParts } from '#domain/conflicts/alert-counts.ts';
import type { EncounterRecord } from '#domain/record/records.gen.ts';
import { wallClockAt } from '#domain/time/wall-clock.ts';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { visibleFields } from '#server/engine/records/fields.ts';
import { parseListQuery } from '#server/engine/records/query-parser.ts';
import { createAlertStatistics } from '#server/features/alerts/alert-statistics.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { callerWith } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';
import { jsonOfTree } from '#web/engine/list/filter-tree.ts';
import { parseListState } from '#web/engine/url-state.ts';
import { type AlertLine, countedPath, inputOf } from '#web/features/alerts/statistics-state.ts';

/** The alert statistics against a count by hand, and against the lists that their numbers lead to. */

type Request = InputOf<'Alert', 'GetStatistics'>;
type Statistics = ReturnType<typeof createAlertStatistics>;

const now = Date.parse('2026-11-25T04:00:00Z');
const hourMs = 3_600_000;
const kinds = ['pairs', 'areas', 'terrain', 'feeds'] as const;
const hours = 168;
const zone = 'Asia/Shanghai';

let world: PlanWorld;
let statistics: Statistics;
let areas: number[] = [];
let callers: { name: string; caller: Caller; sees: (row: Row) => boolean }[] = [];

interface Row {
  kind: string;
  raisedAt: number;
  areas: number[];
  coverageIds: number[];
  companies: number[];
  deleted: boolean;
  acknowledged: boolean;
  looked: boolean | null;
  muted: boolean;
  classification: string | null;
}
const rows: Row[] = [];

/** Repeats itself. */
let seed = 11;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
const iso = (at: number) => new Date(at).toISOString();

async function addAlert(row: Row): Promise<void> {
  const at = iso(row.raisedAt);
  const { id } = await world.sql
    .insertInto('encounter')
    .values({
      kind: row.kind as EncounterRecord['kind'],
      ...{ level: 'caution', highestLevel: 'caution', state: 'cleared' },
      ...{ alertKey: `${row.kind}:${rows.length}`, reason: '甲', reasonEn: 'A', raisedAt: at },
      coverageIds: row.coverageIds,
      deletedAt: row.deleted ? at : null,
      acknowledgedAt: row.acknowledged ? at : null,
      acknowledgedLooked: row.looked,
      mutedAt: row.muted ? at : null,
      classification: row.classification as EncounterRecord['classification'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [table, ids] of [
    ['encounterAreas', row.areas],
    ['encounterCompanies', row.companies],
  ] as const)
    for (const [position, targetId] of ids.entries())
      await world.sql.insertInto(table).values({ ownerId: id, targetId, position }).execute();
}

beforeAll(async () => {
  world = await startPlanWorld();
  world.setClock(iso(now));
  const { sql, feed } = world;
  areas = (await sql.selectFrom('organizationUnit').select('id').where('area', 'is not', null).execute()).map(
    ({ id }) => id,
  );
  const { yunyi, xiling } = world.demo.companies;
  for (let index = 0; index < 200; index += 1) {
    const own = areas.filter(() => random(2) === 0);
    rows.push({
      kind: pick(kinds),
      // Some before the span, one at its first moment, one at its last.
      raisedAt: index === 0 ? now : index === 1 ? now - hours * hourMs : now - random(190 * 3_600) * 1_000,
      areas: own,
      // They may have gone on into another area.
      coverageIds: [...new Set([...own, ...areas.filter(() => random(5) === 0)])],
      companies: [yunyi, xiling].filter(() => random(3) === 0),
      deleted: random(20) === 0,
      acknowledged: random(2) === 0,
      looked: pick([true, false, null]),
      muted: random(6) === 0,
      classification: pick([...classifications, null, null]),
    });
  }
  for (const row of rows) await addAlert(row);
  const [area = 0] = areas;
  const watch = (change: Partial<Caller['actor']>) =>
    callerWith(resources, { permissions: ['Pages.FlightWatch.Navigation_3D'], ...change });
  callers = [
    { name: 'an administrator', caller: world.admin, sees: () => true },
    {
      name: 'a watch of one area',
      caller: watch({ coverageIds: [area] }),
      sees: ({ coverageIds }) => coverageIds.includes(area),
    },
    {
      name: 'a company',
      caller: watch({ companyId: yunyi, companyIds: [yunyi] }),
      sees: ({ companies }) => companies.includes(yunyi),
    },
  ];
  const parameters = createParameters({ sql, changes: feed });
  statistics = createAlertStatistics({
    sql,
    catalogue: createCatalogue(resources),
    parameters,
    clock: world.now,
  });
});
afterAll(() => world.close());

function handCount(list: readonly Row[]): AlertCounts {
  const count = (fits: (row: Row) => boolean) => list.filter(fits).length;
  return {
    raised: list.length,
    acknowledged: count(({ acknowledged }) => acknowledged),
    acknowledgedUnseen: count(({ acknowledged, looked }) => acknowledged && looked !== true),
    muted: count(({ muted }) => muted),
    confirmed: count(({ classification }) => classification === 'confirmed'),
    nuisance: count(({ classification }) => classification === 'nuisance'),
    false: count(({ classification }) => classification === 'false'),
  };
}

const requests: Request[] = [
  { hours },
  { hours: 12 },
  { hours, kinds: ['pairs', 'feeds'] },
  { hours, area: 0 },
];

const seenBy = (sees: (row: Row) => boolean, request: Request): Row[] =>
  rows.filter(
    (row) =>
      !row.deleted &&
      sees(row) &&
      row.raisedAt <= now &&
      row.raisedAt >= now - (request.hours ?? 0) * hourMs &&
      (!request.kinds || request.kinds.includes(row.kind)) &&
      (request.area === undefined ||
        (request.area === 0 ? row.areas.length === 0 : row.areas.includes(request.area))),
  );

test('counts by kind, area and hour are those of a count by hand, for everybody', async () => {
  for (const { name, caller, sees } of callers) {
    for (const request of [...requests, { hours, area: areas[0] }]) {
      const answer = await statistics.statistics(caller, request);
      const seen = seenBy(sees, request);
      const about = JSON.stringify([name, request]);
      expect(seen.length, about).toBeGreaterThan(0);
      expect(answer.totals, about).toEqual(handCount(seen));
      expect(
        answer.kinds.map(({ perHour, ...row }) => row).toSorted((a, b) => a.kind.localeCompare(b.kind)),
        about,
      ).toEqual(
        [...new Set(seen.map(({ kind }) => kind))]
          .toSorted()
          .map((kind) => ({ kind, ...handCount(seen.filter((row) => row.kind === kind)) })),
      );
      // One line for a chosen area: the others would count the alerts that are in both.
      const lines = request.area ? [request.area] : request.area === 0 ? [null] : [...areas, null];
      expect(new Map(answer.areas.map(({ id, name: _, ...counts }) => [id, counts])), about).toEqual(
        new Map(
          lines.flatMap((id) => {
            const inIt = seen.filter((row) =>
              id === null ? row.areas.length === 0 : row.areas.includes(id),
            );
            return inIt.length > 0 ? [[id, handCount(inIt)] as const] : [];
          }),
        ),
      );
      expect(answer.hours, about).toEqual(
        Array.from({ length: 24 }, (_, hour) => ({
          hour,
          ...handCount(seen.filter(({ raisedAt }) => wallClockAt(raisedAt, zone).hour === hour)),
        })),
      );
    }
  }
});

test('areas have names in the language of the reader', async () => {
  const [zh, en] = await Promise.all(
    (['zh-Hans', 'en'] as const).map((locale) =>
      statistics.statistics({ ...world.admin, locale }, { hours }),
    ),
  );
  const names = ({ areas: list }: AlertStatistics) => list.map(({ name }) => name);
  expect(names(zh as AlertStatistics).toSorted()).toEqual(['川南管辖区', '成都平原管辖区', null].toSorted());
  expect(names(en as AlertStatistics)).toContain('Southern Sichuan area');
});

/** How many records the list at this address shows. */
async function listed(caller: Caller, path: string): Promise<number> {
  const type = createCatalogue(resources).find('encounter');
  const { state, unknown } = parseListState(new URL(path, 'http://x').searchParams, type.resource);
  expect(unknown).toEqual([]);
  const query = parseListQuery(type, visibleFields(caller, type), {
    filter: JSON.stringify(jsonOfTree(state.filters)),
    _end: '1000',
  });
  return (await world.records.list(caller, 'encounter', query)).total;
}

test('every number leads to the list of the alerts that it counts', async () => {
  for (const { caller, name } of callers) {
    for (const state of [
      { hours, kinds: [], area: null },
      { hours, kinds: ['pairs', 'feeds'], area: 0 },
    ]) {
      const answer = await statistics.statistics(caller, inputOf(state));
      const parts = hourParts(Date.parse(answer.from), Date.parse(answer.to), answer.timeZone);
      const lines: { line: AlertLine; counts: AlertCounts }[] = [
        { line: { by: 'all' }, counts: answer.totals },
        ...answer.kinds.map(({ kind, ...counts }) => ({ line: { by: 'kind' as const, kind }, counts })),
        ...answer.areas.map(({ id, ...counts }) => ({ line: { by: 'area' as const, area: id }, counts })),
        ...answer.hours
          .filter(({ hour }) => hour === 11)
          .map(({ hour, ...counts }) => ({
            line: { by: 'hour' as const, parts: parts[hour] ?? [] },
            counts,
          })),
      ];
      for (const { line, counts } of lines)
        for (const count of alertCounts)
          if (counts[count] > 0)
            expect([
              name,
              line,
              count,
              await listed(caller, countedPath(state, answer, line, count)),
            ]).toEqual([name, line, count, counts[count]]);
    }
  }
});

test('the time line has the same alerts', async () => {
  for (const { caller } of callers) {
    const request = { hours: 48, kinds: ['pairs'] };
    const line = await statistics.timeline(caller, request);
    const { totals } = await statistics.statistics(caller, request);
    expect(line.reduce((sum, { raised }) => sum + raised, 0)).toBe(totals.raised);
    expect(new Set(line.flatMap(({ kind }) => kind ?? []))).toEqual(new Set(['pairs']));
  }
});

test('a table as a file has the numbers of the answer, and shares', async () => {
  for (const { caller } of callers) {
    const answer = await statistics.statistics(caller, { hours });
    for (const table of ['kinds', 'areas', 'hours'] as const) {
      const { file } = await statistics.file(caller, { hours, table }, 'csv');
      const [head = [], ...lines] = (await text(file.stream))
        .replace('\ufeff', '')
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      expect(lines.map((cells) => cells.slice(1, 1 + alertCounts.length).map(Number))).toEqual(
        answer[table].map((row) => alertCounts.map((count) => row[count])),
      );
      const classifiedColumn = 1 + alertCounts.length;
      for (const cells of lines) {
        const classified = Number(cells[classifiedColumn]);
        const unneeded = Number(cells[6]) + Number(cells[7]);
        expect(Number(cells.at(-1))).toBeCloseTo(classified === 0 ? 0 : unneeded / classified, 2);
      }
      expect(head.length).toBe(lines[0]?.length);
    }
  }
});

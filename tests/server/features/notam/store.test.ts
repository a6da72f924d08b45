import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createIntake, type Take } from '#server/features/information/intake.ts';
import { createNotamMaking } from '#server/features/notam/notam-making.ts';
import { createNotamReader } from '#server/features/notam/notam-reader.ts';
import { createNotamStore } from '#server/features/notam/notam-store.ts';
import { bilingual, checklist, danger, parts, runwayClosed, snowtam } from '#tests/domain/notam/examples.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** NOTAMs as they arrive, in whatever order. */

let world: PlanWorld;
let take: Take;

beforeAll(async () => {
  world = await startPlanWorld();
  const { records, sql } = world;
  take = createIntake({ records, sql, readers: [createNotamReader(createNotamStore({ records }))] }).take;
});
beforeEach(async () => {
  await world.sql.deleteFrom('notam').execute();
  await world.sql.deleteFrom('informationMessage').execute();
});
afterAll(() => world?.close());

const receivedAt = Date.parse('2026-11-23T03:00:00Z');
const arrive = async (text: string) =>
  (await take(text, { sourceId: null, receivedAt, isDemo: false })).map(({ state }) => state);
const rows = () =>
  world.sql
    .selectFrom('notam')
    .select(['id', 'number', 'type', 'state', 'replacedBy', 'problems', 'areaFrom', 'text'])
    .orderBy('id')
    .execute();
const states = async () => (await rows()).map(({ number, state }) => `${number} ${state}`);

const q =
  'Q) ZBPE/QRTCA/IV/BO/W/000/033/4018N11609E007\nA) ZBPE B) 2611230100 C) 2611300900\nE) TEMPORARY RESTRICTED AREA';
const fresh = (number: string) => `(${number} NOTAMN\n${q})`;
const replacing = (number: string, before: string) => `(${number} NOTAMR ${before}\n${q})`;
const cancelling = (number: string, before: string) =>
  `(${number} NOTAMC ${before}\n${q.replace('C) 2611300900\n', '\n')})`;

test('what is read stands in the record, with its area and from where it is', async () => {
  expect(await arrive(danger)).toEqual(['stored']);
  const [row] = await world.records
    .list(world.admin, 'notam', {
      start: 0,
      end: 5,
      sort: [],
      search: undefined,
      trash: 'without',
      filter: undefined,
    })
    .then(({ items }) => items);
  expect(row).toMatchObject({
    number: 'C1234/26',
    fir: 'ZBPE',
    qCode: 'QRTCA',
    locations: ['ZBPE'],
    validFrom: '2026-11-23T01:00:00.000Z',
    validTo: '2026-11-30T09:00:00.000Z',
    areaFrom: 'text',
    upper: { value: 1000, unit: 'm', reference: 'AMSL' },
    radiusNm: 7,
    state: 'current',
    problems: [],
  });
});

test('an R replaces and a C cancels', async () => {
  await arrive(fresh('A0001/26'));
  await arrive(replacing('A0002/26', 'A0001/26'));
  await arrive(cancelling('A0003/26', 'A0002/26'));
  expect(await states()).toEqual(['A0001/26 replaced', 'A0002/26 cancelled', 'A0003/26 cancelled']);
  const [first, second, third] = await rows();
  expect([first?.replacedBy, second?.replacedBy]).toEqual([second?.id, third?.id]);
});

test('what comes late is stored as what it had become', async () => {
  expect(await arrive(cancelling('A0003/26', 'A0002/26'))).toEqual(['stored']);
  expect(await arrive(replacing('A0002/26', 'A0001/26'))).toEqual(['late']);
  expect(await arrive(fresh('A0001/26'))).toEqual(['late']);
  expect(await states()).toEqual(['A0003/26 cancelled', 'A0002/26 cancelled', 'A0001/26 replaced']);
});

test('the same again is a duplicate, whatever its envelope', async () => {
  await arrive(danger);
  expect(await arrive(danger)).toEqual(['duplicate']);
  expect(await arrive(danger.slice(danger.indexOf('(')))).toEqual(['duplicate']);
  expect(await rows()).toHaveLength(1);
});

test('a newer SNOWTAM of an aerodrome takes the place of the one before, and a late one takes none', async () => {
  const table = (number: string, time: string, place = 'ZBAA') =>
    `SWZB${number} ${place} ${time}\n(SNOWTAM ${number}\n${place}\n${time} 18L 5/5/5 NR/NR/NR NR/NR/NR WET/WET/WET)`;
  expect(await arrive(table('0012', '11230100'))).toEqual(['stored']);
  expect(await arrive(table('0003', '11230130', 'ZBTJ'))).toEqual(['stored']);
  expect(await arrive(table('0014', '11230230'))).toEqual(['stored']);
  expect(await arrive(table('0013', '11230200'))).toEqual(['late']);
  const stored = await rows();
  expect(stored.map(({ text, state }) => `${text.slice(8, 12)} ${state}`)).toEqual([
    '0012 replaced',
    '0003 current',
    '0014 current',
    '0013 replaced',
  ]);
  expect([stored[0]?.replacedBy, stored[3]?.replacedBy]).toEqual([stored[2]?.id, stored[2]?.id]);
});

test('two offices may have the same number', async () => {
  await arrive(fresh('A0001/26'));
  expect(await arrive(fresh('A0001/26').replaceAll('ZBPE', 'RJJJ'))).toEqual(['stored']);
  await arrive(cancelling('A0002/26', 'A0001/26'));
  expect(await states()).toEqual(['A0001/26 cancelled', 'A0001/26 current', 'A0002/26 cancelled']);
});

test('parts that come apart become one', async () => {
  expect(await arrive(parts[1])).toEqual(['stored']);
  expect((await rows())[0]?.problems).toEqual(['part: 1/2']);
  expect(await arrive(parts[0])).toEqual(['stored']);
  expect(await rows()).toMatchObject([
    { number: 'W0902/26', problems: [], text: expect.stringContaining('CONTACT THE RANGE') },
  ]);
  expect(await arrive(`${parts[0]} `)).toEqual(['duplicate']);
});

test('an area of which a part is missing is that of the Q-line, until all parts are there', async () => {
  const corners =
    'N301500E1040000-N302100E1040000-N302100E1041200-N302400E1041500-N302100E1041800-N301500E1041800'.split(
      '-',
    );
  const part = (indicator: string, words: string) =>
    `(A0950/26${indicator} NOTAMN\nQ) ZPKM/QRTCA/IV/BO/W/000/148/3018N10409E012\nA) ZPKM B) 2611200900 C) 2612201400\nE) ${words}\nF) SFC G) 3000M AMSL)`;
  const first = `AREA BOUNDED BY LINES JOINING POINTS: ${corners.slice(0, 4).join('-')}`;
  expect(await arrive(part('A02', first))).toEqual(['stored']);
  expect((await rows())[0]).toMatchObject({ areaFrom: 'qLine', problems: ['part: 2/2'] });
  expect(await arrive(part('B02', `-${corners.slice(4).join('-')} BACK TO START.`))).toEqual(['stored']);
  expect(await rows()).toMatchObject([{ areaFrom: 'text', problems: [], number: 'A0950/26' }]);
});

test('a NOTAM of which a part is missing becomes whole by its whole text', async () => {
  const [first] = parts;
  const whole = first.replace(' PART 1 OF 2', '').replace('FIRING.)', 'FIRING. CONTACT THE RANGE.)');
  expect(await arrive(first)).toEqual(['stored']);
  expect(await arrive(whole.replace(/Q\) .*\n/, ''))).toEqual(['duplicate']);
  expect(await arrive(whole)).toEqual(['stored']);
  expect(await rows()).toMatchObject([
    { problems: [], text: 'R-AREA LS-R7 ACT DUE TO FIRING. CONTACT THE RANGE.' },
  ]);
  expect(await arrive(parts[1])).toEqual(['duplicate']);
});

test('the ground below an area counts in the levels of the Q-line, as far as it is known', async () => {
  const limit = (value: number) => ({ value, unit: 'm', reference: 'AGL' }) as const;
  const ring = [100, 100.05, 100.05, 100, 100].map((longitude, at): [number, number] => [
    longitude,
    25 + (at === 2 || at === 3 ? 0.05 : 0),
  ]);
  const levelsOver = async (heightM: number | undefined) => {
    const making = createNotamMaking({
      records: world.records,
      sql: world.sql,
      store: createNotamStore({ records: world.records }),
      clock: () => new Date(receivedAt),
      terrain: { installed: true, elevationsAt: async (places) => places.map(() => heightM) },
    });
    const { messages } = await making.preview(
      {
        series: 'L',
        fir: 'ZPKM',
        qCode: 'QWULW',
        traffic: 'IV',
        purpose: 'BO',
        scope: 'W',
        locations: ['ZPKM'],
        validFrom: '2026-11-23T04:00:00Z',
        validTo: '2026-11-23T08:00:00Z',
        isEstimated: false,
        isPermanent: false,
        text: 'Unmanned aircraft will fly.',
        lower: limit(0),
        upper: limit(300),
        area: { type: 'Polygon', coordinates: [ring] },
      },
      world.admin,
    );
    return /\/W\/(\d{3}\/\d{3})\//.exec(messages[0]?.text ?? '')?.[1];
  };
  // 1,000 m of ground, 300 m above it, and what the ground may rise between two places that were looked up.
  expect(await levelsOver(1_000)).toBe('000/047');
  expect(await levelsOver(undefined)).toBe('000/301');
});

test('two servers that take an N and its C at once agree', async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.sql.deleteFrom('notam').execute();
    await world.sql.deleteFrom('informationMessage').execute();
    await Promise.all([arrive(fresh('A0001/26')), arrive(cancelling('A0002/26', 'A0001/26'))]);
    expect((await states()).toSorted()).toEqual(['A0001/26 cancelled', 'A0002/26 cancelled']);
  }
});

test('checklists, SNOWTAMs, a PIB, and what cannot be read', async () => {
  await arrive(checklist);
  await arrive(snowtam);
  await arrive(`PRE-FLIGHT INFORMATION BULLETIN ZBAA\n+ ${runwayClosed}\n+ ${bilingual}\n`);
  expect((await rows()).map(({ number, type }) => [number, type])).toEqual([
    ['C1400/26', 'N'],
    [null, 'N'],
    ['A0815/26', 'R'],
    ['D3021/26', 'N'],
  ]);
  expect(await arrive('(A0009/26 NOTAMN\nE) SOMETHING)')).toEqual(['unreadable']);
});

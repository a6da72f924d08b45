import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticate } from '#tests/browser/support/running.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { makeDataFolder } from '#tests/support/data-folder.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { blocksOf, copyProduct, type ProductCopy, patience } from '#tests/support/product-copy.ts';
import { killServers, type ServerProcess, startProcess } from '#tests/support/server-process.ts';

/** The end of docs/adding-a-record-type.md, done with its very lines in a copy of the repository. */

let copy: ProductCopy;
let before: Map<string, string>;
let database: TestDatabase;
let data: { folder: string; remove(): Promise<unknown> };
let server: ServerProcess;
let browser: Browser;
let token: { accessToken: string; encryptedAccessToken: string };
/** What a sortie needs of the demo. */
let own: { aircraft: number; airport: number; missionType: number };

async function addField(file: string, line: string): Promise<void> {
  const place = path.join(copy.folder, 'schemas', file);
  const text = await readFile(place, 'utf8');
  await writeFile(
    place,
    text.replace(/^ {2}"properties": \{\n/m, (head) => `${head}${line.trimEnd()},\n`),
  );
}

beforeAll(async () => {
  const [ofPlan = '', ofTask = ''] = await blocksOf('adding-a-record-type.md', 'jsonc');
  copy = await copyProduct();
  before = await copy.files();
  await addField('plan.json', ofPlan);
  await addField('job-task.json', ofTask);
  await copy.generate();
}, patience);
afterAll(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  killServers();
  await database?.drop();
  await data?.remove();
  await copy?.remove();
});

test('one line is written for each; what is generated follows; no other line changes', async () => {
  const after = await copy.files();
  const changed = [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name);
  expect(changed.sort()).toEqual([
    'schemas/job-task.json',
    'schemas/plan.json',
    'src/domain/record/records.gen.ts',
    'src/server/db/tables.gen.ts',
  ]);
});

test.each(['src/server', 'src/web'])(
  '%s compiles, with the types of both',
  { timeout: patience },
  async (side) => {
    expect(await copy.compile(side)).toBe('');
  },
);

async function request(verb: string, where: string, body?: object) {
  const answer = await fetch(server.address + where, {
    method: verb,
    headers: {
      authorization: `Bearer ${token.accessToken}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

async function call(verb: string, name: string, input: object) {
  const query =
    verb === 'GET' ? `?${new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))}` : '';
  const { status, body } = await request(
    verb,
    `/api/services/app/${name}${query}`,
    verb === 'GET' ? undefined : input,
  );
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body.error ?? body)}`);
  return body.result;
}

/** `YYYY-MM-DD` so many days from now, in Beijing. */
const dayFromNow = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

function planOf(day: string, change: object, task: object) {
  return {
    missionType: own.missionType,
    tasks: [
      {
        callsign: 'B10QA',
        aircraft: own.aircraft,
        departure: own.airport,
        destination: own.airport,
        etd: `${day}T02:00:00Z`,
        eta: `${day}T03:00:00Z`,
        ...task,
      },
    ],
    ...change,
  };
}

/** A plan that says both, and its page. */
let filed: { id: number; version: number };

/** What the copy's own modules say, asked in a process of its own. */
const probe = `
import { planInput } from '#contract/plans/plan-input.ts';
import { planDetail, planItem, taskView } from '#contract/plans/plan-output.ts';
import { filedOf, storedOf } from '#domain/plans/filed-fields.ts';
import { columnWith } from '#domain/plans/sheet/columns.ts';
import { plansOf } from '#domain/plans/sheet/rows.ts';
import { readPlan } from '#domain/plans/sheet/read-plan.ts';
import { rowsOfForm } from '#domain/plans/sheet/write-plan.ts';

const timeZone = 'Asia/Shanghai';
const columns = [columnWith('plan', 'groundContact'), columnWith('jobTask', 'personsOnBoard')];
const rows = [{ key: 'a', cells: { callsign: 'B10QA', [columns[0]]: '苏河', [columns[1]]: '4' } }];
const context = { meaningOf: () => ({ state: 'pending' }), rules: {}, urgency: {}, timeZone, today: '2026-11-21' };
const { values, errors } = readPlan(rows, plansOf(rows)[0], context);
const [written] = rowsOfForm(values, [], { name: '', unread: new Set(), newKey: () => 'b', timeZone });
const { plan } = planDetail.properties;
console.log(JSON.stringify({
  taken: ['groundContact' in planInput.properties, 'personsOnBoard' in planInput.properties.tasks.items.properties],
  answered: [planItem, plan].map(({ properties }) => 'groundContact' in properties),
  answeredOfTask: 'personsOnBoard' in taskView.properties,
  stored: storedOf('plan', { groundContact: '林溪' }).groundContact,
  copied: [filedOf('plan', { groundContact: '林溪' }).groundContact, filedOf('jobTask', { personsOnBoard: 7 }).personsOnBoard],
  columns,
  read: [values.groundContact, values.tasks[0].personsOnBoard, errors.length],
  written: columns.map((column) => written.cells[column]),
}));
`;

test('calls take and answer it, copies have it, and the sheet has a column of it', async () => {
  await writeFile(path.join(copy.folder, 'probe.ts'), probe);
  const { stdout } = await copy.node('--import', 'tsx', 'probe.ts');
  expect(JSON.parse(stdout)).toEqual({
    taken: [true, true],
    answered: [true, true],
    answeredOfTask: true,
    stored: '林溪',
    copied: ['林溪', 7],
    columns: ['plan.groundContact', 'jobTask.personsOnBoard'],
    read: ['苏河', 4, 0],
    written: ['苏河', '4'],
  });
});

test('a server of the copy starts, with its screens', { timeout: 2 * patience }, async () => {
  await copy.build();
  database = await createTestDatabase();
  data = await makeDataFolder('copy');
  const started = await startProcess(
    { DATABASE_URL: database.url, CLEARWAY_DATA: data.folder, CLEARWAY_DEMO: '1' },
    copy.folder,
  );
  if (!started.started) throw new Error(started.printed);
  server = started;
  token = await authenticate(server.address, 'operator');
  const { rows } = await database.database.pool.query(
    `select (select id from aircraft where registration = 'B-10QA') as aircraft,
      (select id from airport where icao = 'ZUGH') as airport,
      (select id from mission_type where code = 'PATROL') as "missionType"`,
  );
  const [{ aircraft, airport, missionType }] = rows;
  own = { aircraft: Number(aircraft), airport: Number(airport), missionType: Number(missionType) };
});

test('it is filed, judged, answered and changed', async () => {
  const plan = planOf(dayFromNow(5), { groundContact: '林溪' }, { personsOnBoard: 3 });
  const { findings } = await call('POST', 'Navigation/CheckErrors', {
    ...plan,
    groundContact: '长'.repeat(65),
  });
  expect(findings.map(({ field }: { field: string }) => field)).toContain('groundContact');
  const tooMany = { ...plan, tasks: [{ ...plan.tasks[0], personsOnBoard: 100 }] };
  await expect(call('POST', 'Navigation/CheckErrors', tooMany)).rejects.toThrow('personsOnBoard');
  const made = await call('POST', 'Navigation/AddNAircraft', plan);
  filed = await call('POST', 'Navigation/UpdateNAircraftById', {
    ...plan,
    id: made.id,
    version: made.version,
    groundContact: '林溪、苏河',
  });
  const { plan: stored, tasks } = await call('GET', 'Navigation/GetNAircraftById', { id: made.id });
  expect([stored.groundContact, tasks[0].personsOnBoard]).toEqual(['林溪、苏河', 3]);
});

test('it is found, sorted by, exported, and in the history', async () => {
  const { items } = await call('POST', 'Navigation/GetHistoryNAircraft', {
    sorting: 'groundContact asc',
    maxResultCount: 5,
  });
  expect(items[0]).toMatchObject({ id: filed.id, groundContact: '林溪、苏河' });
  const found = await request('GET', '/api/records/plan?groundContact_contains=苏河');
  expect(found.body.map(({ id }: { id: number }) => id)).toEqual([filed.id]);
  const tasks = await request('GET', '/api/records/jobTask?personsOnBoard_gte=3');
  expect(tasks.body).toMatchObject([{ plan: filed.id, personsOnBoard: 3 }]);
  const exported = await request('GET', '/api/records/plan/export?format=csv&groundContact_contains=苏河');
  expect(exported.body).toMatch(/地面联络员[\s\S]*林溪、苏河/);
  const { body: changes } = await request('GET', `/api/records/plan/${filed.id}/history`);
  expect(changes[0].changes).toContainEqual(
    expect.objectContaining({ field: 'groundContact', before: '林溪', after: '林溪、苏河' }),
  );
});

test('it is copied to the day of a standing plan', async () => {
  const day = dayFromNow(3);
  const term = { kind: 'standing', validFrom: day, validTo: dayFromNow(6), weekdays: [] };
  const { id } = await call(
    'POST',
    'Navigation/AddNAircraft',
    planOf(day, { ...term, groundContact: '常驻' }, { personsOnBoard: 7 }),
  );
  await database.database.pool.query('update plan set state = 4 where id = $1', [id]);
  const made = await call('POST', 'TomorrowNavigation/MakeFromStanding', { date: day, standingPlans: [id] });
  expect(made.refused).toEqual([]);
  const { plan, tasks } = await call('GET', 'Navigation/GetNAircraftById', { id: made.items[0].id });
  expect([plan.kind, plan.groundContact, tasks[0].personsOnBoard]).toEqual(['nextDay', '常驻', 7]);
});

test('every screen of plans has it', { timeout: patience }, async () => {
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' });
  await context.addCookies(
    Object.entries({ 'Abp.AuthToken': token.accessToken, enc_auth_token: token.encryptedAccessToken }).map(
      ([name, value]) => ({ name, value: encodeURIComponent(value), url: server.address }),
    ),
  );
  const page: Page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const open = (where: string) => page.goto(`${server.address}/navigation/${where}`);

  for (const form of ['addNavPlan?view=form', 'edit_sn']) {
    await open(form);
    await page.getByLabel('地面联络员').waitFor();
    await page.getByLabel('机上人数').first().waitFor();
  }

  await open(`details?id=${filed.id}`);
  for (const [name, value] of [
    ['地面联络员', '林溪、苏河'],
    ['机上人数', '3'],
  ] as const) {
    const fact = page.locator('dl div').filter({ has: page.locator('dt', { hasText: name }) });
    expect(await fact.locator('dd').textContent()).toBe(value);
  }

  await open('navigation?sort=groundContact+asc');
  await page.getByRole('columnheader', { name: '地面联络员' }).waitFor();
  await page.locator('td', { hasText: '林溪、苏河' }).waitFor();

  await open('addNavPlan');
  for (const [column, text] of [
    ['jobTask.personsOnBoard', '4'],
    ['plan.groundContact', '苏河'],
  ] as const) {
    const cell = page.locator(`tr[data-row="0"] td[data-column="${column}"]`);
    await cell.dblclick();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => cell.locator('.sheet-text').textContent()).toBe(text);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfigurationPreview } from '#contract/configuration-transfer.ts';
import type { ConfigurationFile } from '#domain/configuration/file.ts';
import { configurationSections } from '#domain/configuration/item.ts';
import { signedFile } from '#tests/support/configuration-file.ts';
import { field, overlaysOf } from '#tests/support/overlays.ts';
import { setParameter } from '#tests/support/parameters.ts';
import { idOf, rowsOf } from '#tests/support/people.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/** A configuration that moves from a test installation to a productive one, through their endpoints. */

const app = '/api/services/app/ConfigurationTransfer';
const flowName = '航空器审核（默认）';
let source: RunningTestServer;
let target: RunningTestServer;

const create = async (server: RunningTestServer, resource: string, values: object) => {
  const answer = await server.call('admin', 'POST', `/api/records/${resource}`, values);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body as { id: number; version: number };
};

async function change(server: RunningTestServer, resource: string, where: [string, string], values: object) {
  const { rows } = await rowsOf(server, 'admin', resource, `${where[0]}=${encodeURIComponent(where[1])}`);
  const row = rows[0];
  const answer = await server.call('admin', 'PATCH', `/api/records/${resource}/${row?.id}`, {
    version: row?.version,
    ...values,
  });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return row?.id ?? 0;
}

async function exported(
  server: RunningTestServer,
  sections: readonly string[] = configurationSections,
): Promise<string> {
  const answer = await server.call(
    'admin',
    'GET',
    `${app}/Export?sections=${sections.join(',')}&installation=Test`,
  );
  expect(answer.status).toBe(200);
  return typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
}

const previewed = async (server: RunningTestServer, file: string) =>
  (await server.service('admin', 'ConfigurationTransfer/Preview', { file })) as ConfigurationPreview;

const differences = ({ items }: ConfigurationPreview) =>
  items.filter(({ status }) => status === 'new' || status === 'changed');

const apply = (
  server: RunningTestServer,
  file: string,
  { comparison }: ConfigurationPreview,
  items: string[],
) =>
  server.call('admin', 'POST', `${app}/Apply`, {
    file,
    comparison,
    items,
    reason: 'Tried on the test system',
  });

beforeAll(async () => {
  [source, target] = await Promise.all([startTestServer(), startTestServer()]);
  const dictionary = await create(source, 'dictionary', { code: 'paint', name: '涂装', nameEn: 'Paint' });
  await create(source, 'dictionaryItem', {
    dictionary: dictionary.id,
    code: 'red',
    label: '红',
    labelEn: 'Red',
  });
  const overlays = overlaysOf(source);
  const fields = [field('paint', 'dictionary', { dictionary: 'paint' }), field('seatCount', 'integer')];
  await overlays.publish(await overlays.save('aircraftType', { fields }));
  await setParameter(source, 'session.idleMinutes', '45');
  await create(source, 'role', {
    name: 'PaintAuditor',
    displayName: '涂装审核',
    displayNameEn: 'Paint auditor',
    permissions: ['Pages.BaseManage.Craft_Audit', 'Pages.BaseManage'],
    recordRules: [{ resource: 'aircraft', actions: { delete: false } }],
  });
  const flow = await change(source, 'flowConfig', ['name', flowName], {
    steps: [{ name: '资料审核', roles: ['ATMB', 'PaintAuditor'], quorum: 'any', onTimeout: 'remind' }],
  });
  await source.service('admin', 'FlowConfig/Publish', { id: flow });
  await create(source, 'dashboard', {
    name: '航空器',
    roles: [await idOf(source, 'role', 'name', 'PaintAuditor')],
    tiles: [{ title: '航空器', resource: 'aircraft', chart: 'figure', measure: 'count' }],
  });
});
afterAll(async () => {
  await source?.close();
  await target?.close();
});

test('only an administrator exports, previews and applies', async () => {
  const calls: [string, object][] = [
    ['Preview', { file: '{}' }],
    ['Apply', { file: '{}', items: ['roles:x'], comparison: '0'.repeat(64), reason: 'x' }],
  ];
  for (const [name, input] of calls)
    expect([name, (await target.call('operator', 'POST', `${app}/${name}`, input)).status]).toEqual([
      name,
      403,
    ]);
  for (const query of ['GetTransfers', 'Export?sections=roles&installation=x'])
    expect((await target.call('operator', 'GET', `${app}/${query}`)).status).toBe(403);
  expect((await target.call('operator', 'GET', '/api/records/configurationTransfer')).status).toBe(403);
});

test('the file has the chosen sections, and neither users nor ids nor secrets', async () => {
  const file = JSON.parse(await exported(source)) as ConfigurationFile;
  expect(new Set(file.items.map(({ section }) => section))).toEqual(new Set(configurationSections));
  const flow = file.items.find(({ key }) => key === flowName);
  expect(flow?.values.steps).toMatchObject([{ roles: ['ATMB', 'PaintAuditor'], organizationUnits: [] }]);
  const names = new Set<string>();
  JSON.stringify(file, (name, value) => {
    names.add(name);
    return value;
  });
  expect(
    [...names].filter((name) => /password|secret|token|^users?$|^id$|version$/i.test(name)).sort(),
  ).toEqual(['productVersion', 'version']);
  const roles = JSON.parse(await exported(source, ['roles'])) as ConfigurationFile;
  expect(new Set(roles.items.map(({ section }) => section))).toEqual(new Set(['roles']));
});

test('a preview writes nothing, and the second of the same state is the same', async () => {
  const file = await exported(source);
  const before = await exported(target);
  const [first, second] = [await previewed(target, file), await previewed(target, file)];
  expect(first).toEqual(second);
  expect(differences(first).map(({ id, status }) => [id, status])).toEqual([
    ['dictionaries:paint', 'new'],
    ['schema:aircraftType.paint', 'new'],
    ['schema:aircraftType.seatCount', 'new'],
    ['parameters:session.idleMinutes', 'changed'],
    ['roles:PaintAuditor', 'new'],
    [`flows:${flowName}`, 'changed'],
    ['dashboards:航空器', 'new'],
  ]);
  expect(
    differences(first).flatMap(({ problems }) => problems.filter(({ level }) => level === 'error')),
  ).toEqual([]);
  const byId = new Map(first.items.map((item) => [item.id, item]));
  expect(byId.get('parameters:session.idleMinutes')?.changes).toEqual([
    { label: '值', before: '0', after: '45' },
  ]);
  expect(byId.get('schema:aircraftType.paint')?.needs).toEqual(['dictionaries:paint']);
  expect(byId.get(`flows:${flowName}`)?.needs).toEqual(['roles:PaintAuditor']);
  const after = await exported(target);
  expect((JSON.parse(after) as ConfigurationFile).items).toEqual(
    (JSON.parse(before) as ConfigurationFile).items,
  );
  expect((await rowsOf(target, 'admin', 'configurationTransfer')).total).toBe(0);
});

test('an item that differs from no item of the file is refused', async () => {
  const file = await exported(source);
  const preview = await previewed(target, file);
  const answer = await apply(target, file, preview, ['parameters:session.idleMinutes', 'roles:NoSuchRole']);
  expect(answer).toMatchObject({ status: 400 });
  expect((await rowsOf(target, 'admin', 'parameter', 'key=session.idleMinutes')).rows[0]?.value).toBe('0');
});

test('one item that the rules of its record refuse leaves everything as it was', async () => {
  const { rows } = await rowsOf(target, 'admin', 'parameter', 'valueType=integer&group=deadline');
  const parameter = String(rows[0]?.key);
  const label = { 'zh-Hans': '晚', en: 'Late' };
  const file = signedFile([
    { section: 'dictionaries', key: 'late', label, values: { name: '晚', nameEn: 'Late', items: [] } },
    { section: 'parameters', key: parameter, label, values: { value: 'many' } },
  ]);
  const preview = await previewed(target, file);
  expect(preview).toMatchObject({ origin: 'other' });
  expect(preview.items.find(({ key: one }) => one === parameter)?.problems).toMatchObject([
    { level: 'error' },
  ]);
  const answer = await apply(target, file, preview, ['dictionaries:late', `parameters:${parameter}`]);
  expect(answer.status).toBe(400);
  expect((await rowsOf(target, 'admin', 'dictionary', 'code=late')).total).toBe(0);
  expect((await rowsOf(target, 'admin', 'configurationTransfer')).total).toBe(0);
});

test('what has changed since the preview is not applied', async () => {
  const file = await exported(source);
  const preview = await previewed(target, file);
  await setParameter(target, 'session.idleMinutes', '30');
  const answer = await apply(target, file, preview, ['parameters:session.idleMinutes']);
  expect(answer.status).toBe(409);
  expect((await rowsOf(target, 'admin', 'parameter', 'key=session.idleMinutes')).rows[0]?.value).toBe('30');
  await setParameter(target, 'session.idleMinutes', '0');
});

describe('once applied', () => {
  let id: number;
  let before: unknown[];
  let running: unknown[];
  const runningFlows = async () =>
    (
      await target.database.database.pool.query(
        "select id, version, flow_version, steps, step_index from flow_instance where state = 'running' order by id",
      )
    ).rows;

  beforeAll(async () => {
    before = (
      await target.database.database.pool.query(
        'select id, flow, number, steps from flow_version order by id',
      )
    ).rows;
    running = await runningFlows();
    const file = await exported(source);
    const preview = await previewed(target, file);
    // The role, the dictionary and the field come with what needs them.
    const chosen = differences(preview)
      .map((item) => item.id)
      .filter((one) => one !== 'roles:PaintAuditor' && one !== 'dictionaries:paint');
    const answer = await apply(target, file, preview, chosen);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 200,
      body: { result: { added: 5, changed: 2 } },
    });
    id = (answer.body as { result: { id: number } }).result.id;
  });

  test('there is no difference any more', async () => {
    const preview = await previewed(target, await exported(source));
    expect(differences(preview)).toEqual([]);
  });

  test('the added field takes values, and the dashboard is for the role', async () => {
    const made = await create(target, 'aircraftType', {
      designator: 'TST1',
      manufacturer: 'Test',
      model: 'One',
      category: 'landplane',
      engineCount: 1,
      engineType: 'piston',
      wtc: 'L',
      paint: 'red',
      seatCount: 4,
    });
    expect(made).toMatchObject({ paint: 'red', seatCount: 4 });
    const role = await idOf(target, 'role', 'name', 'PaintAuditor');
    const { rows } = await rowsOf(target, 'admin', 'dashboard', `name=${encodeURIComponent('航空器')}`);
    expect(rows[0]).toMatchObject({ roles: [role] });
  });

  test('a flow has a new version, and the versions that documents follow are unchanged', async () => {
    const { rows } = await target.database.database.pool.query(
      'select id, flow, number, steps from flow_version order by id',
    );
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows).toHaveLength(before.length + 1);
    expect(rows.at(-1)).toMatchObject({ number: 2 });
    expect(running.length).toBeGreaterThan(0);
    expect(await runningFlows()).toEqual(running);
  });

  test('the difference is stored with who applied it and why', async () => {
    const view = (await target.service('admin', 'ConfigurationTransfer/GetTransfer', { id }, 'GET')) as {
      items: { id: string; changes: unknown[] }[];
    };
    expect(view).toMatchObject({
      reason: 'Tried on the test system',
      installation: 'Test',
      added: 5,
      changed: 2,
    });
    expect(view.items.find((item) => item.id === 'parameters:session.idleMinutes')?.changes).toEqual([
      { label: '值', before: '0', after: '45' },
    ]);
    const edited = await target.call('admin', 'PATCH', `/api/records/configurationTransfer/${id}`, {
      version: 1,
      reason: 'x',
    });
    expect(edited.status).toBe(403);
  });

  test('the previous values come back by the same preview', async () => {
    const { file } = (await target.service('admin', 'ConfigurationTransfer/GetPrevious', { id }, 'GET')) as {
      file: string;
    };
    const preview = await previewed(target, file);
    expect(differences(preview).map((item) => item.id)).toEqual([
      'parameters:session.idleMinutes',
      `flows:${flowName}`,
    ]);
    const answer = await apply(target, file, preview, ['parameters:session.idleMinutes']);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    expect((await rowsOf(target, 'admin', 'parameter', 'key=session.idleMinutes')).rows[0]?.value).toBe('0');
  });
});

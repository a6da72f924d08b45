import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Importing, importingOn } from '#tests/support/importing.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
let imports: Importing;
let type = '';

beforeAll(async () => {
  server = await startTestServer();
  imports = importingOn(server);
  const { body } = await server.call('admin', 'GET', '/api/records/aircraftType?designator=EC35');
  type = String((body as { designator: string }[])[0]?.designator);
}, 240_000);
afterAll(() => server?.close());

const heads = '国籍和登记标志,24 位地址码,机型,出厂序号,运营企业,适航证编号,适航证有效期至,ADS-B 发射';
const own = '云岭通用航空有限公司';

async function companyOf(user: string): Promise<string> {
  const { body } = await server.call(user, 'GET', '/api/records/company?_end=1');
  return String((body as { name: string }[])[0]?.name ?? own);
}

const line = (n: number, company: string, rest: { expiry?: string; type?: string } = {}) =>
  `B-${7000 + n},${(0x78f000 + n).toString(16)},${rest.type ?? type},SN${n},${company},AC-${n},${rest.expiry ?? '2030-01-31'},1090 MHz 扩展电文`;

describe('a sheet of aerodromes as people keep it', () => {
  const kind = '通用机场';
  const rows = (heads: string, ...lines: string[]) => [heads, ...lines].join('\n');
  const positionOf = async (name: string) => {
    const { body } = await server.call(
      'admin',
      'GET',
      `/api/records/airport?name=${encodeURIComponent(name)}`,
    );
    return (body as { position: { coordinates: number[] } }[])[0]?.position.coordinates;
  };

  test('has its position in one cell, in any notation, and is exported so that it imports again', async () => {
    const { checked, done } = await imports.whole(
      'admin',
      'airport',
      rows(
        '名称,类型,基准点',
        `表甲,${kind},"30.61, 104.05"`,
        `表乙,${kind},303600N1040300E`,
        `表丙,${kind},"104.05, 30.61"`,
      ),
    );
    expect(checked.faults.map(({ row, value, code }) => [row, value, code])).toEqual([
      [4, '104.05, 30.61', 'transfer.cell.position'],
    ]);
    expect(done).toMatchObject({ created: 2, badRows: 1 });
    expect(await positionOf('表乙')).toEqual([104.05, 30.6]);
    const sheet = await imports.download(
      'admin',
      `/api/records/airport/export?format=csv&name=${encodeURIComponent('表甲')}`,
    );
    expect(sheet.bytes.toString('utf8')).toContain('"30.61, 104.05"');
  });

  test('has it in two columns, each half with its own error', async () => {
    const { checked, done } = await imports.whole(
      'admin',
      'airport',
      rows(
        '名称,类型,经度,纬度,标高(m)',
        `表丁,${kind},104.05,30.62,520`,
        `表戊,${kind},E1040300,N303600`,
        `表己,${kind},104.05,104.05`,
        `表庚,${kind},104.05,`,
        `表辛,${kind},,`,
      ),
    );
    expect(checked.faults.map(({ row, name, code }) => [row, name, code])).toEqual([
      [4, '纬度', 'transfer.cell.latitude'],
      [5, '纬度', 'transfer.cell.otherHalf'],
      [6, '纬度', 'validation.required'],
    ]);
    expect(done).toMatchObject({ created: 2, badRows: 3 });
    const { body } = await server.call(
      'admin',
      'GET',
      `/api/records/airport?name=${encodeURIComponent('表丁')}`,
    );
    expect(body).toMatchObject([{ elevation: { value: 520, unit: 'm', reference: 'AMSL' } }]);
    expect([await positionOf('表丁'), await positionOf('表戊')]).toEqual([
      [104.05, 30.62],
      [104.05, 30.6],
    ]);
  });

  test('so have obstacles, which may be lines', async () => {
    const { done } = await imports.whole(
      'admin',
      'obstacle',
      rows('名称,类型,真高（AGL）,纬度,经度', '表塔,烟囱,50,30-36-00N,104:03:00'),
    );
    expect(done).toMatchObject({ created: 1, badRows: 0 });
    const { body } = await server.call(
      'admin',
      'GET',
      `/api/records/obstacle?name=${encodeURIComponent('表塔')}`,
    );
    expect(body).toMatchObject([{ geometry: { type: 'Point', coordinates: [104.05, 30.6] } }]);
  });

  test('one half alone, or the whole beside a half, is no plan', async () => {
    const { body } = await imports.upload(
      'admin',
      'airport',
      rows('名称,类型,基准点,纬度', `表壬,${kind},,30.6`),
    );
    const check = (mapping: Record<string, string>) =>
      server.call('admin', 'POST', `/api/records/airport/import/${body.id}/check`, {
        mapping,
        mode: 'insert',
      });
    const half = { 0: 'name', 1: 'kind', 3: 'position.latitude' };
    expect(await check(half)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('另一半') },
    });
    expect((await check({ ...half, 2: 'position' })).status).toBe(400);
    expect((await check({ 0: 'name', 3: 'name.latitude' })).status).toBe(400);
  });
});

describe('a file of new records', () => {
  test('is told of row by row, and what is right is written with its history', async () => {
    const company = await companyOf('operator');
    const file = [
      heads,
      line(1, company),
      line(2, company, { expiry: '2030-02-31' }),
      '',
      line(3, company, { type: 'NOPE' }),
      line(1, company),
      line(4, company),
      ',,,,,,,',
    ].join('\r\n');
    const { checked, done } = await imports.whole('operator', 'aircraft', file);
    expect(checked).toMatchObject({ state: 'checked', checkedRows: 5, badRows: 3, validRows: 2 });
    expect(checked.faults.map(({ row, name, value, code }) => ({ row, name, value, code }))).toEqual([
      { row: 3, name: '适航证有效期至', value: '2030-02-31', code: 'transfer.cell.date' },
      { row: 5, name: '机型', value: 'NOPE', code: 'transfer.cell.relation' },
      { row: 6, name: '国籍和登记标志', value: 'B-7001', code: 'transfer.row.duplicate' },
    ]);
    expect(checked.faults[2]?.text).toBe('与文件中第 2 行重复。');
    expect(done).toMatchObject({ state: 'done', created: 2, updated: 0, badRows: 3, doneRows: 5 });
    const { body } = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7001');
    const [record] = body as { id: number; adsbOut: string; status: string; version: number }[];
    expect(record).toMatchObject({ adsbOut: '1090', status: 'active', version: 1 });
    const history = await server.call('operator', 'GET', `/api/records/aircraft/${record?.id}/history`);
    expect(history.body).toMatchObject([{ action: 'create', source: `import:${done.id}` }]);

    const refused = await imports.download('operator', `/api/records/aircraft/import/${done.id}/refused`);
    const text = refused.bytes.toString('utf8');
    expect(refused.headers.get('content-type')).toContain('text/csv');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.trim().split('\r\n')).toHaveLength(4);
    expect(text.split('\r\n')[0]).toMatch(/适航证有效期至.*,原因$/);
    expect(text).toContain('2030-02-31');
    // Mended, it is imported as it is.
    const mended = text
      .replace('2030-02-31', '2030-02-28')
      .replace('NOPE', type)
      .replace('B-7001', 'B-7009')
      .replace('78f001', '78f009');
    const again = await imports.whole('operator', 'aircraft', mended);
    expect(again.done).toMatchObject({ created: 3, badRows: 0 });
  });

  test('all or nothing writes nothing where a row is wrong', async () => {
    const company = await companyOf('operator');
    const file = [heads, line(20, company), line(21, company, { expiry: 'soon' })].join('\n');
    const { body } = await imports.upload('operator', 'aircraft', file);
    const mapping = Object.fromEntries(body.columns.map(({ index, guess }) => [index, guess]));
    await imports.step('operator', 'aircraft', body.id, 'check', { mapping, mode: 'insert' });
    const run = await server.call('operator', 'POST', `/api/records/aircraft/import/${body.id}/run`, {
      onError: 'all',
    });
    expect(run.status).toBe(409);
    const { headers } = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7020');
    expect(headers.get('x-total-count')).toBe('0');
  });

  test('all or nothing whose right row became wrong after the check fails whole', async () => {
    const company = await companyOf('operator');
    const file = [heads, line(30, company), line(31, company)].join('\n');
    const { body } = await imports.upload('operator', 'aircraft', file);
    const mapping = Object.fromEntries(body.columns.map(({ index, guess }) => [index, guess]));
    await imports.step('operator', 'aircraft', body.id, 'check', { mapping, mode: 'insert' });
    await imports.whole('operator', 'aircraft', [heads, line(31, company)].join('\n'));
    const failed = await imports.step('operator', 'aircraft', body.id, 'run', { onError: 'all' });
    expect(failed).toMatchObject({ state: 'failed', created: 0 });
    expect(failed.reason).toContain('未写入任何记录');
    expect(failed.faults).toMatchObject([{ row: 3, code: 'database.unique' }]);
    const { headers } = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7030');
    expect(headers.get('x-total-count')).toBe('0');
  });
});

test('what was checked is run at once, though the check holds it for a moment longer', async () => {
  const company = await companyOf('operator');
  const { body } = await imports.upload('operator', 'aircraft', [heads, line(60, company)].join('\n'));
  const mapping = Object.fromEntries(body.columns.map(({ index, guess }) => [index, guess]));
  await imports.step('operator', 'aircraft', body.id, 'check', { mapping, mode: 'insert', key: [] });
  // As the check does: a lock of the session, whose first key is "imp".
  const client = await server.database.database.pool.connect();
  await client.query('select pg_advisory_lock(6909296, $1)', [body.id]);
  const done = imports.step('operator', 'aircraft', body.id, 'run', { onError: 'valid' });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.query('select pg_advisory_unlock(6909296, $1)', [body.id]);
  client.release();
  expect(await done).toMatchObject({ state: 'done', created: 1 });
});

test('a comma in a number of a file with semicolons is refused at its cell', async () => {
  const company = await companyOf('operator');
  const rows = ['1,500', '2,25', '1500'].map(
    (mass, n) => `${line(70 + n, company).replaceAll(',', ';')};${mass}`,
  );
  const file = [`${heads.replaceAll(',', ';')};最大起飞重量`, ...rows].join('\n');
  const { checked } = await imports.whole('operator', 'aircraft', file);
  expect(checked.faults.map(({ row, name, value, code }) => [row, name, value, code])).toEqual([
    [2, '最大起飞重量', '1,500', 'transfer.cell.comma'],
    [3, '最大起飞重量', '2,25', 'transfer.cell.decimalComma'],
  ]);
});

test('a row of more cells than the head is refused, and comes back with all of them', async () => {
  const file = 'code,name,nameEn\nMORE-1,甲,"a, b"\nMORE-2,乙,c, d\n';
  const { checked, done } = await imports.whole('admin', 'missionType', file);
  expect(checked.faults).toMatchObject([{ row: 3, column: null, code: 'transfer.row.cells' }]);
  const refused = await imports.download('admin', `/api/records/missionType/import/${done.id}/refused`);
  expect(refused.bytes.toString('utf8')).toMatch(/^MORE-2,乙,c,.*, d\r$/m);
  const again = await imports.whole('admin', 'missionType', refused.bytes);
  expect(again.checked.faults).toMatchObject([{ row: 2, code: 'transfer.row.cells' }]);
});

describe('a file of what is there', () => {
  test('updates by a key, leaves what is equal, and says what it does not find', async () => {
    const company = await companyOf('operator');
    await imports.whole('operator', 'aircraft', [heads, line(40, company), line(41, company)].join('\n'));
    const file = '登记标志;备注;国籍和登记标志\n;新备注;b-7040\n;;B-7041\n;x;B-7999\n;y;\n;z;B-7040\n';
    const { body } = await imports.upload('operator', 'aircraft', file);
    expect(body.columns.map(({ guess }) => guess)).toEqual([null, 'remark', 'registration']);
    const plan = { mapping: { 1: 'remark', 2: 'registration' }, mode: 'update', key: ['registration'] };
    const checked = await imports.step('operator', 'aircraft', body.id, 'check', plan);
    expect(checked.faults.map(({ row, code }) => [row, code])).toEqual([
      [4, 'transfer.row.noMatch'],
      [5, 'transfer.row.noKey'],
      [6, 'transfer.row.sameKey'],
    ]);
    // Looking changes nothing.
    const before = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7040');
    expect(before.body).toMatchObject([{ remark: null, version: 1 }]);
    const done = await imports.step('operator', 'aircraft', body.id, 'run', { onError: 'valid' });
    expect(done).toMatchObject({ created: 0, updated: 1, unchanged: 1, badRows: 3 });
    const after = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7040');
    expect(after.body).toMatchObject([{ remark: '新备注', version: 2 }]);

    const upsert = `${heads}\n${line(40, company, { expiry: '2031-01-31' })}\n${line(45, company)}\n`;
    const both = await imports.whole('operator', 'aircraft', upsert, {
      mode: 'upsert',
      key: ['registration'],
    });
    expect(both.done).toMatchObject({ created: 1, updated: 1, unchanged: 0, badRows: 0 });
  });

  test('an empty cell keeps the value, or clears it where that is chosen', async () => {
    const company = await companyOf('operator');
    await imports.whole('operator', 'aircraft', [`${heads},备注`, `${line(50, company)},旧`].join('\n'));
    const file = '国籍和登记标志,备注\nB-7050,\n';
    const key = { mode: 'update', key: ['registration'] };
    expect((await imports.whole('operator', 'aircraft', file, key)).done).toMatchObject({ unchanged: 1 });
    const cleared = await imports.whole('operator', 'aircraft', file, { ...key, blanks: 'clear' });
    expect(cleared.done).toMatchObject({ updated: 1 });
    const { body } = await server.call('operator', 'GET', '/api/records/aircraft?registration=B-7050');
    expect(body).toMatchObject([{ remark: null }]);
  });
});

describe('an import is its owner’s', () => {
  test('nobody else finds it, and who may not import has no endpoint', async () => {
    const company = await companyOf('operator');
    const { body } = await imports.upload('operator', 'aircraft', [heads, line(60, company)].join('\n'));
    const path = `/api/records/aircraft/import/${body.id}`;
    expect((await server.call('operator2', 'GET', path)).status).toBe(404);
    expect((await server.call('admin', 'GET', path)).status).toBe(404);
    expect((await server.call('aiw', 'GET', path)).status).toBe(403);
    expect((await server.call(null, 'GET', path)).status).toBe(401);
    expect((await server.call('operator', 'GET', path.replace('aircraft', 'company'))).status).toBe(404);
    const mine = await server.service('operator', 'Import/GetList', { resource: 'aircraft' }, 'GET');
    expect((mine as { items: { id: number }[] }).items.map(({ id }) => id)).toContain(body.id);
    const theirs = await server.service('operator2', 'Import/GetList', {}, 'GET');
    expect((theirs as { items: unknown[] }).items).toEqual([]);
  });

  test('a row for another company is refused by itself', async () => {
    const others = await companyOf('operator2');
    const { checked } = await imports.whole('operator', 'aircraft', [heads, line(61, others)].join('\n'));
    // To the user that company is not there.
    expect(checked.faults).toMatchObject([{ row: 2, code: 'transfer.cell.relation' }]);
  });

  test('fields that only services set cannot be mapped', async () => {
    const { body } = await imports.upload(
      'operator',
      'aircraft',
      '审核状态,国籍和登记标志\n审核通过,B-7040\n',
    );
    expect(body.columns[0]?.guess).toBeNull();
    const plan = { mapping: { 0: 'auditState', 1: 'registration' }, mode: 'update', key: ['registration'] };
    const answer = await server.call(
      'operator',
      'POST',
      `/api/records/aircraft/import/${body.id}/check`,
      plan,
    );
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('审核状态')]);
  });
});

describe('what is no sheet', () => {
  test.each([
    ['nothing', '', 'transfer.file.empty'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'transfer.file.oldExcel'],
    ['an archive that is no workbook', Buffer.from('504b0304000000000000', 'hex'), 'transfer.file.workbook'],
    ['a PDF', '%PDF-1.7 …', 'transfer.file.unknown'],
  ])('%s is refused and leaves nothing behind', async (_, bytes, key) => {
    const { status, body } = await imports.upload('admin', 'aircraft', bytes);
    const { sharedTexts } = await import('#domain/text/locales/index.ts');
    expect([status, body.message]).toEqual([400, sharedTexts['zh-Hans'][key]]);
  });

  test('a body without a file says so at its field', async () => {
    const answer = await server.call('admin', 'POST', '/api/records/aircraft/import', {});
    expect(answer).toMatchObject({ status: 400, body: { errors: { file: ['请选择要导入的文件。'] } } });
  });
});

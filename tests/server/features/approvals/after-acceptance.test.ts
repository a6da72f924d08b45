import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usccCheckCharacter } from '#domain/record/formats.ts';
import { type AuditWorld, messageOf, stands, startAuditWorld, state } from '#tests/support/audit-world.ts';
import { idOf, makeUser, type Row } from '#tests/support/people.ts';
import { errorsOf } from '#tests/support/registering.ts';
import { upload } from '#tests/support/uploads.ts';

let world: AuditWorld;
let server: AuditWorld['server'];
beforeAll(async () => {
  world = await startAuditWorld();
  server = world.server;
});
afterAll(() => world?.close());
const aircraft: AuditWorld['aircraft'] = (...about) => world.aircraft(...about);
const one: AuditWorld['one'] = (...about) => world.one(...about);
const timeline: AuditWorld['timeline'] = (...about) => world.timeline(...about);
const inbox: AuditWorld['inbox'] = (...about) => world.inbox(...about);
const submit: AuditWorld['submit'] = (...about) => world.submit(...about);
const decide: AuditWorld['decide'] = (...about) => world.decide(...about);
const publish: AuditWorld['publish'] = (...about) => world.publish(...about);

describe('after acceptance', () => {
  async function accepted(change: object = {}): Promise<number> {
    const { id } = await aircraft(change);
    await submit(id);
    await decide('atmb', id, 'approve');
    return id;
  }

  test('a change of what was vouched for undoes it, and the auditor sees what has changed', async () => {
    const id = await accepted();
    const path = `/api/records/aircraft/${id}`;
    const harmless = await server.call('operator', 'PATCH', path, {
      version: (await one(id)).version,
      colour: '蓝色',
    });
    expect(harmless.body).toMatchObject({ auditState: state.accepted, colour: '蓝色' });
    const { version } = await one(id);
    world.wait();
    const changed = await server.call('operator', 'PATCH', path, {
      version,
      seats: 2,
      insuranceNumber: 'NEW-1',
    });
    expect(changed.body).toMatchObject({ auditState: state.notSubmitted });
    await submit(id);
    const { changes, baseline, events } = await timeline('atmb', id);
    expect(baseline?.byName).toBe('顾平');
    expect(changes).toEqual([
      { field: 'seats', before: 4, after: 2 },
      { field: 'colour', before: null, after: '蓝色' },
      { field: 'insuranceNumber', before: expect.any(String), after: 'NEW-1' },
    ]);
    expect(events.map(({ action }) => action)).toEqual(['submit', 'reopen', 'approve', 'submit']);
  });

  test('a running audit keeps the steps of the version that it began with', async () => {
    const flow = await publish('版本', [{ name: '第一版', roles: ['ATMB'] }], {
      serialNumber: { $regex: '^PIN' },
    });
    const first = (await aircraft({ serialNumber: 'PIN-1' })).id;
    await submit(first);
    const config = (await server.call('admin', 'GET', `/api/records/flowConfig/${flow}`)).body as Row;
    await server.call('admin', 'PATCH', `/api/records/flowConfig/${flow}`, {
      version: config.version,
      steps: [
        { name: '第二版甲', roles: ['ATMB'] },
        { name: '第二版乙', roles: ['ATMB'] },
      ],
    });
    await server.service('admin', 'FlowConfig/Publish', { id: flow, note: '分两步' });
    const second = (await aircraft({ serialNumber: 'PIN-2' })).id;
    await submit(second);
    const [old] = (await timeline('atmb', first)).flows;
    const [fresh] = (await timeline('atmb', second)).flows;
    expect([old?.flowVersion, old?.steps.map(({ name }) => name)]).toEqual([1, ['第一版']]);
    expect([fresh?.flowVersion, fresh?.steps.map(({ name }) => name)]).toEqual([2, ['第二版甲', '第二版乙']]);
    expect(stands(await decide('atmb', first, 'approve'))).toEqual([200, state.accepted]);
  });

  test('others learn nothing of it: neither its rows nor its counts', async () => {
    const { id } = await aircraft();
    await submit(id);
    const seen = await inbox('operator2', { resource: 'aircraft' });
    expect(seen.items.map((item) => item.id)).not.toContain(id);
    expect(seen.counts.all).toBe(seen.items.length);
    const answer = await server.call(
      'operator2',
      'GET',
      `/api/services/app/Audit/GetTimeline?resource=aircraft&id=${id}`,
    );
    expect(answer.status).toBe(404);
    expect(
      (await inbox('operator', { resource: 'aircraft', accept: '3' })).items.map((item) => item.id),
    ).toContain(id);
  });
});

describe('files and versions of a record that waits', () => {
  test('are closed too: nothing is attached, nothing is restored', async () => {
    const { id } = await aircraft();
    await server.call('operator', 'PATCH', `/api/records/aircraft/${id}`, { version: 1, seats: 2 });
    await submit(id);
    const { accessToken } = await server.signIn('operator');
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4 paper'], { type: 'application/pdf' }), 'paper.pdf');
    const attached = await fetch(`${server.address}/api/records/aircraft/${id}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body,
    });
    expect(attached.status).toBe(409);
    const { version } = await one(id);
    const restored = await server.call('operator', 'POST', `/api/records/aircraft/${id}/restore-version`, {
      toVersion: 1,
      version,
    });
    expect([restored.status, messageOf(restored)]).toEqual([409, expect.stringContaining('正在审核')]);
    expect(await one(id)).toMatchObject({ version, seats: 2 });
  });

  test('a version from before its acceptance brings no acceptance back', async () => {
    const { id } = await aircraft();
    await submit(id);
    await decide('atmb', id, 'approve');
    const accepted = (await one(id)).version;
    await server.call('operator', 'PATCH', `/api/records/aircraft/${id}`, { version: accepted, seats: 2 });
    const answer = await server.call('operator', 'POST', `/api/records/aircraft/${id}/restore-version`, {
      toVersion: accepted,
      version: (await one(id)).version,
    });
    expect(answer.status).toBe(200);
    expect(await one(id)).toMatchObject({ seats: 4, auditState: state.notSubmitted });
  });
});

describe('certification of a company', () => {
  test('lets the first user of a company in, and no other that is not active', async () => {
    const answer = await server.call('admin', 'POST', '/api/records/company', {
      name: '测试通航有限公司',
      uscc: `91510100MA0DEM009${usccCheckCharacter('91510100MA0DEM009')}`,
      legalRepresentative: '甲',
      contact: '乙',
      phone: '028-85700009',
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const company = (answer.body as Row).id;
    const first = await makeUser(server, 'firstuser', { roles: ['OM'], company, isActive: false }).catch(
      async () => idOf(server, 'user', 'userName', 'firstuser'),
    );
    // Without the papers that its certification rests on it is not taken, and the field says which.
    const bare = await submit(company, 'admin', 'company');
    expect([bare.status, messageOf(bare), errorsOf(bare)]).toEqual([
      400,
      '测试通航有限公司缺少提交所需的附件，请先上传',
      { 'files.businessLicence': '请上传附件，类别为“营业执照”' },
    ]);
    const paper = [{ name: 'licence.pdf', content: '%PDF-1.4 licence' }];
    await upload(server, 'admin', `company/${company}`, paper);
    expect((await submit(company, 'admin', 'company')).status).toBe(400);
    expect((await upload(server, 'admin', `company/${company}`, paper, 'businessLicence')).status).toBe(201);
    // While nobody else is there to certify it, it is not taken only to wait for ever.
    expect(messageOf(await submit(company, 'admin', 'company'))).toMatch(/没有可审批的人员/);
    await makeUser(server, 'admin2', { roles: ['Admin'] });
    expect(stands(await submit(company, 'admin', 'company'))).toEqual([200, state.waiting]);
    // The user who submitted does not certify: another administrator does.
    expect(messageOf(await decide('admin', company, 'approve', {}, 'company'))).toBe(
      '不得审批本人或本单位提交的文件',
    );
    expect(stands(await decide('admin2', company, 'approve', {}, 'company'))).toEqual([200, state.accepted]);
    expect((await one(first, 'user')).isActive).toBe(true);
    const { result } = (
      await server.call('firstuser', 'GET', '/api/services/app/Session/GetCurrentLoginInformations')
    ).body as {
      result: { user: { examineState: number } };
    };
    expect(result.user.examineState).toBe(1);
  });
});

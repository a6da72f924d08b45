import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#resources';
import { createParameters } from '#server/db/stored-parameters.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { createFlowStore } from '#server/features/approvals/flow-store.ts';
import { createChangeFeed } from '#server/kernel/changes.ts';
import { createRecordApprovals } from '#server/record-approvals.ts';
import { type AuditWorld, messageOf, stands, startAuditWorld, state } from '#tests/support/audit-world.ts';
import { silentLog } from '#tests/support/database.ts';
import { idOf, makeUser, type Row } from '#tests/support/people.ts';
import { recordsOn } from '#tests/support/records-on.ts';
import { eventually } from '#tests/support/server.ts';

let world: AuditWorld;
let server: AuditWorld['server'];
beforeAll(async () => {
  world = await startAuditWorld();
  server = world.server;
});
afterAll(() => world?.close());
const aircraft: AuditWorld['aircraft'] = (...about) => world.aircraft(...about);
const one: AuditWorld['one'] = (...about) => world.one(...about);
const call: AuditWorld['call'] = (...about) => world.call(...about);
const timeline: AuditWorld['timeline'] = (...about) => world.timeline(...about);
const inbox: AuditWorld['inbox'] = (...about) => world.inbox(...about);
const submit: AuditWorld['submit'] = (...about) => world.submit(...about);
const decide: AuditWorld['decide'] = (...about) => world.decide(...about);
/** The clock of audits as the server has it, to be wound by hand. */
function auditClock() {
  const { database } = server.database;
  const changes = createChangeFeed(silentLog);
  const catalogue = createCatalogue(resources);
  const clock = () => new Date();
  const records = recordsOn(database, { changes, clock });
  const parameters = createParameters({ sql: database.kysely, changes });
  const flows = createFlowStore(records);
  return createRecordApprovals({ records, catalogue, flows, database, parameters, clock }).auditClock({
    changes,
    log: silentLog,
  });
}
const publish: AuditWorld['publish'] = (...about) => world.publish(...about);

test('what is told of an audit names the record to those alone who may read its title', async () => {
  const permissions = ['Pages.BaseManage', 'Pages.BaseManage.Craft_Audit'];
  const rule = { resource: 'aircraft', hidden: ['registration'] };
  const role = { name: 'BLIND', displayName: 'Blind', permissions, recordRules: [rule] };
  const made = await server.call('admin', 'POST', '/api/records/role', role);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await makeUser(server, 'blind', { roles: ['BLIND'] });
  const { id, registration } = await aircraft();
  const heard = await Promise.all(
    ['blind', 'atmb'].map(async (user) => {
      const messages: { type: string; content: string; contentEn: string; id: number }[] = [];
      (await server.hub(user, '/signalr-chat')).on('getChangeMessage', (message) => messages.push(message));
      return messages;
    }),
  );
  await submit(id);
  const announcements = () =>
    heard.map((all) => all.filter((one) => one.type === 'aircraft.submitted' && one.id === id));
  await eventually(() => announcements().every((all) => all.length > 0), 'the message');
  const [[blind, ...twice] = [], [seeing] = []] = announcements();
  expect(twice).toEqual([]);
  expect(seeing?.content).toContain(registration);
  expect(JSON.stringify(blind)).not.toContain(registration);
  expect([blind?.content, blind?.contentEn]).toEqual([
    expect.stringContaining(`#${id}`),
    expect.stringContaining(`#${id}`),
  ]);
});

describe('one audit, from submission to acceptance', () => {
  test('with its states, its inbox, its decision and its traces', async () => {
    const { id } = await aircraft();
    expect((await timeline('operator', id)).may).toMatchObject({
      submit: null,
      withdraw: expect.any(String),
    });
    const inEnglish = new Headers({ '.AspNetCore.Culture': 'c=en|uic=en' });
    const path = '/api/services/app/Audit/GetInbox?resource=aircraft&maxResultCount=500';
    const { body } = await server.call('atmb', 'GET', path, undefined, inEnglish);
    expect(JSON.stringify(body)).toMatch(/"companyName":"[ -~]+"/);
    expect(JSON.stringify(body)).not.toMatch(/"companyName":"[^"]*[\u4e00-\u9fff]/);
    const hub = await server.hub('atmb', '/signalr-chat');
    const heard: { type: string; title: string; content: string; id: number }[] = [];
    hub.on('getChangeMessage', (message) => heard.push(message));

    expect(stands(await submit(id))).toEqual([200, state.waiting]);
    expect((await one(id)).auditState).toBe(state.waiting);
    await eventually(() => heard.some(({ type }) => type === 'aircraft.submitted'), 'the message');
    expect(heard.find(({ type }) => type === 'aircraft.submitted')).toMatchObject({ id, title: '提交审核' });

    const waiting = await inbox('atmb', { resource: 'aircraft', accept: '0' });
    expect(waiting.items.find((item) => item.id === id)).toMatchObject({ mine: true, stepName: '资料审核' });
    expect(waiting.counts['0']).toBe(waiting.items.length);
    expect(waiting.waiting.aircraft).toBe(waiting.items.length);

    const before = await timeline('atmb', id);
    expect(before).toMatchObject({
      state: state.waiting,
      stateText: '审核中',
      stepIndex: 0,
      mine: true,
      baseline: null,
    });
    expect(before.may).toEqual({ approve: null, reject: null, return: null, reassign: null });

    expect(stands(await decide('atmb', id, 'approve', { comment: '资料齐全' }))).toEqual([
      200,
      state.accepted,
    ]);
    expect(await one(id)).toMatchObject({ auditState: state.accepted, auditOpinion: '资料齐全' });
    await eventually(() => heard.some(({ type }) => type === 'aircraft.approved'), 'the message');

    const after = await timeline('operator', id);
    expect(after.flows[0]).toMatchObject({ state: 'approved' });
    expect(after.flows[0]?.steps).toHaveLength(1);
    expect(after.events.map(({ action, byName }) => [action, byName])).toEqual([
      ['approve', '顾平'],
      ['submit', '何远'],
    ]);
    expect(after.baseline?.byName).toBe('顾平');
    expect(after.changes).toEqual([]);
    const history = (await server.call('admin', 'GET', `/api/records/aircraft/${id}/history`)).body as {
      source: string;
      changes: { field: string }[];
    }[];
    expect(history[0]).toMatchObject({ source: 'approval' });
    const done = await inbox('atmb', { resource: 'aircraft', accept: '-1' });
    expect(done.items.map((item) => item.id)).toContain(id);
    expect(
      (await inbox('atmb', { resource: 'aircraft', accept: '1' })).items.map((item) => item.id),
    ).toContain(id);
  });

  test('the same thing is not submitted twice', async () => {
    const { id } = await aircraft();
    await submit(id);
    const again = await submit(id);
    expect([again.status, messageOf(again)]).toEqual([409, '已提交审核，正在等待处理']);
    await decide('atmb', id, 'approve');
    expect((await submit(id)).status).toBe(409);
  });

  test('a paper that is past is renewed first, and named', async () => {
    const { id } = await aircraft({ insuranceExpiry: '2020-01-01' });
    const answer = await submit(id);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { validationErrors: [{ members: ['insuranceExpiry'], message: '保险有效期至已过期' }] },
    });
    expect((await one(id)).auditState).toBe(state.notSubmitted);
    expect((await timeline('operator', id)).may.submit).toContain('过期');
  });

  test('a type without approval is refused at its field', async () => {
    const answer = await call('operator', 'Submit', { resource: 'airport', id: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { validationErrors: [{ members: ['resource'] }] } });
  });
});

describe('while it waits', () => {
  test('it is locked at every endpoint, and the text names the step', async () => {
    const made = await aircraft();
    const { id } = made;
    await submit(id);
    const { version } = await one(id);
    const path = `/api/records/aircraft/${id}`;
    const text = `${made.registration}正在审核（资料审核），审核结束或撤回之前不能修改或删除`;
    for (const user of ['operator', 'admin']) {
      const patch = await server.call(user, 'PATCH', path, { version, colour: '红色' });
      expect([patch.status, messageOf(patch)]).toEqual([409, text]);
      const gone = await server.call(user, 'DELETE', path);
      expect([gone.status, messageOf(gone)]).toEqual([409, text]);
      for (const body of [
        { action: 'update', ids: [id], set: { colour: '红色' } },
        { action: 'delete', ids: [id] },
      ]) {
        const bulk = await server.call(user, 'POST', '/api/records/aircraft/bulk', body);
        expect(bulk.status).toBe(200);
        expect(bulk.body).toMatchObject({ matched: 1, done: 0, failed: [{ id, message: text }] });
      }
    }
    expect(await one(id)).toMatchObject({ version, auditState: state.waiting, deletedAt: null });
  });

  test('its company withdraws it, others do not, and then it may be changed', async () => {
    const { id } = await aircraft();
    await submit(id);
    expect((await call('operator2', 'Withdraw', { resource: 'aircraft', id })).status).toBe(404);
    expect((await call('atmb', 'Withdraw', { resource: 'aircraft', id })).status).toBe(403);
    expect(stands(await call('operator', 'Withdraw', { resource: 'aircraft', id }))).toEqual([
      200,
      state.notSubmitted,
    ]);
    const { version } = await one(id);
    const patch = await server.call('operator', 'PATCH', `/api/records/aircraft/${id}`, {
      version,
      seats: 3,
    });
    expect(patch.status).toBe(200);
    expect((await inbox('atmb', { accept: '0' })).items.map((item) => item.id)).not.toContain(id);
  });
});

describe('who decides', () => {
  test('is whom the flow names; nobody their own, nor an agent what a company that they serve submitted', async () => {
    await publish('本单位也被点名', [{ name: '会审', roles: ['ATMB', 'OM', 'AGENT'] }], {
      serialNumber: { $regex: '^OWN' },
    });
    const { id } = await aircraft({ serialNumber: 'OWN-1' });
    await submit(id);
    const texts: [string, number, string][] = [];
    for (const user of ['operator', 'agent', 'admin', 'operator2']) {
      const answer = await decide(user, id, 'approve');
      texts.push([user, answer.status, messageOf(answer) ?? '']);
    }
    expect(texts).toEqual([
      ['operator', 403, '不得审批本人或本单位提交的文件'],
      ['agent', 403, '不得审批本人或本单位提交的文件'],
      ['admin', 403, '审批流程未指定您审批当前步骤'],
      ['operator2', 404, expect.any(String)],
    ]);
    expect((await timeline('agent', id)).may.approve).toBe('不得审批本人或本单位提交的文件');
    expect(stands(await decide('atmb', id, 'approve'))).toEqual([200, state.accepted]);
  });

  test('refusal and return say why', async () => {
    const { id } = await aircraft();
    await submit(id);
    for (const decision of ['reject', 'return']) {
      const answer = await decide('atmb', id, decision, { comment: '  ' });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ error: { validationErrors: [{ members: ['comment'] }] } });
    }
    expect(stands(await decide('atmb', id, 'return', { comment: '保险单不清晰' }))).toEqual([
      200,
      state.returned,
    ]);
    expect(await one(id)).toMatchObject({ auditState: state.returned, auditOpinion: '保险单不清晰' });
    expect(stands(await submit(id))).toEqual([200, state.waiting]);
    expect(stands(await decide('atmb', id, 'reject', { comment: '适航证不符' }))).toEqual([
      200,
      state.refused,
    ]);
    expect(
      (await inbox('atmb', { resource: 'aircraft', accept: '2' })).items.map((item) => item.id),
    ).toContain(id);
  });

  test('of two auditors at once one decides, and the other is told', async () => {
    const { id } = await aircraft();
    await submit(id);
    const answers = await Promise.all([
      decide('atmb', id, 'approve'),
      decide('auditor', id, 'reject', { comment: '不同意' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { auditState } = await one(id);
    expect(auditState).toBe(answers[0]?.status === 200 ? state.accepted : state.refused);
    const [flow] = (await timeline('atmb', id)).flows;
    expect(flow?.steps.flatMap((step) => step.decisions)).toHaveLength(1);
  });

  test('a reassigned step is only theirs to whom it was handed', async () => {
    const { id } = await aircraft();
    await submit(id);
    const { items } = (await server.service(
      'atmb',
      'Audit/Candidates',
      { resource: 'aircraft', id },
      'GET',
    )) as {
      items: { id: number; name: string; named: boolean }[];
    };
    const auditor = items.find(({ name }) => name === 'auditor');
    expect(auditor?.named).toBe(true);
    expect(items.map(({ name }) => name)).not.toContain('何远');
    expect(await server.service('operator', 'Audit/Candidates', { resource: 'aircraft', id }, 'GET')).toEqual(
      { items: [] },
    );
    const own = await idOf(server, 'user', 'userName', 'operator2');
    expect((await decide('atmb', id, 'reassign', { assignees: [own] })).status).toBe(500);
    expect((await decide('atmb', id, 'reassign', { assignees: [] })).status).toBe(500);
    expect(
      stands(await decide('atmb', id, 'reassign', { assignees: [auditor?.id], comment: '请代审' })),
    ).toEqual([200, state.waiting]);
    expect(messageOf(await decide('atmb', id, 'approve'))).toBe('审批流程未指定您审批当前步骤');
    expect((await timeline('atmb', id)).flows[0]?.steps[0]?.assignees).toEqual(['auditor']);
    expect(stands(await decide('auditor', id, 'approve'))).toEqual([200, state.accepted]);
  });

  test('all: each of them; a majority: more than half', async () => {
    await makeUser(server, 'third', { roles: ['ATMB'] });
    await publish('全体', [{ name: '会签', roles: ['ATMB'], quorum: 'all' }], { serialNumber: 'ALL-1' });
    await publish('过半', [{ name: '表决', roles: ['ATMB'], quorum: 'majority' }], {
      serialNumber: 'MOST-1',
    });
    const all = (await aircraft({ serialNumber: 'ALL-1' })).id;
    await submit(all);
    expect(stands(await decide('atmb', all, 'approve'))).toEqual([200, state.waiting]);
    expect(messageOf(await decide('atmb', all, 'approve'))).toBe('您已审批过当前步骤');
    expect(stands(await decide('auditor', all, 'approve'))).toEqual([200, state.waiting]);
    expect(stands(await decide('third', all, 'approve'))).toEqual([200, state.accepted]);
    const most = (await aircraft({ serialNumber: 'MOST-1' })).id;
    await submit(most);
    expect(stands(await decide('atmb', most, 'approve'))).toEqual([200, state.waiting]);
    expect(stands(await decide('third', most, 'approve'))).toEqual([200, state.accepted]);
  });

  test('who belongs to the applicant or serves them is not counted, nor who is gone: nothing waits for them', async () => {
    const company = await idOf(server, 'company', 'shortName', '云翼通航');
    const role = {
      name: 'JURY',
      displayName: '评审',
      permissions: ['Pages.BaseManage', 'Pages.BaseManage.Craft_Audit'],
    };
    expect((await server.call('admin', 'POST', '/api/records/role', role)).status).toBe(201);
    const outside = await makeUser(server, 'jury1', { roles: ['JURY'] });
    await makeUser(server, 'jury2', { roles: ['JURY'] });
    await makeUser(server, 'juryOwn', { roles: ['JURY'], company });
    await makeUser(server, 'juryAgent', { roles: ['JURY'], servedCompanies: [company] });
    const steps = [{ name: '评审', roles: ['JURY'], quorum: 'all' }];
    await publish('评审', steps, { serialNumber: { $in: ['JURY-1', 'JURY-2', 'JURY-3'] } });
    const [first, second, third] = [
      (await aircraft({ serialNumber: 'JURY-1' })).id,
      (await aircraft({ serialNumber: 'JURY-2' })).id,
      (await aircraft({ serialNumber: 'JURY-3' })).id,
    ];
    await submit(first);
    expect(messageOf(await decide('juryAgent', first, 'approve'))).toBe('不得审批本人或本单位提交的文件');
    expect(stands(await decide('jury1', first, 'approve'))).toEqual([200, state.waiting]);
    expect(stands(await decide('jury2', first, 'approve'))).toEqual([200, state.accepted]);

    // The last who was waited for leaves: the clock finds that all others have approved.
    await submit(second);
    expect(stands(await decide('jury2', second, 'approve'))).toEqual([200, state.waiting]);
    const turn = async (user: string, id: number, isActive: boolean) => {
      const { version } = await one(id, 'user');
      const answer = await server.call('admin', 'PATCH', `/api/records/user/${id}`, { version, isActive });
      expect([user, answer.status]).toEqual([user, 200]);
    };
    await turn('jury1', outside, false);
    const clock = auditClock();
    await eventually(async () => {
      await clock.tick();
      return (await one(second)).auditState === state.accepted;
    }, 'the clock');
    expect((await timeline('admin', second)).flows[0]?.steps[0]?.state).toBe('done');

    // Nobody is left who may decide: said when it is submitted.
    const other = await idOf(server, 'user', 'userName', 'jury2');
    await turn('jury2', other, false);
    const refused = await submit(third);
    expect([refused.status, messageOf(refused)]).toEqual([
      500,
      '步骤“评审”没有可审批的人员：申请人及其单位、代理人不能审批自己的申请。请联系管理员。',
    ]);
    expect((await one(third)).auditState).toBe(state.notSubmitted);
  });

  test('a step whose condition does not hold is not waited for', async () => {
    const heavy = (await aircraft({ mtowKg: 6800 })).id;
    await submit(heavy);
    expect((await timeline('atmb', heavy)).flows[0]?.steps.map(({ name }) => name)).toEqual([
      '资料审核',
      '大型航空器复核',
    ]);
    expect(stands(await decide('atmb', heavy, 'approve'))).toEqual([200, state.waiting]);
    const late = await decide('auditor', heavy, 'approve');
    expect([late.status, messageOf(late)]).toEqual([409, '该审核步骤已由他人处理，请查看最新情况']);
    expect(stands(await decide('auditor', heavy, 'approve', { stepIndex: 1 }))).toEqual([
      200,
      state.accepted,
    ]);
  });
});

describe('whoever configures flows', () => {
  const roleOf = async (name: string, permissions: string[]) => {
    const role = { name, displayName: name, permissions };
    expect((await server.call('admin', 'POST', '/api/records/role', role)).status).toBe(201);
  };
  const flowOf = async (user: string, name: string, steps: object[], serial: string) => {
    const made = await server.call(user, 'POST', '/api/records/flowConfig', {
      name,
      documentKind: 'aircraft',
      priority: 1,
      condition: { serialNumber: serial },
      steps,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as Row).id;
  };
  const publishBy = (user: string, id: number) => server.service(user, 'FlowConfig/Publish', { id });

  beforeAll(async () => {
    await roleOf('FLOWER', ['Pages.Operating', 'Pages.Operating.FlowConfig', 'Pages.BaseManage']);
    await roleOf('FLOWER_AUDIT', ['Pages.Operating.FlowConfig', 'Pages.BaseManage.Craft_Audit']);
    await makeUser(server, 'flower1', { roles: ['FLOWER'] });
    await makeUser(server, 'flower2', { roles: ['FLOWER', 'FLOWER_AUDIT'] });
  });

  test('decides nothing without the permission for it, is offered nothing, and counts as nobody', async () => {
    const named = await idOf(server, 'user', 'userName', 'flower1');
    const able = await idOf(server, 'user', 'userName', 'flower2');
    const alone = await flowOf('admin', '只有自己', [{ name: '审核', users: [named] }], 'ALONE-1');
    await publishBy('admin', alone);
    const nobody = (await aircraft({ serialNumber: 'ALONE-1' })).id;
    expect(messageOf(await submit(nobody))).toContain('没有可审批的人员');
    const both = { name: '审核', users: [named, able], quorum: 'all', mayReassign: true };
    await publishBy('admin', await flowOf('admin', '两人', [both], 'BOTH-1'));
    const { id } = await aircraft({ serialNumber: 'BOTH-1' });
    await submit(id);
    expect(messageOf(await decide('flower1', id, 'approve'))).toBe('您没有审批此类资料的权限');
    expect((await inbox('flower1')).items.find((item) => item.id === id)?.mine).not.toBe(true);
    const handed = await decide('flower2', id, 'reassign', { assignees: [named] });
    expect(messageOf(handed)).toBe('转办对象无权审批当前步骤');
    expect(stands(await decide('flower2', id, 'approve'))).toEqual([200, state.accepted]);
  });

  test.each([
    ['naming oneself', { name: '审核', userName: 'flower2' }],
    ['naming a role of one’s own', { name: '审核', roles: ['FLOWER_AUDIT'] }],
    [
      'deciding at a time limit',
      { name: '审核', roles: ['ATMB'], timeLimitMinutes: 1, onTimeout: 'approve' },
    ],
  ])(
    '%s takes another to publish it, and what was changed since takes another again',
    async (name, given) => {
      const { userName, ...step } = given as { userName?: string; name: string };
      const users = userName ? [await idOf(server, 'user', 'userName', userName)] : [];
      const id = await flowOf('flower2', `二人：${name}`, [{ ...step, users }], `TWO-${name.length}`);
      expect(await publishBy('flower2', id)).toEqual({ id, number: null });
      expect(await publishBy('flower2', id)).toEqual({ id, number: null });
      const { version } = await one(id, 'flowConfig');
      const change = { version, remarks: '改' };
      expect((await server.call('flower2', 'PATCH', `/api/records/flowConfig/${id}`, change)).status).toBe(
        200,
      );
      if (name.startsWith('deciding')) {
        expect(await publishBy('flower1', id)).toEqual({ id, number: null });
        expect(await publishBy('flower2', id)).toEqual({ id, number: 1 });
      } else {
        expect(await publishBy('flower2', id)).toEqual({ id, number: null });
        expect(await publishBy('flower1', id)).toEqual({ id, number: 1 });
      }
      expect(await one(id, 'flowConfig')).toMatchObject({ proposedBy: null, publishedVersion: 1 });
    },
  );
});

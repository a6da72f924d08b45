import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usccCheckCharacter } from '../../../src/domain/formats.ts';
import { idOf, makeUser, type Row, rowsOf } from '../../support/people.ts';
import { type Answer, eventually, type RunningTestServer, startTestServer } from '../../support/server.ts';

interface Timeline {
  state: number;
  stateText: string;
  opinion: string | null;
  stepIndex: number | null;
  mine: boolean;
  may: Record<string, string | null>;
  flows: {
    state: string;
    flowVersion: number;
    steps: {
      name: string;
      state: string;
      assignees: string[];
      decisions: { decision: string; byName: string }[];
    }[];
  }[];
  events: { action: string; byName: string; comment: string | null; step: string | null }[];
  baseline: { at: string; byName: string } | null;
  changes: { field: string; before: unknown; after: unknown }[];
}

interface Inbox {
  totalCount: number;
  items: { id: number; resource: string; title: string; mine: boolean; stepName: string }[];
  counts: Record<string, number>;
  waiting: Record<string, number>;
}

let server: RunningTestServer;
let at = Date.now();

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(at) });
  await makeUser(server, 'auditor', { roles: ['ATMB'] });
});
afterAll(() => server?.close());

const state = { notSubmitted: 0, accepted: 1, refused: 2, waiting: 3, returned: 4, expired: 5 };

/** Each test takes an aircraft of its own, made by the operator of its company. */
let count = 0;
async function aircraft(change: object = {}, user = 'operator'): Promise<Row> {
  count += 1;
  const mark = String(count).padStart(2, '0');
  const { rows } = await rowsOf(server, 'admin', 'aircraft', 'registration=B-10QA');
  const company = await idOf(server, 'company', 'shortName', '云翼通航');
  const answer = await server.call(user, 'POST', '/api/records/aircraft', {
    registration: `B-${mark}AU`,
    type: rows[0]?.type,
    serialNumber: `AU-${mark}`,
    company,
    mtowKg: 1200,
    seats: 4,
    airworthinessNumber: `AC-${mark}AU`,
    airworthinessExpiry: '2031-05-01',
    insuranceNumber: `INS-${mark}`,
    insuranceExpiry: '2031-05-01',
    ...change,
  });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([201, expect.any(String)]);
  return answer.body as Row;
}

const one = async (id: number, resource = 'aircraft') =>
  (await server.call('admin', 'GET', `/api/records/${resource}/${id}`)).body as Row;
/** Each act happens a second after the one before. */
const call = (user: string, name: string, input: object): Promise<Answer> => {
  at += 1000;
  return server.call(user, 'POST', `/api/services/app/Audit/${name}`, input);
};
const timeline = (user: string, id: number, resource = 'aircraft') =>
  server.service(user, 'Audit/GetTimeline', { resource, id }, 'GET') as Promise<Timeline>;
const inbox = (user: string, input: object = {}) =>
  server.service(user, 'Audit/GetInbox', { maxResultCount: 500, ...input }, 'GET') as Promise<Inbox>;
const submit = (id: number, user = 'operator', resource = 'aircraft') =>
  call(user, 'Submit', { resource, id, comment: '请审核' });
const decide = (user: string, id: number, decision: string, more: object = {}, resource = 'aircraft') =>
  call(user, 'Decide', { resource, id, decision, stepIndex: 0, ...more });
const messageOf = ({ body }: Answer) =>
  (body as { error?: { message: string }; message?: string }).error?.message ??
  (body as { message: string }).message;
const stands = ({ status, body }: Answer) => [status, (body as { result?: { state: number } }).result?.state];

/** Publishes a flow of aircraft that is asked before the default one. */
async function publish(name: string, steps: object[], condition: object): Promise<number> {
  const made = await server.call('admin', 'POST', '/api/records/flowConfig', {
    name,
    documentKind: 'aircraft',
    priority: 1,
    condition,
    steps,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body as Row;
  await server.service('admin', 'FlowConfig/Publish', { id, note: name });
  return id;
}

describe('one audit, from submission to acceptance', () => {
  test('with its states, its inbox, its decision and its traces', async () => {
    const { id } = await aircraft();
    expect((await timeline('operator', id)).may).toMatchObject({
      submit: null,
      withdraw: expect.any(String),
    });
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
  test('it is locked at every door, and the text names the step', async () => {
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
  test('is whom the flow names; nobody his own, nor an agent what a company that he serves submitted', async () => {
    await publish('本单位也被点名', [{ name: '会审', roles: ['ATMB', 'OM', 'AGENT'] }], {
      serialNumber: { $regex: '^OWN' },
    });
    const { id } = await aircraft({ serialNumber: 'OWN-1' });
    await submit(id);
    const said: [string, number, string][] = [];
    for (const user of ['operator', 'agent', 'admin', 'operator2']) {
      const answer = await decide(user, id, 'approve');
      said.push([user, answer.status, messageOf(answer) ?? '']);
    }
    expect(said).toEqual([
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
    at += 1000;
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
    expect(stands(await submit(company, 'admin', 'company'))).toEqual([200, state.waiting]);
    // He who submitted does not certify: another administrator does.
    expect(messageOf(await decide('admin', company, 'approve', {}, 'company'))).toBe(
      '不得审批本人或本单位提交的文件',
    );
    await makeUser(server, 'admin2', { roles: ['Admin'] });
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

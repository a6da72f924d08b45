import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SharedThing } from '#contract/share.ts';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type Answer, eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** A link shows the one thing that it was made for, to whoever has it, until it ends. */

let sky: Sky;
beforeAll(async () => {
  sky = await startSky();
});
afterAll(() => sky?.close());

const later = (hours: number) => new Date(sky.now() + hours * 3_600_000).toISOString();
const create = (user: string, input: object): Promise<Answer> =>
  sky.server.call(user, 'POST', '/api/services/app/Share/Create', { expiresAt: later(2), ...input });
const ticketOf = ({ body }: Answer) => (body as { result: { ticket: string; id: number } }).result;
const open = (ticket: string): Promise<Answer> =>
  sky.server.call(null, 'POST', '/api/services/app/Share/Open', { ticket });
const shown = ({ body }: Answer) => (body as { result: SharedThing }).result;
const position = (ticket: string): Promise<Answer> =>
  sky.server.call(null, 'POST', '/api/services/app/Share/GetPosition', { ticket });

async function planOf(user: string): Promise<Row> {
  const { rows } = await rowsOf(sky.server, user, 'plan', 'state=4');
  const [plan] = rows;
  if (!plan) throw new Error(`no plan of ${user}`);
  return plan;
}

describe('a link to a plan', () => {
  test('shows that plan to somebody without an account, and no other endpoint opens to its ticket', async () => {
    const plan = await planOf('operator');
    const made = await create('operator', { kind: 'plan', id: plan.id, purpose: '客户' });
    expect(made.status).toBe(200);
    const { ticket } = ticketOf(made);
    const answer = await open(ticket);
    expect(answer.status).toBe(200);
    expect(shown(answer)).toMatchObject({
      kind: 'plan',
      plan: { id: plan.id, planNumber: plan.planNumber },
      airspace: null,
      track: null,
    });
    // Neither as a session's token nor as a registration's.
    for (const path of [
      `/api/records/plan/${plan.id}`,
      '/api/records/plan',
      '/api/services/app/Session/GetCurrentUserInfo',
    ]) {
      expect((await sky.server.call(`Bearer ${ticket}`, 'GET', path)).status).toBe(401);
    }
    expect((await position(ticket)).status).toBe(404);
  });

  test('names its maker’s company and the airspace in the reader’s language', async () => {
    const { rows } = await rowsOf(sky.server, 'operator', 'airspace', 'designator=SFX01');
    const { ticket } = ticketOf(await create('operator', { kind: 'airspace', id: rows[0]?.id }));
    const openIn = async (language: string) => {
      const answer = await fetch(`${sky.server.address}/api/services/app/Share/Open`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ ticket }),
      });
      const { title, sharedBy } = ((await answer.json()) as { result: SharedThing }).result;
      return `${title} ${sharedBy.split(' · ')[0]}`;
    };
    expect(await openIn('zh-CN')).toMatch(/^SFX01 · \p{Script=Han}+ \p{Script=Han}+$/u);
    expect(await openIn('en')).not.toMatch(/\p{Script=Han}/u);
  });

  test('is in the list of its maker and of administrators alone, without its ticket; each opening is told', async () => {
    const plan = await planOf('operator');
    const made = ticketOf(await create('operator', { kind: 'plan', id: plan.id, purpose: '家属' }));
    await open(made.ticket);
    await open(made.ticket);
    const { rows } = await rowsOf(sky.server, 'operator', 'shareLink', 'purpose=家属');
    expect(rows).toMatchObject([{ id: made.id, plan: plan.id, openings: 1 }]);
    expect(JSON.stringify(rows)).not.toContain(made.ticket);
    expect(rows[0]).not.toHaveProperty('tokenHash');
    const openings = await rowsOf(sky.server, 'operator', 'shareOpening', `link=${made.id}`);
    expect(openings.rows).toMatchObject([{ clientIpAddress: '127.0.0.1' }]);
    expect((await rowsOf(sky.server, 'admin', 'shareLink', 'purpose=家属')).total).toBe(1);
    expect((await rowsOf(sky.server, 'atmb', 'shareLink', 'purpose=家属')).total).toBe(0);
    const { rows: stored } = await sky.server.database.database.pool.query(
      'select token_hash from share_link where id = $1',
      [made.id],
    );
    expect(stored[0]?.token_hash).not.toContain(made.ticket.slice(4));
  });

  test('another company’s plan is not there to be shared', async () => {
    const plan = await planOf('operator');
    expect((await create('operator2', { kind: 'plan', id: plan.id })).status).toBe(404);
    expect((await create('operator', { kind: 'plan' })).status).toBe(400);
  });

  test('ends when it is withdrawn, by its maker or an administrator and nobody else', async () => {
    const plan = await planOf('operator');
    const { id, ticket } = ticketOf(await create('operator', { kind: 'plan', id: plan.id }));
    const withdraw = (user: string) =>
      sky.server.call(user, 'POST', '/api/services/app/Share/Withdraw', { id });
    expect((await withdraw('operator2')).status).toBe(404);
    expect((await open(ticket)).status).toBe(200);
    expect((await withdraw('operator')).status).toBe(200);
    expect((await open(ticket)).status).toBe(404);
    expect((await withdraw('operator')).status).toBe(500);
    const history = await sky.server.call('operator', 'GET', `/api/records/shareLink/${id}/history`);
    expect(JSON.stringify(history.body)).toContain('withdrawnAt');
  });

  test('holds no longer than its maker may read the plan', async () => {
    const company = (await rowsOf(sky.server, 'operator', 'plan')).rows[0]?.company;
    await makeUser(sky.server, 'leaver', { roles: ['OM'], company });
    const { rows } = await rowsOf(sky.server, 'leaver', 'plan');
    const { ticket } = ticketOf(await create('leaver', { kind: 'plan', id: rows[0]?.id }));
    expect((await open(ticket)).status).toBe(200);
    const [user] = (await rowsOf(sky.server, 'admin', 'user', 'userName=leaver')).rows;
    await sky.server.service('admin', 'User/LockUser', { id: user?.id });
    expect((await open(ticket)).status).toBe(404);
    await sky.server.service('admin', 'User/UnlockUser', { id: user?.id });
    expect((await open(ticket)).status).toBe(200);
    const [now] = (await rowsOf(sky.server, 'admin', 'user', 'userName=leaver')).rows;
    await sky.server.call('admin', 'PATCH', `/api/records/user/${now?.id}`, {
      version: now?.version,
      isActive: false,
    });
    expect((await open(ticket)).status).toBe(404);
  });

  test('has an end that a parameter bounds, and the same parameter switches links off', async () => {
    const plan = await planOf('operator');
    const tooLong = await create('operator', { kind: 'plan', id: plan.id, expiresAt: later(80) });
    expect(tooLong.status).toBe(400);
    expect(JSON.stringify(tooLong.body)).toContain('72');
    expect((await create('operator', { kind: 'plan', id: plan.id, expiresAt: later(-1) })).status).toBe(400);
    const { ticket } = ticketOf(await create('operator', { kind: 'plan', id: plan.id }));
    const [parameter] = (await rowsOf(sky.server, 'admin', 'parameter', 'key=share.mostHours')).rows;
    const set = async (value: string) => {
      const [now] = (await rowsOf(sky.server, 'admin', 'parameter', 'key=share.mostHours')).rows;
      const answer = await sky.server.call('admin', 'PATCH', `/api/records/parameter/${parameter?.id}`, {
        version: now?.version,
        value,
      });
      expect(answer.status).toBe(200);
    };
    await set('0');
    expect((await open(ticket)).status).toBe(404);
    expect((await create('operator', { kind: 'plan', id: plan.id })).status).toBe(500);
    await set('72');
    expect((await open(ticket)).status).toBe(200);
  });
});

test('a link to an airspace shows where and when it is, and nothing of its application', async () => {
  const { rows } = await rowsOf(sky.server, 'operator', 'airspace', 'state=1');
  const [airspace] = rows;
  const { ticket } = ticketOf(await create('operator', { kind: 'airspace', id: airspace?.id }));
  const { airspace: seen, plan } = shown(await open(ticket));
  expect(plan).toBeNull();
  expect(seen).toMatchObject({ id: airspace?.id, name: airspace?.name, geometry: airspace?.geometry });
  expect(Object.keys(seen ?? {})).not.toContain('auditOpinion');
  expect(Object.keys(seen ?? {})).not.toContain('company');
});

describe('a link to a track', () => {
  test('follows that one live, from when it was made', async () => {
    const seen = () => [
      sky.over('780d01', { latitude: 30.61 }),
      sky.over('780d02', { latitude: 30.7, longitude: 104.2 }),
    ];
    await sky.flyUntil(seen, () => sky.map.targets.has('780d02'), '780d02');
    expect((await create('atmb', { kind: 'track', track: '7fffff' })).status).toBe(400);
    const made = await create('atmb', { kind: 'track', track: '780d01' });
    const { ticket } = ticketOf(made);
    const madeAt = sky.now();
    await sky.fly(...seen());
    await eventually(async () => {
      const { result } = (await position(ticket)).body as { result: { target: { at: number } | null } };
      return (result.target?.at ?? 0) > madeAt - 5_000;
    }, 'where it is');
    const answer = await position(ticket);
    expect(answer.body).toMatchObject({ result: { target: { id: '780d01' } } });
    expect(JSON.stringify(answer.body)).not.toContain('780d02');
    await eventually(async () => {
      // CAT021 gives times in 1/128 s: the first report after the link was made may read as older than the link.
      await sky.fly(...seen());
      // One address may open 60 links a minute.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      return (shown(await open(ticket)).track?.minutes.length ?? 0) > 0;
    }, 'what was flown since');
    const { track } = shown(await open(ticket));
    expect(track?.to).toBeNull();
    for (const { data } of track?.minutes ?? []) {
      for (const { at } of unpackPositions(Buffer.from(data, 'base64')))
        expect(at).toBeGreaterThanOrEqual(Date.parse(track?.from ?? '') - 100);
    }
  });

  test('shows what was recorded in its time, if its maker may play back', async () => {
    const [from, to] = [sky.now() - 120_000, sky.now()].map((at) => new Date(at).toISOString());
    const asked = { kind: 'track', track: '780d01', from, to };
    const made = await create('atmb', asked);
    expect(made.status).toBe(200);
    const { ticket } = ticketOf(made);
    expect(shown(await open(ticket)).track).toMatchObject({ to, target: null, track: '780d01' });
    expect((await position(ticket)).status).toBe(404);
    await makeUser(sky.server, 'watcherOnly', { roles: ['AIW'] });
    expect((await create('atmb', { ...asked, track: '780fff' })).status).toBe(400);
    await makeUser(sky.server, 'nobody', {});
    expect((await create('nobody', asked)).status).toBe(403);
  });
});

test('a ticket that is none is answered like one that is over', async () => {
  const answers = await Promise.all(['cws_nothing', 'cwr_nothing', 'x'].map(open));
  for (const answer of answers) expect(answer.status).toBe(404);
});

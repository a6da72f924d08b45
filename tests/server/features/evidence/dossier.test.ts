import { sql as raw } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutputOf } from '#contract/services.ts';
import { type EvidenceVerdict, verifyEvidence } from '#domain/evidence/signed-file.ts';
import { packPositions } from '#domain/surveillance/recording/positions.ts';
import { makePartition } from '#server/features/recording/recording-tables.ts';
import { talkOn } from '#tests/server/features/coordination/talk.ts';
import { type RunningTestServer, startTestServer } from '#tests/support/server.ts';

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const talk = talkOn(() => server);
const sql = () => server.database.database.kysely;
const address = (id: number) => `/api/services/app/Evidence/ExportDossier?id=${id}`;

/** A plan of the demo that was decided and belongs to the operator's company. */
async function decidedPlan(): Promise<{ id: number; at: string }> {
  const { rows } = await raw<{ id: number; at: string }>`
    select p.id, p.start_time as at from plan p
      join flow_instance f on f.document_resource = 'plan' and f.document_id = p.id
      join approval a on a.flow_instance = f.id
      join "user" u on u.user_name = 'operator' and u.company = p.company
      where p.deleted_at is null order by p.id limit 1`.execute(sql());
  const [row] = rows;
  if (!row) throw new Error('the demo has no decided plan of the operator');
  return { id: Number(row.id), at: new Date(row.at).toISOString() };
}

/** A minute of a track that surveillance took for a flight of the plan. */
async function record(plan: number, at: string, latitude = 31): Promise<void> {
  const minute = `${at.slice(0, 16)}:00.000Z`;
  await makePartition(sql(), minute.slice(0, 10));
  const position = {
    at: Date.parse(minute),
    latitude,
    longitude: 104.5,
    pressureAltitudeM: 900,
    geometricAltitudeM: null,
    amslAltitudeM: null,
    groundSpeedMps: 50,
    trackDeg: 90,
    verticalRateMps: 0,
    onGround: false,
    isCoasting: false,
  };
  await raw`
    insert into track_minute (minute, track, icao24, callsign, source_id, plan_id, west, south, east, north, positions, data)
    values (${minute}::timestamptz, '780abc', '780abc', 'CWT009', 1, ${plan}, 104, 30, 105, 32, 1,
      ${Buffer.from(packPositions([position]))})`.execute(sql());
}

async function dossierOf(user: string, id: number): Promise<EvidenceVerdict & { text: string }> {
  const answer = await server.call(user, 'GET', address(id));
  expect(answer.status).toBe(200);
  const text = String(answer.body);
  return { ...verifyEvidence(new TextEncoder().encode(text)), text };
}
const valuesOf = ({ entries }: EvidenceVerdict, section: string) =>
  entries.filter((one) => one.section === section).map(({ value }) => value);

test('holds all that is recorded of a flight, and proves by itself that it is whole', async () => {
  const plan = await decidedPlan();
  await record(plan.id, plan.at);
  const room = await talk.call('operator', 'OpenRoom', { kind: 'plan', subject: plan.id });
  await talk.send('operator', room.id, '请求延误十分钟');
  await server.service('operator', 'Briefing/Make', { plan: plan.id });
  // Of a group: two others of it were the closest.
  await raw`
    with made as (
      insert into encounter (version, created_at, updated_at, kind, level, highest_level, state, alert_key, reason, reason_en,
        raised_at, aircraft)
      values (1, now(), now(), 'pairs', 'caution', 'caution', 'announced', 'pairs:group:a', '机群接近', 'a group is close',
        ${plan.at}::timestamptz, 12) returning id),
    of as (insert into encounter_companies (owner_id, target_id, position)
      select made.id, p.company, 0 from made, plan p where p.id = ${plan.id})
    insert into encounter_plans (owner_id, target_id, position) select id, ${plan.id}, 7 from made`.execute(
    sql(),
  );

  const dossier = await dossierOf('operator', plan.id);
  const { key } = (await server.service(null, 'Evidence/GetKey', {}, 'GET')) as OutputOf<
    'Evidence',
    'GetKey'
  >;
  expect(dossier).toMatchObject({ state: 'intact', problems: [], head: { plan: { id: plan.id }, key } });
  expect(valuesOf(dossier, 'plan')).toMatchObject([{ id: plan.id }]);
  expect(valuesOf(dossier, 'tasks').length).toBeGreaterThan(0);
  expect(valuesOf(dossier, 'alerts')).toMatchObject([{ reason: '机群接近', aircraft: 12, planOne: null }]);
  expect(valuesOf(dossier, 'versions')).toContainEqual(
    expect.objectContaining({ resource: 'plan', record: plan.id, action: 'create' }),
  );
  expect(valuesOf(dossier, 'plan')).toMatchObject([{ labels: { company: expect.any(String) } }]);
  const made = valuesOf(dossier, 'versions')[0] as { changes: { field: string; labels?: object }[] };
  expect(made.changes.find(({ field }) => field === 'company')).toMatchObject({
    labels: { after: expect.stringMatching(/[^#\d]/) },
  });
  expect(valuesOf(dossier, 'tracks')).toMatchObject([{ labels: { sourceId: expect.any(String) } }]);
  expect(valuesOf(dossier, 'decisions')[0]).toMatchObject({
    decidedOn: { plan: { labels: { company: expect.any(String) } } },
  });
  expect(valuesOf(dossier, 'operations')).toContainEqual(expect.objectContaining({ action: 'submit' }));
  expect(valuesOf(dossier, 'decisions')[0]).toMatchObject({
    flowVersion: expect.any(Number),
    decidedOn: { plan: { id: plan.id }, tasks: [{ callsign: expect.any(String) }] },
    parameters: { 'deadline.timeZone': 'Asia/Shanghai' },
  });
  expect(valuesOf(dossier, 'briefings')).toMatchObject([{ plan: plan.id, items: expect.any(Array) }]);
  expect(valuesOf(dossier, 'chat')).toContainEqual(
    expect.objectContaining({ kind: 'message', body: expect.objectContaining({ text: '请求延误十分钟' }) }),
  );

  const altered = dossier.text.replace('请求延误十分钟', '请求延误一分钟');
  expect(verifyEvidence(new TextEncoder().encode(altered)).problems).toMatchObject([
    { kind: 'changed', section: 'chat' },
  ]);
});

test('holds what its reader may read, and says what is left out', async () => {
  const plan = await decidedPlan();
  const of = async (user: string) => {
    const dossier = await dossierOf(user, plan.id);
    expect(dossier.state).toBe('intact');
    return {
      tracks: valuesOf(dossier, 'tracks').length,
      chat: valuesOf(dossier, 'chat').length,
      leftOut: (valuesOf(dossier, 'end')[0] as { leftOut: string[] }).leftOut,
    };
  };
  const room = await talk.call('operator', 'OpenRoom', { kind: 'plan', subject: plan.id });
  await talk.send('operator', room.id, '只对本机组');
  await record(plan.id, new Date(Date.parse(plan.at) + 60_000).toISOString());
  // The administrator is in no room that nobody added them to: the dossier says so, but for a military room.
  expect(await of('admin')).toEqual({ tracks: expect.any(Number), chat: 0, leftOut: ['chat'] });
  await raw`update chat_room set military = true where id = ${room.id}`.execute(sql());
  expect((await of('admin')).leftOut).toEqual([]);
  await raw`update chat_room set military = false where id = ${room.id}`.execute(sql());
  expect((await of('admin')).tracks).toBeGreaterThan(0);
  expect((await of('operator')).chat).toBeGreaterThan(0);
});

test('of a plan that the caller does not see there is none, and without a session neither', async () => {
  const { id } = await decidedPlan();
  expect((await server.call('operator2', 'GET', address(id))).status).toBe(404);
  expect((await server.call(null, 'GET', address(id))).status).toBe(401);
});

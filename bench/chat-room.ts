import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql as raw } from 'kysely';
import { createTokens } from '#server/features/identity/tokens.ts';
import { type RunningTestServer, startTestServer, testSecret } from '#tests/support/server.ts';
import { type BenchRow, printRows } from './bench-row.ts';
import type { ChatArrivals, ChatOrder } from './chat-room/clients.ts';
import { withEmbeddedPostgres } from './own-postgres.ts';

const people = 500;
const perSecond = 50;
const seconds = Number(process.env.CHAT_SECONDS ?? 20);

/** Users with a role that may chat, each signed in. */
async function signedIn({ database, signIn }: RunningTestServer) {
  const { kysely } = database.database;
  await signIn('admin');
  await raw`insert into role (name, display_name, permissions) values ('chat', 'chat', '["Pages.Chat"]'::jsonb)`.execute(
    kysely,
  );
  const { rows } = await raw<{ id: number; key: string; startedAt: string; expiresAt: string }>`
    with people as (
      insert into "user" (user_name, name, is_active, password_hash)
      select 'user' || n, 'User ' || n, true, '' from generate_series(1, ${people}) as n returning id
    ), roles as (
      insert into user_roles (owner_id, target_id, position)
      select p.id, r.id, 0 from people p, role r where r.name = 'chat'
    ), template as (select s.* from session s order by s.id desc limit 1)
    insert into session overriding system value
    select (jsonb_populate_record(template::session, jsonb_build_object('id', 1000000 + p.id, 'key', gen_random_uuid(),
      'user', p.id, 'company', null))).* from people p, template
    returning "user" as id, key, started_at, expires_at`.execute(kysely);
  const tokens = createTokens(testSecret);
  return Promise.all(
    rows.map(async ({ id, key, startedAt, expiresAt }) => ({
      id,
      ...(await tokens.issue({
        sessionId: key,
        userId: id,
        name: `User ${id}`,
        roles: ['chat'],
        issuedAt: new Date(startedAt),
        expiresAt: new Date(expiresAt),
      })),
    })),
  );
}

async function arrivalsAt(server: RunningTestServer): Promise<ChatArrivals> {
  const users = await signedIn(server);
  const [owner, ...others] = users;
  const made = await server.service(`Bearer ${owner?.accessToken}`, 'Coordination/CreateRoom', {
    name: 'bench',
    members: others.map(({ id }) => id),
  });
  const clients = fork(fileURLToPath(new URL('./chat-room/clients.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const { id: room } = made as { id: number };
  clients.send({
    address: server.address,
    people: users,
    room,
    messages: perSecond * seconds,
    perSecond,
  } satisfies ChatOrder);
  const ended = once(clients, 'exit').then(() => {
    throw new Error('The clients of the bench ended.');
  });
  const [arrivals] = await Promise.race([once(clients, 'message'), ended]);
  return arrivals;
}

/** A room at the product's own public endpoints: everybody is signed in, speaks by `Send` and hears by the hub. */
export async function run(): Promise<BenchRow[]> {
  const { delaysMs, answersMs, outOfOrder, missing } = await withEmbeddedPostgres(async (url) => {
    const server = await startTestServer({
      on: { name: 'embedded', url, prefix: 'bench_', template: 'template1' },
      config: { checkAnswers: false },
    });
    try {
      return await arrivalsAt(server);
    } finally {
      await server.close();
    }
  });
  const at = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  const note = `${people} people in a room, ${perSecond} messages a second for ${seconds} s, at the public endpoints`;
  return [
    {
      name: 'a message in a room, from being sent to everybody having it, p95',
      value: at(delaysMs, 0.95),
      unit: 'ms',
      goal: 300,
      goalIs: 'atMost',
      note,
    },
    { name: 'the same, p50', value: at(delaysMs, 0.5), unit: 'ms' },
    { name: 'from being sent to its answer, p95', value: at(answersMs, 0.95), unit: 'ms' },
    { name: 'messages that somebody missed', value: missing, unit: '', goal: 0, goalIs: 'atMost' },
    { name: 'messages out of order or twice', value: outOfOrder, unit: '', goal: 0, goalIs: 'atMost' },
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());

import { demoPassword } from '#server/demo/seed-demo.ts';
import type { RunningTestServer } from './server.ts';

/**
 * A user of the test's own, made by the administrator through the front door; their password is the demo's.
 */
export async function makeUser(
  server: RunningTestServer,
  userName: string,
  values: { roles?: string[]; [field: string]: unknown } = {},
): Promise<number> {
  const { roles = [], ...rest } = values;
  const answer = await server.call('admin', 'POST', '/api/records/user', {
    userName,
    name: userName,
    isActive: true,
    roles: await Promise.all(roles.map((name) => idOf(server, 'role', 'name', name))),
    ...rest,
  });
  if (answer.status !== 201) throw new Error(`${userName}: ${JSON.stringify(answer.body)}`);
  const { id } = answer.body as { id: number };
  await givePassword(server, id);
  return id;
}

/** The user's password is the demo's, as if they had changed what the administrator gave them. */
export async function givePassword(server: RunningTestServer, userId: number): Promise<void> {
  await server.service('admin', 'User/ResetPassword', {
    adminPassword: demoPassword,
    userId,
    newPassword: demoPassword,
  });
  await server.database.database.pool.query('update "user" set must_change_password = false where id = $1', [
    userId,
  ]);
}

export interface Row {
  id: number;
  version: number;
  [field: string]: unknown;
}

/** The rows that a user sees, with the count that they are told. */
export async function rowsOf(
  server: RunningTestServer,
  user: string,
  resource: string,
  query = '',
): Promise<{ rows: Row[]; total: number }> {
  const answer = await server.call(user, 'GET', `/api/records/${resource}?_end=1000${query && `&${query}`}`);
  if (answer.status !== 200) throw new Error(`${resource} as ${user}: ${JSON.stringify(answer.body)}`);
  return { rows: answer.body as Row[], total: Number(answer.headers.get('x-total-count')) };
}

/** The id of the one record whose field has this value. */
export async function idOf(
  server: RunningTestServer,
  resource: string,
  field: string,
  value: string,
): Promise<number> {
  const { rows } = await rowsOf(server, 'admin', resource, `${field}=${encodeURIComponent(value)}`);
  const [row] = rows;
  if (!row || rows.length > 1)
    throw new Error(`${rows.length} records of ${resource} have ${field} ${value}`);
  return row.id;
}

/** A new plan of the user's company, not submitted. */
export async function filePlan(
  server: RunningTestServer,
  user: string,
  change: { registration: string; task?: object; plan?: object },
): Promise<{ id: number; version: number; planNumber: string }> {
  const { rows } = await rowsOf(server, 'admin', 'aircraft', `registration=${change.registration}`);
  const etd = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000 + 2 * 3_600_000);
  const field = await idOf(server, 'airport', 'icao', 'ZUGH');
  const saved = await server.service(user, 'Navigation/AddNAircraft', {
    missionType: (await rowsOf(server, 'admin', 'missionType')).rows[0]?.id,
    mission: 'a flight of the tests',
    tasks: [
      {
        callsign: 'CWT001',
        aircraft: rows[0]?.id,
        departure: field,
        destination: field,
        etd: etd.toISOString(),
        eta: new Date(etd.getTime() + 3_600_000).toISOString(),
        ...change.task,
      },
    ],
    ...change.plan,
  });
  return saved as { id: number; version: number; planNumber: string };
}

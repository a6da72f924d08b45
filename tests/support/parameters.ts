import { idOf, rowsOf } from './people.ts';
import type { RunningTestServer } from './server.ts';

/** Sets a parameter as an administrator does; it is in force at the next request. */
export async function setParameter(server: RunningTestServer, key: string, value: string): Promise<void> {
  const id = await idOf(server, 'parameter', 'key', key);
  const { rows } = await rowsOf(server, 'admin', 'parameter', `id=${id}`);
  const change = { version: rows[0]?.version, value };
  const answer = await server.call('admin', 'PATCH', `/api/records/parameter/${id}`, change);
  if (answer.status !== 200) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
}

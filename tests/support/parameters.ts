import type { RunningTestServer } from './server.ts';

/** Sets a parameter as an administrator does; it is in force at the next request. */
export async function setParameter(
  server: Pick<RunningTestServer, 'signIn' | 'call'>,
  key: string,
  value: string,
): Promise<void> {
  // A session of its own: what is set may be what ends sessions.
  const bearer = `Bearer ${(await server.signIn('admin')).accessToken}`;
  const found = await server.call(bearer, 'GET', `/api/records/parameter?key=${key}`);
  const [row] = found.body as { id: number; version: number }[];
  const change = { version: row?.version, value };
  const answer = await server.call(bearer, 'PATCH', `/api/records/parameter/${row?.id}`, change);
  if (answer.status !== 200) throw new Error(`${key}: ${JSON.stringify(answer.body)}`);
}

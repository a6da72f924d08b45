import type { Answer, RunningTestServer } from './server.ts';

export interface SentFile {
  name: string;
  content: Buffer | string;
  /** What the sender calls it; the server does not ask. */
  type?: string;
}

export interface StoredFile {
  id: number;
  name: string;
  kind: string | null;
  size: number;
  mediaType: string;
  sha256: string;
  addedByName: string;
  deletedAt: string | null;
}

const tokens = new WeakMap<RunningTestServer, Map<string, Promise<string>>>();

/** The header of a user's one session: signing in is limited. */
export function bearer(server: RunningTestServer, user: string): Promise<string> {
  if (user.startsWith('Bearer ')) return Promise.resolve(user);
  const known = tokens.get(server) ?? new Map<string, Promise<string>>();
  tokens.set(server, known);
  const token = known.get(user) ?? server.signIn(user).then(({ accessToken }) => `Bearer ${accessToken}`);
  known.set(user, token);
  return token;
}

/** Sends files to a record as a browser's form does. */
export async function upload(
  server: RunningTestServer,
  user: string,
  record: string,
  files: SentFile[],
  kind?: string,
): Promise<Answer> {
  const form = new FormData();
  for (const { name, content, type = 'application/octet-stream' } of files) {
    form.append('files', new Blob([Buffer.from(content)], { type }), name);
  }
  if (kind !== undefined) form.append('kind', kind);
  const response = await fetch(`${server.address}/api/records/${record}/files`, {
    method: 'POST',
    headers: { authorization: await bearer(server, user) },
    body: form,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** The same, where it must succeed. */
export async function keep(
  server: RunningTestServer,
  user: string,
  record: string,
  files: SentFile[],
  kind?: string,
): Promise<StoredFile[]> {
  const answer = await upload(server, user, record, files, kind);
  if (answer.status !== 201) throw new Error(`${record}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as StoredFile[];
}

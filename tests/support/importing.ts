import type { ImportJob, ImportReport } from '#domain/record/transfer/job.ts';
import { eventually, type RunningTestServer } from './server.ts';

/** Imports of a test, through the front door. */
export interface Importing {
  upload(
    user: string,
    resource: string,
    file: string | Uint8Array,
    name?: string,
    sheet?: string,
  ): Promise<{ status: number; body: ImportJob & { message?: string } }>;
  report(user: string, resource: string, id: number, query?: string): Promise<ImportReport>;
  /** Posts to a step of the import and waits until it has come to rest. */
  step(user: string, resource: string, id: number, step: string, body?: object): Promise<ImportReport>;
  /** Upload, check and run by the guessed mapping. */
  whole(
    user: string,
    resource: string,
    file: string | Uint8Array,
    plan?: { mode?: string; key?: string[]; onError?: string; blanks?: string },
  ): Promise<{ checked: ImportReport; done: ImportReport }>;
  /** The bytes of a download. */
  download(user: string, path: string): Promise<{ status: number; bytes: Buffer; headers: Headers }>;
}

export function importingOn(server: Pick<RunningTestServer, 'address' | 'signIn' | 'call'>): Importing {
  const tokens = new Map<string, Promise<string>>();
  const tokenOf = (user: string) => {
    const stored = tokens.get(user) ?? server.signIn(user).then(({ accessToken }) => accessToken);
    tokens.set(user, stored);
    return stored;
  };
  const headersOf = async (user: string) => ({ authorization: `Bearer ${await tokenOf(user)}` });

  const importing: Importing = {
    async upload(user, resource, file, name = 'file.csv', sheet) {
      const form = new FormData();
      if (sheet) form.append('sheet', sheet);
      form.append('file', new Blob([Buffer.from(file)]), name);
      const answer = await fetch(`${server.address}/api/records/${resource}/import`, {
        method: 'POST',
        headers: await headersOf(user),
        body: form,
      });
      return { status: answer.status, body: JSON.parse(await answer.text()) };
    },

    async report(user, resource, id, query = '') {
      const { status, body } = await server.call(
        user,
        'GET',
        `/api/records/${resource}/import/${id}${query}`,
      );
      if (status !== 200) throw new Error(`import ${id}: ${status} ${JSON.stringify(body)}`);
      return body as ImportReport;
    },

    async step(user, resource, id, step, body = {}) {
      const answer = await server.call(user, 'POST', `/api/records/${resource}/import/${id}/${step}`, body);
      if (answer.status !== 200) throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await eventually(async () => {
        const { state } = await importing.report(user, resource, id);
        return state !== 'checking' && state !== 'importing';
      }, `the end of ${step}`);
      return importing.report(user, resource, id);
    },

    async whole(user, resource, file, plan = {}) {
      const { status, body } = await importing.upload(user, resource, file);
      if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`);
      const mapping = Object.fromEntries(
        body.columns.flatMap(({ index, guess }) => (guess ? [[index, guess]] : [])),
      );
      const checked = await importing.step(user, resource, body.id, 'check', {
        mapping,
        mode: 'insert',
        key: [],
        ...plan,
      });
      if (checked.state !== 'checked') return { checked, done: checked };
      const done = await importing.step(user, resource, body.id, 'run', { onError: plan.onError ?? 'valid' });
      return { checked, done };
    },

    async download(user, path) {
      const answer = await fetch(server.address + path, { headers: await headersOf(user) });
      return {
        status: answer.status,
        bytes: Buffer.from(await answer.arrayBuffer()),
        headers: answer.headers,
      };
    },
  };
  return importing;
}

import { hubPaths } from '#contract/hub.ts';
import { pdf } from './example-files.ts';
import type { Row } from './people.ts';
import { type Answer, eventually, type RunningTestServer } from './server.ts';
import { keep } from './uploads.ts';

/** A record that a user may read, with a field that they may not. */
export interface LeakRequest {
  server: RunningTestServer;
  user: string;
  resource: string;
  /** The record as an administrator sees it now. */
  record: Row;
  field: string;
  /** What the field holds and held: as values, and as a person reads them. */
  secrets: string[];
  /** A field that the user may see and that was changed with the hidden one. */
  open: string;
}

/**
 * A way to ask for a record. Everything that comes back (`ask`) must hold neither a secret nor the name of
 * the field. Where what is asked is repeated in the answer, `askFor` is asked for the field and for a name
 * that there is not, with a secret and with a value that there is not: all answers must be the same but for
 * that name.
 */
export type LeakEndpoint =
  | {
      name: string;
      ask(request: LeakRequest): Promise<unknown> /** The document names every field. */;
      named?: true;
    }
  | { name: string; askFor(request: LeakRequest, field: string, value: string): Promise<Answer> };

const pathOf = ({ resource, record }: LeakRequest, rest = '') =>
  `/api/records/${resource}/${record.id}${rest}`;
const listOf = ({ resource }: LeakRequest, query: string) => `/api/records/${resource}?_end=1000&${query}`;
const exportOf = ({ resource }: LeakRequest, query: string) =>
  `/api/records/${resource}/export?format=json&${query}`;
const encoded = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));

const contentOf = ({ status, body, headers }: Answer) => ({
  status,
  body,
  total: headers.get('x-total-count'),
});

const get =
  (url: (request: LeakRequest) => string) =>
  async (request: LeakRequest): Promise<unknown> =>
    contentOf(await request.server.call(request.user, 'GET', url(request)));

const post =
  (rest: string, body: (request: LeakRequest) => object) =>
  async (request: LeakRequest): Promise<unknown> =>
    contentOf(await request.server.call(request.user, 'POST', pathOf(request, rest), body(request)));

const bulk = (request: LeakRequest, body: object) =>
  request.server.call(request.user, 'POST', `/api/records/${request.resource}/bulk`, body);

/** What is asked by its words: rows that come back would say that the words are theirs. */
async function found(request: LeakRequest, words: string): Promise<unknown> {
  const answer = await request.server.call(request.user, 'GET', listOf(request, `q=${encoded(words)}`));
  const rows = Array.isArray(answer.body) ? answer.body : [];
  return { total: answer.headers.get('x-total-count'), ids: rows.map(({ id }: Row) => id) };
}

/** The record has a file, which says nothing of it. */
async function withFile(request: LeakRequest): Promise<void> {
  const record = `${request.resource}/${request.record.id}`;
  const there = await request.server.call('admin', 'GET', `/api/records/${record}/files`);
  if (Array.isArray(there.body) && there.body.length > 0) return;
  await keep(request.server, 'admin', record, [{ name: 'paper.pdf', content: pdf() }]);
}

/** Every endpoint to a record. A new one is a row here. */
export const endpoints: LeakEndpoint[] = [
  { name: 'the list', ask: get((request) => listOf(request, '')) },
  {
    name: 'the list of its id',
    ask: get((request) => listOf(request, `id=${request.record.id}&_trash=with`)),
  },
  { name: 'the list without a count', ask: get((request) => listOf(request, '_count=none')) },
  { name: 'the record', ask: get((request) => pathOf(request)) },
  {
    name: 'the search',
    async ask(request) {
      const nothing = await found(request, 'zqxj');
      for (const secret of request.secrets) {
        const answer = await found(request, secret.split(' ')[0] ?? '');
        if (JSON.stringify(answer) !== JSON.stringify(nothing)) return { found: secret, answer };
      }
      return null;
    },
  },
  {
    name: 'a filter',
    askFor: (request, field, value) =>
      request.server.call(request.user, 'GET', listOf(request, `${field}=${encoded(value)}`)),
  },
  {
    name: 'a filter by a part',
    askFor: (request, field, value) =>
      request.server.call(
        request.user,
        'GET',
        listOf(request, `${field}_startswith=${encoded(value.slice(0, 3))}`),
      ),
  },
  {
    name: 'a filter by presence',
    askFor: (request, field) =>
      request.server.call(request.user, 'GET', listOf(request, `${field}_nnull=true`)),
  },
  {
    name: 'a filter in JSON, deep down',
    askFor(request, field, value) {
      const filter = { operator: 'or', value: [{ field, operator: 'eq', value }] };
      const whole = {
        operator: 'and',
        value: [{ field: 'id', operator: 'eq', value: request.record.id }, filter],
      };
      return request.server.call(request.user, 'GET', listOf(request, `filter=${encoded(whole)}`));
    },
  },
  {
    name: 'a count',
    askFor: (request, field, value) =>
      request.server.call(request.user, 'GET', listOf(request, `_count=some&${field}_ne=${encoded(value)}`)),
  },
  {
    name: 'figures by the field',
    askFor: (request, field) =>
      request.server.call(request.user, 'GET', `/api/records/${request.resource}/aggregate?_by=${field}`),
  },
  {
    name: 'figures of the field',
    askFor: (request, field) =>
      request.server.call(
        request.user,
        'GET',
        `/api/records/${request.resource}/aggregate?_measure=max&_of=${field}`,
      ),
  },
  {
    name: 'figures of a filter',
    askFor: (request, field, value) =>
      request.server.call(
        request.user,
        'GET',
        `/api/records/${request.resource}/aggregate?${field}=${encoded(value)}`,
      ),
  },
  {
    name: 'a sort',
    askFor: (request, field) =>
      request.server.call(request.user, 'GET', listOf(request, `_sort=id,${field}`)),
  },
  {
    name: 'the fields of a list',
    askFor: (request, field) =>
      request.server.call(request.user, 'GET', listOf(request, `_fields=id,${field}`)),
  },
  {
    name: 'the labels of what relates to it',
    async ask(request) {
      const { server, user, resource, record } = request;
      const uses = await server.call('admin', 'GET', `/api/records/${resource}/${record.id}/uses`);
      const answers: unknown[] = [];
      for (const use of uses.body as { resource: string; field: string }[]) {
        const rows = `/api/records/${use.resource}?_end=1000&${use.field}=${record.id}&_fields=id,${use.field}`;
        const { status, body } = await server.call(user, 'GET', rows);
        // Only what the relation is called there: its own fields are not what is asked about.
        const labels = Array.isArray(body) ? body.map((row) => row._labels?.[use.field]) : [];
        answers.push([status, labels]);
      }
      return answers;
    },
  },
  { name: 'the history', ask: get((request) => pathOf(request, '/history')) },
  {
    name: 'its files',
    // A file has a name of its own.
    named: true,
    async ask(request) {
      await withFile(request);
      return get((of) => pathOf(of, '/files?_trash=with'))(request);
    },
  },
  {
    name: 'the calls that list files, and what they find by their words',
    named: true,
    async ask(request) {
      await withFile(request);
      const answers: unknown[] = [];
      for (const call of [
        'UserFile/GetCurrentList',
        'BaseAircraft/GetCurrentFileList',
        'BasePilot/GetCurrentFileList',
      ]) {
        const ask = (query: string) =>
          request.server.call(
            request.user,
            'GET',
            `/api/services/app/${call}?maxResultCount=100&query=${encoded(query)}`,
          );
        answers.push(contentOf(await ask('')).body);
        for (const secret of request.secrets) answers.push(contentOf(await ask(secret)).body);
      }
      return answers;
    },
  },
  { name: 'where it is used', ask: get((request) => pathOf(request, '/uses')) },
  {
    name: 'the preview of a version',
    ask: post('/restore-version', ({ record }) => ({ toVersion: 1, version: record.version, preview: true })),
  },
  {
    name: 'the preview of a version, of the field',
    askFor: (request, field) =>
      request.server.call(request.user, 'POST', pathOf(request, '/restore-version'), {
        toVersion: 1,
        version: request.record.version,
        fields: [field],
        preview: true,
      }),
  },
  {
    name: 'a stale save',
    ask: async (request) =>
      contentOf(
        await request.server.call(request.user, 'PATCH', pathOf(request), {
          version: 1,
          [request.open]: 'x',
        }),
      ),
  },
  {
    name: 'a save of the field',
    askFor: (request, field, value) =>
      request.server.call(request.user, 'PATCH', pathOf(request), {
        version: request.record.version,
        [field]: value,
      }),
  },
  {
    name: 'a new record with the field',
    askFor: (request, field, value) =>
      request.server.call(request.user, 'POST', `/api/records/${request.resource}`, { [field]: value }),
  },
  {
    name: 'a bulk edit of the field',
    askFor: (request, field, value) =>
      bulk(request, { action: 'update', ids: [request.record.id], set: { [field]: value } }),
  },
  {
    name: 'a bulk edit where the field has a value',
    askFor: (request, field, value) =>
      bulk(request, { action: 'delete', where: `${field}=${encoded(value)}`, preview: true }),
  },
  {
    name: 'the report of a bulk edit that fails',
    ask: async (request) =>
      contentOf(await bulk(request, { action: 'restore', ids: [request.record.id, 987_654_321] })),
  },
  {
    name: 'the trash and the way back',
    async ask(request) {
      const { server, user } = request;
      const answers = [contentOf(await server.call(user, 'DELETE', pathOf(request)))];
      answers.push(contentOf(await server.call(user, 'GET', listOf(request, '_trash=only'))));
      answers.push(contentOf(await server.call(user, 'POST', pathOf(request, '/restore'))));
      return answers;
    },
  },
  ...(['csv', 'json'] as const).map(
    (format): LeakEndpoint => ({
      name: `an export as ${format}`,
      ask: get(({ resource, record }) => `/api/records/${resource}/export?format=${format}&ids=${record.id}`),
    }),
  ),
  {
    name: 'an export where the field has a value',
    askFor: (request, field, value) =>
      request.server.call(request.user, 'GET', exportOf(request, `${field}=${encoded(value)}`)),
  },
  {
    name: 'an export in the order of the field',
    askFor: (request, field) => request.server.call(request.user, 'GET', exportOf(request, `_sort=${field}`)),
  },
  {
    name: 'an export of the column',
    askFor: (request, field) =>
      request.server.call(request.user, 'GET', exportOf(request, `columns=id,${field}`)),
  },
  {
    name: 'a template for an import',
    ask: get(({ resource }) => `/api/records/${resource}/import-template?format=csv`),
  },
  {
    name: 'the approvals',
    ask: get(({ resource, record }) => {
      const of = `resource=${resource}&id=${record.id}`;
      return `/api/services/app/Audit/GetTimeline?${of}`;
    }),
  },
  {
    name: 'the search over everything',
    async ask({ server, user, secrets, resource, record }) {
      const seen: unknown[] = [];
      for (const secret of secrets) {
        const words = encoded(secret.split(' ')[0] ?? '');
        const { status, body } = await server.call(
          user,
          'GET',
          `/api/services/app/Search/Find?words=${words}`,
        );
        const { items } = (body as { result: { items: { resource: string; items: Row[] }[] } }).result;
        const rows = items.filter((one) => one.resource === resource).flatMap((one) => one.items);
        if (status !== 200 || rows.some(({ id }) => id === record.id)) seen.push(secret, status);
      }
      return seen;
    },
  },
  {
    name: 'the hub',
    async ask(request) {
      const { server, user, record, resource } = request;
      const heard: unknown[] = [];
      const connections = await Promise.all(
        [hubPaths.chat, hubPaths.instant].map((path) => server.hub(user, path)),
      );
      let changes = 0;
      const isOfRecord = (one: { resource: string; id: number }) =>
        one.resource === resource && one.id === record.id;
      for (const connection of connections) {
        for (const event of ['getChangeMessage', 'recordChanged']) {
          connection.on(event, (one: { resource: string; id: number }) => {
            if (!isOfRecord(one)) return;
            heard.push(one);
            if (event === 'recordChanged') changes += 1;
          });
        }
      }
      const one = `/api/records/${resource}/${record.id}`;
      const { version } = (await server.call('admin', 'GET', one)).body as Row;
      await server.call('admin', 'PATCH', one, { version, remark: `heard ${version}` });
      await eventually(() => changes > 0, 'the event of the change');
      await Promise.all(connections.map((connection) => connection.stop()));
      return heard;
    },
  },
  {
    name: 'the document',
    named: true,
    ask: async ({ server, user }) => (await server.call(user, 'GET', '/api/docs/json')).body,
  },
];

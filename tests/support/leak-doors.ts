import { hubPaths } from '#contract/hub.ts';
import { pdf } from './example-files.ts';
import type { Row } from './people.ts';
import { type Answer, eventually, type RunningTestServer } from './server.ts';
import { keep } from './uploads.ts';

/** A record that a user may read, with a field that he may not. */
export interface Asked {
  server: RunningTestServer;
  user: string;
  resource: string;
  /** The record as an administrator sees it now. */
  record: Row;
  field: string;
  /** What the field holds and held: as values, and as a person reads them. */
  secrets: string[];
  /** A field that he may see and that was changed with the hidden one. */
  open: string;
}

/**
 * A way to ask for a record. Everything that comes back (`ask`) must hold neither a secret nor the name of the
 * field. Where what is asked is repeated in the answer, `askFor` is asked for the field and for a name that there is
 * not, with a secret and with a value that there is not: all answers must be the same but for that name.
 */
export type Door =
  | { name: string; ask(asked: Asked): Promise<unknown> /** The document names every field. */; named?: true }
  | { name: string; askFor(asked: Asked, field: string, value: string): Promise<Answer> };

const pathOf = ({ resource, record }: Asked, rest = '') => `/api/records/${resource}/${record.id}${rest}`;
const listOf = ({ resource }: Asked, query: string) => `/api/records/${resource}?_end=1000&${query}`;
const exportOf = ({ resource }: Asked, query: string) =>
  `/api/records/${resource}/export?format=json&${query}`;
const encoded = (value: unknown) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));

const said = ({ status, body, headers }: Answer) => ({
  status,
  body,
  total: headers.get('x-total-count'),
});

const get =
  (url: (asked: Asked) => string) =>
  async (asked: Asked): Promise<unknown> =>
    said(await asked.server.call(asked.user, 'GET', url(asked)));

const post =
  (rest: string, body: (asked: Asked) => object) =>
  async (asked: Asked): Promise<unknown> =>
    said(await asked.server.call(asked.user, 'POST', pathOf(asked, rest), body(asked)));

const bulk = (asked: Asked, body: object) =>
  asked.server.call(asked.user, 'POST', `/api/records/${asked.resource}/bulk`, body);

/** What is asked by its words: rows that come back would say that the words are theirs. */
async function found(asked: Asked, words: string): Promise<unknown> {
  const answer = await asked.server.call(asked.user, 'GET', listOf(asked, `q=${encoded(words)}`));
  const rows = Array.isArray(answer.body) ? answer.body : [];
  return { total: answer.headers.get('x-total-count'), ids: rows.map(({ id }: Row) => id) };
}

/** The record has a file, which says nothing of it. */
async function withFile(asked: Asked): Promise<void> {
  const record = `${asked.resource}/${asked.record.id}`;
  const there = await asked.server.call('admin', 'GET', `/api/records/${record}/files`);
  if (Array.isArray(there.body) && there.body.length > 0) return;
  await keep(asked.server, 'admin', record, [{ name: 'paper.pdf', content: pdf() }]);
}

/** Every door to a record. A new one is a row here. */
export const doors: Door[] = [
  { name: 'the list', ask: get((asked) => listOf(asked, '')) },
  { name: 'the list of its id', ask: get((asked) => listOf(asked, `id=${asked.record.id}&_trash=with`)) },
  { name: 'the list without a count', ask: get((asked) => listOf(asked, '_count=none')) },
  { name: 'the record', ask: get((asked) => pathOf(asked)) },
  {
    name: 'the search',
    async ask(asked) {
      const nothing = await found(asked, 'zqxj');
      for (const secret of asked.secrets) {
        const answer = await found(asked, secret.split(' ')[0] ?? '');
        if (JSON.stringify(answer) !== JSON.stringify(nothing)) return { found: secret, answer };
      }
      return null;
    },
  },
  {
    name: 'a filter',
    askFor: (asked, field, value) =>
      asked.server.call(asked.user, 'GET', listOf(asked, `${field}=${encoded(value)}`)),
  },
  {
    name: 'a filter by a part',
    askFor: (asked, field, value) =>
      asked.server.call(
        asked.user,
        'GET',
        listOf(asked, `${field}_startswith=${encoded(value.slice(0, 3))}`),
      ),
  },
  {
    name: 'a filter by presence',
    askFor: (asked, field) => asked.server.call(asked.user, 'GET', listOf(asked, `${field}_nnull=true`)),
  },
  {
    name: 'a filter in JSON, deep down',
    askFor(asked, field, value) {
      const filter = { operator: 'or', value: [{ field, operator: 'eq', value }] };
      const whole = {
        operator: 'and',
        value: [{ field: 'id', operator: 'eq', value: asked.record.id }, filter],
      };
      return asked.server.call(asked.user, 'GET', listOf(asked, `filter=${encoded(whole)}`));
    },
  },
  {
    name: 'a count',
    askFor: (asked, field, value) =>
      asked.server.call(asked.user, 'GET', listOf(asked, `_count=some&${field}_ne=${encoded(value)}`)),
  },
  {
    name: 'a sort',
    askFor: (asked, field) => asked.server.call(asked.user, 'GET', listOf(asked, `_sort=id,${field}`)),
  },
  {
    name: 'the fields of a list',
    askFor: (asked, field) => asked.server.call(asked.user, 'GET', listOf(asked, `_fields=id,${field}`)),
  },
  {
    name: 'the labels of what relates to it',
    async ask(asked) {
      const { server, user, resource, record } = asked;
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
  { name: 'the history', ask: get((asked) => pathOf(asked, '/history')) },
  {
    name: 'its files',
    // A file has a name of its own.
    named: true,
    async ask(asked) {
      await withFile(asked);
      return get((of) => pathOf(of, '/files?_trash=with'))(asked);
    },
  },
  {
    name: 'the calls that list files, and what they find by their words',
    named: true,
    async ask(asked) {
      await withFile(asked);
      const answers: unknown[] = [];
      for (const call of [
        'UserFile/GetCurrentList',
        'BaseAircraft/GetCurrentFileList',
        'BasePilot/GetCurrentFileList',
      ]) {
        const ask = (query: string) =>
          asked.server.call(
            asked.user,
            'GET',
            `/api/services/app/${call}?maxResultCount=100&query=${encoded(query)}`,
          );
        answers.push(said(await ask('')).body);
        for (const secret of asked.secrets) answers.push(said(await ask(secret)).body);
      }
      return answers;
    },
  },
  { name: 'where it is used', ask: get((asked) => pathOf(asked, '/uses')) },
  {
    name: 'the preview of a version',
    ask: post('/restore-version', ({ record }) => ({ toVersion: 1, version: record.version, preview: true })),
  },
  {
    name: 'the preview of a version, of the field',
    askFor: (asked, field) =>
      asked.server.call(asked.user, 'POST', pathOf(asked, '/restore-version'), {
        toVersion: 1,
        version: asked.record.version,
        fields: [field],
        preview: true,
      }),
  },
  {
    name: 'a stale save',
    ask: async (asked) =>
      said(await asked.server.call(asked.user, 'PATCH', pathOf(asked), { version: 1, [asked.open]: 'x' })),
  },
  {
    name: 'a save of the field',
    askFor: (asked, field, value) =>
      asked.server.call(asked.user, 'PATCH', pathOf(asked), {
        version: asked.record.version,
        [field]: value,
      }),
  },
  {
    name: 'a new record with the field',
    askFor: (asked, field, value) =>
      asked.server.call(asked.user, 'POST', `/api/records/${asked.resource}`, { [field]: value }),
  },
  {
    name: 'a bulk edit of the field',
    askFor: (asked, field, value) =>
      bulk(asked, { action: 'update', ids: [asked.record.id], set: { [field]: value } }),
  },
  {
    name: 'a bulk edit where the field has a value',
    askFor: (asked, field, value) =>
      bulk(asked, { action: 'delete', where: `${field}=${encoded(value)}`, preview: true }),
  },
  {
    name: 'the report of a bulk edit that fails',
    ask: async (asked) => said(await bulk(asked, { action: 'restore', ids: [asked.record.id, 987_654_321] })),
  },
  {
    name: 'the trash and the way back',
    async ask(asked) {
      const { server, user } = asked;
      const answers = [said(await server.call(user, 'DELETE', pathOf(asked)))];
      answers.push(said(await server.call(user, 'GET', listOf(asked, '_trash=only'))));
      answers.push(said(await server.call(user, 'POST', pathOf(asked, '/restore'))));
      return answers;
    },
  },
  ...(['csv', 'json'] as const).map(
    (format): Door => ({
      name: `an export as ${format}`,
      ask: get(({ resource, record }) => `/api/records/${resource}/export?format=${format}&ids=${record.id}`),
    }),
  ),
  {
    name: 'an export where the field has a value',
    askFor: (asked, field, value) =>
      asked.server.call(asked.user, 'GET', exportOf(asked, `${field}=${encoded(value)}`)),
  },
  {
    name: 'an export in the order of the field',
    askFor: (asked, field) => asked.server.call(asked.user, 'GET', exportOf(asked, `_sort=${field}`)),
  },
  {
    name: 'an export of the column',
    askFor: (asked, field) => asked.server.call(asked.user, 'GET', exportOf(asked, `columns=id,${field}`)),
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
      const told: unknown[] = [];
      for (const secret of secrets) {
        const words = encoded(secret.split(' ')[0] ?? '');
        const { status, body } = await server.call(
          user,
          'GET',
          `/api/services/app/Search/Find?words=${words}`,
        );
        const { items } = (body as { result: { items: { resource: string; items: Row[] }[] } }).result;
        const rows = items.filter((one) => one.resource === resource).flatMap((one) => one.items);
        if (status !== 200 || rows.some(({ id }) => id === record.id)) told.push(secret, status);
      }
      return told;
    },
  },
  {
    name: 'the hub',
    async ask(asked) {
      const { server, user, record, resource } = asked;
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

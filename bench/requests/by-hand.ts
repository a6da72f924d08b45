import { createSecretKey } from 'node:crypto';
import fastify from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { inTransaction } from '../in-transaction.ts';

/**
 * The yardstick of requests.ts: what someone would write by hand for one record type each, in a process of its own.
 * A token is verified and its session read, every statement is prepared, and what is not needed is not done.
 */
const [url = '', signingKey = ''] = process.argv.slice(2);
const key = createSecretKey(Buffer.from(signingKey, 'base64'));
const pool = new pg.Pool({ connectionString: url, max: 10 });
const app = fastify();

app.addHook('onRequest', async (request) => {
  const { payload } = await jwtVerify((request.headers.authorization ?? '').slice(7), key, {
    issuer: 'clearway',
    audience: 'clearway',
    algorithms: ['HS256'],
  });
  const { rows } = await pool.query({
    name: 'session',
    text: 'select "user" from session where key = $1 and ended_at is null and expires_at > now()',
    values: [payload.jti],
  });
  if (rows.length === 0) throw new Error('no such session');
});

const columns = 'a.*, c.name as company_name, t.designator as type_name, p.name as base_airport_name';
const joined = `from aircraft a left join company c on c.id = a.company
  left join aircraft_type t on t.id = a.type left join airport p on p.id = a.base_airport`;

/** Of one company, where the user sees no others. */
interface Scope {
  company?: string;
}

app.get<{ Querystring: Scope & { status?: string } }>('/aircraft', async (request, reply) => {
  const given = Object.entries(request.query).filter(([name]) => name === 'status' || name === 'company');
  const where = ['a.deleted_at is null', ...given.map(([name], i) => `a.${name} = $${i + 1}`)].join(' and ');
  const values = given.map(([, value]) => value);
  const kind = given.map(([name]) => name).join();
  const [page, count] = await Promise.all([
    pool.query({
      name: `page ${kind}`,
      text: `select ${columns} ${joined} where ${where} order by a.registration, a.id limit 20`,
      values,
    }),
    pool.query({
      name: `count ${kind}`,
      text: `select count(*) from aircraft a where ${where}`,
      values,
    }),
  ]);
  reply.header('x-total-count', count.rows[0].count);
  return page.rows;
});

app.get<{ Params: { id: string }; Querystring: Scope }>('/aircraft/:id', async (request) => {
  const { company } = request.query;
  const { rows } = await pool.query({
    name: company ? 'one of a company' : 'one',
    text: `select ${columns} ${joined} where a.id = $1 and a.deleted_at is null${company ? ' and a.company = $2' : ''}`,
    values: [request.params.id, ...(company ? [company] : [])],
  });
  return rows[0];
});

interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

const writeHistory = (
  client: pg.PoolClient,
  resource: string,
  { id, version }: { id: number; version: number },
  action: string,
  changes: FieldChange[],
) =>
  client.query({
    name: 'history',
    text: `insert into record_history (resource, record_id, version, action, at, by, by_name, source, changes)
      values ($1, $2, $3, $4, now(), null, 'system', 'api', $5::jsonb)`,
    values: [resource, id, version, action, JSON.stringify(changes)],
  });

app.patch<{ Params: { id: string }; Querystring: Scope; Body: { version: number; remark: string } }>(
  '/aircraft/:id',
  {
    schema: {
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['version', 'remark'],
        properties: { version: { type: 'integer' }, remark: { type: 'string', maxLength: 1000 } },
      },
    },
  },
  async (request, reply) => {
    const { version, remark } = request.body;
    const { company } = request.query;
    return inTransaction(pool, async (client) => {
      const found = await client.query({
        name: company ? 'lock of a company' : 'lock',
        text: `select * from aircraft where id = $1 and deleted_at is null${company ? ' and company = $2' : ''} for update`,
        values: [request.params.id, ...(company ? [company] : [])],
      });
      const before = found.rows[0];
      if (Number(before?.version) !== version) {
        reply.status(409);
        return before;
      }
      const { rows } = await client.query({
        name: 'update',
        text: `update aircraft set remark = $2, version = version + 1, updated_at = now(), updated_by = null
          where id = $1 returning *`,
        values: [request.params.id, remark],
      });
      await writeHistory(client, 'aircraft', rows[0], 'update', [
        { field: 'remark', before: before.remark, after: remark },
      ]);
      return rows[0];
    });
  },
);

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'name', 'nameEn'],
  properties: {
    code: { type: 'string', minLength: 1, maxLength: 32 },
    name: { type: 'string', minLength: 1, maxLength: 64 },
    nameEn: { type: 'string', minLength: 1, maxLength: 64 },
  },
};
app.post<{ Body: { code: string; name: string; nameEn: string } }>(
  '/missionType',
  { schema: { body: schema } },
  async (request, reply) => {
    const { code, name, nameEn } = request.body;
    return inTransaction(pool, async (client) => {
      const { rows } = await client.query({
        name: 'create',
        text: `insert into mission_type (code, name, name_en, nature, is_active, created_by, updated_by)
          values ($1, $2, $3, 'commercial', true, null, null) returning *`,
        values: [code, name, nameEn],
      });
      const changes = Object.entries({ ...request.body, nature: 'commercial', isActive: true }).map(
        ([field, after]) => ({ field, before: null, after }),
      );
      await writeHistory(client, 'missionType', rows[0], 'create', changes);
      reply.status(201);
      return rows[0];
    });
  },
);

process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));

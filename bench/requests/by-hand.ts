import { createSecretKey } from 'node:crypto';
import fastify from 'fastify';
import { jwtVerify } from 'jose';
import pg from 'pg';

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

app.get<{ Querystring: { status?: string; from?: string } }>('/aircraft', async (request, reply) => {
  const { status } = request.query;
  const where = status ? 'a.deleted_at is null and a.status = $1' : 'a.deleted_at is null';
  const values = status ? [status] : [];
  const [page, count] = await Promise.all([
    pool.query({
      name: status ? 'filtered' : 'plain',
      text: `select ${columns} ${joined} where ${where} order by a.registration, a.id limit 20`,
      values,
    }),
    pool.query({
      name: status ? 'filteredCount' : 'plainCount',
      text: `select count(*) from aircraft a where ${where}`,
      values,
    }),
  ]);
  reply.header('x-total-count', count.rows[0].count);
  return page.rows;
});

app.get<{ Params: { id: string } }>('/aircraft/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'one',
    text: `select ${columns} ${joined} where a.id = $1 and a.deleted_at is null`,
    values: [request.params.id],
  });
  return rows[0];
});

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
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({
        name: 'create',
        text: `insert into mission_type (code, name, name_en, nature, is_active, created_by, updated_by)
          values ($1, $2, $3, 'commercial', true, null, null) returning *`,
        values: [code, name, nameEn],
      });
      const changes = Object.entries({ ...request.body, nature: 'commercial', isActive: true }).map(
        ([field, after]) => ({ field, before: null, after }),
      );
      await client.query({
        name: 'history',
        text: `insert into record_history (resource, record_id, version, action, at, by, by_name, source, changes)
          values ('missionType', $1, 1, 'create', now(), null, 'system', 'api', $2::jsonb)`,
        values: [rows[0].id, JSON.stringify(changes)],
      });
      await client.query('commit');
      reply.status(201);
      return rows[0];
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
);

process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));

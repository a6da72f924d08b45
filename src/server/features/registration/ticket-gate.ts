import { sql as raw } from 'kysely';
import { AppError } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

const records = '/api/records/:resource';
const files = `${records}/:id/files`;
const app = '/api/services/app';

/**
 * The endpoints that a ticket opens; behind each of them the ability still decides. Every other one is closed
 * to it.
 */
const endpoints = new Set([
  'GET /api/catalogue',
  `GET ${records}`,
  `GET ${records}/:id`,
  `POST ${records}`,
  `PATCH ${records}/:id`,
  `DELETE ${records}/:id`,
  `GET ${files}`,
  `POST ${files}`,
  `GET ${files}/:file`,
  `DELETE ${files}/:file`,
  `POST ${files}/:file/restore`,
  `POST ${files}/:file/purge`,
  `POST ${files}/:file/link`,
  `POST ${app}/Audit/Submit`,
  `POST ${app}/Audit/Withdraw`,
  `GET ${app}/Audit/GetTimeline`,
  `GET ${app}/Registration/GetState`,
  `GET ${app}/Registration/GetProgress`,
]);

export interface EndpointRequest {
  method: string;
  /** The pattern of the route, as it was registered; undefined: there is none. */
  url: string | undefined;
  params: unknown;
}

export type TicketGate = (caller: Caller, request: EndpointRequest) => Promise<void>;

/**
 * Keeps who comes with a ticket to the endpoints above, and to a number of records and files that a person
 * would enter.
 */
export function createTicketGate(deps: { sql: Sql; parameters: Pick<Parameters, 'number'> }): TicketGate {
  const { sql, parameters } = deps;

  async function refuseTooManyRecords(company: number | null, resource: string): Promise<void> {
    if (resource !== 'aircraft' && resource !== 'pilot') return;
    const most = await parameters.number('registration.mostRecords');
    // Those in the trash count too: they are kept.
    const found = await raw<{ count: number }>`
      select count(*) as count from ${raw.table(resource)} where company = ${company}`.execute(sql);
    if (Number(found.rows[0]?.count) >= most) throw tooMany('register.tooManyRecords', most);
  }

  async function refuseTooManyFiles(resource: string, id: number): Promise<void> {
    const most = await parameters.number('registration.mostFiles');
    const found = await raw<{ count: number }>`
      select count(*) as count from attachment where resource = ${resource} and record_id = ${id}`.execute(
      sql,
    );
    if (Number(found.rows[0]?.count) >= most) throw tooMany('register.tooManyFiles', most);
  }

  return async (caller, { method, url, params }) => {
    // A HEAD is a GET without its answer.
    const endpoint = `${method === 'HEAD' ? 'GET' : method} ${url}`;
    if (!caller.ticket) return;
    if (!endpoints.has(endpoint)) throw new AppError('forbidden', { key: 'register.notByTicket' });
    const { resource: named = '', id = '' } = namesIn(params);
    // Paths know no case.
    const resource = named.toLowerCase();
    if (endpoint === `POST ${records}`) await refuseTooManyRecords(caller.actor.companyId, resource);
    if (endpoint === `POST ${files}`) await refuseTooManyFiles(resource, Number(id) || 0);
  };
}

function tooMany(key: string, most: number): AppError {
  return new AppError('forbidden', { key, values: { most } });
}

function namesIn(params: unknown): { resource?: string; id?: string } {
  return typeof params === 'object' && params !== null ? { ...params } : {};
}

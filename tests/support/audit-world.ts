import { expect } from 'vitest';
import { idOf, makeUser, type Row, rowsOf } from './people.ts';
import { type Answer, type RunningTestServer, startTestServer } from './server.ts';

export interface Timeline {
  state: number;
  stateText: string;
  opinion: string | null;
  stepIndex: number | null;
  mine: boolean;
  may: Record<string, string | null>;
  flows: {
    state: string;
    flowVersion: number;
    steps: {
      name: string;
      state: string;
      assignees: string[];
      decisions: { decision: string; byName: string }[];
    }[];
  }[];
  events: { action: string; byName: string; comment: string | null; step: string | null }[];
  baseline: { at: string; byName: string } | null;
  changes: { field: string; before: unknown; after: unknown }[];
}

export interface Inbox {
  totalCount: number;
  items: { id: number; resource: string; title: string; mine: boolean; stepName: string }[];
  counts: Record<string, number>;
  waiting: Record<string, number>;
}

/** Where a record under approval may stand. */
export const state = { notSubmitted: 0, accepted: 1, refused: 2, waiting: 3, returned: 4, expired: 5 };

export const messageOf = ({ body }: Answer) =>
  (body as { error?: { message: string }; message?: string }).error?.message ??
  (body as { message: string }).message;
/** The status of an answer and, where it was done, the state that it led to. */
export const stands = ({ status, body }: Answer) => [
  status,
  (body as { result?: { state: number } }).result?.state,
];

/** A whole server with a second auditor, a clock of its own, and the calls of audits as people make them. */
export async function startAuditWorld() {
  let at = Date.now();
  const server: RunningTestServer = await startTestServer({ clock: () => new Date(at) });
  await makeUser(server, 'auditor', { roles: ['ATMB'] });

  /** Each test takes an aircraft of its own, made by the operator of its company. */
  let count = 0;
  async function aircraft(change: object = {}, user = 'operator'): Promise<Row> {
    count += 1;
    const mark = String(count).padStart(2, '0');
    const { rows } = await rowsOf(server, 'admin', 'aircraft', 'registration=B-10QA');
    const company = await idOf(server, 'company', 'shortName', '云翼通航');
    const answer = await server.call(user, 'POST', '/api/records/aircraft', {
      registration: `B-${mark}AU`,
      type: rows[0]?.type,
      serialNumber: `AU-${mark}`,
      company,
      mtowKg: 1200,
      seats: 4,
      airworthinessNumber: `AC-${mark}AU`,
      airworthinessExpiry: '2031-05-01',
      insuranceNumber: `INS-${mark}`,
      insuranceExpiry: '2031-05-01',
      ...change,
    });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([201, expect.any(String)]);
    return answer.body as Row;
  }

  const one = async (id: number, resource = 'aircraft') =>
    (await server.call('admin', 'GET', `/api/records/${resource}/${id}`)).body as Row;
  /** Each act happens a second after the one before. */
  const call = (user: string, name: string, input: object): Promise<Answer> => {
    at += 1000;
    return server.call(user, 'POST', `/api/services/app/Audit/${name}`, input);
  };
  const timeline = (user: string, id: number, resource = 'aircraft') =>
    server.service(user, 'Audit/GetTimeline', { resource, id }, 'GET') as Promise<Timeline>;
  const inbox = (user: string, input: object = {}) =>
    server.service(user, 'Audit/GetInbox', { maxResultCount: 500, ...input }, 'GET') as Promise<Inbox>;
  const submit = (id: number, user = 'operator', resource = 'aircraft') =>
    call(user, 'Submit', { resource, id, comment: '请审核' });
  const decide = (user: string, id: number, decision: string, more: object = {}, resource = 'aircraft') =>
    call(user, 'Decide', { resource, id, decision, stepIndex: 0, ...more });
  /** Publishes a flow of aircraft that is asked before the default one. */
  async function publish(name: string, steps: object[], condition: object): Promise<number> {
    const made = await server.call('admin', 'POST', '/api/records/flowConfig', {
      name,
      documentKind: 'aircraft',
      priority: 1,
      condition,
      steps,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body as Row;
    await server.service('admin', 'FlowConfig/Publish', { id, note: name });
    return id;
  }

  return {
    server,
    aircraft,
    one,
    call,
    timeline,
    inbox,
    submit,
    decide,
    publish,
    /** A second goes by. */
    wait: () => {
      at += 1000;
    },
    close: () => server.close(),
  };
}
export type AuditWorld = Awaited<ReturnType<typeof startAuditWorld>>;

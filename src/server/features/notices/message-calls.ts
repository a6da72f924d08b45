import { Type } from '@sinclair/typebox';
import type { DocumentKind } from '#domain/approvals/flow.ts';
import { mayEver } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { FlowInstance } from '#server/features/approvals/flow-rows.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Which figure of the summary a document that waits is counted in. */
const figureOf: Record<DocumentKind, 'aircraft' | 'auth' | 'naircraft' | 'pilot'> = {
  plan: 'naircraft',
  release: 'naircraft',
  airspace: 'naircraft',
  aircraft: 'aircraft',
  pilot: 'pilot',
  company: 'auth',
};

/** How much waits for the caller: the message count of specification §3. */
export function createMessageService(deps: { records: Records; flows: FlowStore; sql: Sql }): Service {
  const { records, flows, sql } = deps;

  /** Of the documents that wait for him, those among his rows. */
  async function readable(caller: Caller, waiting: FlowInstance[]): Promise<FlowInstance[]> {
    const found: FlowInstance[] = [];
    for (const resource of new Set(waiting.map(({ documentResource }) => documentResource))) {
      if (!mayEver(caller.ability, 'read', resource)) continue;
      const own = waiting.filter(({ documentResource }) => documentResource === resource);
      const { items } = await records.list(caller, resource, {
        start: 0,
        end: own.length,
        sort: [],
        search: undefined,
        trash: 'without',
        count: 'none',
        filter: {
          field: 'id',
          operator: 'in',
          value: [...new Set(own.map(({ documentId }) => documentId))],
        },
      });
      const ids = new Set(items.map(({ id }) => id));
      found.push(...own.filter(({ documentId }) => ids.has(documentId)));
    }
    return found;
  }

  return {
    name: 'Message',
    methods: [
      method({
        verb: 'GET',
        name: 'GetCount',
        permission: 'signedIn',
        summary: "Documents that wait for the caller's decision, by kind",
        input: Type.Object({}),
        output: Type.Object({
          count: Type.Integer(),
          aircraft: Type.Integer(),
          /** Certifications of companies. */
          auth: Type.Integer(),
          /** Plans, releases and airspace. */
          naircraft: Type.Integer(),
          pilot: Type.Integer(),
        }),
        async handle(_, caller) {
          const figures = { count: 0, aircraft: 0, auth: 0, naircraft: 0, pilot: 0 };
          for (const { kind } of await readable(caller, await flows.waitingFor(sql, caller.actor))) {
            figures[figureOf[kind]] += 1;
            figures.count += 1;
          }
          return figures;
        },
      }),
    ],
  };
}

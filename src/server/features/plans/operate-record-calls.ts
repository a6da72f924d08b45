import { Type } from '@sinclair/typebox';
import { planReaders } from '#domain/plans/readers.ts';
import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type Service } from '#server/http/service.ts';

const text = nullable(Type.String());

const operation = Type.Object({
  id: Type.Integer(),
  action: Type.String(),
  actionText: Type.String(),
  fromState: nullable(Type.Integer()),
  fromStateText: text,
  toState: nullable(Type.Integer()),
  toStateText: text,
  /** UTC, ISO 8601. */
  operatedAt: Type.String(),
  operatedBy: nullable(Type.Integer()),
  operatedByName: text,
  unit: text,
  /** screen, api, approval, surveillance, system … */
  channel: text,
  reason: text,
  rule: text,
  detail: Type.Unknown(),
});

/** Who did what, when, why and from where (Order 371, art. 41). */
export function createOperateRecordService(deps: { records: Records; sql: Sql }): Service {
  const { records, sql } = deps;
  return {
    name: 'OperateRecord',
    methods: [
      method({
        verb: 'GET',
        name: 'GetListById',
        permission: planReaders,
        summary: 'What was done to a plan, oldest first',
        input: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
        output: Type.Object({ items: Type.Array(operation) }),
        async handle(input, caller) {
          // Who may not see the plan sees none of its records either.
          await records.get(caller, 'plan', input.id);
          const rows = await sql
            .selectFrom('operateRecord')
            .selectAll()
            .where('recordResource', '=', 'plan')
            .where('recordId', '=', input.id)
            .orderBy('id')
            .execute();
          const say = (key: string) => textIn({ key }, caller.locale);
          const state = (value: unknown) => (isPlanState(value) ? say(stateKey(value)) : null);
          const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
          const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
          return {
            items: rows.map((row) => ({
              id: Number(row.id),
              action: String(row.action),
              actionText: say(`plan.action.${row.action}`),
              fromState: numberOf(row.fromState),
              fromStateText: state(row.fromState),
              toState: numberOf(row.toState),
              toStateText: state(row.toState),
              operatedAt: String(row.operatedAt),
              operatedBy: numberOf(row.operatedBy),
              operatedByName: textOf(row.operatedByName),
              unit: textOf(row.unit),
              channel: textOf(row.channel),
              reason: textOf(row.reason),
              rule: textOf(row.rule) === null ? null : say(String(row.rule)),
              detail: row.detail ?? null,
            })),
          };
        },
      }),
    ],
  };
}

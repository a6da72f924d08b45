import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { operationsOf } from '#server/features/approvals/journal.ts';
import { implement, type Service } from '#server/http/service.ts';

/** Who did what, when, why and from where (Order 371, art. 41). */
export function createOperateRecordService(deps: { records: Records; sql: Sql }): Service {
  const { records, sql } = deps;
  return implement('OperateRecord', {
    async GetListById(input, caller) {
      // Who may not see the plan sees none of its records either.
      await records.get(caller, 'plan', input.id);
      const say = (key: string) => textIn({ key }, caller.locale);
      const state = (value: number | null) => (isPlanState(value) ? say(stateKey(value)) : null);
      const done = await operationsOf(sql, caller, 'plan', input.id);
      return {
        items: done.reverse().map((one) => ({
          id: one.id,
          action: one.action,
          actionText: say(`plan.did.${one.action}`),
          fromState: one.from,
          fromStateText: state(one.from),
          toState: one.to,
          toStateText: state(one.to),
          operatedAt: one.at,
          operatedBy: one.by,
          operatedByName: one.byName,
          unit: one.unit,
          channel: one.channel,
          reason: one.reason,
          rule: one.rule === null ? null : say(one.rule),
          detail: one.detail,
        })),
      };
    },
  });
}

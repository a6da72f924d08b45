import { Type } from '@sinclair/typebox';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { nullable } from '#server/http/nullable.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import { createBoard } from './board.ts';
import { planItem } from './plan-output.ts';
import type { PlanPages } from './plan-pages.ts';
import type { PlanParameters } from './plan-parameters.ts';

const id = Type.Integer({ minimum: 1 });
const count = Type.Integer();
const list = Type.Object({
  /** All there are; `items` are the first of them. */
  total: count,
  items: Type.Array(planItem),
});
const groups = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), count, flying: count, flown: count }),
);

/** The wall display of a room (specification §2, /navigation/NavigationBigDataAdmin and …Admins). */
export function boardMethods(deps: {
  records: Records;
  sql: Sql;
  pages: Pick<PlanPages, 'byIds'>;
  clock: () => Date;
  figures: () => Promise<PlanParameters>;
}): ServiceMethod[] {
  const board = createBoard(deps);
  return [
    method({
      verb: 'GET',
      name: 'GetBoard',
      permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
      summary:
        "Today's flights as a wall display shows them, of all that the caller sees or of one unit of it",
      input: Type.Object({ company: Type.Optional(id), area: Type.Optional(id) }),
      output: Type.Object({
        at: Type.String(),
        timeZone: Type.String(),
        day: Type.String(),
        unitName: nullable(Type.String()),
        states: Type.Array(Type.Object({ state: Type.Integer(), count })),
        hours: Type.Array(
          Type.Object({ hour: Type.Integer(), planned: count, departed: count, landed: count }),
        ),
        totals: Type.Object({ plans: count, sorties: count, minutes: count, delayed: count }),
        flying: list,
        next: list,
        waiting: list,
        overdue: list,
        companies: groups,
        missionTypes: groups,
      }),
      handle: (wish, caller) => board(caller, wish),
    }),
  ];
}

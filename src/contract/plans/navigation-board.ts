import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import type { PlanState } from '#domain/plans/states.ts';
import { planItem } from './plan-output.ts';

const count = Type.Integer();
const boardList = Type.Object({
  /** All there are; `items` are the first of them. */
  total: count,
  items: Type.Array(planItem),
});
const boardGroups = Type.Array(
  Type.Object({ id: Type.Integer(), name: Type.String(), count, flying: count, flown: count }),
);

/** The wall display of a room (specification §2, /navigation/NavigationBigDataAdmin and …Admins). */
export const navigationBoard = {
  GetBoard: call({
    verb: 'GET',
    permission: ['Pages.Navigation', 'Pages.StandingNAircraft'],
    summary: "Today's flights as a wall display shows them, of all that the caller sees or of one unit of it",
    input: Type.Object({ company: Type.Optional(id), area: Type.Optional(id) }),
    output: Type.Object({
      at: Type.String(),
      timeZone: Type.String(),
      /** Today on the service's wall. */
      day: Type.String(),
      unitName: nullable(Type.String()),
      states: Type.Array(Type.Object({ state: Type.Unsafe<PlanState>(Type.Integer()), count })),
      /** For each hour of today's wall: flights that are planned to leave, that left, that landed. */
      hours: Type.Array(
        Type.Object({ hour: Type.Integer(), planned: count, departed: count, landed: count }),
      ),
      /** `delayed`: in the air or still to leave, by the rule of specification §4; minutes are those of flights that ended. */
      totals: Type.Object({ plans: count, sorties: count, minutes: count, delayed: count }),
      flying: boardList,
      /** Approved or released and not off yet. */
      next: boardList,
      /** Plans and releases that wait for a decision, by the clock that runs for them. */
      waiting: boardList,
      /** Past the estimate by more than the parameter without a landing, or past departure without a take-off report. */
      overdue: boardList,
      companies: boardGroups,
      missionTypes: boardGroups,
    }),
  }),
};

import { type Static, Type } from '@sinclair/typebox';
import { id, pageOf, window } from '#contract/input.ts';
import { inputOf } from '#contract/record-fields.ts';
import { planKeys } from '#domain/statistics/measures.ts';
import { planItem } from './plan-output.ts';

const ids = Type.Optional(Type.Array(id, { maxItems: 200 }));
const texts = Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 }));

/** What plans can be looked for by; every list of plans takes it. */
const planFilterInput = Type.Object({
  /** Words of the number, the callsign, the mission or the pilot in command. */
  filter: Type.Optional(Type.String({ maxLength: 100 })),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  states: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 12 }), { maxItems: 13 })),
  kinds: texts,
  kind: Type.Optional(Type.String({ maxLength: 40 })),
  urgencies: Type.Optional(Type.Array(inputOf('plan', 'urgency'), { maxItems: 10 })),
  urgency: Type.Optional(Type.String({ maxLength: 40 })),
  companies: ids,
  company: Type.Optional(id),
  missionTypes: ids,
  missionType: Type.Optional(id),
  aircraft: ids,
  pilots: ids,
  /** Departure, destination or alternate of any of its tasks. */
  airports: ids,
  airspaces: ids,
  /** Plans whose time meets this span; UTC. */
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
  /** `from` and `to` are met by the times flown, too: by who is late, and by who left early. */
  flown: Type.Optional(Type.Boolean()),
  /** Plans that begin in this span, or end before this; UTC. */
  startsFrom: Type.Optional(Type.String({ maxLength: 40 })),
  startsTo: Type.Optional(Type.String({ maxLength: 40 })),
  endsTo: Type.Optional(Type.String({ maxLength: 40 })),
  /** GeoJSON polygon, WGS-84: plans of which a task flies there. */
  within: Type.Optional(
    Type.Object({ type: Type.Literal('Polygon'), coordinates: Type.Array(Type.Unknown()) }),
  ),
  /** Released with restrictions. */
  restricted: Type.Optional(Type.Boolean()),
  /** In flight past its estimated arrival by more than the parameter says. */
  overdue: Type.Optional(Type.Boolean()),
  /** Made from this standing plan. */
  standingPlan: Type.Optional(id),
  /** The plans that sums of the statistics count under any of these keys, of all of these divisions; '': what has none. */
  counted: Type.Optional(
    Type.Array(
      Type.Object({
        by: Type.Union(planKeys.map((key) => Type.Literal(key))),
        keys: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 }),
      }),
      { maxItems: 10 },
    ),
  ),
  /** Only what waits for the caller's decision. */
  waiting: Type.Optional(Type.Boolean()),
});
export type PlanFilter = Static<typeof planFilterInput>;

/** What a list of plans is asked with: what to look for, which page, in which order. */
export const planPageInput = Type.Composite([
  planFilterInput,
  Type.Object({
    /** With the tasks of each plan: for a time line or a map. */
    withTasks: Type.Optional(Type.Boolean()),
    /** `startTime desc, id asc` */
    sorting: Type.Optional(Type.String({ maxLength: 200 })),
    ...window,
  }),
]);
export type PlanPageInput = Static<typeof planPageInput>;

export const planPage = pageOf(planItem);
export const countedPlanPage = Type.Object({
  totalCount: Type.Integer(),
  items: Type.Array(planItem),
  /** Plans of each state that match all but the filter's own states. */
  counts: Type.Array(Type.Object({ state: Type.Integer(), count: Type.Integer() })),
});

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { id, version } from '#contract/input.ts';
import { filedInputs } from '#contract/record-fields.ts';

/** Sorties of one plan at most. */
export const mostTasks = 20;

const optional = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** One sortie, as the form sends it. Times are UTC. */
const taskInput = Type.Object(filedInputs('jobTask'));
export type TaskInput = Static<typeof taskInput>;

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const planFields = {
  /** Term of a standing plan, YYYY-MM-DD in the service's time zone, and its days: 1 Monday to 7 Sunday, none: all. */
  validFrom: optional(day),
  validTo: optional(day),
  weekdays: optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, uniqueItems: true }),
  ),
  ...filedInputs('plan'),
  /** Absent: the caller's own company. */
  company: optional(id),
  tasks: Type.Array(taskInput, { maxItems: mostTasks }),
};

export const planInput = Type.Object(planFields);
export type PlanInput = Static<typeof planInput>;

/** A change names the version it was made from: a stale one is a conflict. */
export const planUpdate = Type.Object({ ...planFields, id, version });
export type PlanUpdate = Static<typeof planUpdate>;

/** A new plan, or a change of the one whose id and version it names. */
export const planSave = Type.Object({
  ...planFields,
  id: Type.Optional(id),
  version: Type.Optional(version),
});
export type PlanSave = Static<typeof planSave>;

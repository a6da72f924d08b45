import { type Static, Type } from '@sinclair/typebox';
import { mostTasks } from './plan-store.ts';

const optional = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

export const altitudeInput = Type.Object({
  value: Type.Number(),
  unit: Type.Union([Type.Literal('m'), Type.Literal('ft'), Type.Literal('FL')]),
  reference: Type.Union([
    Type.Literal('AGL'),
    Type.Literal('AMSL'),
    Type.Literal('QFE'),
    Type.Literal('STD'),
    Type.Literal('WGS84'),
  ]),
});

/** GeoJSON geometry; its coordinates are judged by the record's schema. */
export const geometryInput = Type.Object({
  type: Type.Union([
    Type.Literal('Point'),
    Type.Literal('LineString'),
    Type.Literal('Polygon'),
    Type.Literal('MultiPolygon'),
  ]),
  coordinates: Type.Array(Type.Unknown()),
});

const id = Type.Integer({ minimum: 1 });
const time = Type.String({ description: 'UTC, ISO 8601' });

/** One sortie, as the form sends it. Times are UTC. */
export const taskInput = Type.Object({
  callsign: Type.String(),
  aircraft: id,
  pilots: Type.Optional(Type.Array(id, { maxItems: 8 })),
  crewCount: optional(Type.Integer({ minimum: 1, maximum: 99 })),
  departure: optional(id),
  departurePoint: optional(id),
  destination: optional(id),
  destinationPoint: optional(id),
  alternate: optional(id),
  etd: time,
  eta: time,
  airspace: optional(id),
  geometry: optional(geometryInput),
  corridorWidthM: optional(Type.Number()),
  lower: optional(altitudeInput),
  upper: optional(altitudeInput),
  rules: optional(Type.Union([Type.Literal('V'), Type.Literal('I'), Type.Literal('Y'), Type.Literal('Z')])),
  route: optional(Type.String()),
  ssrCode: optional(Type.String()),
});
export type TaskInput = Static<typeof taskInput>;

export const urgencyInput = Type.Union([
  Type.Literal('normal'),
  Type.Literal('transit'),
  Type.Literal('rescue'),
  Type.Literal('disaster'),
  Type.Literal('weatherModification'),
  Type.Literal('otherUrgent'),
  Type.Literal('especiallyUrgent'),
]);

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const planFields = {
  kind: Type.Optional(
    Type.Union([
      Type.Literal('quick'),
      Type.Literal('standing'),
      Type.Literal('nextDay'),
      Type.Literal('sameDay'),
    ]),
  ),
  /** Term of a standing plan, YYYY-MM-DD in the service's time zone, and its days: 1 Monday to 7 Sunday, none: all. */
  validFrom: optional(day),
  validTo: optional(day),
  weekdays: optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { maxItems: 7, uniqueItems: true }),
  ),
  urgency: Type.Optional(urgencyInput),
  unmanned: optional(Type.Boolean()),
  /** Absent: the caller's own company. */
  company: optional(id),
  missionType: id,
  mission: optional(Type.String()),
  communications: optional(Type.String()),
  weatherMinima: optional(Type.String()),
  supportNeeds: optional(Type.String()),
  contact: optional(Type.String()),
  phone: optional(Type.String()),
  missionApproval: optional(Type.String()),
  remarks: optional(Type.String()),
  tasks: Type.Array(taskInput, { maxItems: mostTasks }),
};

export const planInput = Type.Object(planFields);
export type PlanInput = Static<typeof planInput>;

/** A change names the version it was made from: a stale one is a conflict. */
export const planUpdate = Type.Object({ ...planFields, id, version: Type.Integer({ minimum: 1 }) });
export type PlanUpdate = Static<typeof planUpdate>;

/** A new plan, or a change of the one whose id and version it names. */
export const planSave = Type.Object({
  ...planFields,
  id: Type.Optional(id),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type PlanSave = Static<typeof planSave>;

import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { flightControllers, orderAcknowledgers, planReaders } from '#domain/plans/readers.ts';
import { savedPlan } from './plan-output.ts';

const text = nullable(Type.String());
const kind = Type.Union([Type.Literal('stop'), Type.Literal('recall')]);
const reason = Type.String({ minLength: 1, maxLength: 1000 });

const flightOrderView = Type.Object({
  id: Type.Integer(),
  plan: Type.Integer(),
  planNumber: Type.String(),
  callsign: text,
  companyName: text,
  kind,
  state: Type.Union([
    Type.Literal('open'),
    Type.Literal('acknowledged'),
    Type.Literal('lifted'),
    Type.Literal('replaced'),
  ]),
  /** The flight is in the air, and this is the order that it has. */
  inForce: Type.Boolean(),
  reason: Type.String(),
  /** UTC, ISO 8601. */
  orderedAt: Type.String(),
  orderedByName: text,
  acknowledgedAt: text,
  acknowledgedByName: text,
  liftedAt: text,
  liftedByName: text,
  liftReason: text,
  mayAcknowledge: Type.Boolean(),
  mayLift: Type.Boolean(),
});
export type FlightOrderView = Static<typeof flightOrderView>;

/** Stop and recall of a flight in the air (Order 371, art. 19), acknowledged by its crew. */
export const navigationOrders = {
  OrderFlight: call({
    verb: 'POST',
    permission: flightControllers,
    summary:
      'Stops or recalls a flight in the air, with the reason: an order in the room of the plan, which takes the place of one in force',
    input: Type.Object({ id, kind, reason }),
    output: savedPlan,
  }),
  AcknowledgeOrder: call({
    verb: 'POST',
    permission: orderAcknowledgers,
    summary:
      'The operator acknowledges the order that is in force, here or in the room of the plan; one that was replaced is refused',
    input: Type.Object({ id, order: id }),
    output: savedPlan,
  }),
  LiftOrder: call({
    verb: 'POST',
    permission: flightControllers,
    summary: 'Lifts the order in force, with the reason: the flight may go on as planned',
    input: Type.Object({ id, order: id, reason }),
    output: savedPlan,
  }),
  GetFlightOrders: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'The orders of a plan, newest first; without an id those in force of all flights in the air',
    input: Type.Object({ id: Type.Optional(id) }),
    output: Type.Object({ items: Type.Array(flightOrderView) }),
  }),
};

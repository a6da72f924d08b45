import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import { holds } from '#domain/identity/access.ts';
import type { PlanAction } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Sql } from '#server/db/sql.ts';
import { namesOf } from '#server/engine/records/names.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import { assertParty, contextOf, destination, type PlanLifeDeps } from './plan-life.ts';
import { type FlightOrderRecord, flightOrderRecord, type PlanRecord, planRecord } from './plan-rows.ts';
import {
  getPlan,
  isFlightController,
  isOperatorOf,
  lockPlan,
  makersOf,
  type OrderInForce,
  orderInForce,
} from './plan-store.ts';

/** Stop and recall of a flight in the air by a body, acknowledged by its operator (Order 371, art. 19). */
export interface FlightOrders {
  order(caller: Caller, planId: number, kind: 'stop' | 'recall', reason: string): Promise<PlanRecord>;
  acknowledge(caller: Caller, planId: number, orderId: number): Promise<PlanRecord>;
  /** In the room of the plan, by a user of the operator to whom the order was addressed there. */
  acknowledgeInRoom(caller: Caller, orderId: number, remark: string | null): Promise<void>;
  lift(caller: Caller, planId: number, orderId: number, reason: string): Promise<PlanRecord>;
  /** Newest first; 404 where the plan is none of the caller's rows. */
  ofPlan(caller: Caller, planId: number): Promise<FlightOrderView[]>;
  /** In force, of every flight in the air that the caller sees, the oldest first. `sql`: that of a transaction. */
  inForce(caller: Caller, sql?: Sql): Promise<FlightOrderView[]>;
}

interface GivenOrder {
  plan: number;
  order: number;
  company: number;
  kind: 'stop' | 'recall';
  callsign: string;
  reason: string;
}

/**
 * The room of the plan, in which an order is to be acknowledged by name within a time, sounds and goes to the next in line. All
 * in the transaction of the order itself.
 */
export interface OrderRooms {
  give(caller: Caller, order: GivenOrder, transaction: Transaction): Promise<void>;
  acknowledge(
    caller: Caller,
    order: Pick<GivenOrder, 'plan' | 'order'> & { remark: string | null },
    transaction: Transaction,
  ): Promise<void>;
  /** Lifted or replaced before anybody acknowledged it. */
  withdraw(
    caller: Caller,
    order: Pick<GivenOrder, 'plan' | 'order'>,
    transaction: Transaction,
  ): Promise<void>;
  /** The flight is no longer in the air: nothing is asked of it. */
  ended(plan: number, transaction: Transaction): Promise<void>;
}

type Deps = Pick<PlanLifeDeps, 'records' | 'flows' | 'journal' | 'clock' | 'readParameters'> & {
  sql: Sql;
  orderRooms: () => OrderRooms;
};

export function createFlightOrders(deps: Deps): FlightOrders {
  const { records, sql, flows, journal, clock, orderRooms } = deps;

  interface Act {
    action: PlanAction;
    reason: string | null;
    /** The order that is meant: where another has taken its place, nobody answers that one unread. */
    meant?: number;
    /** The order was addressed to the caller by name: users of the operator may do it who make no plans. */
    isAddressed?: boolean;
    work(transaction: Transaction, plan: PlanRecord, before: OrderInForce | null): Promise<number>;
    /** Once the journal makes the caller a party of the plan's room. */
    inRoom(
      transaction: Transaction,
      plan: PlanRecord,
      id: number,
      before: OrderInForce | null,
    ): Promise<void>;
  }

  function act(
    caller: Caller,
    planId: number,
    { action, reason, meant, isAddressed = false, work, inRoom }: Act,
  ): Promise<PlanRecord> {
    return records.transaction(async (transaction) => {
      const plan = await lockPlan(records, transaction, isAddressed ? asService(caller) : caller, planId);
      if (!isAddressed || !caller.actor.companyIds.includes(plan.company))
        await assertParty(flows, transaction, caller, plan, action);
      const before = await orderInForce(transaction.sql, planId);
      const order = before?.state ?? null;
      const context = contextOf(clock(), await deps.readParameters(), plan, { reason, order });
      const to = destination(plan, action, context);
      if (meant !== undefined && meant !== before?.id) {
        throw new AppError('conflict', { key: 'plan.refused.otherOrder' });
      }
      const id = await work(transaction, plan, before);
      await journal(transaction, caller, plan, {
        action,
        from: plan.state,
        to,
        reason,
        rule: 'plan.rule.order',
        detail: { order: id },
      });
      await inRoom(transaction, plan, id, before);
      return plan;
    });
  }

  const acknowledge = (
    caller: Caller,
    planId: number,
    orderId: number,
    { remark, isAddressed = false }: { remark: string | null; isAddressed?: boolean },
  ): Promise<PlanRecord> =>
    act(caller, planId, {
      action: 'acknowledgeOrder',
      reason: null,
      meant: orderId,
      isAddressed,
      work: (transaction) =>
        change(transaction, caller, orderId, {
          state: 'acknowledged',
          acknowledgedBy: userIdOf(caller),
          acknowledgedAt: clock().toISOString(),
        }),
      inRoom: (transaction, _plan, order) =>
        orderRooms().acknowledge(caller, { plan: planId, order, remark }, transaction),
    });

  async function change(
    transaction: Transaction,
    caller: Caller,
    id: number,
    values: Partial<FlightOrderRecord>,
  ): Promise<number> {
    const system = asService(caller);
    const { version } = await records.get(system, 'flightOrder', id, transaction.sql);
    await records.update(system, 'flightOrder', id, version, values, transaction);
    return id;
  }

  async function views(
    caller: Caller,
    plan: PlanRecord,
    orders: FlightOrderRecord[],
    db: Sql,
  ): Promise<FlightOrderView[]> {
    const people = orders.flatMap((one) => [one.orderedBy, one.acknowledgedBy, one.liftedBy]);
    const names = await namesOf(db, 'user', people, caller.locale);
    const nameOf = (id: number | null | undefined) => (id ? (names.get(id) ?? null) : null);
    const company = (await records.labels(caller, 'plan', [plan], db)).get(plan.id)?.company;
    const flies = plan.state === planState.inFlight;
    const crew = isOperatorOf(caller, plan.company) && holds(caller.actor, makersOf(plan));
    return orders.map((one) => {
      const inForce = flies && (one.state === 'open' || one.state === 'acknowledged');
      return {
        id: one.id,
        plan: plan.id,
        planNumber: plan.planNumber ?? `#${plan.id}`,
        callsign: plan.callsign ?? null,
        companyName: stringOf(company),
        kind: one.kind,
        state: one.state,
        inForce,
        reason: one.reason,
        orderedAt: one.orderedAt,
        orderedByName: nameOf(one.orderedBy),
        acknowledgedAt: one.acknowledgedAt ?? null,
        acknowledgedByName: nameOf(one.acknowledgedBy),
        liftedAt: one.liftedAt ?? null,
        liftedByName: nameOf(one.liftedBy),
        liftReason: one.liftReason ?? null,
        mayAcknowledge: crew && inForce && one.state === 'open',
        mayLift: inForce && isFlightController(caller),
      };
    });
  }

  async function stored(caller: Caller, plans: number[], db: Sql): Promise<FlightOrderRecord[]> {
    const rows = await records.rows(
      asService(caller),
      'flightOrder',
      {
        filter: { field: 'plan', operator: 'in', value: plans },
        sort: [{ field: 'id', order: 'desc' }],
        most: 500,
      },
      db,
    );
    return rows.map(flightOrderRecord);
  }

  return {
    order: (caller, planId, kind, reason) =>
      act(caller, planId, {
        action: kind === 'stop' ? 'stopFlight' : 'recall',
        reason,
        async work(transaction, plan, before) {
          if (before) await change(transaction, caller, before.id, { state: 'replaced' });
          const orderedAt = clock().toISOString();
          const orderedBy = userIdOf(caller);
          const { company } = plan;
          const state = 'open' as const;
          const values = { plan: planId, company, kind, state, reason, orderedBy, orderedAt };
          return (await records.create(asService(caller), 'flightOrder', values, transaction)).id;
        },
        async inRoom(transaction, plan, order, before) {
          if (before?.state === 'open')
            await orderRooms().withdraw(caller, { plan: planId, order: before.id }, transaction);
          const callsign = plan.callsign ?? plan.planNumber ?? `#${planId}`;
          const given = { plan: planId, order, company: plan.company, kind, callsign, reason };
          await orderRooms().give(caller, given, transaction);
        },
      }),

    acknowledge: (caller, planId, orderId) => acknowledge(caller, planId, orderId, { remark: null }),

    async acknowledgeInRoom(caller, orderId, remark) {
      const { plan } = flightOrderRecord(await records.get(asService(caller), 'flightOrder', orderId));
      await acknowledge(caller, plan, orderId, { remark, isAddressed: true });
    },

    lift: (caller, planId, orderId, reason) =>
      act(caller, planId, {
        action: 'liftOrder',
        reason,
        meant: orderId,
        work: (transaction) =>
          change(transaction, caller, orderId, {
            state: 'lifted',
            liftReason: reason,
            liftedBy: userIdOf(caller),
            liftedAt: clock().toISOString(),
          }),
        async inRoom(transaction, _plan, order, before) {
          if (before?.state === 'open')
            await orderRooms().withdraw(caller, { plan: planId, order }, transaction);
        },
      }),

    async ofPlan(caller, planId) {
      const plan = await getPlan(records, caller, planId);
      return views(caller, plan, await stored(caller, [planId], sql), sql);
    },

    async inForce(caller, db = sql) {
      const rows = await db
        .selectFrom('flightOrder')
        .innerJoin('plan', 'plan.id', 'flightOrder.plan')
        .select('plan.id')
        .distinct()
        .where('flightOrder.state', 'in', ['open', 'acknowledged'])
        .where('flightOrder.deletedAt', 'is', null)
        .where('plan.state', '=', planState.inFlight)
        .execute();
      if (rows.length === 0) return [];
      const filter = { field: 'id', operator: 'in' as const, value: rows.map(({ id }) => id) };
      const items = await records.rows(caller, 'plan', { most: rows.length, filter }, db);
      const plans = items.map(planRecord);
      const orders = await stored(
        caller,
        plans.map(({ id }) => id),
        db,
      );
      const all: FlightOrderView[] = [];
      for (const plan of plans) {
        all.push(
          ...(await views(
            caller,
            plan,
            orders.filter((one) => one.plan === plan.id),
            db,
          )),
        );
      }
      return all.filter(({ inForce }) => inForce).sort((a, b) => a.id - b.id);
    },
  };
}

import { knownAfter } from '#domain/messages/against-notified.ts';
import {
  composeAlert,
  composeArrival,
  composeCancellation,
  composeDelay,
  composeDeparture,
  composeFlightPlan,
  composeNewDeparture,
  composeNewRoute,
  composeRequest,
  composeSupplementary,
  delayMessage,
  type FlightFacts,
  firstNotified,
  type Notified,
} from '#domain/messages/compose.ts';
import { priorityOf } from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import type { Message } from '#domain/messages/message-parts.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import { textOf } from '#domain/text/narrow.ts';
import { isRetryable } from '#server/db/pg-errors.ts';
import type { Sql } from '#server/db/sql.ts';
import { savepoint } from '#server/engine/records/insert-many.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { NewHistoryEntry, Transaction } from '#server/engine/records/stored-record.ts';
import type { Journal, PlanEvent } from '#server/features/plans/plan-journal.ts';
import type { PlanRecord, TaskRecord } from '#server/features/plans/plan-rows.ts';
import { tasksOf } from '#server/features/plans/plan-store.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { flightFacts, placeOf } from './flight-facts.ts';
import { type ComposedType, reasonColumns } from './message-rows.ts';

/** What a plan's messages are written with, in the transaction of whatever brings them about. */
export interface MessageOutbox {
  /** The journal, that leaves the message of each event beside the event itself. */
  wrap(journal: Journal): Journal;
  /** The message of a type as the plan stands now; null: it has none, as one that is not approved has no FPL. */
  compose(sql: Sql, plan: PlanRecord, task: TaskRecord, type: ComposedType): Promise<Message | null>;
  /** Puts a message into the queue. */
  enqueue(transaction: Transaction, message: Message, of: EnqueueOf): Promise<number>;
  notified(sql: Sql, task: number): Promise<Notified | null>;
}

export interface EnqueueOf {
  plan: PlanRecord;
  task: TaskRecord;
  facts: FlightFacts;
  /** What the addressees knew of it before. */
  known: Notified;
  /** It goes to somebody who asked: what the others know stays. */
  answers?: true;
  /** In place of the aerodromes' reporting offices. */
  addressees?: string[];
}

export function createMessageOutbox(deps: {
  records: Records;
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
}): MessageOutbox {
  const { records, parameters, clock } = deps;
  const caller = systemCaller('system');

  async function thresholdMinutes(): Promise<number> {
    const value = Number((await parameters.all()).get('message.delayMinutes') || Number.NaN);
    return Number.isFinite(value) ? value : 30;
  }

  async function notified(sql: Sql, task: number): Promise<Notified | null> {
    const row = await sql
      .selectFrom('planMessage')
      .select([
        'callsign',
        'departure',
        'destination',
        'departurePlace',
        'destinationPlace',
        'offBlockAt',
        'dof',
      ])
      .where('jobTask', '=', task)
      .where('offBlockAt', 'is not', null)
      .where('state', 'not in', ['ignored', 'waiting'])
      .where('deletedAt', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    return {
      callsign: String(row.callsign),
      departure: String(row.departure),
      destination: String(row.destination),
      departurePlace: textOf(row.departurePlace),
      destinationPlace: textOf(row.destinationPlace),
      offBlockAt: Date.parse(String(row.offBlockAt)),
      dated: row.dof !== null,
    };
  }

  async function enqueue(transaction: Transaction, message: Message, of: EnqueueOf): Promise<number> {
    const { plan, task, facts } = of;
    const after = of.answers ? of.known : knownAfter(message, of.known);
    const text = formatMessage(message);
    const [error] = parseMessage(text).errors;
    // What no unit would take is not sent; it waits for a person beside what was sent.
    const now = clock().toISOString();
    const offices = [facts.departure, facts.destination].flatMap(({ indicator }) =>
      indicator === null ? [] : [`${indicator}ZPZX`],
    );
    const { id } = await records.create(
      caller,
      'planMessage',
      {
        plan: plan.id,
        jobTask: task.id,
        company: plan.company,
        direction: 'out',
        type: message.title.type,
        text,
        ...knownColumns(after),
        departureAirport: task.departure ?? null,
        destinationAirport: task.destination ?? null,
        priority: priorityOf(message.title.type),
        addressees: of.addressees ?? [...new Set(offices)],
        filingTime: now,
        state: error ? 'failed' : 'pending',
        attempts: 0,
        nextAttemptAt: now,
        ...reasonColumns(error ?? null, error?.field),
      },
      transaction,
    );
    return id;
  }

  /** What follows from an event for one flight. */
  async function write(
    transaction: Transaction,
    plan: PlanRecord,
    task: TaskRecord,
    build: (facts: FlightFacts, known: Notified) => Message | null,
  ): Promise<void> {
    const known = await notified(transaction.sql, task.id);
    if (!known) return;
    const facts = await flightFacts(transaction.sql, plan, task);
    const message = build(facts, known);
    if (message) await enqueue(transaction, message, { plan, task, facts, known });
  }

  async function onApproved(transaction: Transaction, plan: PlanRecord, tasks: TaskRecord[]): Promise<void> {
    for (const task of tasks) {
      const facts = await flightFacts(transaction.sql, plan, task);
      await enqueue(transaction, composeFlightPlan(facts), {
        plan,
        task,
        facts,
        known: firstNotified(facts),
      });
    }
  }

  async function onNewTime(transaction: Transaction, plan: PlanRecord, tasks: TaskRecord[]): Promise<void> {
    const threshold = await thresholdMinutes();
    for (const task of tasks) {
      await write(transaction, plan, task, (facts, known) => {
        const type = delayMessage(known, facts.etd, threshold);
        if (type === null) return null;
        return (type === 'DLA' ? composeDelay : composeNewDeparture)(facts, known, facts.etd);
      });
    }
  }

  /**
   * The message of a report that no longer holds. What has not gone goes no more, what failed is not sent again; one
   * that is under way just now may have arrived. Where the report was reverted, who has its message must be told.
   */
  async function takeBack(
    transaction: Transaction,
    plan: PlanRecord,
    type: 'DEP' | 'ARR',
    reverted: boolean,
  ): Promise<void> {
    const row = await transaction.sql
      .selectFrom('planMessage')
      .select(['id', 'version', 'state', 'attempts', 'error'])
      .where('plan', '=', plan.id)
      .where('type', '=', type)
      .where('direction', '=', 'out')
      .where('state', '!=', 'ignored')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const gone = row.state === 'sent' || row.state === 'acknowledged';
    if (gone && !reverted) return;
    const underWay = row.state === 'pending' && (row.attempts ?? 0) > 0 && row.error === null;
    const key = gone
      ? 'message.revertedAfterSending'
      : underWay
        ? 'message.revertedWhileSending'
        : 'message.takenBack';
    const values = {
      ...(gone ? {} : { state: 'ignored' as const }),
      nextAttemptAt: null,
      ...reasonColumns({ key }),
    };
    await records.update(caller, 'planMessage', row.id, row.version, values, transaction);
  }

  async function onReport(
    transaction: Transaction,
    plan: PlanRecord,
    tasks: TaskRecord[],
    type: 'DEP' | 'ARR',
  ) {
    // The report is of the plan: its take-off is that of its first flight, its landing that of the last.
    const task = type === 'DEP' ? tasks[0] : tasks.at(-1);
    const at = type === 'DEP' ? plan.takeoffAt : plan.realEta;
    if (!task || !at) return;
    const elsewhere = await placeOf(transaction.sql, plan.landedAirport, plan.landedPoint);
    await write(transaction, plan, task, (facts, known) =>
      type === 'DEP'
        ? composeDeparture(facts, known, Date.parse(at))
        : composeArrival(facts, known, Date.parse(at), elsewhere ?? facts.destination),
    );
  }

  /** Its messages go with the flight to the plan that it is now. */
  async function onSplit(transaction: Transaction, plan: PlanRecord, tasks: TaskRecord[]): Promise<void> {
    const ids = tasks.map(({ id }) => id);
    if (ids.length === 0) return;
    await transaction.sql
      .updateTable('planMessage')
      .set((eb) => ({ plan: plan.id, version: eb('version', '+', 1) }))
      .where('jobTask', 'in', ids)
      .where('plan', '!=', plan.id)
      .execute();
  }

  async function follow(transaction: Transaction, plan: PlanRecord, event: PlanEvent): Promise<void> {
    const { action, to } = event;
    const tasks = await tasksOf(records, transaction.sql, caller, plan.id);
    // A standing plan flies by the plans that are made from it, each with its own messages.
    if (action === 'approve' && to === planState.approved && plan.kind !== 'standing') {
      await onApproved(transaction, plan, tasks);
    }
    if (action === 'applyRelease' || action === 'editRelease') await onNewTime(transaction, plan, tasks);
    if (action === 'takeOff') await onReport(transaction, plan, tasks, 'DEP');
    if (action === 'land') await onReport(transaction, plan, tasks, 'ARR');
    if (action === 'editReport') {
      const type = to === planState.landed ? 'ARR' : 'DEP';
      await takeBack(transaction, plan, type, false);
      await onReport(transaction, plan, tasks, type);
    }
    if (action === 'revertReport')
      await takeBack(transaction, plan, to === planState.inFlight ? 'ARR' : 'DEP', true);
    if (action === 'cancel' || action === 'lapse') {
      for (const task of tasks) await write(transaction, plan, task, composeCancellation);
    }
    if (action === 'acceptDetour') {
      const changed = tasks.filter(({ id }) => event.detail?.task === undefined || event.detail.task === id);
      for (const task of changed) await write(transaction, plan, task, composeNewRoute);
    }
    if (action === 'split') await onSplit(transaction, plan, tasks);
  }

  /**
   * What is wrong with a message is no reason to refuse the plan's act: its part is undone alone, and a failed row
   * tells whoever keeps the messages that one has to be written by hand.
   */
  async function beside(transaction: Transaction, plan: PlanRecord, event: PlanEvent): Promise<void> {
    const apart = async (work: (part: Transaction) => Promise<void>) => {
      const announced: RecordChange[] = [];
      const noted: NewHistoryEntry[] = [];
      const part: Transaction = {
        ...transaction,
        announce: (change) => void announced.push(change),
        note: (entry) => void noted.push(entry),
      };
      await savepoint(transaction.sql, () => work(part));
      for (const change of announced) transaction.announce(change);
      for (const entry of noted) transaction.note(entry);
    };
    try {
      await apart((part) => follow(part, plan, event));
    } catch (error) {
      // The whole transaction runs again.
      if (isRetryable(error)) throw error;
      await apart((part) => unwritten(part, plan, event, error));
    }
  }

  async function unwritten(
    transaction: Transaction,
    plan: PlanRecord,
    event: PlanEvent,
    error: unknown,
  ): Promise<void> {
    const type = typeOf(event);
    const [task] = await transaction.sql
      .selectFrom('jobTask')
      .select(['id', 'callsign'])
      .where('plan', '=', plan.id)
      .orderBy('sequence')
      .limit(1)
      .execute();
    const cause: Text = error instanceof AppError ? error.text : { key: 'error' };
    const values = { ...cause.values, type, cause: cause.key };
    const row = {
      plan: plan.id,
      jobTask: task?.id ?? null,
      company: plan.company,
      direction: 'out' as const,
      type,
      text: `(${type}${task ? `-${task.callsign}` : ''})`,
      callsign: task?.callsign ?? null,
      state: 'failed' as const,
      attempts: 0,
      ...reasonColumns({ key: 'message.unwritten', values }),
    };
    await records.create(caller, 'planMessage', row, transaction);
  }

  return {
    wrap: (journal) => async (transaction, by, plan, event) => {
      await journal(transaction, by, plan, event);
      // What came in by a message is known to who sent it.
      if (event.action === 'split' || (by.source !== 'aftn' && telling.has(event.action))) {
        await beside(transaction, plan, event);
      }
    },
    enqueue,
    notified,

    async compose(sql, plan, task, type) {
      // It flies by the plans that are made from it.
      if (plan.kind === 'standing') return null;
      const approved = plan.state >= planState.approved && plan.state <= planState.inFlight;
      const lastNotified = await notified(sql, task.id);
      if (!approved && (type === 'FPL' || !lastNotified)) return null;
      const facts = await flightFacts(sql, plan, task);
      if (type === 'FPL') return composeFlightPlan(facts);
      const known = lastNotified ?? firstNotified(facts);
      switch (type) {
        case 'CHG':
          return facts.etd === known.offBlockAt
            ? composeNewRoute(facts, known)
            : composeNewDeparture(facts, known, facts.etd);
        case 'DLA':
          return composeDelay(facts, known, facts.etd);
        case 'CNL':
          return composeCancellation(facts, known);
        case 'DEP':
          return plan.takeoffAt ? composeDeparture(facts, known, Date.parse(plan.takeoffAt)) : null;
        case 'ARR':
          return plan.realEta
            ? composeArrival(
                facts,
                known,
                Date.parse(plan.realEta),
                (await placeOf(sql, plan.landedAirport, plan.landedPoint)) ?? facts.destination,
              )
            : null;
        case 'SPL':
          return composeSupplementary(facts, known);
        case 'ALR':
          return composeAlert(
            facts,
            { phase: 'INCERFA', originator: `${facts.departure.indicator ?? 'ZZZZ'}ZPZX`, nature: 'OVERDUE' },
            null,
          );
        default:
          return composeRequest(type, facts, known);
      }
    },
  };
}

const telling = new Set([
  'approve',
  'applyRelease',
  'editRelease',
  'takeOff',
  'land',
  'editReport',
  'revertReport',
  'cancel',
  'lapse',
  'acceptDetour',
]);

/** The message that an event of a plan asks for. */
function typeOf({ action, to }: PlanEvent): ComposedType {
  if (action === 'approve') return 'FPL';
  if (action === 'applyRelease' || action === 'editRelease') return 'DLA';
  if (action === 'acceptDetour') return 'CHG';
  if (action === 'cancel' || action === 'lapse') return 'CNL';
  if (action === 'revertReport') return to === planState.inFlight ? 'ARR' : 'DEP';
  return action === 'land' || to === planState.landed ? 'ARR' : 'DEP';
}

/** What the addressees know, as a message's row keeps it. */
export function knownColumns({ offBlockAt, dated, ...named }: Notified) {
  const at = new Date(offBlockAt).toISOString();
  return { ...named, offBlockAt: at, dof: dated ? at.slice(0, 10) : null };
}

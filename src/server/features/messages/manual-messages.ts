import { deskPermission } from '#contract/messages/message-query.ts';
import type { SendInput } from '#contract/messages/message-shapes.ts';
import { adminPermission } from '#domain/identity/access.ts';
import { knownAfter, notifiedErrors } from '#domain/messages/against-notified.ts';
import { type FlightFacts, firstNotified, type Notified } from '#domain/messages/compose.ts';
import { priorityOf } from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import type { Message } from '#domain/messages/message-parts.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { PlanRecord, TaskRecord } from '#server/features/plans/plan-rows.ts';
import { getPlan, tasksOf } from '#server/features/plans/plan-store.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import { flightFacts } from './flight-facts.ts';
import { isComposed, messageRow, reasonColumns } from './message-rows.ts';
import { knownColumns, type MessageOutbox } from './outbox.ts';

interface Composed {
  plan: PlanRecord;
  task: TaskRecord;
  facts: FlightFacts;
  message: Message;
  known: Notified;
}

export interface ManualMessages {
  /** The message of a type as the plan stands now. */
  compose(caller: Caller, planId: number, taskId: number | undefined, type: string): Promise<Composed>;
  /** Queues a message that is composed from its plan, or a text; gives its row. */
  send(caller: Caller, input: SendInput): Promise<number>;
  /** What the addressees know of each flight of a plan; a flight that they were not told of is not there. */
  knownOf(caller: Caller, planId: number): Promise<({ jobTask: number } & Notified)[]>;
}

/** Messages that a person sends: none goes that its checks refuse. */
export function createManualMessages(deps: {
  records: Records;
  sql: Sql;
  outbox: MessageOutbox;
  clock: () => Date;
}): ManualMessages {
  const { records, sql, outbox, clock } = deps;

  async function compose(caller: Caller, planId: number, taskId: number | undefined, type: string) {
    if (!isComposed(type)) throw refused('message.refused.noMessage', { type });
    const plan = await getPlan(records, caller, planId);
    const tasks = await tasksOf(records, sql, caller, planId);
    const task = taskId === undefined ? tasks[0] : tasks.find(({ id }) => id === taskId);
    if (!task) throw refused('plan.refused.noTask');
    const message = await outbox.compose(sql, plan, task, type);
    if (!message) throw refused('message.refused.noMessage', { type });
    const facts = await flightFacts(sql, plan, task);
    return {
      plan,
      task,
      facts,
      message,
      known: (await outbox.notified(sql, task.id)) ?? firstNotified(facts),
    };
  }

  async function sendComposed(caller: Caller, input: SendInput & { plan: number; type: string }) {
    const { message, ...of } = await compose(caller, input.plan, input.jobTask, input.type);
    assertCorrect(formatMessage(message), of.known);
    return records.transaction(async (transaction) => {
      await replace(transaction, caller, input.replaces);
      const addressees = input.addressees?.length ? { addressees: input.addressees } : {};
      return outbox.enqueue(transaction, message, { ...of, ...addressees });
    });
  }

  async function sendText(caller: Caller, input: SendInput, text: string): Promise<number> {
    const { permissions } = caller.actor;
    if (![adminPermission, ...deskPermission].some((one) => permissions.includes(one))) {
      throw new AppError('forbidden', { key: 'message.refused.ownText' });
    }
    const message = assertCorrect(text, null);
    const plan = input.plan === undefined ? null : await getPlan(records, caller, input.plan);
    const tasks = plan ? await tasksOf(records, sql, caller, plan.id) : [];
    const callsign = message.fields['7']?.callsign ?? null;
    const task = tasks.find((one) => one.callsign === callsign) ?? null;
    const known = task && (await outbox.notified(sql, task.id));
    if (known) assertCorrect(text, known);
    if (input.gateway !== undefined) await refuseGateway(input.gateway);
    const now = clock().toISOString();
    const lastNotified = await notifiedBy(message, plan, task, known);
    return records.transaction(async (transaction) => {
      await replace(transaction, caller, input.replaces);
      const { id } = await records.create(
        asService(caller),
        'planMessage',
        {
          plan: plan?.id ?? null,
          jobTask: task?.id ?? null,
          company: plan?.company ?? null,
          direction: 'out',
          type: message.title.type,
          text: message.free === null ? formatMessage(message) : text,
          callsign,
          departure: message.fields['13']?.aerodrome ?? null,
          destination: message.fields['16']?.aerodrome ?? null,
          ...(lastNotified ? knownColumns(lastNotified) : {}),
          departureAirport: task?.departure ?? null,
          destinationAirport: task?.destination ?? null,
          priority: input.priority ?? priorityOf(message.title.type),
          addressees: input.addressees ?? [],
          filingTime: now,
          gateway: input.gateway ?? null,
          state: 'pending',
          attempts: 0,
          nextAttemptAt: now,
        },
        transaction,
      );
      return id;
    });
  }

  /** What the addressees know of a plan's flight by a text of one's own: the next message names it so. */
  async function notifiedBy(
    message: Message,
    plan: PlanRecord | null,
    task: TaskRecord | null,
    known: Notified | null,
  ): Promise<Notified | null> {
    if (known) return knownAfter(message, known);
    if (!plan || !task || message.title.type !== 'FPL') return null;
    return knownAfter(message, firstNotified(await flightFacts(sql, plan, task)));
  }

  /** What takes the place of a message that failed: that one is not sent again. */
  async function replace(transaction: Transaction, caller: Caller, id: number | undefined): Promise<void> {
    if (id === undefined) return;
    // Only what the caller may see is theirs to replace.
    await records.get(caller, 'planMessage', id, transaction.sql);
    await transaction.sql.selectFrom('planMessage').select('id').where('id', '=', id).forUpdate().execute();
    const row = messageRow(await records.get(systemCaller(), 'planMessage', id, transaction.sql));
    if (row.direction !== 'out' || row.state !== 'failed') throw refused('message.refused.notFailed');
    const values = { state: 'ignored' as const, ...reasonColumns({ key: 'message.replaced' }) };
    const by = { ...caller, ability: systemCaller().ability };
    await records.update(by, 'planMessage', id, row.version, values, transaction);
  }

  async function refuseGateway(id: number): Promise<void> {
    const row = await sql
      .selectFrom('messageGateway')
      .select('id')
      .where('id', '=', id)
      .where('isEnabled', '=', true)
      .where('direction', 'in', ['out', 'both'])
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw refused('message.refused.gateway');
  }

  return {
    compose,

    async send(caller, input) {
      if (input.text !== undefined) return sendText(caller, input, input.text);
      const { plan, type } = input;
      if (plan === undefined || type === undefined) {
        const nothing = { key: 'message.refused.nothing' };
        throw new AppError('validation', nothing, { fields: [{ field: 'type', text: nothing }] });
      }
      return sendComposed(caller, { ...input, plan, type });
    },

    async knownOf(caller, planId) {
      await getPlan(records, caller, planId);
      const flights = [];
      for (const { id } of await tasksOf(records, sql, caller, planId)) {
        const known = await outbox.notified(sql, id);
        if (known) flights.push({ jobTask: id, ...known });
      }
      return flights;
    },
  };
}

/** What is wrong with a text is said before anything is kept; the whole list is that of `Check`. */
function assertCorrect(text: string, known: Notified | null): Message {
  const { message, errors: own } = parseMessage(text);
  const errors = known ? [...own, ...notifiedErrors(text, known)] : own;
  const [first] = errors;
  if (message && !first) return message;
  const fields = errors.map(({ key, values }) => ({
    field: 'text',
    text: { key, ...(values ? { values } : {}) },
  }));
  const values = { ...first?.values, cause: first?.key ?? '' };
  throw new AppError('refused', { key: 'message.refused.faults', values }, { fields });
}

import { Type } from '@sinclair/typebox';
import { adminPermission } from '../../domain/access.ts';
import { AppError, refused } from '../../domain/errors.ts';
import { textIn } from '../../domain/locales/text-in.ts';
import { notifiedFaults } from '../../domain/message/against-notified.ts';
import type { Notified } from '../../domain/message/compose.ts';
import { priorityOf } from '../../domain/message/envelope.ts';
import { formatMessage, parseMessage } from '../../domain/message/message.ts';
import type { Fault } from '../../domain/message/piece.ts';
import type { Locale } from '../../domain/resource.ts';
import { asService, type Caller } from '../caller.ts';
import type { Sql } from '../db/sql.ts';
import { flightFacts } from '../messages/flight-facts.ts';
import type { Inbound, Receipt } from '../messages/inbound.ts';
import { messagePage, retryFailed } from '../messages/message-queries.ts';
import { isComposed } from '../messages/message-rows.ts';
import {
  checkInput,
  checkOutput,
  composeInput,
  composeOutput,
  idInput,
  matchInput,
  pageInput,
  pageOutput,
  receiveInput,
  receiveOutput,
  retryInput,
  type SendInput,
  sendInput,
} from '../messages/message-shapes.ts';
import { firstNotified, type MessageOutbox } from '../messages/outbox.ts';
import { getPlan, tasksOf } from '../plans/plan-store.ts';
import type { Records } from '../records/records.ts';
import { method, type Service } from './service.ts';

const readers = ['Pages.BaseManage.Craft_Audit', 'Pages.Navigation'];
const senders = ['Pages.BaseManage.Craft_Audit', 'Pages.Navigation.Create'];
const desk = ['Pages.BaseManage.Craft_Audit'];

/** Plan message receipts (specification §7, MessageQuery) and what is done with them. */
export function createMessageQueryService(deps: {
  records: Records;
  sql: Sql;
  outbox: MessageOutbox;
  inbound: Inbound;
  clock: () => Date;
}): Service {
  const { records, sql, outbox, inbound, clock } = deps;

  async function composed(caller: Caller, planId: number, taskId: number | undefined, type: string) {
    if (!isComposed(type)) throw refused('message.refused.noMessage', { type });
    const plan = await getPlan(records, caller, planId);
    const tasks = await tasksOf(records, sql, caller, planId);
    const task = taskId === undefined ? tasks[0] : tasks.find(({ id }) => id === taskId);
    if (!task) throw refused('plan.refused.noTask');
    const message = await outbox.compose(sql, plan, task, type);
    if (!message) throw refused('message.refused.noMessage', { type });
    const facts = await flightFacts(sql, plan, task);
    const known = (await outbox.notified(sql, task.id)) ?? firstNotified(facts);
    const moves = type === 'FPL' || type === 'DLA' || type === 'CHG';
    return {
      plan,
      task,
      facts,
      message,
      known,
      notified: moves ? { ...known, offBlockAt: facts.etd } : known,
    };
  }

  /** Composed from the plan, in one transaction with the words that are kept of it. */
  async function sendComposed(caller: Caller, input: SendInput & { plan: number; type: string }) {
    const { plan, task, facts, message, known, notified } = await composed(
      caller,
      input.plan,
      input.jobTask,
      input.type,
    );
    refuseFaults(formatMessage(message), known);
    return records.transaction((unit) =>
      outbox.enqueue(unit, message, {
        plan,
        task,
        facts,
        notified,
        ...(input.addressees?.length ? { addressees: input.addressees } : {}),
      }),
    );
  }

  async function sendText(caller: Caller, input: SendInput, text: string): Promise<number> {
    const { permissions } = caller.actor;
    if (![adminPermission, ...desk].some((one) => permissions.includes(one))) {
      throw new AppError('forbidden', { key: 'message.refused.ownText' });
    }
    const message = refuseFaults(text, null);
    const plan = input.plan === undefined ? null : await getPlan(records, caller, input.plan);
    const tasks = plan ? await tasksOf(records, sql, caller, plan.id) : [];
    const callsign = message.fields['7']?.callsign ?? null;
    const task = tasks.find((one) => one.callsign === callsign) ?? null;
    const known = task && (await outbox.notified(sql, task.id));
    if (known) refuseFaults(text, known);
    if (input.gateway !== undefined) await refuseGateway(input.gateway);
    const now = clock().toISOString();
    const { id } = await records.transaction((unit) =>
      records.create(
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
        unit,
      ),
    );
    return id;
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
    name: 'MessageQuery',
    methods: [
      method({
        verb: 'POST',
        name: 'Page',
        permission: readers,
        writes: false,
        summary: 'Plan messages sent and received, with how many there are in each state',
        input: pageInput,
        output: pageOutput,
        handle: (input, caller) => messagePage(deps, caller, input),
      }),
      method({
        verb: 'POST',
        name: 'RetryMessageQuery',
        permission: senders,
        summary: 'Sends again what has failed: these, or all within the rows of the caller',
        input: retryInput,
        output: Type.Object({ retried: Type.Integer() }),
        async handle(input, caller) {
          const retried = await retryFailed(records, caller, input, clock());
          const [only, ...more] = input.ids ?? [];
          if (retried === 0 && only !== undefined && more.length === 0 && !input.all) {
            await records.get(caller, 'planMessage', only);
            throw refused('message.refused.notFailed');
          }
          return { retried };
        },
      }),
      method({
        verb: 'POST',
        name: 'SendMessageQuery',
        permission: senders,
        summary: 'Sends a message by hand: composed from a plan by its type, or a text that holds its checks',
        input: sendInput,
        output: Type.Object({ id: Type.Integer() }),
        async handle(input, caller) {
          if (input.text !== undefined) return { id: await sendText(caller, input, input.text) };
          const { plan, type } = input;
          if (plan === undefined || type === undefined) {
            const nothing = { key: 'message.refused.nothing' };
            throw new AppError('validation', nothing, { fields: [{ field: 'type', text: nothing }] });
          }
          return { id: await sendComposed(caller, { ...input, plan, type }) };
        },
      }),
      method({
        verb: 'POST',
        name: 'Compose',
        permission: readers,
        writes: false,
        summary: 'The message of a type as the plan stands now; nothing is sent',
        input: composeInput,
        output: composeOutput,
        async handle({ plan, jobTask, type }, caller) {
          const { message, facts, known } = await composed(caller, plan, jobTask, type);
          const text = formatMessage(message);
          const offices = [facts.departure, facts.destination].flatMap(({ indicator }) =>
            indicator === null ? [] : [`${indicator}ZPZX`],
          );
          return {
            text,
            priority: priorityOf(type),
            addressees: [...new Set(offices)],
            faults: faultsIn([...parseMessage(text).faults, ...notifiedFaults(text, known)], caller.locale),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'Check',
        permission: readers,
        writes: false,
        summary: 'Reads a message: its fields where they stand, and every fault at its column',
        input: checkInput,
        output: checkOutput,
        async handle({ text }, { locale }) {
          const { message, pieces, faults } = parseMessage(text);
          return {
            type: message?.title.type ?? null,
            fields: pieces.map((piece) => ({
              field: piece.field,
              name: textIn({ key: `message.field.${piece.field}` }, locale),
              column: piece.column,
              length: piece.text.length,
              text: piece.text,
            })),
            faults: faultsIn(faults, locale),
          };
        },
      }),
      method({
        verb: 'POST',
        name: 'Receive',
        permission: desk,
        summary: 'A message that came in, with or without its envelope; the same one twice is taken once',
        input: receiveInput,
        output: receiveOutput,
        handle: async ({ text, reference }, caller) =>
          said(await inbound.receive(text, reference ? { reference } : {}), caller),
      }),
      method({
        verb: 'POST',
        name: 'Match',
        permission: desk,
        summary: 'Says to which plan a waiting message belongs, and does what it says',
        input: matchInput,
        output: receiveOutput,
        handle: async ({ id, plan }, caller) => said(await inbound.match(caller, id, plan), caller),
      }),
      method({
        verb: 'POST',
        name: 'Ignore',
        permission: desk,
        summary: 'Takes a waiting message off the list; it is kept',
        input: idInput,
        output: receiveOutput,
        handle: async ({ id }, caller) => said(await inbound.ignore(caller, id), caller),
      }),
    ],
  };
}

function said({ reason, ...receipt }: Receipt, { locale }: Caller) {
  return { ...receipt, reason: reason && textIn(reason, locale) };
}

function faultsIn(faults: Fault[], locale: Locale) {
  return faults.map(({ field, column, length, key, values }) => ({
    field,
    column,
    length,
    message: textIn({ key, ...(values ? { values } : {}) }, locale),
  }));
}

/** What is wrong with a text is said before anything is kept; the whole list is that of `Check`. */
function refuseFaults(text: string, known: Notified | null) {
  const { message, faults: own } = parseMessage(text);
  const faults = known ? [...own, ...notifiedFaults(text, known)] : own;
  const [first] = faults;
  if (message && !first) return message;
  const fields = faults.map(({ key, values }) => ({
    field: 'text',
    text: { key, ...(values ? { values } : {}) },
  }));
  const detail = first
    ? textIn({ key: first.key, ...(first.values ? { values: first.values } : {}) }, 'zh-Hans')
    : '';
  throw new AppError('refused', { key: 'message.refused.faults', values: { text: detail } }, { fields });
}

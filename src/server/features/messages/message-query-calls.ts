import { Type } from '@sinclair/typebox';
import { notifiedFaults } from '#domain/messages/against-notified.ts';
import { messagesIn, priorityOf } from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import type { Fault } from '#domain/messages/piece.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { method, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { createByHand, desk } from './by-hand.ts';
import type { Inbound, Receipt } from './inbound.ts';
import { messagePage, retryFailed } from './message-queries.ts';
import {
  checkInput,
  checkOutput,
  composeInput,
  composeOutput,
  idInput,
  knownInput,
  knownOutput,
  matchInput,
  pageInput,
  pageOutput,
  receiveInput,
  receiveOutput,
  retryInput,
  sendInput,
} from './message-shapes.ts';
import type { MessageOutbox } from './outbox.ts';

const readers = [...desk, 'Pages.Navigation'];
const senders = [...desk, 'Pages.Navigation.Create'];

/** Plan message receipts (specification §7, MessageQuery) and what is done with them. */
export function createMessageQueryService(deps: {
  records: Records;
  sql: Sql;
  outbox: MessageOutbox;
  inbound: Inbound;
  clock: () => Date;
}): Service {
  const { records, inbound, clock } = deps;
  const byHand = createByHand(deps);

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
        /** `faulty`: left as they are, for no unit would take their text: they are to be written anew. */
        output: Type.Object({ retried: Type.Integer(), faulty: Type.Integer() }),
        async handle(input, caller) {
          const outcome = await retryFailed(records, caller, input, clock());
          const [only, ...more] = input.ids ?? [];
          if (outcome.retried === 0 && only !== undefined && more.length === 0 && !input.all) {
            await records.get(caller, 'planMessage', only);
            throw refused(outcome.faulty > 0 ? 'message.refused.mend' : 'message.refused.notFailed');
          }
          return outcome;
        },
      }),
      method({
        verb: 'POST',
        name: 'SendMessageQuery',
        permission: senders,
        summary: 'Sends a message by hand: composed from a plan by its type, or a text that holds its checks',
        input: sendInput,
        output: Type.Object({ id: Type.Integer() }),
        handle: async (input, caller) => ({ id: await byHand.send(caller, input) }),
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
          const { message, facts, known } = await byHand.compose(caller, plan, jobTask, type);
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
        name: 'Known',
        permission: readers,
        writes: false,
        summary: 'What the addressees know of the flights of a plan: further messages must name them so',
        input: knownInput,
        output: knownOutput,
        async handle({ plan }, caller) {
          const flights = await byHand.knownOf(caller, plan);
          return {
            flights: flights.map(({ offBlockAt, ...one }) => ({
              ...one,
              offBlockAt: new Date(offBlockAt).toISOString(),
            })),
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
        async handle({ text, reference }, caller) {
          // Its answer is of one message: a second one must not be passed over in silence.
          if (messagesIn(text).length > 1) {
            const several = { key: 'message.refused.several' };
            throw new AppError('validation', several, { fields: [{ field: 'text', text: several }] });
          }
          return said(await inbound.receive(text, reference ? { reference } : {}), caller);
        },
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
        summary:
          'Takes off the list what waits for a person, or has failed and is not to be sent; it is kept',
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

import { notifiedErrors } from '#domain/messages/against-notified.ts';
import { messagesIn, priorityOf } from '#domain/messages/envelope.ts';
import { formatMessage, parseMessage } from '#domain/messages/message.ts';
import type { MessageError } from '#domain/messages/piece.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Inbound, Receipt } from './inbound.ts';
import { createManualMessages } from './manual-messages.ts';
import { messagePage, retryFailed } from './message-queries.ts';
import type { MessageOutbox } from './outbox.ts';

/** Plan message receipts (specification §7, MessageQuery) and what is done with them. */
export function createMessageQueryService(deps: {
  records: Records;
  sql: Sql;
  outbox: MessageOutbox;
  inbound: Inbound;
  clock: () => Date;
}): Service {
  const { records, inbound, clock } = deps;
  const byHand = createManualMessages(deps);

  return implement('MessageQuery', {
    Page: (input, caller) => messagePage(deps, caller, input),
    async RetryMessageQuery(input, caller) {
      const outcome = await retryFailed(records, caller, input, clock());
      const [only, ...more] = input.ids ?? [];
      if (outcome.retried === 0 && only !== undefined && more.length === 0 && !input.all) {
        await records.get(caller, 'planMessage', only);
        throw refused(outcome.faulty > 0 ? 'message.refused.mend' : 'message.refused.notFailed');
      }
      return outcome;
    },
    SendMessageQuery: async (input, caller) => ({ id: await byHand.send(caller, input) }),
    async Compose({ plan, jobTask, type }, caller) {
      const { message, facts, known } = await byHand.compose(caller, plan, jobTask, type);
      const text = formatMessage(message);
      const offices = [facts.departure, facts.destination].flatMap(({ indicator }) =>
        indicator === null ? [] : [`${indicator}ZPZX`],
      );
      return {
        text,
        priority: priorityOf(type),
        addressees: [...new Set(offices)],
        faults: errorsIn([...parseMessage(text).errors, ...notifiedErrors(text, known)], caller.locale),
      };
    },
    async Known({ plan }, caller) {
      const flights = await byHand.knownOf(caller, plan);
      return {
        flights: flights.map(({ offBlockAt, ...one }) => ({
          ...one,
          offBlockAt: new Date(offBlockAt).toISOString(),
        })),
      };
    },
    async Check({ text }, { locale }) {
      const { message, pieces, errors } = parseMessage(text);
      return {
        type: message?.title.type ?? null,
        fields: pieces.map((piece) => ({
          field: piece.field,
          name: textIn({ key: `message.field.${piece.field}` }, locale),
          column: piece.column,
          length: piece.text.length,
          text: piece.text,
        })),
        faults: errorsIn(errors, locale),
      };
    },
    async Receive({ text, reference }, caller) {
      // Its answer is of one message: a second one must not be passed over in silence.
      if (messagesIn(text).length > 1) {
        const several = { key: 'message.refused.several' };
        throw new AppError('validation', several, { fields: [{ field: 'text', text: several }] });
      }
      return presentReceipt(await inbound.receive(text, reference ? { reference } : {}), caller);
    },
    Match: async ({ id, plan }, caller) => presentReceipt(await inbound.match(caller, id, plan), caller),
    Ignore: async ({ id }, caller) => presentReceipt(await inbound.ignore(caller, id), caller),
  });
}

function presentReceipt({ reason, ...receipt }: Receipt, { locale }: Caller) {
  return { ...receipt, reason: reason && textIn(reason, locale) };
}

function errorsIn(errors: MessageError[], locale: Locale) {
  return errors.map(({ field, column, length, key, values }) => ({
    field,
    column,
    length,
    message: textIn({ key, ...(values ? { values } : {}) }, locale),
  }));
}

import { refused } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import { livingRecord, textOf } from '#server/features/abp/abp.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';
import { inBoth } from '#server/kernel/in-both.ts';

const resource = 'feedback';

/** Answers to questions and feedback; whoever asked is reminded. */
export function createFeedbackService(deps: { records: Records; clock: () => Date }): Service {
  const { records, clock } = deps;

  async function remind(transaction: Transaction, feedback: StoredRecord, answer: string): Promise<void> {
    const user = feedback.createdBy;
    if (typeof user !== 'number') return;
    const text = { key: 'admin.answered', values: { question: textOf(feedback.question).slice(0, 200) } };
    const reminder = {
      user,
      ...inBoth((locale) => textIn(text, locale)),
      opinion: answer.slice(0, 500),
      documentResource: resource,
      documentId: feedback.id,
    };
    await records.create(systemCaller(), 'reminder', reminder, transaction);
  }

  async function settle(
    caller: Caller,
    recordId: number,
    change: (feedback: StoredRecord, transaction: Transaction) => Promise<Record<string, unknown>>,
  ): Promise<void> {
    await livingRecord(records, caller, resource, recordId);
    await records.transaction(async (transaction) => {
      const service = asService(caller);
      const feedback = await records.lockForChange(service, resource, recordId, transaction);
      const values = await change(feedback, transaction);
      await records.update(service, resource, recordId, feedback.version, values, transaction);
    });
  }

  return implement('Feedback', {
    async Answer(input, caller) {
      const answer = input.answer.trim();
      await settle(caller, input.id, async (feedback, transaction) => {
        if (feedback.state === 'closed') throw refused('admin.answeredBefore');
        if (feedback.createdBy !== caller.actor.userId) await remind(transaction, feedback, answer);
        return {
          answer,
          state: 'answered',
          answeredBy: caller.actor.userId,
          answeredAt: clock().toISOString(),
        };
      });
      return null;
    },
    async Close(input, caller) {
      await settle(caller, input.id, async () => ({ state: 'closed' }));
      return null;
    },
  });
}

import { Type } from '@sinclair/typebox';
import { refused } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import { livingRecord, textOf } from '#server/features/abp/abp.ts';
import { method, type Service } from '#server/http/service.ts';
import { asService, type Caller, systemCaller } from '#server/kernel/caller.ts';

const resource = 'feedback';
const keepers = ['Pages.Users'];
const id = Type.Integer({ minimum: 1 });

/** Answers to questions and feedback; whoever asked is reminded. */
export function createFeedbackService(deps: { records: Records; clock: () => Date }): Service {
  const { records, clock } = deps;

  async function remind(unit: Unit, feedback: StoredRecord, answer: string): Promise<void> {
    const user = feedback.createdBy;
    if (typeof user !== 'number') return;
    const text = { key: 'admin.answered', values: { question: textOf(feedback.question).slice(0, 200) } };
    const reminder = {
      user,
      content: textIn(text, 'zh-Hans'),
      contentEn: textIn(text, 'en'),
      opinion: answer.slice(0, 500),
      documentResource: resource,
      documentId: feedback.id,
    };
    await records.create(systemCaller(), 'reminder', reminder, unit);
  }

  async function settle(
    caller: Caller,
    recordId: number,
    change: (feedback: StoredRecord, unit: Unit) => Promise<Record<string, unknown>>,
  ): Promise<void> {
    await livingRecord(records, caller, resource, recordId);
    await records.transaction(async (unit) => {
      const service = asService(caller);
      const feedback = await records.lockForChange(service, resource, recordId, unit);
      const values = await change(feedback, unit);
      await records.update(service, resource, recordId, feedback.version, values, unit);
    });
  }

  return {
    name: 'Feedback',
    methods: [
      method({
        verb: 'POST',
        name: 'Answer',
        permission: keepers,
        summary: 'Answer a question; whoever asked finds a reminder',
        input: Type.Object({ id, answer: Type.String({ minLength: 1, maxLength: 4000 }) }),
        output: Type.Null(),
        async handle(input, caller) {
          const answer = input.answer.trim();
          await settle(caller, input.id, async (feedback, unit) => {
            if (feedback.state === 'closed') throw refused('admin.answeredBefore');
            if (feedback.createdBy !== caller.actor.userId) await remind(unit, feedback, answer);
            return {
              answer,
              state: 'answered',
              answeredBy: caller.actor.userId,
              answeredAt: clock().toISOString(),
            };
          });
          return null;
        },
      }),
      method({
        verb: 'POST',
        name: 'Close',
        permission: keepers,
        summary: 'Close a question: it takes no further answer',
        input: Type.Object({ id }),
        output: Type.Null(),
        async handle(input, caller) {
          await settle(caller, input.id, async () => ({ state: 'closed' }));
          return null;
        },
      }),
    ],
  };
}

import { textIn } from '#domain/text/locales/text-in.ts';
import type { ApprovedDocument } from '#server/features/approvals/approved-document.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';
import type { PlanDecisions } from './plan-decisions.ts';
import { planRecord } from './plan-rows.ts';

/** A plan and its release among the documents that are approved. */
export function planApproval({ decide }: Pick<PlanDecisions, 'decide'>): ApprovedDocument {
  return {
    resource: 'plan',
    decide: (caller, turn) => decide(caller, { ...turn, restriction: null, assignees: [] }),
    overdue(record) {
      const { id, planNumber, state } = planRecord(record);
      const text = { key: 'flow.overduePlan', values: { planNumber: planNumber ?? `#${id}` } };
      return {
        ...titleInBoth('flow.overdue'),
        ...inBoth((locale) => textIn(text, locale)),
        state,
      };
    },
  };
}

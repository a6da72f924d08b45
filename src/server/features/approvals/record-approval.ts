import { auditState } from '#domain/approvals/audit.ts';
import { titleInBoth } from '#server/kernel/in-both.ts';
import type { ApprovedDocument } from './approved-document.ts';
import type { AuditActs } from './audit-acts.ts';
import { wordingsOf } from './audit-journal.ts';
import type { AuditedType } from './audit-rows.ts';

/** A record type with `approval` in its entry among the documents that are approved. */
export function recordApproval({ resource }: AuditedType, acts: Pick<AuditActs, 'decide'>): ApprovedDocument {
  return {
    resource: resource.name,
    decide: (caller, turn) => acts.decide(caller, { ...turn, resource: resource.name, assignees: [] }),
    overdue: (record, step) => ({
      ...titleInBoth('audit.action.overdue'),
      ...wordingsOf(resource, record, 'audit.message.overdue', () => ({ step })),
      state: auditState.waiting,
    }),
  };
}

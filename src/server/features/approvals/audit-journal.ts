import type { AuditState } from '#domain/approvals/audit.ts';
import { englishTitleOf, type Resource } from '#domain/record/resource.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import type { StoredText } from '#domain/text/locales/stored-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { inBoth } from '#server/kernel/in-both.ts';
import { companyOf } from './audit-rows.ts';
import { keepOperation } from './journal.ts';

/** One thing that was done to a record under approval. */
export interface AuditEvent {
  /** `audit.action.<action>` and `audit.message.<message>` are its texts. */
  action: string;
  message?: string;
  from: AuditState;
  to: AuditState;
  reason?: StoredText | null;
  step?: string | null;
  /** Which papers have expired, and when. */
  papers?: (locale: Locale) => string;
  detail?: Record<string, unknown>;
}

export type AuditJournal = (
  transaction: Transaction,
  caller: Caller,
  resource: Resource,
  record: StoredRecord,
  event: AuditEvent,
) => Promise<void>;

/** What a message about the record is filled with, in one language. */
function namesOf(resource: Resource, record: Record<string, unknown>, locale: Locale): Text['values'] {
  const english = englishTitleOf(resource);
  const name = record[resource.titleField] ?? `#${record.id}`;
  return {
    kind: labelIn(resource.schema['x-label'], locale),
    name: String(nameIn({ name, nameEn: english && record[english] }, locale)),
  };
}

/** What is said of the record in both languages, and to those who may not read its title. */
export function wordingsOf(
  resource: Resource,
  record: Record<string, unknown>,
  key: string,
  values: (locale: Locale) => Text['values'],
): Pick<NonNullable<RecordChange['message']>, 'content' | 'contentEn' | 'untitled'> {
  const wordings = (of: Record<string, unknown>) =>
    inBoth((locale) =>
      textIn({ key, values: { ...namesOf(resource, of, locale), ...values(locale) } }, locale),
    );
  return { ...wordings(record), untitled: wordings({ id: record.id }) };
}

/** The journal of records under approval: what is kept of them and said to those whose rows hold them. */
export function createAuditJournal(deps: { records: Records; clock: () => Date }): AuditJournal {
  return (transaction, caller, resource, record, event) => {
    const { action, from, to, reason = null, step, message = action, papers } = event;
    return keepOperation(
      deps,
      transaction,
      caller,
      {
        resource: resource.name,
        id: record.id,
        company: companyOf(resource, record),
        action,
        from,
        to,
        reason,
        detail: { ...(step ? { step } : {}), ...event.detail },
      },
      {
        type: `${resource.name}.${typeOf[message] ?? action}`,
        title: `audit.action.${action}`,
        ...wordingsOf(resource, record, `audit.message.${message}`, (locale) => ({
          step: step ?? '',
          papers: papers?.(locale) ?? '',
        })),
        // Nobody wrote which papers have expired: they are in the content.
        ...(papers ? { message: '' } : {}),
        state: to,
        record,
      },
    );
  };
}

/** What the real-time message is called, after what has happened. */
const typeOf: Record<string, string> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  approve: 'stepApproved',
  approved: 'approved',
  reject: 'rejected',
  return: 'returned',
  reassign: 'reassigned',
  expire: 'expired',
};

import type { AuditState } from '#domain/approvals/audit.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { labelIn } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { keepOperation } from '#server/engine/records/operations.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Unit } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordChange } from '#server/kernel/changes.ts';
import { companyOf } from './audit-rows.ts';

/** One thing that was done to a record under approval. */
export interface AuditEvent {
  /** `audit.action.<action>` and `audit.message.<message>` are its texts. */
  action: string;
  message?: string;
  from: AuditState;
  to: AuditState;
  reason?: string | null;
  step?: string | null;
  detail?: Record<string, unknown>;
}

export type AuditJournal = (
  unit: Unit,
  caller: Caller,
  resource: Resource,
  record: StoredRecord,
  event: AuditEvent,
) => Promise<void>;

/** What a message about the record is filled with, in one language. */
function namesOf(resource: Resource, record: Record<string, unknown>, locale: Locale): Text['values'] {
  return {
    kind: labelIn(resource.schema['x-label'], locale),
    name: String(record[resource.titleField] ?? `#${record.id}`),
  };
}

/** What is said of the record in both languages, and to those who may not read its title. */
export function saidOf(
  resource: Resource,
  record: Record<string, unknown>,
  key: string,
  values: Text['values'],
): Pick<NonNullable<RecordChange['message']>, 'content' | 'contentEn' | 'untitled'> {
  const said = (of: Record<string, unknown>) => {
    const content = (locale: Locale) =>
      textIn({ key, values: { ...namesOf(resource, of, locale), ...values } }, locale);
    return { content: content('zh-Hans'), contentEn: content('en') };
  };
  return { ...said(record), untitled: said({ id: record.id }) };
}

/**
 * Keeps who did what, when, why and from where in the transaction that does it, and leaves the message that its
 * commit sends to everyone whose rows hold the record.
 */
export function createAuditJournal(deps: { records: Records; clock: () => Date }): AuditJournal {
  return async (unit, caller, resource, record, event) => {
    const { at, by, unitName } = await keepOperation(deps, unit, caller, {
      resource: resource.name,
      id: record.id,
      company: companyOf(resource, record),
      action: event.action,
      from: event.from,
      to: event.to,
      reason: event.reason ?? null,
      detail: { ...(event.step ? { step: event.step } : {}), ...event.detail },
    });
    unit.announce({
      resource: resource.name,
      id: record.id,
      action: 'update',
      record,
      message: {
        type: `${resource.name}.${typeOf[event.message ?? event.action] ?? event.action}`,
        title: textIn({ key: `audit.action.${event.action}` }, 'zh-Hans'),
        ...saidOf(resource, record, `audit.message.${event.message ?? event.action}`, {
          step: event.step ?? '',
        }),
        message: event.reason ?? '',
        unit: unitName,
        actualNum: null,
        state: event.to,
      },
      by,
      at,
    });
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

import type { ApprovalRule, Resource } from '#domain/record/resource.ts';
import { AppError } from '#domain/text/errors.ts';
import { labelIn } from '#domain/text/label.ts';
import { numberOf } from '#domain/text/narrow.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** A record type that passes an approval flow. */
export interface AuditedType {
  type: RecordType;
  resource: Resource;
  approval: ApprovalRule;
}

/** The audited type of this name; refused where its records need no approval. */
export function auditedType(catalogue: Catalogue, name: string, caller: Caller): AuditedType {
  const type = catalogue.find(name);
  const { resource } = type;
  if (!resource.approval) {
    const label = labelIn(resource.schema['x-label'], caller.locale);
    const text = { key: 'audit.refused.notThis', values: { resource: label } };
    throw new AppError('validation', text, { fields: [{ field: 'resource', text }] });
  }
  return { type, resource, approval: resource.approval };
}

/** All audited types, in the order of the entries. */
export function auditedTypes({ types }: Catalogue): AuditedType[] {
  return [...types.values()].flatMap((type) =>
    type.resource.approval ? [{ type, resource: type.resource, approval: type.resource.approval }] : [],
  );
}

/** Whose record it is. */
export function companyOf({ scope }: Resource, record: StoredRecord): number | null {
  const company = scope?.company ? record[scope.company] : undefined;
  return numberOf(company);
}

/** What is decided on: the record's own fields, without secrets and without where it stands. */
export function snapshotOf({ type, approval }: AuditedType, record: StoredRecord): Record<string, unknown> {
  const snapshot: Record<string, unknown> = {};
  for (const { name, secret } of type.fields.values()) {
    if (secret || name === approval.state || name === approval.opinion) continue;
    snapshot[name] = record[name] ?? null;
  }
  return snapshot;
}

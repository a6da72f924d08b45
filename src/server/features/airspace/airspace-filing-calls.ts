import { momentOf } from '#domain/plans/moments.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { fieldFinding } from '#server/engine/records/field-findings.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { AuditActs } from '#server/features/approvals/audit-acts.ts';
import type { Handlers } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { AirspaceChecks } from './airspace-check.ts';
import { presentCheck } from './airspace-check.ts';
import type { AirspaceLife } from './airspace-life.ts';
import { readableNotices } from './airspace-notices.ts';
import { draftOf } from './airspace-rows.ts';
import { atField, whole } from './airspace-shape.ts';
import { waitingApplications } from './airspace-waiting.ts';

export function savedView(record: StoredRecord) {
  return {
    id: record.id,
    version: record.version,
    state: Number(record.state ?? 0),
    auditState: Number(record.auditState ?? 0),
  };
}

/** What an applicant does: make, change, check, submit, withdraw and delete an application. */
export function airspaceFilingMethods(deps: {
  records: Records;
  catalogue: Catalogue;
  sql: Sql;
  life: AirspaceLife;
  acts: AuditActs;
  check: AirspaceChecks;
}): Pick<Handlers<'Airspace'>, 'Save' | 'Submit' | 'Withdraw' | 'Delete' | 'CheckErrors'> {
  const { records, catalogue, sql, life, acts, check } = deps;
  /** For what these values would be refused when they are saved; whoever may save none is told none. */
  async function errorsOnSave(caller: Caller, values: Record<string, unknown>, before?: StoredRecord) {
    if (!caller.ability.can(before ? 'update' : 'create', 'airspace')) return [];
    return records.validate(caller, 'airspace', values, before ? { before } : {});
  }

  const now = async (caller: Caller, of: number) => savedView(await records.get(caller, 'airspace', of));

  return {
    Save: async (input, caller) => savedView(await life.save(caller, input)),
    async Submit(input, caller) {
      await acts.submit(caller, 'airspace', input.id, input.comment?.trim() || null);
      return now(caller, input.id);
    },
    async Withdraw(input, caller) {
      await acts.withdraw(caller, 'airspace', input.id, input.comment?.trim() || null);
      return now(caller, input.id);
    },
    Delete: async (input, caller) => ({ id: (await life.remove(caller, input.id)).id }),
    async CheckErrors({ id: known, ...fields }, caller) {
      for (const field of ['validFrom', 'validTo'] as const) {
        const stated = fields[field];
        if (typeof stated === 'string' && momentOf(stated) === null)
          throw atField(field, { key: 'airspace.refused.time' });
      }
      const before = known === undefined ? undefined : await records.get(caller, 'airspace', known);
      const stored = before
        ? presentFor(caller, catalogue.find('airspace'), before)
        : { company: caller.actor.companyId };
      const values = shaped(fields, stored);
      const draft = draftOf({ ...stored, ...values });
      const waiting = await waitingApplications(sql, caller, catalogue.find('airspace'));
      const notices = await readableNotices(sql, caller, catalogue.find('notice'));
      const found = await check(sql, draft, { waiting, notices });
      const errors = Object.keys(fields).length > 0 ? await errorsOnSave(caller, values, before) : [];
      // Each field once: of what was given, what is wrong with it; of what was not, the rule that asks for it.
      const rootOf = (field: string) => field.split('.')[0] ?? field;
      const given = errors.filter(({ field }) => (values[rootOf(field)] ?? null) !== null);
      const ill = new Set(given.map(({ field }) => rootOf(field)));
      const own = found.findings.filter(({ level, field }) => level !== 'error' || !ill.has(field));
      const named = new Set(own.flatMap(({ level, field }) => (level === 'error' ? [field] : [])));
      const more = errors.filter(({ field }) => !named.has(rootOf(field)));
      const findings = [...own, ...more.map((error) => fieldFinding(error))];
      return presentCheck({ ...found, findings }, caller);
    },
  };
}

/** As it would be saved; where the figures contradict the geometry the check says so, and nothing is refused here. */
function shaped(fields: Record<string, unknown>, stored: Record<string, unknown>): Record<string, unknown> {
  try {
    return whole(fields, stored);
  } catch {
    return fields;
  }
}

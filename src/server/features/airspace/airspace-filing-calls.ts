import { Type } from '@sinclair/typebox';
import { momentOf } from '#domain/plans/moments.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import { fieldFinding } from '#server/engine/records/field-findings.ts';
import { presentFor } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { AuditActs } from '#server/features/approvals/audit-acts.ts';
import { largeBody } from '#server/http/body-limits.ts';
import { method, type ServiceMethod } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { AirspaceChecks } from './airspace-check.ts';
import { presentCheck } from './airspace-check.ts';
import { draftInput, saveInput } from './airspace-input.ts';
import type { AirspaceLife } from './airspace-life.ts';
import { readableNotices } from './airspace-notices.ts';
import { checkOutput, savedAirspace } from './airspace-output.ts';
import { createPermission, draftOf, libraryPermission } from './airspace-rows.ts';
import { atField, whole } from './airspace-shape.ts';
import { waitingApplications } from './airspace-waiting.ts';

const id = Type.Integer({ minimum: 1 });
const comment = Type.Optional(Type.String({ maxLength: 1000 }));
const makers = [...createPermission, ...libraryPermission];

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
}): ServiceMethod[] {
  const { records, catalogue, sql, life, acts, check } = deps;
  /** For what these values would be refused when they are saved; whoever may save none is told none. */
  async function saveFaults(caller: Caller, values: Record<string, unknown>, before?: StoredRecord) {
    if (!caller.ability.can(before ? 'update' : 'create', 'airspace')) return [];
    return records.faults(caller, 'airspace', values, before ? { before } : {});
  }

  const now = async (caller: Caller, of: number) => savedView(await records.get(caller, 'airspace', of));

  return [
    method({
      verb: 'POST',
      name: 'Save',
      bodyLimit: largeBody,
      permission: makers,
      summary:
        'Makes or changes an application (state 0); what is left out stays as it is. The geometry follows from the figures. Of an approved airspace the keeper of the library makes a version, at once or from effectiveFrom on',
      input: saveInput,
      output: savedAirspace,
      handle: async (input, caller) => savedView(await life.save(caller, input)),
    }),
    method({
      verb: 'POST',
      name: 'Submit',
      permission: createPermission,
      summary: 'Submits an application for approval (Order 371, art. 7 to 9); it is locked until that ends',
      input: Type.Object({ id, comment }),
      output: savedAirspace,
      async handle(input, caller) {
        await acts.submit(caller, 'airspace', input.id, input.comment?.trim() || null);
        return now(caller, input.id);
      },
    }),
    method({
      verb: 'POST',
      name: 'Withdraw',
      permission: createPermission,
      summary: 'Takes a submitted application back; it may be changed again',
      input: Type.Object({ id, comment }),
      output: savedAirspace,
      async handle(input, caller) {
        await acts.withdraw(caller, 'airspace', input.id, input.comment?.trim() || null);
        return now(caller, input.id);
      },
    }),
    method({
      verb: 'POST',
      name: 'Delete',
      permission: makers,
      summary: 'Deletes an application that was never approved and does not wait: into the trash',
      input: Type.Object({ id }),
      output: Type.Object({ id: Type.Integer() }),
      handle: async (input, caller) => ({ id: (await life.remove(caller, input.id)).id }),
    }),
    method({
      verb: 'POST',
      name: 'CheckErrors',
      bodyLimit: largeBody,
      permission: [...makers, 'Pages.AirspaceApproval'],
      writes: false,
      summary:
        'Everything that stands against an application, found at once, with the approving level that its extent proposes and its legal clock; other applications that wait for the same air, of those that the caller may see, are warned of. With an id, what is left out is read from the record',
      input: draftInput,
      output: checkOutput,
      async handle({ id: known, ...fields }, caller) {
        for (const field of ['validFrom', 'validTo'] as const) {
          const said = fields[field];
          if (typeof said === 'string' && momentOf(said) === null)
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
        const faults = Object.keys(fields).length > 0 ? await saveFaults(caller, values, before) : [];
        // Each field once: of what was given, what is wrong with it; of what was not, the rule that asks for it.
        const rootOf = (field: string) => field.split('.')[0] ?? field;
        const given = faults.filter(({ field }) => (values[rootOf(field)] ?? null) !== null);
        const ill = new Set(given.map(({ field }) => rootOf(field)));
        const own = found.findings.filter(({ level, field }) => level !== 'error' || !ill.has(field));
        const said = new Set(own.flatMap(({ level, field }) => (level === 'error' ? [field] : [])));
        const more = faults.filter(({ field }) => !said.has(rootOf(field)));
        const findings = [...own, ...more.map((fault) => fieldFinding(fault))];
        return presentCheck({ ...found, findings }, caller);
      },
    }),
  ];
}

/** As it would be saved; where the figures contradict the geometry the check says so, and nothing is refused here. */
function shaped(fields: Record<string, unknown>, stored: Record<string, unknown>): Record<string, unknown> {
  try {
    return whole(fields, stored);
  } catch {
    return fields;
  }
}

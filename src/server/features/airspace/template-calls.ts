import type { InputOf } from '#contract/services.ts';
import { adminPermission } from '#domain/identity/access.ts';
import { fieldError, formError } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { withoutHidden } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import { templateRecord } from '#server/features/plans/plan-rows.ts';
import { keepTemplate } from '#server/features/plans/plan-template.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Airspace templates: an extent with limits that a user keeps (decisions.md §6). */
export function createTemplateService({ records }: { records: Records }): Service {
  async function save(caller: Caller, { id: known, version, ...input }: InputOf<'Template', 'EditTemplate'>) {
    const values: Record<string, unknown> = {
      ...emptyTemplate,
      ...input,
      company: input.company ?? caller.actor.companyId,
    };
    const { company } = values;
    const isHis = typeof company === 'number' && caller.actor.companyIds.includes(company);
    // What belongs to no company is shared by all: that is for an administrator to make.
    if (!isHis && !caller.actor.permissions.includes(adminPermission)) {
      const key = typeof company === 'number' ? 'plan.refused.otherCompany' : 'plan.refused.companyNeeded';
      throw fieldError('company', key);
    }
    if (known === undefined) {
      return records.transaction((transaction) => keepTemplate(records, caller, transaction, values));
    }
    if (version === undefined) {
      const field = 'version';
      throw formError(field, 'common.invalid.required', { field });
    }
    return records.update(caller, 'airspaceTemplate', known, version, values);
  }

  return implement('Template', {
    async EditTemplate(input, caller) {
      const stored = await save(caller, input);
      return { id: stored.id, version: stored.version };
    },
    async GetTemplate(input, caller) {
      const stored = await records.get(caller, 'airspaceTemplate', input.id);
      const company = (await records.labels(caller, 'airspaceTemplate', [stored])).get(stored.id)?.company;
      const template = templateRecord(stored);
      const view = { ...template, companyName: stringOf(company) };
      return withoutHidden(caller, 'airspaceTemplate', view, {
        ...emptyTemplate,
        owner: null,
        companyName: null,
      });
    },
  });
}

/** What a form leaves out is emptied: a saved template is what was sent. */
const emptyTemplate = {
  company: null,
  kind: 'temporary' as const,
  center: null,
  radiusM: null,
  startBearing: null,
  endBearing: null,
  centerline: null,
  widthM: null,
  entryExit: null,
  remark: null,
};

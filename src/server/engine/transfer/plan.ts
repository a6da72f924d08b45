import { mayEver } from '#domain/identity/access.ts';
import type { PermissionRule, Resource } from '#domain/record/resource.ts';
import { columnSchema, keysOf, partOf, positionHalves } from '#domain/record/transfer/columns.ts';
import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { AppError, fieldError, type Text } from '#domain/text/errors.ts';
import { maySet } from '#server/engine/records/fields.ts';
import type { RecordType } from '#server/engine/records/record-type.ts';
import { forbidden, refuseReadOnly } from '#server/engine/records/scope.ts';
import { refuseToken } from '#server/engine/records/session-only.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { StoredJob } from './job-store.ts';

/** May this caller import into it at all? */
export function assertMayImport(caller: Caller, type: RecordType): void {
  refuseReadOnly(type, caller);
  const { name } = type.resource;
  refuseToken(name, caller);
  if (mayEver(caller.ability, 'create', name) || mayEver(caller.ability, 'update', name)) return;
  throw forbiddenToImport(type);
}

/** Whether a plan can be carried out on this file by this caller. */
export function refusePlan(caller: Caller, type: RecordType, job: StoredJob, plan: ImportPlan): void {
  const { resource } = type;
  const actions =
    plan.mode === 'upsert'
      ? (['create', 'update'] as const)
      : ([plan.mode === 'insert' ? 'create' : 'update'] as const);
  for (const action of actions) {
    if (!mayEver(caller.ability, action, resource.name)) throw forbidden(type, action);
  }
  const mapped = Object.entries(plan.mapping);
  const fields = mapped.map(([, field]) => field);
  const refuse = (key: string, values: Text['values'] = {}) => {
    throw fieldError('plan', key, values);
  };
  if (fields.length === 0) refuse('transfer.plan.empty');
  for (const [column, field] of mapped) {
    const label = labelOf(resource, field, caller);
    if (!(Number(column) < job.headers.length))
      refuse('transfer.plan.column', { column: Number(column) + 1 });
    if (fields.indexOf(field) !== fields.lastIndexOf(field)) refuse('transfer.plan.twice', { label });
    const { field: whole, half } = partOf(field);
    if (half && fields.includes(whole)) refuse('transfer.plan.twice', { label });
    const other = positionHalves.find((one) => one !== half);
    if (half && !fields.includes(`${whole}.${other}`)) refuse('transfer.plan.half', { label });
    const known = columnSchema(resource, field) && type.fields.get(whole);
    const settable = known !== undefined && actions.some((action) => maySet(caller, action, type, known));
    if (!settable && field !== 'id' && !plan.key.includes(field)) refuse('transfer.plan.field', { label });
  }
  if (plan.mode === 'insert') return;
  const key = keysOf(resource).find((each) => each.join() === plan.key.join());
  if (!key) refuse('transfer.plan.key');
  for (const field of plan.key) {
    if (!fields.includes(field))
      refuse('transfer.plan.keyColumn', { label: labelOf(resource, field, caller) });
  }
}

function labelOf(resource: Resource, field: string, { locale }: Caller): string {
  return columnSchema(resource, field)?.['x-label']?.[locale] ?? field;
}

/** Who may import: whoever may create or change such a record. */
export function importRule({
  permissions: { create, update },
}: Pick<Resource, 'permissions'>): PermissionRule {
  if (create === 'signedIn' || update === 'signedIn') return 'signedIn';
  return [...new Set([...create, ...update])];
}

/** The refusal that names every permission by which one could. */
function forbiddenToImport({ resource }: RecordType): AppError {
  const rule = importRule(resource);
  const permissions = rule === 'signedIn' ? [] : rule;
  return new AppError('forbidden', {
    key: 'common.forbidden',
    values: { permissions: (permissions.length > 0 ? permissions : ['Pages.Admin']).join(', ') },
  });
}

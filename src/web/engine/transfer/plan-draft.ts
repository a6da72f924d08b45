import { type Ability, mayEver, mayWriteField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { columnsFor, importableFields, keysOf, partOf } from '#domain/record/transfer/columns.ts';
import type { ImportJob, ImportMode, ImportPlan } from '#domain/record/transfer/job.ts';
import { isObject } from '#domain/text/narrow.ts';

/**
 * What the user keeps of their last import into a record type: which head is which field, and how they did
 * it.
 */
export interface Remembered {
  fields: Record<string, string | null>;
  mode?: ImportMode;
  key?: string[];
}

export function readRemembered(value: unknown): Remembered {
  if (!isObject(value) || !isObject(value.fields)) return { fields: {} };
  const fields = Object.entries(value.fields).filter(
    (entry): entry is [string, string | null] => entry[1] === null || typeof entry[1] === 'string',
  );
  const { mode, key } = value;
  return {
    fields: Object.fromEntries(fields),
    ...(mode === 'insert' || mode === 'update' || mode === 'upsert' ? { mode } : {}),
    ...(Array.isArray(key) ? { key: key.map(String) } : {}),
  };
}

/** Heads kept at most: a person imports many different sheets. */
const mostHeads = 300;

export function rememberedFrom(job: ImportJob, plan: ImportPlan, before: Remembered): Remembered {
  const now = job.columns.map(({ index, header }): [string, string | null] => [
    header,
    plan.mapping[index] ?? null,
  ]);
  const old = Object.entries(before.fields).filter(([head]) => !now.some(([header]) => header === head));
  return {
    fields: Object.fromEntries([...now, ...old].slice(0, mostHeads)),
    mode: plan.mode,
    key: plan.key,
  };
}

/** What this user may fill by an import: fields, and the halves of those that are points. */
export function fieldsFor(ability: Ability, resource: Resource): string[] {
  const fields = importableFields(resource).filter(
    (field) =>
      mayWriteField(ability, 'create', resource.name, field) ||
      mayWriteField(ability, 'update', resource.name, field),
  );
  return columnsFor(resource, fields);
}

export function modesFor(ability: Ability, resource: Resource): ImportMode[] {
  const [create, update] = [
    mayEver(ability, 'create', resource.name),
    mayEver(ability, 'update', resource.name),
  ];
  if (create && update) return ['insert', 'update', 'upsert'];
  return create ? ['insert'] : ['update'];
}

/** What a plan begins with: what was kept of these very heads, else what their names say. */
export function draftOf(
  job: ImportJob,
  resource: Resource,
  open: string[],
  modes: ImportMode[],
  remembered: Remembered,
): ImportPlan {
  if (job.plan) return job.plan;
  const allowed = new Set([...open, 'id', ...keysOf(resource).flat()]);
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  for (const { index, header, guess } of job.columns) {
    const known = header in remembered.fields ? remembered.fields[header] : guess;
    if (!known || !allowed.has(known) || taken.has(known)) continue;
    taken.add(known);
    mapping[index] = known;
  }
  const mode = remembered.mode && modes.includes(remembered.mode) ? remembered.mode : (modes[0] ?? 'insert');
  return { mapping, mode, key: keyFor(resource, mapping, remembered.key), onError: 'valid', blanks: 'keep' };
}

/** The key that was used last where its columns are there, else the first whose columns are. */
export function keyFor(resource: Resource, mapping: Record<string, string>, wanted: string[] = []): string[] {
  const mapped = new Set(Object.values(mapping));
  const possible = keysOf(resource).filter((key) => key.every((field) => mapped.has(field)));
  return possible.find((key) => key.join() === wanted.join()) ?? possible[0] ?? [];
}

/** What stands against a plan before the server is asked: keys of texts, with the fields. */
export function gapsOf(resource: Resource, plan: ImportPlan): { required: string[]; noKey: boolean } {
  const mapped = new Set(Object.values(plan.mapping).map((column) => partOf(column).field));
  const required =
    plan.mode === 'update'
      ? []
      : (resource.schema.required ?? []).filter(
          (field) => !mapped.has(field) && resource.schema.properties[field]?.default === undefined,
        );
  return { required, noKey: plan.mode !== 'insert' && plan.key.length === 0 };
}

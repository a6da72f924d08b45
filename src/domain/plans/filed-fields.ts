import { recordSchema } from '#domain/record/record-schema.ts';
import type { RecordFields } from '#domain/record/records.gen.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import jobTaskFile from '#schemas/job-task.json' with { type: 'json' };
import planFile from '#schemas/plan.json' with { type: 'json' };

/** The files that say what a plan and its sorties are: inputs, answers, copies and screens follow from them. */
interface Files {
  plan: (typeof planFile)['properties'];
  jobTask: (typeof jobTaskFile)['properties'];
}
export type PlanPart = keyof Files;

type Marked<Part extends PlanPart, Keyword extends string> = {
  [Field in keyof Files[Part]]: Files[Part][Field] extends Record<Keyword, unknown> ? Field : never;
}[keyof Files[Part]] &
  keyof RecordFields[Part] &
  string;

/** The fields of a plan, or of a sortie, that its operator says (`x-filed`). */
export type FiledField<Part extends PlanPart> = Marked<Part, 'x-filed'>;

/** Those of them that stand wherever several plans or sorties do (`x-listed`): in the sheet, and in a list. */
export type ListedField<Part extends PlanPart> = Marked<Part, 'x-listed'>;

/** The fields that have a value where nobody says one. */
export type DefaultedField<Part extends PlanPart> = Marked<Part, 'default'>;

/** A value where the record may lack it: none is null; an empty list and a no are values. */
export type Whole<T> =
  NonNullable<T> extends boolean | unknown[]
    ? NonNullable<T>
    : undefined extends T
      ? NonNullable<T> | null
      : T;

/** A stored plan, or sortie, with a value in every field. */
export type WholeRecord<Part extends PlanPart> = {
  [Field in keyof RecordFields[Part]]-?: Whole<RecordFields[Part][Field]>;
};

type LackingField<Part extends PlanPart> = {
  [Field in keyof RecordFields[Part]]-?: undefined extends RecordFields[Part][Field]
    ? NonNullable<RecordFields[Part][Field]> extends boolean
      ? never
      : Field
    : never;
}[keyof RecordFields[Part]];

export const planParts = { plan: recordSchema(planFile), jobTask: recordSchema(jobTaskFile) };

/** In the order of the file. */
export const filedFields = { plan: filedIn('plan'), jobTask: filedIn('jobTask') };

/** Those of them that stand wherever several plans or sorties do, and those on a plan's own page only. */
export const listedFields = { plan: listedIn('plan'), jobTask: listedIn('jobTask') };
export const unlistedFields = { plan: unlistedIn('plan'), jobTask: unlistedIn('jobTask') };

function filedIn<Part extends PlanPart>(part: Part): FiledField<Part>[] {
  const { properties } = planParts[part];
  const isFiled = (field: string): field is FiledField<Part> => properties[field]?.['x-filed'] === true;
  return Object.keys(properties).filter(isFiled);
}

function listedIn<Part extends PlanPart>(part: Part): ListedField<Part>[] {
  const { properties } = planParts[part];
  const isListed = (field: string): field is ListedField<Part> => properties[field]?.['x-listed'] === true;
  return Object.keys(properties).filter(isListed);
}

function unlistedIn<Part extends PlanPart>(part: Part): Exclude<FiledField<Part>, ListedField<Part>>[] {
  const { properties } = planParts[part];
  const isUnlisted = (field: FiledField<Part>): field is Exclude<FiledField<Part>, ListedField<Part>> =>
    properties[field]?.['x-listed'] !== true;
  return filedIn(part).filter(isUnlisted);
}

/** These fields: those that are named first, then the others in the order of the file, but for those left out. */
export function inOrder<Field extends string>(
  fields: readonly Field[],
  first: readonly Field[],
  left: readonly Field[] = [],
): Field[] {
  return [...first, ...fields.filter((field) => !first.includes(field) && !left.includes(field))];
}

/** Has it an order, as a list of records can be sorted by it? */
export function isOrdered({ type }: FieldSchema): boolean {
  return type !== 'array' && type !== 'object';
}

/** What stands in a field of which nothing is known. */
function emptyValue({ type }: FieldSchema): null | false | unknown[] {
  return type === 'array' ? [] : type === 'boolean' ? false : null;
}

export function wholeOf<Part extends PlanPart>(part: Part, record: RecordFields[Part]): WholeRecord<Part> {
  return valuesOf(part, Object.keys(planParts[part].properties), record) as WholeRecord<Part>;
}

/** What its operator has said of a stored plan, or sortie: a form would send the same again. */
export function filedOf<Part extends PlanPart>(
  part: Part,
  record: RecordFields[Part],
): Pick<WholeRecord<Part>, FiledField<Part>> {
  return valuesOf(part, filedFields[part], record) as Pick<WholeRecord<Part>, FiledField<Part>>;
}

/** What a plan, or sortie, shows of the fields that it may lack, where it lacks them or they are not for everyone. */
export function lackingOf<Part extends PlanPart>(part: Part): Pick<WholeRecord<Part>, LackingField<Part>> {
  const { properties, required = [] } = planParts[part];
  const fields = Object.keys(properties).filter(
    (field) => !required.includes(field) && properties[field]?.type !== 'boolean',
  );
  return valuesOf(part, fields, {}) as Pick<WholeRecord<Part>, LackingField<Part>>;
}

/**
 * The fields that identify a plan and its sorties, which no role can hide: without its time or callsign, one flight could be
 * mistaken for another.
 */
export const alwaysShown: Readonly<Record<string, readonly string[]>> = {
  plan: [...(planParts.plan.required ?? []), 'planNumber', 'state'],
  jobTask: planParts.jobTask.required ?? [],
};

function valuesOf(part: PlanPart, fields: readonly string[], record: object): Record<string, unknown> {
  const { properties } = planParts[part];
  return Object.fromEntries(
    fields.map((field) => [field, valueIn(record, field) ?? emptyValue(properties[field] ?? {})]),
  );
}

/** What is stored of a form: what it leaves out is emptied, or has its default, for a saved plan is what was sent. */
export function storedOf(part: PlanPart, form: object): Record<string, unknown> {
  const { properties } = planParts[part];
  return Object.fromEntries(
    filedFields[part].map((field) => {
      const schema = properties[field] ?? {};
      return [field, valueIn(form, field) ?? schema.default ?? emptyValue(schema)];
    }),
  );
}

/** What a sortie has in the fields that a form leaves out. */
export const leftOutTask = storedOf('jobTask', {});

function valueIn(record: object, field: string): unknown {
  return Object.hasOwn(record, field) ? Reflect.get(record, field) : undefined;
}

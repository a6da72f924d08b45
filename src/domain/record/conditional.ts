import { isObject } from '#domain/text/narrow.ts';
import type { RecordSchema } from './resource.ts';

type Values = Record<string, unknown>;

/** One if/then/else of a schema. */
interface Branch {
  condition: unknown;
  whenMet: unknown;
  otherwise: unknown;
}

/** What the conditions of a schema make of a record. */
export interface Appearance {
  /** Fields that have no place in this record: not shown, and dropped or kept as the field's `x-when-hidden` says. */
  hidden: ReadonlySet<string>;
  /** Fields that it needs, those that are needed always included. */
  required: ReadonlySet<string>;
}

/**
 * Which fields a record has, by the if/then/else of its schema. A field that some branch requires, or names with
 * `true` in its properties, has a place only where such a branch holds; one that is required always, or that no branch
 * names in this way, has its place always. A branch that only narrows a field (`{"value": {"pattern": …}}`) says
 * nothing about its place.
 */
export function appearance(schema: RecordSchema, values: Values): Appearance {
  const { branches, conditional, always } = conditionsOf(schema);
  if (branches.length === 0) return { hidden: conditional, required: always };
  let hidden = new Set<string>();
  // What is hidden counts as absent, and may so hide others in its turn.
  for (let round = 0; round <= conditional.size; round += 1) {
    const present = Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.has(field)));
    const shown = new Set(branches.flatMap((branch) => namedBy(taken(branch, present))));
    const next = new Set([...conditional].filter((field) => !shown.has(field)));
    const settled = next.size === hidden.size && [...next].every((field) => hidden.has(field));
    hidden = next;
    if (settled) break;
  }
  const present = Object.fromEntries(Object.entries(values).filter(([field]) => !hidden.has(field)));
  const needed = branches.flatMap((branch) => textsOf(objectOf(taken(branch, present)).required));
  return { hidden, required: new Set([...always, ...needed]) };
}

/** The fields whose place depends on others. */
export function conditionalFields(schema: RecordSchema): ReadonlySet<string> {
  return conditionsOf(schema).conditional;
}

interface Conditions {
  branches: Branch[];
  conditional: ReadonlySet<string>;
  always: ReadonlySet<string>;
}

/** A schema is not changed once it is read: what follows from it alone is worked out once, not for each record. */
const known = new WeakMap<RecordSchema, Conditions>();

function conditionsOf(schema: RecordSchema): Conditions {
  const cached = known.get(schema);
  if (cached) return cached;
  const branches = branchesOf(schema);
  const always = new Set(schema.required ?? []);
  const named = branches.flatMap((branch) => [...namedBy(branch.whenMet), ...namedBy(branch.otherwise)]);
  const conditional = new Set(named.filter((field) => field in schema.properties && !always.has(field)));
  const conditions = { branches, conditional, always };
  known.set(schema, conditions);
  return conditions;
}

/** The hidden fields whose values are dropped when the record is saved. */
export function droppedFields(schema: RecordSchema, values: Values): string[] {
  return [...appearance(schema, values).hidden].filter(
    (field) => schema.properties[field]?.['x-when-hidden'] !== 'keep',
  );
}

function branchesOf(schema: RecordSchema): Branch[] {
  const own = [schema, ...(schema.allOf ?? []).map(objectOf)];
  return own.flatMap((part) =>
    part.if === undefined ? [] : [{ condition: part.if, whenMet: part.then, otherwise: part.else }],
  );
}

function taken(branch: Branch, values: Values): unknown {
  return holds(branch.condition, values) ? branch.whenMet : branch.otherwise;
}

function namedBy(part: unknown): string[] {
  const { required, properties } = objectOf(part);
  const given = Object.entries(objectOf(properties)).flatMap(([field, rule]) =>
    rule === true ? [field] : [],
  );
  return [...textsOf(required), ...given];
}

/**
 * Does a value meet a condition? The part of JSON Schema that an `if` is written in; it is read without a
 * compiler, because a page may not make code from text. A keyword that is not known here is no condition.
 */
export function holds(condition: unknown, value: unknown): boolean {
  if (typeof condition === 'boolean') return condition;
  const rule = objectOf(condition);
  return Object.entries(rule).every(([keyword, limit]) => test(keyword, limit, value));
}

function test(keyword: string, limit: unknown, value: unknown): boolean {
  switch (keyword) {
    case 'const':
      return equal(value, limit);
    case 'enum':
      return Array.isArray(limit) && limit.some((one) => equal(value, one));
    case 'type':
      return (Array.isArray(limit) ? limit : [limit]).some((type) => isType(value, type));
    case 'required':
      return !isObject(value) || textsOf(limit).every((field) => isThere(value[field]));
    case 'properties':
      return (
        !isObject(value) ||
        Object.entries(objectOf(limit)).every(
          ([field, rule]) => !isThere(value[field]) || holds(rule, value[field]),
        )
      );
    case 'not':
      return !holds(limit, value);
    case 'allOf':
      return !Array.isArray(limit) || limit.every((rule) => holds(rule, value));
    case 'anyOf':
      return !Array.isArray(limit) || limit.some((rule) => holds(rule, value));
    case 'oneOf':
      return !Array.isArray(limit) || limit.filter((rule) => holds(rule, value)).length === 1;
    case 'contains':
      return !Array.isArray(value) || value.some((item) => holds(limit, item));
    case 'minItems':
      return !Array.isArray(value) || value.length >= Number(limit);
    case 'minimum':
      return typeof value !== 'number' || value >= Number(limit);
    case 'maximum':
      return typeof value !== 'number' || value <= Number(limit);
    case 'exclusiveMinimum':
      return typeof value !== 'number' || value > Number(limit);
    case 'exclusiveMaximum':
      return typeof value !== 'number' || value < Number(limit);
    case 'minLength':
      return typeof value !== 'string' || value.length >= Number(limit);
    case 'pattern':
      return typeof value !== 'string' || new RegExp(String(limit), 'u').test(value);
    default:
      return true;
  }
}

function isType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null || value === undefined;
  return typeof value === type;
}

function equal(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** Empty is absent, as in a record that is saved. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function objectOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

import { formatTable } from '#domain/record/format-table.ts';
import { isLinkList, type Resource, relationOf } from '#domain/record/resource.ts';
import type { FieldError, Text } from '#domain/text/errors.ts';
import type { Label } from '#domain/text/label.ts';
import {
  fieldSchemaOf,
  longestIndexed,
  longestText,
  mostDecimals,
  textFormats,
  usualLength,
} from './field-schema.ts';
import { endsAsIndex, isReservedField, isSoundName, meetsTable } from './names.ts';
import type { OverlayField, OverlayKind } from './overlay.ts';

/** What a field is judged against. */
export interface FieldSurroundings {
  /** The resource that gains the field: its name, and what it has without this overlay. */
  resource: string;
  base: Resource | undefined;
  /** Names of all record types, with the one that is being made. */
  types: ReadonlySet<string>;
  /** Codes of the dictionaries; null: not known here, and not judged. */
  dictionaries: ReadonlySet<string> | null;
  /** Tables of everything else. */
  tables: ReadonlySet<string>;
  /** As the field was when it was last published. */
  known: OverlayField | undefined;
  /** Lists of the record type are sorted by it. */
  isTitle: boolean;
}

type Add = (property: string, key: string, values?: Text['values']) => void;

/** Kinds whose column no single value can be compared in. */
const unordered = new Set<OverlayKind>([
  'choices',
  'dictionaries',
  'relations',
  'texts',
  'geometry',
  'altitude',
]);
const searchable = new Set<OverlayKind>(['text', 'choice', 'dictionary', 'relation']);
const withDefault = new Set<OverlayKind>(['text', 'integer', 'number', 'boolean', 'date', 'choice']);

export const mayBeUnique = (kind: OverlayKind) => !unordered.has(kind) && kind !== 'boolean';
export const mayBeSearched = (kind: OverlayKind) => searchable.has(kind);
export const mayHaveDefault = (kind: OverlayKind) => withDefault.has(kind);
export const hasLimits = (kind: OverlayKind) => kind === 'integer' || kind === 'number';
export const hasUnit = hasLimits;
export const hasChoices = (kind: OverlayKind) => kind === 'choice' || kind === 'choices';
export const hasDictionary = (kind: OverlayKind) => kind === 'dictionary' || kind === 'dictionaries';
export const hasRelation = (kind: OverlayKind) => kind === 'relation' || kind === 'relations';

/** Kinds that keep every value that a published field of this kind may hold. */
const widenings: Partial<Record<OverlayKind, OverlayKind[]>> = {
  integer: ['number', 'text'],
  number: ['text'],
  boolean: ['text'],
  date: ['text'],
  choice: ['text'],
  dictionary: ['text'],
};

/** The kinds that a field may now have, its present one first. */
export function kindsAfter(known: OverlayField | undefined, all: readonly OverlayKind[]): OverlayKind[] {
  return known ? [known.kind, ...(widenings[known.kind] ?? [])] : [...all];
}

const longestLabel = 64;
const longestHelp = 400;
const mostChoices = 200;
const choiceValue = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** What is wrong with one field; paths are relative to it. */
export function fieldErrors(field: OverlayField, around: FieldSurroundings): FieldError[] {
  const errors: FieldError[] = [];
  const add: Add = (property, key, values) =>
    errors.push({ field: property, text: { key: `schema.fault.${key}`, ...(values ? { values } : {}) } });
  nameErrors(field, around, add);
  labelErrors(field.label, 'label', longestLabel, true, add);
  if (field.help) labelErrors(field.help, 'help', longestHelp, false, add);
  if (field.group) labelErrors(field.group, 'group', longestLabel, true, add);
  if ((field.unit?.length ?? 0) > 16) add('unit', 'long', { limit: 16 });
  kindErrors(field, around, add);
  limitErrors(field, around.isTitle, add);
  if (hasChoices(field.kind)) choiceErrors(field, add);
  if (field.unique && !mayBeUnique(field.kind)) add('unique', 'notUnique');
  if (field.inSearch && !mayBeSearched(field.kind)) add('inSearch', 'notSearched');
  if (field.required && field.kind === 'relations') add('required', 'requiredLinks');
  if (errors.length === 0) defaultErrors(field, add);
  return errors;
}

function nameErrors({ name, kind }: OverlayField, around: FieldSurroundings, add: Add): void {
  const { base, resource, tables, known } = around;
  if (!isSoundName(name)) add('name', 'name');
  else if (isReservedField(name)) add('name', 'reserved', { name });
  else if (base?.schema.properties[name]) add('name', 'shipped', { name });
  else if (kind === 'relations' && !known && endsAsIndex(name)) add('name', 'reserved', { name });
  else if (kind === 'relations' && meetsTable(tables, resource, name)) add('name', 'table', { name });
}

export function labelErrors(label: Label, property: string, limit: number, needed: boolean, add: Add): void {
  for (const locale of ['zh-Hans', 'en'] as const) {
    const text = label[locale].trim();
    // Help may be left out altogether, but not in one language alone.
    const other = label[locale === 'en' ? 'zh-Hans' : 'en'].trim();
    if (text === '' && (needed || other !== '')) add(`${property}.${locale}`, 'label');
    else if (text.length > limit) add(`${property}.${locale}`, 'long', { limit });
  }
}

function kindErrors(field: OverlayField, around: FieldSurroundings, add: Add): void {
  const { kind, relation, dictionary, geometry } = field;
  const { known, types, dictionaries } = around;
  if (hasRelation(kind) && !types.has(relation ?? '')) add('relation', 'relation');
  if (hasDictionary(kind) && !(dictionary && (dictionaries?.has(dictionary) ?? true)))
    add('dictionary', 'dictionary');
  if (kind === 'geometry' && !geometry?.length) add('geometry', 'geometry');
  if (!known) return;
  if (!kindsAfter(known, []).includes(kind)) add('kind', 'kind');
  else if (hasRelation(kind) && relation !== known.relation) add('relation', 'relationChanged');
  else if (kind === 'number' && known.kind === 'number' && known.decimals !== undefined) {
    if (field.decimals === undefined || field.decimals < known.decimals)
      add('decimals', 'decimalsLess', { decimals: known.decimals });
  }
}

function limitErrors(field: OverlayField, isTitle: boolean, add: Add): void {
  const { kind, minLength, maxLength, minimum, maximum, decimals, format } = field;
  if (kind === 'text' || kind === 'texts') {
    for (const [property, value] of [
      ['minLength', minLength],
      ['maxLength', maxLength],
    ] as const) {
      if (value === undefined) continue;
      if (!Number.isInteger(value) || value < (property === 'maxLength' ? 1 : 0) || value > longestText)
        add(property, 'length', { limit: longestText });
      else if (
        property === 'maxLength' &&
        value > longestIndexed &&
        kind === 'text' &&
        (field.unique || isTitle)
      )
        add(property, 'lengthIndexed', { limit: longestIndexed });
    }
    if ((minLength ?? 0) > (maxLength ?? usualLength)) add('maxLength', 'order');
    if (format !== undefined && (kind !== 'text' || !textFormats.includes(format))) add('format', 'format');
  }
  if (!hasLimits(kind)) return;
  for (const [property, value] of [
    ['minimum', minimum],
    ['maximum', maximum],
  ] as const) {
    if (value === undefined) continue;
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) add(property, 'number');
    else if (kind === 'integer' && !Number.isInteger(value)) add(property, 'whole');
  }
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) add('maximum', 'order');
  if (decimals === undefined) return;
  if (kind !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > mostDecimals)
    add('decimals', 'decimals', { limit: mostDecimals });
}

function choiceErrors({ choices = [] }: OverlayField, add: Add): void {
  if (choices.length === 0) add('choices', 'choices');
  if (choices.length > mostChoices) add('choices', 'manyChoices', { limit: mostChoices });
  const seen = new Set<string>();
  choices.forEach(({ value, label }, index) => {
    if (!choiceValue.test(value)) add(`choices.${index}.value`, 'choice');
    else if (seen.has(value)) add(`choices.${index}.value`, 'choiceTwice', { value });
    seen.add(value);
    labelErrors(label, `choices.${index}.label`, longestLabel, true, add);
  });
}

/** A default is a value like any other: it must satisfy the field's own rules. */
function defaultErrors(field: OverlayField, add: Add): void {
  if (field.default === undefined) return;
  if (!mayHaveDefault(field.kind) || field.unique) add('default', 'noDefault');
  else if (!isSoundDefault(field, field.default)) add('default', 'default');
}

function isSoundDefault(field: OverlayField, value: string | number | boolean): boolean {
  const schema = fieldSchemaOf(field);
  switch (field.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (field.kind === 'number' || Number.isInteger(value)) &&
        value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
        value <= (schema.maximum ?? Number.POSITIVE_INFINITY) &&
        (field.decimals === undefined || Number(value.toFixed(field.decimals)) === value)
      );
    case 'choice':
      return typeof value === 'string' && schema.enum?.includes(value) === true;
    case 'date':
      return typeof value === 'string' && isOfFormat(value, 'date');
    default:
      return (
        typeof value === 'string' &&
        value !== '' &&
        value.trim() === value &&
        value.length >= (schema.minLength ?? 0) &&
        value.length <= (schema.maxLength ?? usualLength) &&
        (field.format === undefined || isOfFormat(value, field.format))
      );
  }
}

/** As the validators of records check it. */
function isOfFormat(text: string, name: string): boolean {
  const format: unknown = formatTable[name];
  const check =
    typeof format === 'object' && format !== null && 'validate' in format ? format.validate : format;
  if (check instanceof RegExp) return check.test(text);
  return typeof check !== 'function' || check(text) === true;
}

/** The published types whose fields name records of this one. */
export function relatingTo(name: string, resources: readonly Resource[]): Resource[] {
  return resources.filter(
    (resource) =>
      resource.name !== name &&
      Object.values(resource.schema.properties).some(
        (schema) =>
          (isLinkList(schema) || schema.type === 'integer') && relationOf(schema)?.resource === name,
      ),
  );
}

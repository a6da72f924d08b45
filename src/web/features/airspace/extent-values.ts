import { isAltitude } from '#domain/geo/altitude.ts';
import { extentFields, type ShapeFields } from '#domain/geo/shapes.ts';
import type { Label } from '#domain/text/label.ts';
import { filledValues } from '#web/engine/merge.ts';
import type { Values } from '#web/engine/record-validator.ts';

/** What an applicant fills in (Order 371, art. 7), in the groups of the form; the extent stands beside it. */
export const formGroups: { label: Label; fields: string[] }[] = [
  {
    label: { 'zh-Hans': '空域', en: 'Airspace' },
    fields: ['name', 'nameEn', 'kind', 'company', 'designator', 'missionType', 'activityNature'],
  },
  { label: { 'zh-Hans': '高度', en: 'Limits' }, fields: ['lower', 'upper'] },
  { label: { 'zh-Hans': '使用时间', en: 'Times of use' }, fields: ['validFrom', 'validTo', 'schedule'] },
  {
    label: { 'zh-Hans': '使用方式', en: 'Use' },
    fields: [
      'entryExit',
      'sharing',
      'airspaceClass',
      'controlUnit',
      'frequencyMhz',
      'source',
      'sourceEn',
      'remark',
    ],
  },
];

export const formFields = formGroups.flatMap(({ fields }) => fields);

/** Kept beside the form. */
export const extentNames: ReadonlySet<string> = new Set(extentFields);

/** All that an applicant gives. */
export const airspaceFields: readonly string[] = [...formFields, ...extentFields];

/** A record as the form and the map hold it: what is empty is absent. */
export function editedValues(record: Record<string, unknown>): Values {
  return filledValues(record, airspaceFields);
}

/** What a template gives to a new application. */
export function templateValues(template: Record<string, unknown>): Values {
  const given = editedValues(template);
  const { name: _name, company: _company, ...rest } = given;
  return rest;
}

/**
 * What an airspace gives to an application like it. One that was approved is applied for anew from its end on (Order
 * 371, art. 10); until when is not guessed.
 */
export function copiedValues(airspace: Record<string, unknown>, now = Date.now()): Values {
  const { designator: _unique, company: _company, ...rest } = editedValues(airspace);
  if (airspace.state !== 1 && airspace.state !== 2) return rest;
  const { validFrom: _from, validTo, ...open } = rest;
  const goesOn = typeof validTo === 'string' && Date.parse(validTo) > now;
  return goesOn ? { ...open, validFrom: validTo } : open;
}

/** The extent of some values, as the drawing takes it. */
export function shapeIn(values: Values): Partial<ShapeFields> {
  return Object.fromEntries(extentFields.map((name) => [name, values[name] ?? null]));
}

/** With another extent; the figures of the one before are gone with it. */
export function withExtent(values: Values, geometry: unknown, fields: object | null): Values {
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !extentNames.has(name)));
  if (!geometry) return rest;
  const parameters = Object.fromEntries(
    Object.entries(fields ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...rest, shape: 'polygon', ...parameters, geometry };
}

/** What was really typed: a limit without its figure is none, and what the form fills in by itself is no change. */
export function typedValues(stored: Values, defaults: Values): Values {
  return Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => {
      if (field === 'lower' || field === 'upper') return isAltitude(value);
      return value !== defaults[field];
    }),
  );
}

/** The same as it is sent: without limits that are not whole. */
export function sentValues(stored: Values): Values {
  return typedValues(stored, {});
}

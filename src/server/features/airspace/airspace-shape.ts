import { extentDisagrees, extentOf } from '#domain/airspace/extent.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import { shapeFieldsOf } from './airspace-rows.ts';

const parametersOf = {
  circle: ['center', 'radiusM'],
  point: ['center', 'radiusM'],
  sector: ['center', 'radiusM', 'startBearing', 'endBearing'],
  corridor: ['centerline', 'widthM'],
  polygon: [],
} as const;
const everyShapeField = ['center', 'radiusM', 'startBearing', 'endBearing', 'centerline', 'widthM'];
const extentNames = ['shape', 'geometry', ...everyShapeField];

/**
 * What a form sent, with the geometry as the figures make it: it is worked out here, whatever came along. A
 * geometry that says otherwise than the figures is an error, for one of both is not what was meant. Figures
 * of another shape go.
 */
export function whole(
  fields: Record<string, unknown>,
  record: Record<string, unknown>,
): Record<string, unknown> {
  if (!extentNames.some((name) => name in fields)) return fields;
  const after = { ...record, ...fields };
  const drawn = shapeFieldsOf(after);
  const { shape } = drawn;
  if (!shape) return fields;
  const belonging: readonly string[] = parametersOf[shape];
  const values: Record<string, unknown> = { ...fields };
  for (const name of everyShapeField) if (!belonging.includes(name)) values[name] = null;
  if (shape === 'polygon') return values;
  const given = fields.geometry ?? null;
  if (given !== null && extentDisagrees({ ...drawn, geometry: given })) {
    throw atField('geometry', { key: 'airspace.check.shapeDisagrees' }, 'airspace.rule.shape');
  }
  const made = extentOf({ ...drawn, geometry: null });
  const complete = belonging.every((name) => (after[name] ?? null) !== null);
  if (complete && !made)
    throw atField('geometry', { key: 'airspace.check.shapeBroken' }, 'airspace.rule.shape');
  if (made) values.geometry = made;
  return values;
}

/** An error at one field, with the rule that it breaks. */
export function atField(field: string, text: Text, rule?: string): AppError {
  return new AppError('validation', text, {
    fields: [{ field, text }],
    ...(rule ? { explanation: { key: rule } } : {}),
  });
}

import { extentDisagrees, extentOf } from '#domain/airspace/extent.ts';
import { AppError, type Text } from '#domain/text/errors.ts';
import { shapeFieldsOf } from './airspace-rows.ts';

const figuresOf = {
  circle: ['center', 'radiusM'],
  point: ['center', 'radiusM'],
  sector: ['center', 'radiusM', 'startBearing', 'endBearing'],
  corridor: ['centerline', 'widthM'],
  polygon: [],
} as const;
const everyFigure = ['center', 'radiusM', 'startBearing', 'endBearing', 'centerline', 'widthM'];
const extentNames = ['shape', 'geometry', ...everyFigure];

/**
 * What a form sent, with the geometry as the figures make it: it is worked out here, whatever came along. A geometry
 * that says otherwise than the figures is a fault, for one of both is not what was meant. Figures of another shape go.
 */
export function whole(
  fields: Record<string, unknown>,
  record: Record<string, unknown>,
): Record<string, unknown> {
  if (!extentNames.some((name) => name in fields)) return fields;
  const after = { ...record, ...fields };
  const figures = shapeFieldsOf(after);
  const { shape } = figures;
  if (!shape) return fields;
  const kept: readonly string[] = figuresOf[shape];
  const values: Record<string, unknown> = { ...fields };
  for (const name of everyFigure) if (!kept.includes(name)) values[name] = null;
  if (shape === 'polygon') return values;
  const given = fields.geometry ?? null;
  if (given !== null && extentDisagrees({ ...figures, geometry: given })) {
    throw atField('geometry', { key: 'airspace.check.shapeDisagrees' }, 'airspace.rule.shape');
  }
  const made = extentOf({ ...figures, geometry: null });
  const complete = kept.every((name) => (after[name] ?? null) !== null);
  if (complete && !made)
    throw atField('geometry', { key: 'airspace.check.shapeBroken' }, 'airspace.rule.shape');
  if (made) values.geometry = made;
  return values;
}

/** A fault at one field, with the rule that it breaks. */
export function atField(field: string, text: Text, rule?: string): AppError {
  return new AppError('validation', text, {
    fields: [{ field, text }],
    ...(rule ? { explanation: { key: rule } } : {}),
  });
}

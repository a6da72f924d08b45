import { type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox';
import type { Geometry } from '#domain/geo/geojson.ts';
import {
  type DefaultedField,
  type FiledField,
  filedFields,
  type PlanPart,
  planParts,
  type Whole,
} from '#domain/plans/filed-fields.ts';
import type { RecordFields } from '#domain/record/records.gen.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import { altitudeInput, geometryInput } from './geo.ts';
import { nullable } from './nullable.ts';

const oneOf = (values: readonly (string | number)[]) =>
  Type.Union(values.map((value) => Type.Literal(value)));

/** What a call takes in a field: a value of its type. Its form and its limits are the record's own rules. */
function inputValue(field: FieldSchema): TSchema {
  if (field['x-altitude']) return altitudeInput;
  if (field['x-geometry']) return geometryInput;
  if (field['x-relation']) return Type.Integer({ minimum: 1 });
  if (field.enum) return oneOf(field.enum);
  const { minimum, maximum, maxItems } = field;
  switch (field.type) {
    case 'integer':
      return Type.Integer({
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      });
    case 'number':
      return Type.Number();
    case 'boolean':
      return Type.Boolean();
    case 'array':
      return Type.Array(inputValue(field.items ?? {}), maxItems === undefined ? {} : { maxItems });
    case 'string':
      return Type.String(field.format === 'date-time' ? { description: 'UTC, ISO 8601' } : {});
    default:
      return Type.Unknown();
  }
}

/** A geometry whose coordinates nobody has looked at yet. */
type Given<T> = T extends Geometry ? { type: T['type']; coordinates: unknown[] } : T;

/** What must be said is required; what has a default may be left out, and all else is null too; no list is an empty one. */
type Input<Value, HasDefault> = undefined extends Value
  ? TOptional<
      TUnsafe<NonNullable<Value> extends unknown[] ? NonNullable<Value> : Given<NonNullable<Value>> | null>
    >
  : HasDefault extends true
    ? TOptional<TUnsafe<Value>>
    : TUnsafe<Value>;

type Inputs<Part extends PlanPart> = {
  [Field in FiledField<Part>]: Input<
    RecordFields[Part][Field],
    Field extends DefaultedField<Part> ? true : false
  >;
};

/** The fields of a form: those that the operator says of a plan, or of a sortie. */
export function filedInputs<Part extends PlanPart>(part: Part): Inputs<Part> {
  const { properties, required = [] } = planParts[part];
  return Object.fromEntries(
    filedFields[part].map((name) => {
      const field = properties[name] ?? {};
      const value = inputValue(field);
      if (required.includes(name)) return [name, field.default === undefined ? value : Type.Optional(value)];
      return [name, Type.Optional(field.type === 'array' ? value : nullable(value))];
    }),
  ) as Inputs<Part>;
}

/** A value of one of these fields, where it is there. */
export function inputOf<Part extends PlanPart, Field extends FiledField<Part>>(
  part: Part,
  name: Field,
): TUnsafe<NonNullable<RecordFields[Part][Field]>> {
  return Type.Unsafe(inputValue(planParts[part].properties[name] ?? {}));
}

/** What a call answers of a field: where it may be null, so is the answer; a geometry is passed on as it is stored. */
function outputValue(field: FieldSchema): TSchema {
  if (field['x-altitude']) return altitudeInput;
  if (field['x-geometry']) return Type.Unknown();
  switch (field.type) {
    case 'integer':
      return Type.Integer();
    case 'number':
      return Type.Number();
    case 'boolean':
      return Type.Boolean();
    case 'array':
      return Type.Array(outputValue(field.items ?? {}));
    case 'string':
      return Type.String();
    default:
      return Type.Unknown();
  }
}

type Outputs<Part extends PlanPart, Left> = {
  [Field in Exclude<keyof RecordFields[Part], Left>]: TUnsafe<Whole<RecordFields[Part][Field]>>;
};

/** The fields of a stored plan, or sortie, as they are answered: all but those `left` out. */
export function recordOutputs<Part extends PlanPart, Left extends keyof RecordFields[Part] = never>(
  part: Part,
  left: readonly Left[] = [],
): Outputs<Part, Left> {
  const { properties, required = [] } = planParts[part];
  const isLeft = new Set<PropertyKey>(left);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isLeft.has(name))
      .map(([name, field]) => {
        const value = outputValue(field);
        const isThere =
          required.includes(name) ||
          field.type === 'array' ||
          field.type === 'boolean' ||
          field['x-geometry'];
        return [name, isThere ? value : nullable(value)];
      }),
  ) as Outputs<Part, Left>;
}

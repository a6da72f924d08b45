import { Type } from '@sinclair/typebox';
import { fieldKinds } from '#domain/overlays/overlay.ts';
import type { GeometryKind, PermissionRule } from '#domain/record/resource.ts';

const closed = { additionalProperties: false } as const;

const label = Type.Object(
  { 'zh-Hans': Type.String({ maxLength: 400 }), en: Type.String({ maxLength: 400 }) },
  closed,
);
const flag = Type.Optional(Type.Boolean());
const whole = Type.Optional(Type.Integer());
const text = Type.Optional(Type.String({ maxLength: 400 }));
const geometryKinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const satisfies GeometryKind[];

export const overlayField = Type.Object(
  {
    name: Type.String({ maxLength: 100 }),
    kind: Type.Union(fieldKinds.map((kind) => Type.Literal(kind))),
    label,
    help: Type.Optional(label),
    unit: text,
    required: flag,
    unique: flag,
    // Of several types: one schema keyword, so that nothing is made into a text on its way in.
    default: Type.Optional(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] })),
    minLength: whole,
    maxLength: whole,
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    decimals: whole,
    format: text,
    choices: Type.Optional(
      Type.Array(Type.Object({ value: Type.String({ maxLength: 100 }), label }, closed), { maxItems: 300 }),
    ),
    relation: text,
    dictionary: text,
    geometry: Type.Optional(Type.Array(Type.Union(geometryKinds.map((kind) => Type.Literal(kind))))),
    inList: flag,
    inSearch: flag,
    group: Type.Optional(label),
  },
  closed,
);

const rule = Type.Unsafe<PermissionRule>({
  anyOf: [{ const: 'signedIn' }, { type: 'array', items: { type: 'string' }, maxItems: 100 }],
});

/** What a browser sends and the database keeps: its form; what it says is judged by overlayFaults. */
export const definitionSchema = Type.Object(
  {
    fields: Type.Array(overlayField, { maxItems: 200 }),
    type: Type.Optional(
      Type.Object(
        {
          label,
          titleField: Type.String({ maxLength: 100 }),
          subtitleField: text,
          menu: Type.Optional(
            Type.Object({ group: Type.String({ maxLength: 40 }), order: Type.Integer() }, closed),
          ),
          permissions: Type.Object({ read: rule, create: rule, update: rule, delete: rule }, closed),
          companyField: text,
        },
        closed,
      ),
    ),
  },
  closed,
);

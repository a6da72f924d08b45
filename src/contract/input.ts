import { type TSchema, Type } from '@sinclair/typebox';

/** A value of an input, or null. Null comes first: coerced to a number it would be 0, to a boolean false. */
export const orNull = <T extends TSchema>(schema: T) => Type.Union([Type.Null(), schema]);

/** What clients written for ABP send with every list, and how they expect it back (wire.md §1). */
export const pagedInput = {
  sorting: Type.Optional(Type.String({ maxLength: 256 })),
  skipCount: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 10 })),
};

/** An empty text in a query is no answer, as it is to ABP. */
export const optionalBoolean = Type.Optional(orNull(Type.Boolean()));

/** A record's number; the version it was read at. */
export const id = Type.Integer({ minimum: 1 });
export const version = Type.Integer({ minimum: 1 });

export const idInput = Type.Object({ id });

/** Numbers of records, each named once. */
export const idsOf = (most: number) => Type.Array(id, { minItems: 1, maxItems: most, uniqueItems: true });

/** Which part of a list is wanted; what a call without it gives is the call's to say. */
export const window = {
  skipCount: Type.Optional(Type.Integer({ minimum: 0 })),
  maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
};

/** A part of a list, and how long the whole is. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ totalCount: Type.Integer(), items: Type.Array(item) });

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

export const idInput = Type.Object({ id: Type.Integer({ minimum: 1 }) });

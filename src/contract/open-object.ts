import { Type } from '@sinclair/typebox';

/** An object whose type both ends have from the domain; the OpenAPI document does not describe its members. */
export const openObject = <T extends object>() =>
  Type.Unsafe<T>(Type.Object({}, { additionalProperties: true }));

import { type TSchema, Type } from '@sinclair/typebox';

/** A value, or null where there is none. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

import { type Static, Type } from '@sinclair/typebox';

/** Titles of related records by field, as the caller may read them. */
export const labels = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]));
export type Labels = Static<typeof labels>;

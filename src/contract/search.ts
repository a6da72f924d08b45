import { type Static, Type } from '@sinclair/typebox';
import { call } from './call.ts';

const found = Type.Object({
  resource: Type.String(),
  /** What the record type is called, in the caller's language. */
  label: Type.String(),
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      subtitle: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export type Found = Static<typeof found>;

/** One search over every record type that the caller may read. */
export const search = {
  Find: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: 'Records of every type in whose search fields the words are found',
    input: Type.Object({ words: Type.String({ minLength: 1, maxLength: 100 }) }),
    output: Type.Object({ items: Type.Array(found) }),
  }),
};

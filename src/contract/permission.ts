import { Type } from '@sinclair/typebox';
import { call } from './call.ts';

const step = Type.Object({
  rule: Type.String(),
  outcome: Type.Union([Type.Literal('yes'), Type.Literal('no'), Type.Literal('note')]),
  text: Type.String(),
});

/** Why can I not? The rules behind an answer, in words. */
export const permission = {
  Explain: call({
    verb: 'POST',
    permission: 'signedIn',
    writes: false,
    summary: 'Why one may, or may not, do something to a record type, a record or a field of it',
    input: Type.Object({
      resource: Type.String({ maxLength: 64 }),
      action: Type.Union([
        Type.Literal('read'),
        Type.Literal('create'),
        Type.Literal('update'),
        Type.Literal('delete'),
      ]),
      id: Type.Optional(Type.Integer({ minimum: 1 })),
      field: Type.Optional(Type.String({ maxLength: 64 })),
      userId: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    output: Type.Object({
      allowed: Type.Boolean(),
      never: Type.Boolean(),
      /** Who is spoken of. */
      name: Type.String(),
      title: Type.String(),
      steps: Type.Array(step),
    }),
  }),
};

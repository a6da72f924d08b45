import { Type } from '@sinclair/typebox';
import type { ImportJob } from '#domain/record/transfer/job.ts';
import { call } from './call.ts';

/** Everyone's own imports. */
export const imports = {
  GetList: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: "The caller's own imports, newest first",
    input: Type.Object({
      resource: Type.Optional(Type.String()),
      maxResultCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({ items: Type.Array(Type.Unsafe<ImportJob>(Type.Unknown())) }),
  }),
};

import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput } from './input.ts';

const maintainers = ['Pages.Users'];

/** What went wrong on pages: told by them, grouped, and resolved by an administrator. */
export const errorLog = {
  Report: call({
    verb: 'POST',
    permission: 'anonymous',
    writes: false,
    openToSignInRequirement: true,
    perMinute: 30,
    bodyLimit: 16 * 1024,
    summary: 'A page tells of an error of its own; the same error again is counted',
    input: Type.Object({
      name: Type.String({ minLength: 1, maxLength: 128 }),
      message: Type.String({ minLength: 1, maxLength: 1000 }),
      stack: Type.Optional(Type.String({ maxLength: 12_000 })),
      page: Type.Optional(Type.String({ maxLength: 256 })),
      release: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Type.Null(),
  }),
  Resolve: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Mark an error resolved; seen again, it is open again',
    input: Type.Object({ id, resolution: Type.Optional(Type.String({ maxLength: 1000 })) }),
    output: Type.Null(),
  }),
  Reopen: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Open an error again',
    input: idInput,
    output: Type.Null(),
  }),
};

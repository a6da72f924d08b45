import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { idInput } from './input.ts';
import { nullable } from './nullable.ts';

const operating = ['Pages.Operating'];

/** What an administrator does to a webhook beside editing it. */
export const webhook = {
  RenewSecret: call({
    verb: 'POST',
    permission: operating,
    session: true,
    summary: 'A new signing secret, told this once; the old one signs nothing more',
    input: idInput,
    output: Type.Object({ secret: Type.String() }),
  }),
  Ping: call({
    verb: 'POST',
    permission: operating,
    summary: 'Sends a test event at once and tells what came of it',
    input: idInput,
    output: Type.Object({
      received: Type.Boolean(),
      answerCode: nullable(Type.Integer()),
      durationMs: nullable(Type.Integer()),
      error: nullable(Type.String()),
    }),
  }),
  SendAgain: call({
    verb: 'POST',
    permission: operating,
    summary: 'Puts a delivery back into the queue, with a day of patience anew',
    input: idInput,
    output: Type.Null(),
  }),
};

import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { nullable } from './nullable.ts';

const operating = ['Pages.Operating'];

const byId = Type.Object({ id: Type.Integer({ minimum: 1 }) });

/** What an administrator does to a webhook beside editing it. */
export const webhook = {
  RenewSecret: call({
    verb: 'POST',
    permission: operating,
    session: true,
    summary: 'A new signing secret, told this once; the old one signs nothing more',
    input: byId,
    output: Type.Object({ secret: Type.String() }),
  }),
  Ping: call({
    verb: 'POST',
    permission: operating,
    summary: 'Sends a test event at once and tells what came of it',
    input: byId,
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
    input: byId,
    output: Type.Null(),
  }),
};

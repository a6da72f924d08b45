import { Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { idInput } from '#contract/input.ts';

/** What an administrator does to a message gateway beside editing it. */
export const messageGateway = {
  RenewSecret: call({
    verb: 'POST',
    permission: ['Pages.Operating'],
    session: true,
    summary: 'A new signing secret for an HTTP gateway, told this once; the old one signs nothing more',
    input: idInput,
    output: Type.Object({ secret: Type.String() }),
  }),
};

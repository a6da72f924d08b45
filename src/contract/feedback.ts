import { Type } from '@sinclair/typebox';
import { call } from './call.ts';

const id = Type.Integer({ minimum: 1 });
const keepers = ['Pages.Users'];

/** Answers to questions and feedback. */
export const feedback = {
  Answer: call({
    verb: 'POST',
    permission: keepers,
    summary: 'Answer a question; whoever asked finds a reminder',
    input: Type.Object({ id, answer: Type.String({ minLength: 1, maxLength: 4000 }) }),
    output: Type.Null(),
  }),
  Close: call({
    verb: 'POST',
    permission: keepers,
    summary: 'Close a question: it takes no further answer',
    input: Type.Object({ id }),
    output: Type.Null(),
  }),
};

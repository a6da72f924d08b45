import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput } from './input.ts';

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
    input: idInput,
    output: Type.Null(),
  }),
};

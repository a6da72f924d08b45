import { Type } from '@sinclair/typebox';
import { call } from './call.ts';
import { id, idInput } from './input.ts';

const maintainers = ['Pages.Users'];

/** Answers to questions and feedback. */
export const feedback = {
  Answer: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Answer a question; whoever asked finds a reminder',
    input: Type.Object({ id, answer: Type.String({ minLength: 1, maxLength: 4000 }) }),
    output: Type.Null(),
  }),
  Close: call({
    verb: 'POST',
    permission: maintainers,
    summary: 'Close a question: it takes no further answer',
    input: idInput,
    output: Type.Null(),
  }),
};

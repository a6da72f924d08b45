import { Type } from '@sinclair/typebox';
import { nullable } from './nullable.ts';

const text = nullable(Type.String());

/** What the caller may do to a document, and otherwise why not and by which rule: beside the action and whose it is. */
export const actionFields = {
  text: Type.String(),
  /** The call that does it. */
  call: Type.String(),
  /** Whether the caller is of the party whose it is, so that a screen shows the button at all. */
  relevant: Type.Boolean(),
  allowed: Type.Boolean(),
  /** Why not, and the rule; null where allowed. */
  reason: text,
  rule: text,
  /** What the call wants beside the id: reason, restriction, time, assignees. */
  needs: Type.Array(Type.String()),
};

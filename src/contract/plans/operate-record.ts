import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { idInput } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import { planReaders } from '#domain/plans/readers.ts';

const text = nullable(Type.String());

const operation = Type.Object({
  id: Type.Integer(),
  action: Type.String(),
  actionText: Type.String(),
  fromState: nullable(Type.Integer()),
  fromStateText: text,
  toState: nullable(Type.Integer()),
  toStateText: text,
  /** UTC, ISO 8601. */
  operatedAt: Type.String(),
  operatedBy: nullable(Type.Integer()),
  operatedByName: text,
  unit: text,
  /** screen, api, approval, surveillance, system … */
  channel: text,
  reason: text,
  rule: text,
  detail: Type.Unknown(),
});
export type Operation = Static<typeof operation>;

/** Who did what, when, why and from where (Order 371, art. 41). */
export const operateRecord = {
  GetListById: call({
    verb: 'GET',
    permission: planReaders,
    summary: 'What was done to a plan, oldest first',
    input: idInput,
    output: Type.Object({ items: Type.Array(operation) }),
  }),
};

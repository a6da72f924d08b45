import { type Static, Type } from '@sinclair/typebox';
import { alertLevels, netNames } from '#domain/conflicts/nets/safety-net.ts';
import { changeableTypes, evaluatedParts } from '#domain/what-if/changes.ts';
import { call } from './call.ts';
import { id } from './input.ts';
import { nullable } from './nullable.ts';

const administrators = ['Pages.Admin'];

const changeableType = Type.Union(changeableTypes.map((one) => Type.Literal(one)));
const part = Type.Union(evaluatedParts.map((one) => Type.Literal(one)));
const change = Type.Union([
  Type.Object({
    kind: Type.Literal('field'),
    resource: changeableType,
    id,
    field: Type.String({ minLength: 1, maxLength: 64 }),
    value: Type.Unknown({ description: 'as the record has it; null: empty' }),
  }),
  Type.Object({
    kind: Type.Literal('flow'),
    id: Type.Integer({ minimum: 1, description: 'flowConfig: its draft, as if it were published' }),
  }),
]);

const difference = Type.Object({
  resource: Type.Union([changeableType, Type.Literal('flowConfig')]),
  id,
  label: Type.String(),
  field: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type WhatIfDifference = Static<typeof difference>;

/** In the reader's language. */
const finding = Type.Object({
  level: Type.Union([Type.Literal('error'), Type.Literal('warning')]),
  message: Type.String(),
  rule: Type.String(),
});
const planOutcome = Type.Union([Type.Literal('accepted'), Type.Literal('refused')]);
const plan = Type.Object({
  id,
  planNumber: Type.String(),
  companyName: Type.String(),
  /** When it was submitted, or a draft last changed; UTC. It is checked as of then. */
  at: Type.String(),
  /** Specification §4. */
  state: Type.Integer(),
  before: planOutcome,
  after: planOutcome,
  added: Type.Array(finding),
  removed: Type.Array(finding),
});
export type WhatIfPlan = Static<typeof plan>;

const approvalView = Type.Object({
  /** Null: no flow fits. */
  flow: nullable(Type.String()),
  steps: Type.Array(Type.String()),
  outcome: Type.Union([
    Type.Literal('approved'),
    Type.Literal('rejected'),
    Type.Literal('returned'),
    Type.Literal('refused'),
  ]),
  /** From submission to decision; null: nothing in the period to estimate a step by. */
  minutes: nullable(Type.Number()),
  inTime: nullable(Type.Boolean()),
});
const approval = Type.Object({
  kind: Type.String(),
  resource: Type.String(),
  document: id,
  label: Type.String(),
  submittedAt: Type.String(),
  before: approvalView,
  after: approvalView,
});
export type WhatIfApproval = Static<typeof approval>;

const level = Type.Union(alertLevels.map((one) => Type.Literal(one)));
const alert = Type.Object({
  net: Type.Union(netNames.map((one) => Type.Literal(one))),
  /** Null: not raised. */
  before: nullable(level),
  after: nullable(level),
  /** UTC. */
  raisedAt: Type.String(),
  clearedAt: nullable(Type.String()),
  /** Seconds by which it would be raised earlier; negative: later. */
  earlierS: Type.Number(),
  reason: Type.String(),
  targets: Type.Array(Type.String()),
  /** Of the first target: for the playback. */
  track: nullable(Type.String()),
  /** Places of the differences that bear on it; empty: they cannot be derived. */
  causes: Type.Array(Type.Integer()),
});
export type WhatIfAlert = Static<typeof alert>;

/** `evaluated`: of how many; `differ`: of which `items` lists the first. */
const counts = { evaluated: Type.Integer(), differ: Type.Integer() };
const result = Type.Object({
  plans: nullable(
    Type.Object({
      ...counts,
      newlyRefused: Type.Integer(),
      newlyAccepted: Type.Integer(),
      items: Type.Array(plan),
    }),
  ),
  approvals: nullable(
    Type.Object({
      ...counts,
      outcomeDiffers: Type.Integer(),
      /** Means over those whose minutes are known both ways; null: none. */
      minutesBefore: nullable(Type.Number()),
      minutesAfter: nullable(Type.Number()),
      lateBefore: Type.Integer(),
      lateAfter: Type.Integer(),
      items: Type.Array(approval),
    }),
  ),
  alerts: nullable(
    Type.Object({
      ...counts,
      raisedBefore: Type.Integer(),
      raisedAfter: Type.Integer(),
      items: Type.Array(alert),
      /** What is not evaluated again, and why; in the reader's language. */
      leftOut: Type.Array(Type.String()),
    }),
  ),
});
export type WhatIfResult = Static<typeof result>;

/** Evaluates plans, approvals and alerts of a past period again under changed rules, and puts the changes in force. */
export const whatIf = {
  Start: call({
    verb: 'POST',
    permission: administrators,
    session: true,
    perMinute: 10,
    summary: 'Begin an evaluation; the changes are validated as if they were saved, and nothing is changed',
    input: Type.Object({
      title: Type.String({ minLength: 1, maxLength: 100 }),
      from: Type.String({ format: 'date-time' }),
      to: Type.String({ format: 'date-time', description: '31 days after `from` at most' }),
      parts: Type.Array(part, { minItems: 1, maxItems: evaluatedParts.length, uniqueItems: true }),
      changes: Type.Array(change, { minItems: 1, maxItems: 20 }),
    }),
    output: Type.Object({ id }),
  }),
  Get: call({
    verb: 'GET',
    permission: administrators,
    summary: 'An evaluation: its changes beside what is in force, how far it is, and what would differ',
    input: Type.Object({ id }),
    output: Type.Object({
      id,
      state: Type.String(),
      /** 0 to 1. */
      progress: Type.Number(),
      differences: Type.Array(difference),
      result: nullable(result),
    }),
  }),
  Cancel: call({
    verb: 'POST',
    permission: administrators,
    session: true,
    summary: 'End an evaluation that waits or runs',
    input: Type.Object({ id }),
    output: Type.Null(),
  }),
  Apply: call({
    verb: 'POST',
    permission: administrators,
    session: true,
    summary:
      'Put the changes of a completed evaluation in force, all or none; refused where a record has changed since',
    input: Type.Object({ id, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    output: Type.Object({ applied: Type.Integer() }),
  }),
};

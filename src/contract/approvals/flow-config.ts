import { type Static, Type } from '@sinclair/typebox';
import { call } from '#contract/call.ts';
import { id, idInput, pageOf, window } from '#contract/input.ts';
import { nullable } from '#contract/nullable.ts';
import type { PlanState } from '#domain/plans/states.ts';

const flowProblem = Type.Object({
  level: Type.Unsafe<'error' | 'warning'>(Type.String()),
  /** Place of the step, from 0; null: the flow as a whole. */
  step: nullable(Type.Integer()),
  field: Type.String(),
  text: Type.String(),
});
export type FlowProblemView = Static<typeof flowProblem>;

const text = nullable(Type.String());

/** A document that waits for the caller's decision. */
const inboxItem = Type.Object({
  flowInstance: Type.Integer(),
  documentKind: Type.String(),
  documentKindText: Type.String(),
  resource: Type.String(),
  id: Type.Integer(),
  /** The plan's number and callsign. */
  title: Type.String(),
  companyName: text,
  missionTypeName: text,
  startTime: text,
  endTime: text,
  urgency: text,
  state: Type.Unsafe<PlanState>(Type.Integer()),
  stateText: Type.String(),
  stepIndex: Type.Integer(),
  stepCount: Type.Integer(),
  stepName: Type.String(),
  waitingSince: text,
  /** By the step's own time limit, and by the law; UTC. The list is in the order of the earlier of the two. */
  stepDueAt: text,
  decideBy: text,
  takenBy: nullable(Type.Integer()),
});
export type InboxItem = Static<typeof inboxItem>;

const flowVersionView = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  note: nullable(Type.String()),
  publishedAt: Type.String(),
  publishedByName: nullable(Type.String()),
  condition: Type.Unknown(),
  steps: Type.Array(Type.Object({}, { additionalProperties: true })),
  running: Type.Integer(),
});
export type FlowVersionView = Static<typeof flowVersionView>;

const nameable = Type.Object({
  roles: Type.Array(Type.Object({ name: Type.String(), text: Type.String() })),
  organizationUnits: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String() })),
  users: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String() })),
});
export type Nameable = Static<typeof nameable>;

/** Approval flows: what waits for the caller, and publishing a changed flow. The drafts are ordinary records. */
export const flowConfig = {
  GetInbox: call({
    verb: 'GET',
    permission: 'signedIn',
    summary: "Documents that wait for the caller's decision, by the legal clock, and their count",
    input: Type.Object({
      ...window,
    }),
    output: pageOf(inboxItem),
  }),
  Check: call({
    verb: 'POST',
    writes: false,
    permission: ['Pages.Operating.FlowConfig'],
    summary: 'What is wrong with a flow as it is drawn, and how many people each step reaches',
    input: Type.Object({
      documentKind: Type.String({ maxLength: 16 }),
      condition: Type.Optional(nullable(Type.Object({}, { additionalProperties: true }))),
      steps: Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 20 }),
    }),
    output: Type.Object({
      problems: Type.Array(flowProblem),
      people: Type.Array(Type.Integer()),
      fields: Type.Array(Type.String()),
    }),
  }),
  GetNameable: call({
    verb: 'GET',
    permission: ['Pages.Operating.FlowConfig'],
    summary: 'Roles, organization units and users that a step may name',
    input: Type.Object({}),
    output: nameable,
  }),
  Publish: call({
    verb: 'POST',
    permission: ['Pages.Operating.FlowConfig'],
    summary:
      'Makes the flow as it is now its next version; running documents keep theirs. One that names the caller, or decides by a time limit, is proposed, and published by the next user who asks',
    input: Type.Object({
      id,
      /** What is new, for those who read the list of versions. */
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    output: Type.Object({
      id: Type.Integer(),
      /** null: proposed. */
      number: nullable(Type.Integer()),
    }),
  }),
  GetVersions: call({
    verb: 'GET',
    permission: ['Pages.Operating.FlowConfig'],
    summary: 'The published versions of a flow, newest first, and how many documents still follow each',
    input: idInput,
    output: Type.Object({
      items: Type.Array(flowVersionView),
    }),
  }),
};

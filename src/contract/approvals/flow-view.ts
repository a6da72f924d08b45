import { type Static, Type } from '@sinclair/typebox';
import { nullable } from '#contract/nullable.ts';

const text = nullable(Type.String());
/** UTC, ISO 8601. */
const time = nullable(Type.String());

const stepView = Type.Object({
  index: Type.Integer(),
  name: Type.String(),
  roles: Type.Array(Type.String()),
  /** Whoever the step names, as people call them: roles, organization units, users. */
  who: Type.Array(Type.String()),
  /** Those to whom it was reassigned: only they may take it now. */
  assignees: Type.Array(Type.String()),
  quorum: Type.String(),
  timeLimitMinutes: nullable(Type.Integer()),
  onTimeout: Type.String(),
  state: Type.Union([
    Type.Literal('done'),
    Type.Literal('waiting'),
    Type.Literal('rejected'),
    Type.Literal('ahead'),
    Type.Literal('ended'),
  ]),
  dueAt: time,
  decisions: Type.Array(
    Type.Object({
      decision: Type.String(),
      byName: text,
      at: Type.String(),
      comment: text,
    }),
  ),
});
export type FlowStepView = Static<typeof stepView>;

export const flowView = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  kindText: Type.String(),
  state: Type.String(),
  stepIndex: Type.Integer(),
  takenByName: text,
  takenAt: time,
  startedAt: time,
  endedAt: time,
  applicantName: text,
  /** What the applicant said. */
  comment: text,
  /** The published version that it follows to its end. */
  flowVersion: nullable(Type.Integer()),
  flowName: text,
  steps: Type.Array(stepView),
});
export type FlowView = Static<typeof flowView>;

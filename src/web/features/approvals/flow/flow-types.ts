/** One step of a running or ended flow, as the server shows it. */
export interface FlowStepView {
  index: number;
  name: string;
  roles: string[];
  who: string[];
  assignees: string[];
  quorum: string;
  timeLimitMinutes: number | null;
  onTimeout: string;
  state: 'done' | 'waiting' | 'rejected' | 'ahead' | 'ended';
  dueAt: string | null;
  decisions: { decision: string; byName: string | null; at: string; comment: string | null }[];
}

export interface FlowView {
  id: number;
  kind: string;
  kindText: string;
  /** running, approved, rejected, returned, withdrawn. */
  state: string;
  stepIndex: number;
  takenByName: string | null;
  takenAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  applicantName: string | null;
  comment: string | null;
  flowVersion: number | null;
  flowName: string | null;
  steps: FlowStepView[];
}

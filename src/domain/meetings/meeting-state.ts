/** How a meeting stands: called, its minutes being written, read by those present, approved; or it never took place. */
export const meetingStates = ['called', 'held', 'review', 'approved', 'cancelled'] as const;
export type MeetingState = (typeof meetingStates)[number];

/** What may be done to a meeting. `write`: in its minutes; `papers`: bring or take away a file; `room`: talk in its room; `takeOver`: become the convenor. */
export type MeetingAct =
  | 'change'
  | 'move'
  | 'cancel'
  | 'answer'
  | 'papers'
  | 'room'
  | 'begin'
  | 'present'
  | 'write'
  | 'submit'
  | 'withdraw'
  | 'decide'
  | 'correct'
  | 'takeOver';

const states: Record<MeetingAct, readonly MeetingState[]> = {
  change: ['called', 'held'],
  move: ['called'],
  cancel: ['called'],
  answer: ['called'],
  papers: ['called', 'held'],
  room: ['called', 'held', 'review', 'approved'],
  begin: ['called'],
  present: ['held'],
  write: ['held'],
  submit: ['held'],
  withdraw: ['review'],
  decide: ['review'],
  correct: ['approved'],
  takeOver: ['called', 'held', 'review', 'approved'],
};

/** What anyone invited may do; the rest is the convenor's. */
const ofEveryone = new Set<MeetingAct>([
  'answer',
  'papers',
  'room',
  'present',
  'write',
  'decide',
  'takeOver',
]);

/** Whether the state of the meeting leaves room for the act. */
export function isOpenTo(state: MeetingState, act: MeetingAct): boolean {
  return states[act].includes(state);
}

/** Whether the act is for the convenor alone. */
export function isConvenors(act: MeetingAct): boolean {
  return !ofEveryone.has(act);
}

/** The decision of one person who was present on the minutes as they were submitted. */
export interface Approval {
  user: number;
  name: string;
  decision: 'none' | 'approved' | 'refused';
  reason?: string;
  /** UTC, ISO 8601; absent: not decided. */
  at?: string;
}

/** Everyone present has to agree, and whoever does not sends the minutes back at once. */
export function outcomeOf(approvals: readonly Approval[]): 'review' | 'approved' | 'refused' {
  if (approvals.some(({ decision }) => decision === 'refused')) return 'refused';
  return approvals.length > 0 && approvals.every(({ decision }) => decision === 'approved')
    ? 'approved'
    : 'review';
}

/** Days before (positive) and after its last day on which the owner of an open task is reminded of it. */
export function isReminderDay(daysLeft: number): boolean {
  return daysLeft === 1 || daysLeft === 0 || daysLeft === -1 || (daysLeft < 0 && daysLeft % 7 === 0);
}

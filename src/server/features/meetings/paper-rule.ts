import { isOpenTo, type MeetingState } from '#domain/meetings/meeting-state.ts';
import { refused } from '#domain/text/errors.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';

/** Papers are brought and taken away until the minutes go to those present. */
export const papersOfMeetings: RecordRule = {
  phase: 'guard',
  name: 'papers of a meeting that is over stay',
  types: ['meeting'],
  refuse({ before }) {
    const state = before?.state as MeetingState | undefined;
    if (state && !isOpenTo(state, 'papers')) throw refused('meeting.refused.state', { state });
  },
};

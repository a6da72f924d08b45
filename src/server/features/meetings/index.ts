/** Meetings and their minutes: what other folders may use. */
export { createMeetingService } from './meeting-calls.ts';
export { createMeetingClock } from './meeting-clock.ts';
export { contentFor, peopleOf } from './meeting-rows.ts';
export { appendUpdate, encode } from './minutes-store.ts';
export { papersOfMeetings } from './paper-rule.ts';
export { settleTasks } from './tasks.ts';

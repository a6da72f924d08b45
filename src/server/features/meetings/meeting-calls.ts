import { implement, type Service } from '#server/http/service.ts';
import { conveningCalls } from './convening-calls.ts';
import type { MeetingDeps } from './held-meeting.ts';
import { meetingViews } from './meeting-views.ts';
import { minutesCalls } from './minutes-calls.ts';
import { taskCalls } from './task-calls.ts';

/** Everything of a meeting, under the lock of its record: each act in one transaction with what people are told of it. */
export function createMeetingService(deps: MeetingDeps): Service {
  return implement('Meeting', {
    ...meetingViews(deps),
    ...conveningCalls(deps),
    ...minutesCalls(deps),
    ...taskCalls(deps),
  });
}

import * as Y from 'yjs';
import type { MeetingView } from '#contract/meetings.ts';
import { idOf } from './people.ts';
import type { Answer, RunningTestServer } from './server.ts';

/** Meetings through the front door, and the document of minutes as a page holds it. */

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

export interface Writer {
  doc: Y.Doc;
  /** Sends what the server has not; the answer to it, or undefined where there is nothing. */
  push(): Promise<Answer | undefined>;
  /** Takes what the server has. */
  pull(): Promise<void>;
}

/** A document of this user's, that knows nothing of the others until it asks. */
export function writer(server: RunningTestServer, user: string, meeting: number): Writer {
  const doc = new Y.Doc();
  const sync = async () =>
    (await server.service(user, 'Meeting/Sync', {
      id: meeting,
      stateVector: base64(Y.encodeStateVector(doc)),
    })) as { update: string; stateVector: string };
  return {
    doc,
    async push() {
      const { stateVector } = await sync();
      const update = base64(Y.encodeStateAsUpdate(doc, bytesOf(stateVector)));
      return server.call(user, 'POST', '/api/services/app/Meeting/Write', { id: meeting, update });
    },
    async pull() {
      Y.applyUpdate(doc, bytesOf((await sync()).update));
    },
  };
}

export const meetingCall = (server: RunningTestServer, user: string, name: string, input: object) =>
  server.call(user, 'POST', `/api/services/app/Meeting/${name}`, input);

export const meetingFor = async (server: RunningTestServer, user: string, id: number) =>
  (await server.service(user, 'Meeting/Get', { id }, 'GET')) as MeetingView;

/** Calls a meeting of tomorrow with an agenda of two items. */
export async function callMeeting(
  server: RunningTestServer,
  convenor: string,
  invited: readonly string[],
  change: object = {},
): Promise<number> {
  const start = Date.now() + 86_400_000;
  const { id } = (await server.service(convenor, 'Meeting/Call', {
    title: '空域协调会',
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
    place: '一号会议室',
    agenda: [{ title: '本周航班' }, { title: '空域使用' }],
    people: await Promise.all(invited.map((name) => idOf(server, 'user', 'userName', name))),
    ...change,
  })) as { id: number };
  return id;
}

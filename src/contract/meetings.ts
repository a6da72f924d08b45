import { type Static, Type } from '@sinclair/typebox';
import { meetingStates } from '#domain/meetings/meeting-state.ts';
import { call, fileCall, largeBody } from './call.ts';
import { id, idInput, version } from './input.ts';
import { nullable } from './nullable.ts';

/** Whoever takes part in coordination; rows: those invited, and the convenor among them. */
const permission = ['Pages.Chat'];

const text = nullable(Type.String());
/** UTC, ISO 8601. */
const time = nullable(Type.String());
const moment = Type.String({ format: 'date-time' });
const state = Type.Union(meetingStates.map((one) => Type.Literal(one)));
const title = Type.String({ minLength: 1, maxLength: 128, pattern: '\\S' });
const place = Type.Optional(nullable(Type.String({ maxLength: 128 })));
const reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
/** Bytes of a document's update or state vector, base64. */
const bytes = Type.String({ maxLength: 1_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' });

const agendaInput = Type.Array(
  Type.Object({
    /** Of an item that is there already; absent: a new one. */
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 16 })),
    title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    speaker: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
    minutes: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 600 }))),
  }),
  { minItems: 1, maxItems: 40 },
);
const peopleInput = Type.Array(id, { maxItems: 100, uniqueItems: true });

const agendaItem = {
  key: Type.String(),
  title: Type.String(),
  speaker: Type.Optional(Type.String()),
  minutes: Type.Optional(Type.Integer()),
};

const minutesItem = Type.Object({
  ...agendaItem,
  notes: Type.String(),
  decisions: Type.Array(Type.Object({ id: Type.String(), text: Type.String() })),
  tasks: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      who: nullable(Type.Integer()),
      /** A day. */
      due: text,
    }),
  ),
});

const approval = Type.Object({
  user: Type.Integer(),
  name: Type.String(),
  decision: Type.Union([Type.Literal('none'), Type.Literal('approved'), Type.Literal('refused')]),
  reason: Type.Optional(Type.String()),
  at: Type.Optional(Type.String()),
});

const minutesHead = Type.Object({
  title: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  place: text,
  convenorName: Type.String(),
  people: Type.Array(Type.Object({ user: Type.Integer(), name: Type.String() })),
});
export type MinutesHead = Static<typeof minutesHead>;

const minutesVersion = Type.Object({
  number: Type.Integer(),
  state: Type.Union([
    Type.Literal('review'),
    Type.Literal('approved'),
    Type.Literal('refused'),
    Type.Literal('withdrawn'),
  ]),
  submittedName: Type.String(),
  submittedAt: Type.String(),
  /** The meeting as it was at submission. */
  head: minutesHead,
  decidedAt: time,
  /** Why what was approved before had to be corrected. */
  reason: text,
  approvals: Type.Array(approval),
  items: Type.Array(minutesItem),
});
export type MinutesVersion = Static<typeof minutesVersion>;

const task = Type.Object({
  /** Of the record `meetingTask`. */
  id,
  meeting: Type.Integer(),
  meetingTitle: Type.String(),
  text: Type.String(),
  owner: Type.Integer(),
  ownerName: Type.String(),
  /** A day in the zone of the product. */
  due: Type.String(),
  state: Type.Union([Type.Literal('open'), Type.Literal('done'), Type.Literal('dropped')]),
  doneAt: time,
  doneByName: text,
  note: text,
  /** The caller may close it, or open it again. */
  mayClose: Type.Boolean(),
});
export type MeetingTaskView = Static<typeof task>;

const head = Type.Object({
  id,
  version,
  title: Type.String(),
  state,
  startTime: Type.String(),
  endTime: Type.String(),
  place: text,
  convenor: Type.Integer(),
  convenorName: Type.String(),
  /** The version of the minutes that is in force; 0: none yet. */
  minutesNumber: Type.Integer(),
  /** The caller's own part; null: an administrator who is not invited. */
  mine: nullable(
    Type.Object({
      answer: Type.Union([Type.Literal('none'), Type.Literal('yes'), Type.Literal('no')]),
      isConvenor: Type.Boolean(),
      present: Type.Boolean(),
      /** The minutes wait for the caller's decision. */
      decides: Type.Boolean(),
    }),
  ),
  openTasks: Type.Integer(),
});
export type MeetingHead = Static<typeof head>;

const person = Type.Object({
  user: Type.Integer(),
  name: Type.String(),
  /** Short name of the company; null: of a body. */
  company: text,
  isConvenor: Type.Boolean(),
  answer: Type.Union([Type.Literal('none'), Type.Literal('yes'), Type.Literal('no')]),
  answerReason: text,
  present: Type.Boolean(),
});
export type MeetingPersonView = Static<typeof person>;

const meeting = Type.Object({
  ...head.properties,
  reason: text,
  startedAt: time,
  /** The caller may become the convenor. */
  mayTakeOver: Type.Boolean(),
  agenda: Type.Array(Type.Object(agendaItem)),
  people: Type.Array(person),
  tasks: Type.Array(task),
  /** Newest first. */
  versions: Type.Array(minutesVersion),
});
export type MeetingView = Static<typeof meeting>;

const invited = Type.Object({ id, name: Type.String(), company: text });

/** Meetings: called, held with minutes that several write at once, approved by those present, corrected by a new version. */
export const meetings = {
  GetList: call({
    verb: 'GET',
    permission,
    summary: 'The meetings of the caller, by how they stand, with the open tasks of the caller',
    input: Type.Object({
      state: Type.Optional(state),
      /** Only those that the caller called. */
      mine: Type.Optional(Type.Boolean()),
      /** A part of the title, the place or the convenor's name. */
      words: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    output: Type.Object({
      items: Type.Array(head),
      /** There are more than an answer holds. */
      more: Type.Boolean(),
      /** How many there are in each state. */
      counts: Type.Record(Type.String(), Type.Integer()),
      tasks: Type.Array(task),
    }),
  }),
  Get: call({
    verb: 'GET',
    permission,
    summary: 'A meeting with its agenda, people, tasks and the versions of its minutes',
    input: idInput,
    output: meeting,
  }),
  GetPeople: call({
    verb: 'GET',
    permission,
    summary: 'Users who can be invited',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(invited) }),
  }),
  FindOverlaps: call({
    verb: 'POST',
    permission,
    writes: false,
    summary:
      'Which of these people have another meeting at this time; its title where the caller may read it',
    input: Type.Object({
      startTime: moment,
      endTime: moment,
      people: peopleInput,
      /** The meeting that is moved. */
      except: Type.Optional(id),
    }),
    output: Type.Object({
      items: Type.Array(Type.Object({ user: Type.Integer(), name: Type.String(), title: text })),
    }),
  }),
  Call: call({
    verb: 'POST',
    permission,
    summary: 'Call a meeting; those invited are told and reminded',
    input: Type.Object({
      title,
      startTime: moment,
      endTime: moment,
      place,
      agenda: agendaInput,
      people: peopleInput,
    }),
    output: idInput,
  }),
  Change: call({
    verb: 'POST',
    permission,
    summary:
      'Change title, place, agenda or people of a meeting before its minutes are submitted; an item with minutes stays',
    input: Type.Object({ id, version, title, place, agenda: agendaInput, people: peopleInput }),
    output: Type.Null(),
  }),
  Move: call({
    verb: 'POST',
    permission,
    summary: 'Move a meeting to another time, with a reason; answers are asked for anew',
    input: Type.Object({ id, version, startTime: moment, endTime: moment, reason }),
    output: Type.Null(),
  }),
  Cancel: call({
    verb: 'POST',
    permission,
    summary: 'Cancel a meeting that has not begun, with a reason',
    input: Type.Object({ id, reason }),
    output: Type.Null(),
  }),
  Answer: call({
    verb: 'POST',
    permission,
    summary: 'Say whether one comes; a no may have a reason',
    input: Type.Object({
      id,
      coming: Type.Boolean(),
      reason: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    output: Type.Null(),
  }),
  Begin: call({
    verb: 'POST',
    permission,
    summary:
      'Begin the meeting: its minutes are open to everyone invited; whoever said yes counts as present',
    input: idInput,
    output: Type.Null(),
  }),
  TakeOver: call({
    verb: 'POST',
    permission,
    summary:
      'Become the convenor: an administrator, or a participant once the account of the convenor is inactive or deleted',
    input: idInput,
    output: Type.Null(),
  }),
  SetPresent: call({
    verb: 'POST',
    permission,
    summary: 'Say who is present: the convenor of everyone, others of themselves',
    input: Type.Object({ id, user: id, present: Type.Boolean() }),
    output: Type.Null(),
  }),
  OpenRoom: call({
    verb: 'POST',
    permission,
    summary: 'The room in which the invited talk; it is made when the first of them opens it',
    input: idInput,
    output: idInput,
  }),
  Sync: call({
    verb: 'POST',
    permission,
    writes: false,
    summary: 'What the minutes hold that a client has not, by the state vector of its document (Yjs, base64)',
    input: Type.Object({ id, stateVector: bytes }),
    output: Type.Object({
      /** What the client lacks. */
      update: Type.String(),
      /** What the server has: the client sends what is beyond it. */
      stateVector: Type.String(),
    }),
  }),
  Write: call({
    verb: 'POST',
    permission,
    summary:
      'An update of the minutes (Yjs, base64); once answered it is stored and goes to everyone invited',
    input: Type.Object({ id, update: bytes }),
    output: Type.Null(),
    perMinute: 1200,
    bodyLimit: largeBody,
  }),
  Point: call({
    verb: 'POST',
    permission,
    writes: false,
    summary: 'Tell the others where in the minutes one is writing; nothing is stored',
    input: Type.Object({
      id,
      /** One window of the user. */
      window: Type.String({ minLength: 1, maxLength: 40 }),
      /** `notes/k1`, `tasks/k1/id`; null: nowhere any more. */
      where: nullable(Type.String({ maxLength: 80 })),
    }),
    output: Type.Null(),
    perMinute: 600,
  }),
  Submit: call({
    verb: 'POST',
    permission,
    summary: 'Submit the minutes to those present; whoever submits and was present has approved',
    input: idInput,
    output: Type.Null(),
  }),
  Withdraw: call({
    verb: 'POST',
    permission,
    summary: 'Take submitted minutes back to write on',
    input: idInput,
    output: Type.Null(),
  }),
  Decide: call({
    verb: 'POST',
    permission,
    summary: 'Approve the minutes by name, or refuse them with a reason, which sends them back',
    input: Type.Object({
      id,
      /** The version that was read. */
      number: Type.Integer({ minimum: 1 }),
      approve: Type.Boolean(),
      reason: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    output: Type.Null(),
  }),
  Correct: call({
    verb: 'POST',
    permission,
    summary: 'Open approved minutes for a correction, with a reason: a new version, approved like the first',
    input: Type.Object({ id, reason }),
    output: Type.Null(),
  }),
  SetTask: call({
    verb: 'POST',
    permission,
    summary: 'Close a task of approved minutes, or open it again: its owner or the convenor',
    input: Type.Object({
      /** Of the record `meetingTask`. */
      id,
      done: Type.Boolean(),
      note: Type.Optional(Type.String({ maxLength: 1000 })),
    }),
    output: Type.Null(),
  }),
  Export: fileCall({
    verb: 'GET',
    permission,
    summary: 'The minutes of a version as a document by itself (HTML)',
    input: Type.Object({ id, number: Type.Integer({ minimum: 1 }) }),
    file: 'text/html',
  }),
  ExportWord: fileCall({
    verb: 'GET',
    permission,
    summary: 'The minutes of a version as a Word document (docx)',
    input: Type.Object({ id, number: Type.Integer({ minimum: 1 }) }),
    file: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  }),
};

/** What the hub tells those invited while minutes are written. */
export interface MinutesEvents {
  getMinutesUpdate: [written: { meeting: number; update: string }];
  getMinutesPresence: [
    presence: { meeting: number; user: number; name: string; window: string; where: string | null },
  ];
}

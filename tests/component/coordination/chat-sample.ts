import type { RoomMember, RoomSummary, RoomView } from '#contract/coordination/rooms.ts';
import type { ChatMessage, DemandView } from '#contract/coordination/shapes.ts';
import { server } from '#tests/component/support/mount.tsx';

/** A room of three as the server tells it, with messages that a test adds. */

export const zhao = 11;
export const lin = 12;
/** The user of the tests. */
export const me = 1;
const names: Record<number, string> = { [me]: '管理员', [zhao]: 'Zhao', [lin]: 'Lin' };
const start = Date.parse('2026-11-22T01:00:00.000Z');

export function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  const author = more.author === undefined ? zhao : more.author;
  return {
    id: 1000 + seq,
    room: 5,
    seq,
    changedSeq: seq,
    clientId: null,
    kind: 'text',
    author,
    authorName: author === null ? '' : (names[author] ?? '?'),
    sentAt: new Date(start + seq * 60_000).toISOString(),
    text: `message ${seq}`,
    event: null,
    mentions: [],
    quote: null,
    files: [],
    place: null,
    references: [],
    editedAt: null,
    withdrawnAt: null,
    pinnedAt: null,
    demand: null,
    ...more,
  };
}

/** What an order asks of one receiver, who has so many seconds left. */
export function demand(userId: number, seconds: number): DemandView {
  return {
    withinS: 60,
    state: seconds > 0 ? 'open' : 'overdue',
    receivers: [
      {
        userId,
        name: names[userId] ?? '?',
        level: 0,
        dueAt: new Date(Date.now() + seconds * 1_000).toISOString(),
        soundedAt: null,
        acknowledgedAt: null,
        remark: null,
      },
    ],
    next: [],
  };
}

export function member(userId: number, more: Partial<RoomMember> = {}): RoomMember {
  return {
    userId,
    name: names[userId] ?? '?',
    companyName: null,
    position: null,
    online: false,
    readSeq: 0,
    readAt: null,
    owner: userId === me,
    added: true,
    ...more,
  };
}

export function summary(more: Partial<RoomSummary> = {}): RoomSummary {
  return {
    id: 5,
    kind: 'group',
    title: 'West training area',
    military: false,
    subject: null,
    lastSeq: 3,
    lastMessage: null,
    activeAt: '2026-11-22T01:03:00.000Z',
    unread: 0,
    unreadMentions: 0,
    readSeq: 3,
    closedAt: null,
    ...more,
  };
}

export function room(more: Partial<RoomView> = {}): RoomView {
  return {
    ...summary(),
    createdAt: '2026-11-22T00:00:00.000Z',
    createdByName: 'Zhao',
    members: [member(me), member(zhao, { online: true }), member(lin)],
    pins: [],
    mayWrite: true,
    mayManage: true,
    mayLeave: true,
    ...more,
  };
}

/** What the room holds; the calls below answer from it. */
export interface Held {
  view: RoomView;
  items: ChatMessage[];
  rooms: RoomSummary[];
}

/** A server with this room: its pages, its changes, and what is read and sent. */
export function hold(held: Held): void {
  const pageSize = 60;
  server().call('Coordination', 'GetRooms', () => ({
    totalCount: held.rooms.length,
    unread: held.rooms.reduce((sum, { unread }) => sum + unread, 0),
    items: held.rooms,
  }));
  server().call('Coordination', 'GetRoom', () => held.view);
  server().call('Coordination', 'GetOpenOrders', () => ({ toMe: [], fromMe: [] }));
  server().call('Coordination', 'GetContacts', () => ({
    totalCount: 2,
    positions: [{ id: 3, name: 'Tower', staffed: false }],
    items: [zhao, lin].map((id) => ({
      id,
      name: names[id] ?? '',
      companyName: null,
      positions: id === zhao ? ['APP-1'] : [],
      online: id === zhao,
    })),
  }));
  server().call('Coordination', 'MarkRead', ({ seq }) => ({ readSeq: Number(seq) }));
  server().call('Coordination', 'GetMessages', (input) => {
    // A query has texts only.
    const [before, after, around] = [input.before, input.after, input.around].map((one) =>
      one === undefined ? undefined : Number(one),
    );
    const all = held.items;
    const middle = around === undefined ? -1 : all.findIndex(({ seq }) => seq >= around);
    const shown =
      before !== undefined
        ? all.filter(({ seq }) => seq < before).slice(-pageSize)
        : after !== undefined
          ? all.filter(({ seq }) => seq > after).slice(0, pageSize)
          : middle >= 0
            ? all.slice(Math.max(0, middle - pageSize / 2), middle + pageSize / 2)
            : all.slice(-pageSize);
    return {
      lastSeq: all.at(-1)?.seq ?? 0,
      before: (shown[0]?.seq ?? 0) > (all[0]?.seq ?? 0),
      after: (shown.at(-1)?.seq ?? 0) < (all.at(-1)?.seq ?? 0),
      items: shown,
    };
  });
  server().call('Coordination', 'Send', (input) => {
    const known = held.items.find(({ clientId }) => clientId === input.clientId);
    if (known) return known;
    const made = message((held.items.at(-1)?.seq ?? 0) + 1, {
      author: me,
      clientId: input.clientId,
      text: input.text,
      mentions: input.mentions ?? [],
      kind: input.kind ?? 'text',
    });
    held.items.push(made);
    return made;
  });
}

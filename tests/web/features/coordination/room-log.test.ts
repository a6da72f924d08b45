import { describe, expect, test } from 'vitest';
import type { MessagePage } from '#contract/coordination/messages.ts';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { mentionAt, mentionedIn, withMention } from '#web/features/coordination/composer/mention-query.ts';
import { referenceIn } from '#web/features/coordination/composer/reference-in.ts';
import { levelOf, nextDue, ownDemand } from '#web/features/coordination/orders/demand-state.ts';
import { inReaderNames } from '#web/features/coordination/room/reader-names.ts';
import {
  hasGap,
  mostDrawn,
  openedLog,
  withChange,
  withChanges,
  withNewer,
  withOlder,
} from '#web/features/coordination/room/room-log.ts';
import { textParts } from '#web/features/coordination/room/text-parts.ts';

function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: seq,
    room: 5,
    seq,
    changedSeq: seq,
    clientId: null,
    kind: 'text',
    author: 7,
    authorName: 'Zhao',
    sentAt: '2026-11-22T01:00:00.000Z',
    text: `m${seq}`,
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

const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => message(from + i));
const page = (items: ChatMessage[], more: Partial<MessagePage> = {}): MessagePage => ({
  items,
  lastSeq: items.at(-1)?.seq ?? 0,
  before: false,
  after: false,
  ...more,
});
const seqs = ({ items }: { items: readonly ChatMessage[] }) => items.map(({ seq }) => seq);

describe('the messages of a room', () => {
  test('come in one order, whatever order they arrive in, each once', () => {
    let log = openedLog(page(run(1, 3)));
    for (const seq of [6, 4, 5, 4]) log = withChange(log, message(seq));
    expect(seqs(log)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('what is missing between is known, and asked for until it has come', () => {
    const log = openedLog(page(run(1, 3)));
    expect(hasGap(log, message(4))).toBe(false);
    expect(hasGap(log, message(6))).toBe(true);
    const ahead = withChange(log, message(6));
    // What is ahead of a gap does not close it.
    expect(ahead.known).toBe(3);
    // Entry 5 was an edit of the first: a number without a message of its own.
    const first = message(1, { text: 'changed', changedSeq: 5 });
    const whole = withChanges(ahead, { items: [message(4), first, message(6)], lastSeq: 6, more: false });
    expect([seqs(whole), whole.known, whole.items[0]?.text]).toEqual([[1, 2, 3, 4, 6], 6, 'changed']);
  });

  test('what comes late does not undo what is newer, and a quote says how its message stands', () => {
    const quoting = message(2, { quote: { seq: 1, authorName: 'Zhao', text: 'm1', withdrawn: false } });
    const log = openedLog(page([message(1), quoting]));
    const gone = withChange(
      log,
      message(1, { text: '', withdrawnAt: '2026-11-22T02:00:00Z', changedSeq: 3 }),
    );
    expect(gone.items[1]?.quote).toMatchObject({ text: '', withdrawn: true });
    expect(withChange(gone, message(1, { changedSeq: 1 })).items[0]?.withdrawnAt).not.toBeNull();
  });

  test('a new message does not stand behind a hole: it is fetched by who comes to the end', () => {
    const early = openedLog(page(run(1, 60), { after: true, lastSeq: 200 }));
    const later = withChange(early, message(201));
    expect([seqs(later).at(-1), later.known, later.after]).toEqual([60, 201, true]);
  });

  test('a long history is drawn in part, and its other end is fetched again', () => {
    let log = openedLog(page(run(401, 700), { before: true }));
    log = withOlder(log, page(run(341, 400), { before: true, after: true }));
    expect([log.items.length, seqs(log)[0], log.before, log.after]).toEqual([mostDrawn, 341, true, true]);
    log = withNewer(log, page(run(641, 700), { before: true }));
    expect([log.items.length, seqs(log).at(-1), log.before, log.after]).toEqual([
      mostDrawn,
      700,
      true,
      false,
    ]);
  });
});

describe('an @', () => {
  test.each([
    ['@zh', 3, { from: 0, text: 'zh' }],
    ['请@赵', 3, { from: 1, text: '赵' }],
    ['mail a@b', 8, null],
    ['@zhao ', 6, null],
    ['no', 2, null],
  ])('in %j at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected);
  });

  test('the name takes the place of what was typed', () => {
    expect(withMention('ask @zh now', 7, { from: 4, text: 'zh' }, 'Zhao')).toEqual({
      text: 'ask @Zhao  now',
      caret: 10,
    });
  });

  test('a longer name is not the shorter one that it begins with', () => {
    const people = [{ name: 'Li' }, { name: 'Lin' }];
    expect(mentionedIn('@Lin, go', people)).toEqual([{ name: 'Lin' }]);
    expect(mentionedIn('@Lin and @Li', people)).toHaveLength(2);
    expect(textParts('@Lin, see https://a.example/x.', ['Li', 'Lin'])).toEqual([
      { kind: 'mention', text: '@Lin' },
      { kind: 'plain', text: ', see ' },
      { kind: 'link', text: 'https://a.example/x' },
      { kind: 'plain', text: '.' },
    ]);
  });
});

test('the address of a page of this installation is the record that it shows, another is none', () => {
  const own = 'https://cw.example';
  expect(referenceIn(`${own}/navigation/details?id=7`, own)).toEqual({ resource: 'plan', id: 7 });
  expect(referenceIn(`${own}/navigation/details/7`, own)).toEqual({ resource: 'plan', id: 7 });
  expect(referenceIn(`${own}/navigation/detailsSN?id=7`, own)).toBeNull();
  expect(referenceIn(`${own}/situation/detailsAir?id=9 `, own)).toEqual({ resource: 'airspace', id: 9 });
  expect(referenceIn('https://other.example/navigation/details?id=7', own)).toBeNull();
  expect(referenceIn(`${own}/navigation/details`, own)).toBeNull();
});

describe('an order', () => {
  const receiver = (userId: number, dueAt: string, acknowledgedAt: string | null = null) => ({
    userId,
    name: `u${userId}`,
    level: 0,
    dueAt,
    soundedAt: null,
    acknowledgedAt,
    remark: null,
  });
  const demand = {
    withinS: 60,
    state: 'open' as const,
    receivers: [
      receiver(1, '2026-11-22T01:02:00Z'),
      receiver(2, '2026-11-22T01:01:00Z'),
      receiver(3, '2026-11-22T01:00:00Z', '2026-11-22T00:59:00Z'),
    ],
    next: [],
  };

  test('waits for those who have not acknowledged it, the next due first', () => {
    expect(nextDue(demand)?.userId).toBe(2);
    expect(ownDemand(message(1, { kind: 'order', demand }), 1)?.userId).toBe(1);
    expect(ownDemand(message(1, { kind: 'order', demand }), 3)).toBeUndefined();
    expect(ownDemand(message(1, { demand, withdrawnAt: '2026-11-22T01:00:30Z' }), 1)).toBeUndefined();
  });

  test.each([
    ['order', 30, 'caution'],
    ['order', 0, 'warning'],
    ['information', 30, 'advisory'],
    ['information', -5, 'caution'],
  ] as const)('an %s with %i s left sounds as a %s', (kind, left, level) => {
    expect(levelOf(kind, left)).toBe(level);
  });
});

test('a message from the hub names people in the language of the page', () => {
  const arrived = message(4, { authorName: '顾平', namesEn: { 顾平: 'GU Ping' } });
  expect(inReaderNames(arrived, 'en').authorName).toBe('GU Ping');
  expect(inReaderNames(arrived, 'zh-Hans').authorName).toBe('顾平');
});

import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as Y from 'yjs';
import type { MeetingView } from '#contract/meetings.ts';
import { notesOf } from '#domain/meetings/minutes-document.ts';
import { mount, open, server } from '#tests/component/support/mount.tsx';
import { seen, validated } from '#tests/component/support/ui.ts';
import { createStore } from '#web/client/store.ts';
import {
  type MinutesSession,
  type MinutesState,
  openMinutes,
  type Pointer,
} from '#web/features/meetings/minutes-session.ts';
import { SharedText } from '#web/features/meetings/shared-text.tsx';

/** The editor of minutes: what several type is in one text, and what is typed without a connection is kept. */

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const start = '2026-11-24T02:00:00Z';
const meeting = (values: Partial<MeetingView> = {}): MeetingView => ({
  id: 7,
  version: 1,
  title: 'Weekly meeting',
  state: 'held',
  startTime: start,
  endTime: '2026-11-24T03:00:00Z',
  place: 'Tower',
  convenor: 1,
  convenorName: 'Wen Lan',
  minutesNumber: 0,
  mine: { answer: 'yes', isConvenor: true, present: true, decides: false },
  openTasks: 0,
  reason: null,
  startedAt: start,
  mayTakeOver: false,
  agenda: [{ key: 'k1', title: 'Weather' }],
  people: [
    {
      user: 1,
      name: 'Wen Lan',
      company: null,
      isConvenor: true,
      answer: 'yes',
      answerReason: null,
      present: true,
    },
    {
      user: 2,
      name: 'Li Hui',
      company: 'Heron',
      isConvenor: false,
      answer: 'yes',
      answerReason: null,
      present: true,
    },
  ],
  tasks: [],
  versions: [],
  ...values,
});

/** The minutes as the server of the test has them. */
let stored: Y.Doc;
let away = false;
/** A write waits for it before it is answered. */
let answered: Promise<void> | null = null;

beforeEach(() => {
  stored = new Y.Doc();
  away = false;
  answered = null;
  localStorage.clear();
  server().call('Meeting', 'Get', () => meeting());
  server().call('Meeting', 'Point', () => null);
  server().call('Meeting', 'Sync', ({ stateVector }) => ({
    update: base64(Y.encodeStateAsUpdate(stored, bytesOf(String(stateVector)))),
    stateVector: base64(Y.encodeStateVector(stored)),
  }));
  server().on('/api/services/app/Meeting/Write', async ({ body }) => {
    if (away) return new Response('{}', { status: 503 });
    Y.applyUpdate(stored, bytesOf((body as { update: string }).update));
    await answered;
    return Response.json({ success: true, result: null, error: null });
  });
});

/** A session of the test's own: nothing is sent. */
function session(
  doc: Y.Doc,
): MinutesSession & { pointers: ReturnType<typeof createStore<readonly Pointer[]>> } {
  return {
    doc,
    state: createStore<MinutesState>('saved'),
    failure: createStore<unknown>(null),
    pointers: createStore<readonly Pointer[]>([]),
    point: () => undefined,
    hold: () => () => undefined,
    flush: async () => undefined,
    close: () => undefined,
  };
}

test('what others write comes into the box without moving the caret from between its letters', async () => {
  const doc = new Y.Doc();
  const text = doc.getText('notes');
  const own = session(doc);
  await mount(
    <SharedText meeting={meeting()} session={own} text={text} where="notes" label="Notes" maxLength={100} />,
  );
  const box = page.getByLabelText('Notes');
  await userEvent.type(box, 'wind calm');
  expect(text.toString()).toBe('wind calm');
  const element = box.element() as HTMLTextAreaElement;
  element.setSelectionRange(4, 4);
  text.insert(0, 'Today: ');
  expect(element.value).toBe('Today: wind calm');
  expect(element.selectionStart).toBe(11);
  await userEvent.keyboard('s');
  expect(text.toString()).toBe('Today: winds calm');
  text.delete(0, 7);
  expect([element.value, element.selectionStart]).toEqual(['winds calm', 5]);
  // Only one's own is taken back.
  text.insert(text.length, '.');
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(text.toString()).toBe('.');
  own.pointers.set([{ user: 2, name: '李辉', window: 'w', where: 'notes', at: Date.now() }]);
  await seen(page.getByText('Li Hui 正在此处书写'));
});

test('notes, decisions and tasks are written and stored; submitting names what is missing', async () => {
  await open('/coordination/meeting/7', { locale: 'en' });
  const notes = page.getByLabelText('Notes: Weather');
  await userEvent.type(notes, 'Thunderstorms');
  await userEvent.click(page.getByRole('button', { name: /Add task/ }));
  await userEvent.type(page.getByLabelText('Task 1: Weather', { exact: true }), 'Issue a warning');
  await seen(page.getByText('Saved', { exact: true }));
  expect(notesOf(stored, 'k1').toString()).toBe('Thunderstorms');
  await userEvent.click(page.getByRole('button', { name: 'Submit for approval' }));
  const alert = page.getByRole('alert');
  await seen(alert.getByText('Task "Issue a warning" has no owner'));
  await seen(alert.getByText('Task "Issue a warning" has no due date'));
  expect(await validated('the editor')).toEqual([]);
});

test('what is typed while what was typed before is being stored is stored after it', async () => {
  await open('/coordination/meeting/7', { locale: 'en' });
  const notes = page.getByLabelText('Notes: Weather');
  let answer = () => {};
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  await userEvent.type(notes, 'calm');
  await expect.poll(() => notesOf(stored, 'k1').toString()).toBe('calm');
  await userEvent.type(notes, ' winds');
  answer();
  await seen(page.getByText('Saved', { exact: true }));
  expect(notesOf(stored, 'k1').toString()).toBe('calm winds');
});

test('without a connection what is typed is kept on this machine and merged at the next visit', async () => {
  const visit = await open('/coordination/meeting/7', { locale: 'en' });
  await userEvent.type(page.getByLabelText('Notes: Weather'), 'calm');
  await seen(page.getByText('Saved', { exact: true }));
  away = true;
  await userEvent.type(page.getByLabelText('Notes: Weather'), ' winds');
  await seen(page.getByText('Waiting for a connection'));
  expect(notesOf(stored, 'k1').toString()).toBe('calm');
  await visit.go('/coordination/meeting');
  // Somebody else goes on meanwhile.
  notesOf(stored, 'k1').insert(0, 'Morning: ');
  away = false;
  await open('/coordination/meeting/7', { locale: 'en' });
  await expect.poll(() => notesOf(stored, 'k1').toString()).toBe('Morning: calm winds');
  await expect.element(page.getByLabelText('Notes: Weather')).toHaveValue('Morning: calm winds');
});

test('two windows of one user without a connection do not overwrite each other', async () => {
  away = true;
  for (const text of ['one ', 'two ']) {
    const own = openMinutes(7, 1);
    notesOf(own.doc, 'k1').insert(0, text);
    own.close();
  }
  away = false;
  await open('/coordination/meeting/7', { locale: 'en' });
  await expect
    .poll(() => notesOf(stored, 'k1').toString().split(' ').sort().join(' ').trim())
    .toBe('one two');
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('minutes'))).toEqual([]);
});

test('text that was written without a connection while the minutes were submitted is shown, copied and discarded', async () => {
  notesOf(stored, 'k1').insert(0, 'calm');
  away = true;
  const own = openMinutes(7, 1);
  Y.applyUpdate(own.doc, Y.encodeStateAsUpdate(stored), 'server');
  notesOf(own.doc, 'k1').insert(4, ' winds');
  own.close();
  server().call('Meeting', 'Get', () => meeting({ state: 'review' }));
  await open('/coordination/meeting/7', { locale: 'en' });
  const alert = page.getByRole('alert').filter({ hasText: "Text that isn't in the minutes" });
  await seen(alert.getByText('calm winds'));
  await seen(alert.getByRole('button', { name: /Copy.*Weather/ }));
  expect(await validated('unsent text')).toEqual([]);
  await userEvent.click(alert.getByRole('button', { name: /Discard text/ }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /Discard text/ }));
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.includes('minutes'))).toEqual([]);
});

test('moving a meeting warns of other meetings of its people', async () => {
  server().call('Meeting', 'Get', () => meeting({ state: 'called' }));
  server().call('Meeting', 'FindOverlaps', ({ except, people }) => {
    expect([except, people]).toEqual([7, [1, 2]]);
    return {
      items: [
        { user: 1, name: 'Wen Lan', title: 'Safety board' },
        { user: 2, name: 'Li Hui', title: null },
      ],
    };
  });
  await open('/coordination/meeting/7', { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: 'Move' }));
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await seen(dialog.getByText('Wen Lan: Safety board'));
  await seen(dialog.getByText('Li Hui: busy'));
  await seen(dialog.getByRole('button', { name: 'Move and notify' }));
});

test('a participant takes over a meeting whose convenor has left', async () => {
  const taken: unknown[] = [];
  const mine = { answer: 'yes', isConvenor: false, present: true, decides: false } as const;
  server().call('Meeting', 'Get', () => meeting({ state: 'called', mayTakeOver: true, mine }));
  server().call('Meeting', 'TakeOver', (input) => {
    taken.push(input);
    return null;
  });
  await open('/coordination/meeting/7', { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: 'Take over meeting' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Take over meeting' }));
  await expect.poll(() => taken).toEqual([{ id: 7 }]);
});

test('who was present approves by name, or refuses with a reason; it can be read and printed', async () => {
  const asked: unknown[] = [];
  server().call('Meeting', 'Get', () =>
    meeting({
      state: 'review',
      mine: { answer: 'yes', isConvenor: false, present: true, decides: true },
      versions: [
        {
          number: 3,
          state: 'review',
          submittedName: 'Wen Lan',
          submittedAt: start,
          head: {
            title: 'Weekly meeting',
            startTime: start,
            endTime: '2026-11-24T03:00:00Z',
            place: 'Tower',
            convenorName: 'Wen Lan',
            people: [
              { user: 1, name: 'Wen Lan' },
              { user: 2, name: 'Li Hui' },
            ],
          },
          decidedAt: null,
          reason: null,
          approvals: [
            { user: 1, name: 'Wen Lan', decision: 'approved', at: start },
            { user: 2, name: 'Li Hui', decision: 'none' },
          ],
          items: [
            {
              key: 'k1',
              title: 'Weather',
              notes: 'Thunderstorms',
              decisions: [{ id: 'd', text: 'Close area 2' }],
              tasks: [{ id: 't', text: 'Issue a warning', who: 2, due: '2026-11-30' }],
            },
          ],
        },
      ],
    }),
  );
  server().call('Meeting', 'Decide', (input) => {
    asked.push(input);
    return null;
  });
  await open('/coordination/meeting/7', { locale: 'en', theme: 'dark' });
  await seen(page.getByText('Close area 2'));
  expect(await validated('the minutes')).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Refuse' }));
  const dialog = page.getByRole('dialog', { name: 'Refuse' });
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  await seen(dialog.getByText('Required'));
  expect(asked).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Wrong area');
  await userEvent.click(dialog.getByRole('button', { name: 'Refuse' }));
  await expect.poll(() => asked).toEqual([{ id: 7, number: 3, approve: false, reason: 'Wrong area' }]);
  await userEvent.click(page.getByRole('button', { name: 'Print' }));
  await seen(page.getByRole('dialog', { name: 'Print' }).getByText('Li Hui · 2026-11-30'));
});

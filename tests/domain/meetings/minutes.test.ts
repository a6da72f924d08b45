import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isReminderDay, outcomeOf } from '#domain/meetings/meeting-state.ts';
import {
  addEntry,
  contentOf,
  type Entry,
  entriesOf,
  notesOf,
  problemsOf,
  textOf,
} from '#domain/meetings/minutes-document.ts';

/** The shared document of minutes, and what is said of it. */

const agenda = [{ key: 'k1', title: '天气' }];

function merged(...docs: Y.Doc[]): Y.Doc {
  const doc = new Y.Doc();
  for (const one of docs) Y.applyUpdate(doc, Y.encodeStateAsUpdate(one));
  return doc;
}

test('two who begin an item, each without the other, both keep what they wrote', () => {
  const [one, two] = [new Y.Doc(), new Y.Doc()];
  notesOf(one, 'k1').insert(0, '晴。');
  notesOf(two, 'k1').insert(0, '有风。');
  addEntry(one, 'decisions', 'k1', 'a', '推迟');
  addEntry(two, 'decisions', 'k1', 'b', '改航');
  const [item] = contentOf(merged(one, two), agenda);
  expect(item).toEqual(contentOf(merged(two, one), agenda)[0]);
  expect([...(item?.notes ?? '')].sort()).toEqual([...'晴。有风。'].sort());
  expect(item?.decisions.map(({ text }) => text).sort()).toEqual(['推迟', '改航'].sort());
});

test('an entry that is taken out while another writes in it is there to be taken back, with what was written', () => {
  const one = new Y.Doc();
  const entry = addEntry(one, 'decisions', 'k1', 'a', '推迟');
  const two = merged(one);
  entry.set('removed', true);
  textOf(entriesOf(two, 'decisions', 'k1').get(0))?.insert(2, '一小时');
  const both = merged(one, two);
  expect(contentOf(both, agenda)[0]?.decisions).toEqual([]);
  entriesOf(both, 'decisions', 'k1').get(0).set('removed', false);
  expect(contentOf(both, agenda)[0]?.decisions).toEqual([{ id: 'a', text: '推迟一小时' }]);
});

test('what a foreign client puts where it does not belong is no entry, and ends no reading', () => {
  const doc = new Y.Doc();
  const list = entriesOf(doc, 'tasks', 'k1') as unknown as Y.Array<unknown>;
  list.push(['text', 7, new Y.Map()]);
  const entry: Entry = addEntry(doc, 'tasks', 'k1', 'a', 'x\u0000y\ud83d');
  entry.set('who', 'nobody');
  entry.set('due', '2026-13-40');
  expect(contentOf(merged(doc), agenda)[0]?.tasks).toEqual([
    { id: 'a', text: 'xy\ufffd', who: null, due: null },
  ]);
});

test('minutes are complete when every entry has a text and every task an owner among the people and a day', () => {
  const item = { key: 'k1', title: '天气', notes: '', decisions: [], tasks: [] };
  expect(problemsOf([item], [1]).map(({ key }) => key)).toEqual(['meeting.problem.empty']);
  const task = { id: 't', text: '查', who: 1, due: '2026-12-01' };
  expect(problemsOf([{ ...item, tasks: [task] }], [1])).toEqual([]);
  const keys = (change: object) =>
    problemsOf([{ ...item, tasks: [{ ...task, ...change }] }], [1]).map(({ key }) => key);
  expect(keys({ who: 2 })).toEqual(['meeting.problem.taskWho']);
  expect(keys({ due: null })).toEqual(['meeting.problem.taskDue']);
  expect(keys({ text: '' })).toEqual(['meeting.problem.taskEmpty']);
  expect(keys({ id: '' })).toEqual(['meeting.problem.taskId']);
  const twice = problemsOf([{ ...item, tasks: [task, task] }], [1]);
  expect(twice.map(({ key }) => key)).toEqual(['meeting.problem.taskId']);
  const decision = { id: 'd', text: '' };
  expect(problemsOf([{ ...item, decisions: [decision], tasks: [task] }], [1])[0]).toMatchObject({
    where: 'decisions/k1/d',
    key: 'meeting.problem.decisionEmpty',
  });
});

test('all who were present approve; one refusal is enough', () => {
  const of = (...decisions: ('none' | 'approved' | 'refused')[]) =>
    outcomeOf(decisions.map((decision, user) => ({ user, name: '', decision })));
  expect([of(), of('approved', 'none'), of('approved', 'approved'), of('none', 'refused')]).toEqual([
    'review',
    'review',
    'approved',
    'refused',
  ]);
});

test('an owner is reminded the day before, on the day, the day after and each week', () => {
  expect([2, 1, 0, -1, -2, -7, -8, -14].filter(isReminderDay)).toEqual([1, 0, -1, -7, -14]);
});

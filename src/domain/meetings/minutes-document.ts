import * as Y from 'yjs';

/** An item of the agenda; its key stays when it is retitled, for the minutes hang on it. */
export interface AgendaItem {
  key: string;
  title: string;
  speaker?: string;
  /** Planned, minutes. */
  minutes?: number;
}

export interface MinutesDecision {
  id: string;
  text: string;
}

export interface MinutesTask {
  id: string;
  text: string;
  /** Id of the user; null: nobody yet. */
  who: number | null;
  /** `2026-11-30`, a day in the zone of the product; null: not said. */
  due: string | null;
}

export interface MinutesItem extends AgendaItem {
  notes: string;
  decisions: MinutesDecision[];
  tasks: MinutesTask[];
}

/** A decision or a task in the shared document: one that is taken out is marked, so that what others write in it is not lost. */
export type Entry = Y.Map<unknown>;
export type EntryKind = 'decisions' | 'tasks';

/** The lengths that minutes may have, in characters. */
export const longestNotes = 20_000;
export const longestEntry = 2_000;

/**
 * The notes of an item. Each is a root of the document under its own name: two people who begin an item at the same
 * moment, each without the other, write in the same text.
 */
export function notesOf(doc: Y.Doc, item: string): Y.Text {
  return doc.getText(`notes/${item}`);
}

export function entriesOf(doc: Y.Doc, kind: EntryKind, item: string): Y.Array<Entry> {
  return doc.getArray<Entry>(`${kind}/${item}`);
}

/** A new decision or task at the end of its list. */
export function addEntry(doc: Y.Doc, kind: EntryKind, item: string, id: string, text = ''): Entry {
  const entry: Entry = new Y.Map();
  doc.transact(() => {
    entry.set('id', id);
    entry.set('text', new Y.Text(text));
    entriesOf(doc, kind, item).push([entry]);
  });
  return entry;
}

/** The entries as they are; whatever else a foreign client put there is none. */
export function listOf(doc: Y.Doc, kind: EntryKind, item: string): Entry[] {
  return entriesOf(doc, kind, item)
    .toArray()
    .filter((entry) => entry instanceof Y.Map && entry.get('text') instanceof Y.Text);
}

export function textOf(entry: Entry): Y.Text | null {
  const text = entry.get('text');
  return text instanceof Y.Text ? text : null;
}

export function isRemoved(entry: Entry): boolean {
  return entry.get('removed') === true;
}

/** What the document says of each item of the agenda: the minutes, to be stored, shown and printed. */
export function contentOf(doc: Y.Doc, agenda: readonly AgendaItem[]): MinutesItem[] {
  const entries = (kind: EntryKind, key: string) =>
    listOf(doc, kind, key)
      .filter((entry) => !isRemoved(entry))
      .map((entry) => ({ entry, id: idOf(entry), text: clean(textOf(entry)?.toString() ?? '').trim() }));
  return agenda.map((item) => ({
    ...item,
    notes: clean(notesOf(doc, item.key).toString()).trim(),
    decisions: entries('decisions', item.key).map(({ id, text }) => ({ id, text })),
    tasks: entries('tasks', item.key).map(({ entry, id, text }) => ({
      id,
      text,
      who: whoOf(entry),
      due: dueOf(entry),
    })),
  }));
}

export function whoOf(entry: Entry): number | null {
  const who = entry.get('who');
  return typeof who === 'number' && Number.isSafeInteger(who) ? who : null;
}

export function dueOf(entry: Entry): string | null {
  const due = entry.get('due');
  return typeof due === 'string' && isDay(due) ? due : null;
}

function idOf(entry: Entry): string {
  const id = entry.get('id');
  return typeof id === 'string' ? id : '';
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Without what no database and no page can keep: control characters, and halves of characters. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replace(halves, '\ufffd');
}

/** Why minutes are not ready to be submitted; `where`: `notes/k1`, or `decisions/k1/id`, `tasks/k1/id`. */
export interface MinutesProblem {
  where: string;
  key: string;
  values?: Record<string, string | number>;
}

/** What is missing before the minutes go to those present: `people` are the ids of whom a task may be given to. */
export function problemsOf(items: readonly MinutesItem[], people: readonly number[]): MinutesProblem[] {
  const problems: MinutesProblem[] = [];
  const ids = new Set<string>();
  for (const { key, title, notes, decisions, tasks } of items) {
    const add = (where: string, text: string, values: MinutesProblem['values'] = {}) =>
      problems.push({ where, key: `meeting.problem.${text}`, values: { item: title, ...values } });
    if (notes.length > longestNotes) add(`notes/${key}`, 'notesLong', { most: longestNotes });
    for (const { id, text } of decisions) {
      if (text === '') add(`decisions/${key}/${id}`, 'decisionEmpty');
      if (text.length > longestEntry) add(`decisions/${key}/${id}`, 'entryLong', { most: longestEntry });
    }
    for (const { id, text, who, due } of tasks) {
      const where = `tasks/${key}/${id}`;
      if (text === '') add(where, 'taskEmpty');
      if (text.length > longestEntry) add(where, 'entryLong', { most: longestEntry });
      if (who === null || !people.includes(who)) add(where, 'taskWho', { task: text });
      if (due === null) add(where, 'taskDue', { task: text });
      // Tasks of all versions are known by their ids: a foreign client may have left one out, or used one twice.
      if (id === '' || id.length > 32 || ids.has(id)) add(where, 'taskId', { task: text });
      ids.add(id);
    }
  }
  const isEmpty = items.every(
    ({ notes, decisions, tasks }) => notes === '' && decisions.length === 0 && tasks.length === 0,
  );
  if (isEmpty) problems.push({ where: '', key: 'meeting.problem.empty' });
  return problems;
}

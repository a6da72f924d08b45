import { describe, expect, test, vi } from 'vitest';
import { RequestError } from '#web/client/http.ts';
import { createCheckQueue } from '#web/features/plans/sheet/check-queue.ts';
import { fileEach, fileTogether } from '#web/features/plans/sheet/file-plans.ts';
import { createNames } from '#web/features/plans/sheet/names-store.ts';
import { commandOf } from '#web/features/plans/sheet/sheet-keys.ts';
import { firstState, sheetReducer } from '#web/features/plans/sheet/sheet-state.ts';

// Before the imports: preferences are read from cookies as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('document', { cookie: '', documentElement: {} }));

const plans = ['a', 'b', 'c'].map((key) => ({ key, name: key, values: { key } }));
const saved = (id: number) => ({ id, version: 1, planNumber: `P${id}`, state: 1 as const });
const free = { stop: () => false, progress: () => undefined };

describe('filing plan by plan', () => {
  test('one that is refused does not hold the others', async () => {
    const result = await fileEach(
      plans,
      async ([values]) => {
        if (values?.key === 'b') throw new RequestError('no', { statusCode: 500 });
        return [saved(1)];
      },
      free,
    );
    expect(result.filed.map(({ key }) => key)).toEqual(['a', 'c']);
    expect(result.refused.map(({ key, unsure }) => [key, unsure])).toEqual([['b', false]]);
  });

  test('no answer is no refusal: it stops, and is said to be unsure', async () => {
    const result = await fileEach(
      plans,
      async () => {
        throw new RequestError('gone', { statusCode: 0 });
      },
      free,
    );
    expect(result.refused).toEqual([expect.objectContaining({ key: 'a', unsure: true })]);
    expect(result.left).toEqual(['b', 'c']);
  });

  test('unfinished plans stop all of it', async () => {
    const result = await fileEach(
      plans,
      async () => {
        throw new RequestError('NotFinish', { statusCode: 500 });
      },
      free,
    );
    expect(result.stopped?.message).toBe('NotFinish');
    expect(result.left).toEqual(['a', 'b', 'c']);
  });

  test('together, the one that is wrong is named and none is filed', async () => {
    const result = await fileTogether(plans, async () => {
      throw new RequestError('no', { statusCode: 500, errors: { 'plans.1.tasks.0.aircraft': ['x'] } });
    });
    expect(result.refused.map(({ key }) => key)).toEqual(['b']);
    expect(result.left).toEqual(['a', 'c']);
  });
});

test('few questions are on their way at once, and a changed one is asked once, in its new form', async () => {
  const requested: string[] = [];
  const ends: (() => void)[] = [];
  const queue = createCheckQueue(2);
  const ask = (name: string) => () =>
    new Promise<void>((end) => {
      requested.push(name);
      ends.push(end);
    });
  for (const name of ['a', 'b', 'c', 'd']) queue.put(name, ask(name), false);
  queue.put('c', ask('c again'), false);
  queue.put('d', ask('d first'), true);
  expect(requested).toEqual(['a', 'b']);
  while (requested.length < 4) {
    ends.shift()?.();
    await new Promise((done) => setTimeout(done));
  }
  expect(requested).toEqual(['a', 'b', 'd first', 'c again']);
});

describe('names', () => {
  const rows = { aircraft: [{ id: 1, registration: 'B-10QA', callsign: 'B10QA' }] };
  const source = {
    calls: 0,
    list: async (resource: string) => {
      source.calls += 1;
      const list = resource === 'aircraft' ? rows.aircraft : [];
      return { rows: list, total: list.length };
    },
    one: async () => ({ id: 2, registration: 'B-20XX' }),
  };

  test('are asked for once, found without hyphens, and shown by their own', async () => {
    const names = createNames(source);
    expect(names.meaningOf(['aircraft'], 'b10qa').state).toBe('pending');
    await new Promise((done) => setTimeout(done, 5));
    expect(names.meaningOf(['aircraft'], 'b10qa')).toMatchObject({ state: 'one', record: { id: 1 } });
    expect(names.meaningOf(['aircraft'], 'B-99').state).toBe('unknown');
    expect(names.labelOf('aircraft#1')).toBe('B-10QA');
    expect(source.calls).toBe(1);
  });

  test('an airspace is meant by its name in either language, and by its designator', async () => {
    const area = { id: 7, name: '青白江作业区', nameEn: 'Qingbaijiang Works', designator: 'ZUP07' };
    const names = createNames({ list: async () => ({ rows: [area], total: 1 }), one: async () => area });
    await names.search(['airspace'], '');
    for (const text of [area.name, 'qingbaijiang works', area.designator])
      expect(names.meaningOf(['airspace'], text)).toMatchObject({ state: 'one', record: { id: 7 } });
  });
});

describe('the sheet', () => {
  test('opens on a page that came over plain HTTP, where `crypto.randomUUID` is not there', () => {
    const absent = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function');
    });
    expect(firstState().rows[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    absent.mockRestore();
  });

  const key = (text: string, more = {}) =>
    commandOf({ key: text, ctrl: false, shift: false, alt: false, ...more });
  test.each([
    ['Enter', { ctrl: true }, 'newSortie'],
    ['Enter', { alt: true }, 'newPlan'],
    ['d', { ctrl: true }, 'fillDown'],
    ['D', { ctrl: true, shift: true }, 'duplicate'],
    ['b', { ctrl: true }, 'duplicatePlan'],
    ['z', { ctrl: true }, 'undo'],
    ['y', { ctrl: true }, 'redo'],
    ['Delete', {}, 'clear'],
    ['F4', {}, 'details'],
    ['t', { alt: true }, 'suggestTime'],
  ])('%s %j', (text, more, command) => expect(key(text, more)?.do).toBe(command));
  test('leaves the browser its own keys', () => {
    expect(key('c', { ctrl: true })).toBeNull();
    expect(key('v', { ctrl: true })).toBeNull();
    expect(key('Escape')).toBeNull();
  });

  test('takes back and does again, and always has a row to type into', () => {
    const begun = firstState();
    const typed = sheetReducer(begun, {
      kind: 'rows',
      rows: [{ key: 'x', cells: { callsign: 'A1' } }],
    });
    expect(typed.rows).toHaveLength(2);
    const undone = sheetReducer(typed, { kind: 'undo' });
    expect(undone.rows).toEqual(begun.rows);
    expect(sheetReducer(undone, { kind: 'redo' }).rows).toEqual(typed.rows);
  });
});

import { beforeAll, describe, expect, test, vi } from 'vitest';
import { resources } from '#resources';
import { readablePart } from '#web/engine/list/readable.ts';
import { countOf, isPicked, nothing, pick, type Selection } from '#web/engine/list/selection.ts';

let layout: typeof import('#web/engine/list/layout.ts');
beforeAll(async () => {
  vi.stubGlobal('document', { cookie: '' });
  layout = await import('#web/engine/list/layout.ts');
});

describe('what is picked', () => {
  test('survives what is picked and dropped on other pages', () => {
    const first = pick(nothing, [1, 2, 3], true);
    const second = pick(pick(first, [3, 21], true), [2], false);
    expect(second).toEqual({ kind: 'ids', ids: [1, 3, 21] });
    expect(countOf(second)).toBe(3);
    expect([isPicked(second, 2), isPicked(second, 21)]).toEqual([false, true]);
  });

  test('is all that match but for those that were dropped again', () => {
    const all: Selection = { kind: 'all', count: 500, except: [] };
    const fewer = pick(all, [7, 8], false);
    expect([countOf(fewer), isPicked(fewer, 7), isPicked(fewer, 400)]).toEqual([498, false, true]);
    expect(pick(fewer, [7], true)).toEqual({ kind: 'all', count: 500, except: [8] });
  });
});

describe('how a table looks', () => {
  test.each<[string, unknown, object]>([
    ['nothing', null, {}],
    ['a text', 'wide', {}],
    [
      'what another version wrote',
      { columns: [], layouts: { none: { density: 'tiny', pins: { a: 'up' } } } },
      { layouts: { none: { pins: {} } } },
    ],
    [
      'what is kept',
      {
        columns: ['a', 'b'],
        layouts: { 7: { widths: { a: 120, b: 'x' }, pins: { a: 'left' }, density: 'large' } },
      },
      { columns: ['a', 'b'], layouts: { 7: { widths: { a: 120 }, pins: { a: 'left' }, density: 'large' } } },
    ],
  ])('%s is read as far as it makes sense', (_, value, expected) => {
    expect(layout.readStoredLayouts(value)).toEqual(expected);
  });

  test('pinned columns stand at their side, the others as they were', () => {
    expect(layout.inPinOrder(['a', 'b', 'c', 'd'], { c: 'left', a: 'right' })).toEqual(['c', 'b', 'd', 'a']);
  });

  test('two layouts are the same whatever the order of their parts', () => {
    const { sameLayout } = layout;
    expect(sameLayout({ widths: { a: 1, b: 2 } }, { widths: { b: 2, a: 1 }, density: 'compact' })).toBe(true);
    expect(sameLayout({}, { density: 'large' })).toBe(false);
    expect(sameLayout({ pins: { a: 'left' } }, { pins: { a: 'right' } })).toBe(false);
  });

  test('a column is wide enough for its heading, and no wider than a sentence', () => {
    const { naturalWidth } = layout;
    expect(naturalWidth({ type: 'boolean' }, '需要任务审批', [])).toBeGreaterThanOrEqual(6 * 13);
    expect(naturalWidth({ type: 'string' }, 'Remark', ['x'.repeat(500)])).toBe(340);
    expect(naturalWidth({ type: 'string' }, 'A', [])).toBeGreaterThanOrEqual(60);
  });
});

test('a field that may not be read, and a secret, are no columns, no search and no sort', () => {
  const user = resources.find(({ name }) => name === 'user');
  if (!user) throw new Error('there is no resource "user"');
  const part = readablePart(user, (field) => field !== 'phoneNumber' && field !== 'userName');
  expect(Object.keys(part.schema.properties)).not.toContain('passwordHash');
  expect(Object.keys(part.schema.properties)).not.toContain('phoneNumber');
  expect(part.columns).not.toContain('phoneNumber');
  expect(part.search).not.toContain('userName');
  expect(part.sort).toBeUndefined();
  expect(part.columns).toContain('name');
  expect(user.columns).toContain('phoneNumber');
});

test('a change of many is undone for those that it made others, whichever way they were picked', async () => {
  const { undoOf } = await import('#web/engine/list/undo.ts');
  const changed = [{ id: 4, version: 7 }];
  expect(undoOf({ action: 'update', where: 'q=a' }, { changed })).toEqual({
    action: 'undo',
    versions: changed,
  });
  expect(undoOf({ action: 'delete', ids: [4, 5] }, { changed })).toEqual({ action: 'restore', ids: [4] });
  expect(undoOf({ action: 'purge', ids: [4] }, { changed })).toBeNull();
  expect(undoOf({ action: 'update', ids: [4] }, { changed: [] })).toBeNull();
});

test('a record has its neighbours across the borders of its page', async () => {
  const { neighboursIn } = await import('#web/engine/show/neighbours.ts');
  const pages = { before: [1, 2], ids: [3, 4], after: [5, 6] };
  const at = (id: number, page = 2, total = 6) => neighboursIn(pages, id, { page, size: 2 }, total);
  expect(at(3)).toEqual({ previous: { id: 2, page: 1 }, next: { id: 4, page: 2 }, place: 3, total: 6 });
  expect(at(4)).toEqual({ previous: { id: 3, page: 2 }, next: { id: 5, page: 3 }, place: 4, total: 6 });
  // The first page has none before it, the last none after it.
  expect(at(3, 1)?.previous).toBeUndefined();
  expect(at(4, 2, 4)?.next).toBeUndefined();
  expect(at(7)).toBeUndefined();
});

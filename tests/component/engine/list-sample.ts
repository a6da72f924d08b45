import { type Locator, page } from 'vitest/browser';
import type { SavedView } from '#contract/preferences.ts';
import { server } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';

/** A list of dictionary items, and how a test reads and uses it. */

export const itemList = '/permission/dictionary/items';
export const itemRecords = '/api/records/dictionaryItem';
/** What the address has to ask for the items of `makeItems`. */
export const mine = 'f.dictionary.in=900';

/** Items 01 to 25 of one dictionary in the order of their numbers, and one of another dictionary; gives the ids. */
export function makeItems(): number[] {
  server().add(
    'dictionary',
    { id: 900, code: 'surface', name: '道面', nameEn: 'Surface' },
    { id: 901, code: 'other', name: '其他', nameEn: 'Other' },
  );
  const numbers = Array.from({ length: 25 }, (_, index) => String(index + 1).padStart(2, '0'));
  const made = server().add(
    'dictionaryItem',
    ...numbers.map((number) => ({
      dictionary: 900,
      code: `s_${number}`,
      label: `条目 ${number}`,
      labelEn: `Item ${number}`,
      order: Number(number),
      colour: null,
      isActive: Number(number) % 2 === 1,
    })),
  );
  server().add('dictionaryItem', {
    dictionary: 901,
    code: 'else',
    label: '别的条目',
    labelEn: 'Another item',
    order: 99,
    colour: null,
    isActive: true,
  });
  return made.map(({ id }) => id);
}

/** The names of items from one number to another, in either direction. */
export function itemsFrom(first: number, last: number): string[] {
  const step = first < last ? 1 : -1;
  return Array.from(
    { length: Math.abs(last - first) + 1 },
    (_, index) => `条目 ${String(first + index * step).padStart(2, '0')}`,
  );
}

export const rows = (): Locator => css('tbody tr.ant-table-row');
export const row = (name: string): Locator => css(`tbody tr[aria-label="${name}"]`);
/** The names of the rows, from above. */
export const marks = (): string[] =>
  rows()
    .elements()
    .map((element) => element.getAttribute('aria-label') ?? '');
export const drawer = (): Locator => css('.ant-drawer-open .ant-drawer-content');
export const button = (name: string | RegExp): Locator => page.getByRole('button', { name });

/** Focuses it as Tab does, without a click. */
export async function focus(what: Locator): Promise<void> {
  await seen(what);
  const element = what.first().element();
  if (element instanceof HTMLElement) element.focus();
}

/** Chooses the option of exactly this text from a list that takes no typing. */
export async function pickOption(control: Locator, text: string): Promise<void> {
  await control.click({ force: true });
  await css('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .first()
    .click();
}

/** The saved views of a list, stored as the server stores them for one person. */
export function storeViews(...first: Pick<SavedView, 'name' | 'query'>[]): SavedView[] {
  const views: SavedView[] = [];
  let defaultId: number | null = null;
  let lastId = 40;
  const put = (view: Pick<SavedView, 'name' | 'query'> & Partial<SavedView>): SavedView => {
    lastId += 1;
    const stored: SavedView = {
      audience: 'private',
      role: null,
      roleName: null,
      ownerName: '管理员',
      mine: true,
      mayChange: true,
      isDefault: false,
      layout: {},
      ...view,
      id: lastId,
      version: 1,
    };
    views.push(stored);
    return stored;
  };
  for (const view of first) put(view);
  server().call('View', 'GetList', () => ({
    items: [...views],
    defaultId,
    ownDefaultId: defaultId,
    mayShare: true,
  }));
  server().call('View', 'Save', ({ id, name, audience, query, layout }) => {
    const known = views.find((view) => view.id === id);
    return known
      ? Object.assign(known, { name, audience, query, layout, version: known.version + 1 })
      : put({ name, audience, query, layout });
  });
  server().call('View', 'SetDefault', ({ id }) => {
    defaultId = id ?? null;
    return { defaultId };
  });
  server().call('View', 'Delete', ({ id }) => {
    // It comes in the query, as text.
    const at = views.findIndex((view) => view.id === Number(id));
    views.splice(at, 1);
    if (defaultId === Number(id)) defaultId = null;
    return { id: Number(id) };
  });
  return views;
}
